"""ReStart: the round as a search reads it back from the record is the round that was played."""

from __future__ import annotations

import numpy as np
import pytest

from tests.record_arrays import states_of
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.games.restart import record as rules
from tuilerie.games.restart.history import (
    DECISION,
    GONE,
    HELD,
    LAST_PASS,
    ROW_CUT,
    SINCE,
    TOP,
    UNDER,
    WHAT,
    WHO,
    replay,
)

NOT_CUT = -1


def counted(row: np.ndarray, place: int) -> int:
    return -1 if place < 0 else 0 if row[place] == rules.RESTART else int(row[place])


def seen(match: Match) -> dict[int, int]:
    """What lies before the seat to move, by the columns of a decision, read straight from the record."""
    state = states_of(match)[0]
    cut = state["phase"] == rules.AFTER_CUT
    line = {
        WHO: match.turn,
        LAST_PASS: int(state["passes"] + 1 == match.players),
        ROW_CUT: int(state["row_cut"]) if cut else NOT_CUT,
    }
    line[HELD] = int(state["hand_size"][match.turn])
    for colour in range(rules.COLOURS):
        row, length = state["row"][colour], int(state["row_length"][colour])
        line[TOP + colour], line[UNDER + colour] = counted(row, length - 1), counted(row, length - 2)
    return line


def placed(action: int) -> tuple[int, int]:
    """Colour and mask of the tiles that an action places."""
    if action >= rules.CUT:
        return 0, 0
    first, last = (int(table[action % rules.RUNS]) for table in (rules.RUN_FIRST, rules.RUN_LAST))
    values = [value for value in range(first, last + 1) if value <= rules.HIGHEST or value == last]
    return action // rules.RUNS, sum(1 << value for value in values)


def letting_go(actions: list[int], movers: list[int], since: int) -> list[int]:
    """What the mover of action number `since` let go from there on, by column."""
    columns = [0] * (rules.COLOURS + 1)
    for action, mover in list(zip(actions, movers, strict=True))[since:]:
        if mover == movers[since]:
            colour, mask = placed(action)
            columns[colour] |= mask
            columns[rules.SPECIAL] += (
                1 if rules.CUT <= action < rules.EMPTY else 8 if rules.EMPTY <= action < rules.STOP else 0
            )
    return columns


@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize(("players", "variant"), [(2, {}), (3, {"round_end": "table"}), (4, {})])
def test_every_decision_of_a_round_is_read_back_as_it_was(players, variant, level):
    looked = 0
    for seed in range(6):
        match, dice = Match.new("restart", players, seed, variant), Dice(seed)
        lines: list[dict[int, int]] = []
        while not match.finished and states_of(match)["round_number"][0] == 0 and len(lines) < 5 * (seed + 1):
            action = choose(match.game, match.state, BUILT_IN[level], dice)
            lines.append(seen(match) | {WHAT: action})
            match.act(action)
        lines = lines[: int(states_of(match)["acts"][0])]  # none if the round ended before
        decisions = np.zeros((rules.REMEMBERED, DECISION), np.int64)
        assert replay(states_of(match)[0], decisions) == len(lines)
        actions, movers, gone = [line[WHAT] for line in lines], [line[WHO] for line in lines], [0] * rules.COLOURS
        for at, line in enumerate(lines):
            line |= {GONE + colour: mask for colour, mask in enumerate(gone)}
            line |= {SINCE + column: mask for column, mask in enumerate(letting_go(actions, movers, at))}
            assert {column: int(decisions[at, column]) for column in line} == line
            colour, mask = placed(actions[at])
            gone[colour] |= mask
        looked += len(lines)
    assert looked > 10
