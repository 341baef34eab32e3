"""The games: one record dtype and a handful of compiled verbs each. NumPy and Numba only; no input, no output, no text."""
