"""The framework of compiled rules: the decorator, chance, the verbs by record type, the entries from Python.

No input, no output, no text.
"""
