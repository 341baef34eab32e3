"""French: below two is singular; narrow spaces."""

from tuilerie.words.languages import Grammar

GRAMMAR = Grammar(
    name="français",
    plural=lambda number, whole: 0 if number < 2 else 1,
    decimal=",",
    thousands="\u202f",
    percent="{}\u00a0%",
    last=" et ",
    semicolon="\u202f; ",
)
