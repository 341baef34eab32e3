"""English: one alone is singular."""

from tuilerie.words.languages import Grammar

GRAMMAR = Grammar(name="English", plural=lambda number, whole: 0 if number == 1 and whole else 1)
