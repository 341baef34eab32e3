"""What a study counts in one game: the record that compiled code fills, one per game."""

from __future__ import annotations

from tuilerie.kernel.records import Layout

ROW = Layout(
    [
        ("moves", "i32", (), ""),
        ("turns", "i32", (), ""),
        ("rounds", "i32", (), ""),
        ("reason", "i32", (), "the game's own, or STOPPED"),
        ("first", "i32", (), "the seat that began"),
        ("decisions", "i32", (), "actions with a choice"),
        ("forced", "i32", (), "actions without one"),
        ("options", "i32", (), "legal actions, summed over the decisions"),
        ("lead_changes", "i32", (), "times that another seat came to lead alone"),
        ("half_leader", "i32", (), "the seat that led alone after half of the turns, or NOBODY"),
    ]
)
