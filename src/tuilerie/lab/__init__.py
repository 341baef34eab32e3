"""The laboratory: many games at once, fair comparisons, and figures with intervals."""
