"""What a contract asks for, by name: plain data, for the words of terms and of marks alike."""

from __future__ import annotations

ALIKE = {2: "pair", 3: "three", 4: "four", 5: "five"}


def entry_of(word: str) -> tuple[str, dict[str, str]]:
    """The entry of the catalogue for a requirement as decks write it (`set2`, `set3of4`, `run5`), and what fills it."""
    size, _, value = word[3:].partition("of")
    parts = {"size": size, "value": value}
    if word.startswith("run"):
        return "term.romirami.run", parts
    return f"term.romirami.{ALIKE.get(int(size), 'alike')}{'-of' if value else ''}", parts
