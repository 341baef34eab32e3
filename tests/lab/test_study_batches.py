"""What a study counts inside compiled code is what the events tell."""

from __future__ import annotations

import numpy as np
import pytest

from tests.lab.planning import plan_of
from tuilerie.engine.registry import BUILT_IN
from tuilerie.lab.batches import Batch, GamePlayer
from tuilerie.lab.figures import columns
from tuilerie.lab.marks import marks_of
from tuilerie.lab.seat_players import SeatPlayers
from tuilerie.lab.study_batches import StudyBatch

GAMES = 12


def studied(plan, games=GAMES, first=0):
    player = GamePlayer(plan, StudyBatch)
    try:
        return player(first, games)
    finally:
        player.close()


def told(plan, number):
    """The events of a game, played move by move."""
    return SeatPlayers(plan).play(number).events


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_games_are_those_of_a_simulation(game, players):
    plan = plan_of(game, players, ",".join((["random", "greedy"] * 2)[:players]))
    study, plain = studied(plan, 200), GamePlayer(plan, Batch)(0, 200)
    assert (study.shares == plain.shares).all()
    assert (study.points == plain.points).all()
    for name, values in (("moves", plain.moves), ("turns", plain.turns), ("reason", plain.reasons)):
        assert (study.rows[name] == values).all()


@pytest.mark.parametrize("bots", ["greedy", "beginner"])
def test_compiled_games_and_games_at_a_table_are_counted_alike(bots):
    """A beginner is no compiled policy: its games are played from Python, then followed.

    Greedy ones can be played both ways.
    """
    plan = plan_of("restart", 3, bots)
    one, two = studied(plan), GamePlayer(plan, StudyBatch, compiled=False)(0, GAMES)
    for name in ("shares", "points", "marks", "decided", "present"):
        assert (getattr(one, name) == getattr(two, name)).all(), name
    assert one.rows.tobytes() == two.rows.tobytes()


def named(plan, batch, mark):
    index = {one.name: one.index for one in marks_of(plan)}[mark]
    return batch.marks[:, :, index]


def test_restart_marks():
    plan = plan_of("restart", 3, "random,greedy,greedy")
    batch = studied(plan)
    for number in range(GAMES):
        events = told(plan, number)
        first = events[0][1]
        for seat in range(3):
            moves = [event[2] for event in events if event[0] == "move" and event[1] == seat]
            assert named(plan, batch, "dealt-scissors")[number, seat] == first["hands"][seat].count("S")
            assert named(plan, batch, "dealt-bin")[number, seat] == first["hands"][seat].count("T")
            assert named(plan, batch, "dealt-restart")[number, seat] == sum(
                tile.endswith("X") for tile in first["hands"][seat]
            )
            assert named(plan, batch, "used-scissors")[number, seat] == sum(move.startswith("S:") for move in moves)
            assert named(plan, batch, "used-bin")[number, seat] == sum(move.startswith("T:") for move in moves)
            assert named(plan, batch, "used-end")[number, seat] == sum(move.endswith("E") for move in moves)
        assert batch.rows["rounds"][number] == sum(event[0] == "deal" for event in events)
        assert batch.rows["first"][number] == first["first"]


def test_restart_tiles_left_in_hand_are_those_never_played():
    plan = plan_of("restart", 3, "random,greedy,random", target=1)
    batch = studied(plan)
    kinds = {"scissors": "S", "bin": "T", "restart": "X", "end": "E"}
    for number in range(GAMES):
        events = told(plan, number)
        if batch.rows["reason"][number] != 2:
            continue
        for seat in range(3):
            left = [tile for tile in events[0][1]["hands"][seat] if not (tile[0] in "rgbok" and tile[1:] == "1")]
            for event in events:
                if event[0] == "move" and event[1] == seat and event[2] not in ("pass", "stop"):
                    for tile in [event[2][0]] if ":" in event[2] else event[2].split("+"):
                        left.remove(tile)
            for name, sign in kinds.items():
                assert named(plan, batch, f"left-{name}")[number, seat] == sum(tile[-1] == sign for tile in left)


def test_romirami_marks_and_what_decides():
    plan = plan_of("romirami", 2)
    batch = studied(plan)
    marks = {one.name: one.index for one in marks_of(plan)}
    for number in range(GAMES):
        events = told(plan, number)
        for seat in range(2):
            filled = {
                event[2].split()[1]
                for event in events
                if event[0] == "move" and event[1] == seat and event[2].startswith("fill")
            }
            marked = {
                name.removeprefix("contract-")
                for name, at in marks.items()
                if name.startswith("contract-") and batch.marks[number, seat, at]
            }
            assert filled == marked
        offered = set(map(str, events[0][1]["contracts"])) | {
            str(one) for event in events if event[0] == "market" for one in event[1]["contracts"]
        }
        assert offered == {
            name.removeprefix("contract-")
            for name, at in marks.items()
            if name.startswith("contract-") and batch.present[number, at]
        }
    lead = np.abs(batch.points[:, 0] - batch.points[:, 1])
    for index in (marks["contract-11"], marks["contract-24"]):  # one point: decides only where the lead is 0 or 1
        assert (lead[batch.decided[:, index] > 0] <= 1).all()


def test_famille_and_junior_marks():
    plan = plan_of("famille", 3)
    batch = studied(plan)
    for number in range(GAMES):
        events = told(plan, number)
        for seat in range(3):
            moves = [event[2] for event in events if event[0] == "move" and event[1] == seat]
            assert named(plan, batch, "drew")[number, seat] == moves.count("draw")
            assert named(plan, batch, "kept")[number, seat] == moves.count("keep")
            news = [move.split()[1].split("+") for move in moves if move.startswith("new")]
            assert named(plan, batch, "new-run")[number, seat] == sum(tiles[0][0] == tiles[1][0] for tiles in news)
            assert named(plan, batch, "new-family")[number, seat] == sum(tiles[0][0] != tiles[1][0] for tiles in news)
    plan = plan_of("junior", 2)
    batch = studied(plan)
    pairs = named(plan, batch, "by-animal") + named(plan, batch, "by-colour")
    assert (2 * pairs == batch.points).all()


def test_figures_of_every_game_add_up():
    for game in BUILT_IN:
        plan = plan_of(game, 3, "random")
        batch = studied(plan, 300)
        found = columns(plan, batch)
        assert sum(found[f"order.{place}"] for place in range(3)) == pytest.approx(batch.shares.sum(axis=1))
        assert sum(values for name, values in found.items() if name.startswith("reason.")) == pytest.approx(
            np.ones(300)
        )
        assert (found["order.0"] == batch.shares[np.arange(300), batch.rows["first"]]).all()
        assert np.nanmin(found["margin"]) >= 0
