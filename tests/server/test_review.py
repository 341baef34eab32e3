"""Reviews: of finished games only, for those who sat there, computed once, kept, and never blocking the table."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.client import Person, play_out, table_for
from tuilerie.bots import review as reviewing
from tuilerie.bots.review import Review, ReviewedMove
from tuilerie.engine.match import Match
from tuilerie.server.process import thinking
from tuilerie.server.process.reviews import told
from tuilerie.table.bot_turns import thinking_of
from tuilerie.words import LANGUAGES


async def reviewed(person: Person, table: str) -> dict[str, Any]:
    """Asked for until it is there; how far it is only grows."""
    done = -1
    for _ in range(3000):
        review: dict[str, Any] = await person.ask("GET", f"/tables/{table}/review")
        assert review["done"] >= done
        assert review["done"] <= review["total"]
        done = review["done"]
        if review["state"] == "done":
            return review
        assert review["moves"] == []
        await asyncio.sleep(0.1)
    raise AssertionError("no review after five minutes")


async def test_a_finished_game_is_reviewed_for_those_who_sat_there(server):
    async with Person(server.url) as ann, Person(server.url) as bob, Person(server.url) as eve:
        table, devices = await table_for([ann, bob], variant={"target": 30})
        refused = await ann.ask("GET", f"/tables/{table}/review", expect=409)
        assert refused["why"]["code"] == "server.no-review"
        await play_out(devices, random.Random(4))
        assert (await eve.ask("GET", f"/tables/{table}/review", expect=403))["why"]["code"] == "server.private"
        review, again = await asyncio.gather(reviewed(ann, table), reviewed(bob, table))
        assert review == again, "computed once"
        record = await ann.ask("GET", f"/tables/{table}/record")
        moves = [(n, event[1], event[2]) for n, event in enumerate(record["events"]) if event[0] == "move"]
        assert [(move["n"], move["seat"], move["move"]) for move in review["moves"]] == moves
        for move in review["moves"]:
            for chances in (move["before"], move["after"]):
                assert abs(sum(chances) - 1) < 0.01
                assert all(0 <= chance <= 1 for chance in chances)
            assert move["after"][move["seat"]] <= move["before"][move["seat"]] + 0.001, (
                "no move is better than the best"
            )
        assert sorted(review["turning"]) == review["turning"]
        assert all(at < len(moves) for at in review["turning"])
        for device in devices:
            await device.close()


async def test_a_memory_game_has_nothing_to_review(server):
    async with Person(server.url) as ann:
        made = await ann.create(game="junior", bots={"1": "greedy"}, start=True)
        device = await ann.at(made["table"]["id"], made["seats"][0]["key"])
        await device.until_phase("playing")
        await play_out([device], random.Random(1), most=4000)
        refused = await ann.ask("GET", f"/tables/{made['table']['id']}/review", expect=409)
        assert refused["why"]["code"] == "server.nothing-to-review"
        await device.close()


async def test_reviews_have_a_budget_per_person(strict):
    """Rate limits on: the thirteenth review of a person waits, those that are there do not."""

    async with Person(strict.url) as ann:
        codes, first = [], None
        for _ in range(14):
            table = await finished_by_the_bot(ann)
            first = first or table
            async with ann.http.get(f"{ann.url}/api/1/tables/{table}/review") as response:
                codes.append(response.status)
        assert (codes[0], codes[-1]) == (200, 429), codes
        assert (await ann.ask("GET", f"/tables/{first}/review"))["state"] in ("computing", "done")


async def finished_by_the_bot(person: Person) -> str:
    """The shortest finished game: dealt, one move, abandoned by the only person there."""
    made = await person.create(bots={"1": "greedy"}, start=True)
    device = await person.at(made["table"]["id"], made["seats"][0]["key"])
    await device.until_phase("playing")
    while device.choice is None:
        await device.next()
    await device.play(device.some_move(random.Random(1)))
    assert (await device.do("abandon"))["t"] == "accepted"
    await device.until_phase("over")
    await device.close()
    return str(made["table"]["id"])


@pytest.mark.parametrize("game", ["restart", "famille"])
def test_a_blunder_is_found_and_explained(game):
    """A seat that plays at random against rules of thumb makes a clear mistake somewhere, and is told what was better,
    in both languages.
    """
    match, chance = Match.new(game, 2, 7), random.Random(2)
    while not match.finished:
        match.play(
            chance.choice(match.legal()) if match.turn == 0 else thinking.think(thinking_of(match, "greedy", 1))[0]
        )
    *steps, last = reviewing.review(match)
    assert isinstance(last, Review)
    review = told(last)
    assert sorted(steps) == steps, "how far it is only grows"
    assert set(steps) | {0} == set(range(review.total + 1)), "every move is told when it is done"
    assert len(steps) > review.total, "and it gives way between the actions of a move"
    found = [move for move in review.moves if move.better is not None]
    assert found
    again = Match(match.game, match.players, match.variant, match.secret, match.nonces)
    legal = {}
    for number, move in enumerate(review.moves):
        if move.better is not None:
            legal[number] = again.legal()
        again.play(move.move)
    assert len(legal) == len(found)
    for move, allowed in zip(found, legal.values(), strict=True):
        assert move.better.move in allowed
        assert move.better.move != move.move
        assert set(move.better.sentences) == set(LANGUAGES)
        assert all(move.better.sentences.values())
        assert move.better.chance > move.after[move.seat]


def looks(*chances: tuple[int, float]) -> list[ReviewedMove]:
    """Moves in which each mover saw this chance for itself, and lost none of it."""
    made = []
    for n, (seat, chance) in enumerate(chances):
        seen = [chance, 1 - chance] if seat == 0 else [1 - chance, chance]
        made.append(ReviewedMove(n, seat, "pass", seen, seen, None))
    return made


def test_two_seats_that_see_things_differently_are_no_turning_point():
    """Both think they win, all the time, and nothing happens: only what one seat saw before and later is compared."""
    hopeful = looks(*[(seat, 0.8) for _ in range(4) for seat in (0, 1)])
    assert reviewing._turning(hopeful, [0.0, 0.0]) == []


def test_turning_points_are_where_one_seat_sees_its_own_chance_change():
    judged = looks((0, 0.5), (1, 0.5), (0, 0.5), (1, 0.5), (0, 0.9), (1, 0.2))
    assert reviewing._turning(judged, [1.0, 0.0]) == [2, 3, 5]
    assert reviewing._turning([], [0.0, 0.0]) == []


def test_a_review_depends_on_what_the_mover_knew_only():
    """The first move judged in the real deal and in one where all hidden pieces were dealt again: the same eyes, nearly
    the same chance.
    """
    match = Match.new("restart", 2, 11)
    move = match.legal()[0]
    real = next(reviewing._choices(match, move))
    dealt_again = next(reviewing._choices(match.imagined(match.turn, 99), move))
    assert abs(real.best - dealt_again.best) < 0.1
    assert abs(real.taken - dealt_again.taken) < 0.1
