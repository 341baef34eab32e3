"""The records of environments that compiled code reads and writes."""

from __future__ import annotations

from tuilerie.kernel.records import Layout

SEATS = 4
WIN, SCORE = 0, 1  # what is paid at the end
ROTATE = -1  # the learner's seat moves on by one with every episode

# What all lanes of a batch share.
SETTINGS = Layout(
    [
        ("players", "i64", (), ""),
        ("seat", "i64", (), "the learner's, or ROTATE"),
        ("self_play", "i64", (), "1: the caller plays every seat"),
        ("same_step", "i64", (), "1: an ended lane begins again within the step; 0: in the next one"),
        ("limit", "i64", (), "turns of all players after which an episode is truncated"),
        ("reward", "i64", (), "WIN or SCORE"),
        ("lowest_wins", "i64", (), ""),
        ("penalty", "f64", (), "what an illegal action pays"),
        ("kinds", "i64", (SEATS,), "the bots, counted from the learner on; kinds[0] is nobody"),
    ]
)

# What each lane remembers besides its record.
LANE = Layout(
    [
        ("seed", "u64", (), ""),
        ("episode", "u64", (), "the number of the next episode"),
        ("dice", "u64", (SEATS, 1), "of the bots, by seat"),
        ("seat", "i64", (), "the learner's in this episode"),
        ("over", "i64", (), "1: ended, and waiting for the step that begins again"),
        ("choices", "i64", (), "how many actions are legal now"),
    ]
)
