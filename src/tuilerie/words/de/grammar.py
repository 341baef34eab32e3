"""German: one alone is singular; a point between thousands, a comma for decimals."""

from tuilerie.words.languages import Grammar

GRAMMAR = Grammar(
    name="Deutsch",
    plural=lambda number, whole: 0 if number == 1 and whole else 1,
    decimal=",",
    thousands=".",
    percent="{}\u00a0%",
    last=" und ",
)
