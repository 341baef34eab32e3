"""Reviews: sums that are exact, decisions judged by what was known, mistakes that are mistakes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tuilerie.bots import player
from tuilerie.bots.account import accounts, mistake_points, percents
from tuilerie.bots.dice import Dice
from tuilerie.bots.review import Review, ReviewedTurn, counted_once, review, reviewed
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.table.reviews import told
from tuilerie.words import LANGUAGES


def greedy(match: Match, dice: Dice) -> str:
    path = player.whole_move(match.game, match.state, BUILT_IN["greedy"], dice)
    return match.game.spell(match.state, path)


def played(game: str, levels: tuple[str, ...], seed: int) -> Match:
    match, dice = Match.new(game, len(levels), seed), Dice(seed)
    while not match.finished:
        for action in player.whole_move(match.game, match.state, BUILT_IN[levels[match.turn]], dice):
            match.act(action)
    return match


@pytest.mark.parametrize(("game", "players"), [("restart", 3), ("romirami", 2), ("famille", 4)])
def test_all_sums_are_exact(game, players):
    match = played(game, ("greedy", "random", "beginner", "greedy")[:players], 3)
    found = reviewed(match)
    assert [move for turn in found.turns for move in turn.moves] == [e[2] for e in match.events if e[0] == "move"]
    balances = accounts(found)
    for seat, account in enumerate(balances):
        assert account.start + account.own + account.others + account.drawn + account.hands == account.end
        assert account.own <= 0 <= account.others
        assert sum(mistake_points(found, seat, account.own).values()) <= -account.own
        assert all(sum(shares) == 100 and min(shares) >= 0 for shares in percents(found, seat))
    assert abs(sum(account.decisions for account in balances)) <= players, "but for rounding, what one loses others get"
    assert abs(sum(account.luck for account in balances)) <= 2 * players


def test_a_review_comes_turn_by_turn_and_is_the_same_in_threads():
    match = played("famille", ("random", "greedy"), 7)
    steps = [step for step in review(match) if step is not None]
    assert [len(step.turns) for step in steps] == list(range(1, steps[-1].total + 1))
    assert steps[-1] == reviewed(match, threads=2)
    partial = told(steps[0])
    assert (partial.state, partial.done, partial.accounts) == ("computing", 1, [])


def test_a_review_depends_on_what_the_mover_knew_only():
    """The first turn judged in the real deal and in one where all hidden pieces were dealt again."""
    match = Match.new("restart", 2, 11)
    world = match.imagined(match.turn, 99)
    found = []
    for here in (match, world):
        after = here.copy()
        after.play(here.legal()[0])
        after.stop("limit")
        found.append(reviewed(after).turns[0])
    assert found[0].best == pytest.approx(found[1].best, abs=0.05)
    assert found[0].loss == pytest.approx(found[1].loss, abs=0.05)


def blunderer(match: Match, dice: Dice) -> str:
    """Plays like `greedy`, but passes over its own tiles wherever it can."""
    view = match.view(match.turn)
    runs = [move for move in match.legal() if ":" not in move and move[-1].isdigit()]
    burying = [move for move in runs if passed_over(view, move) >= 2]
    return max(burying, key=lambda move: passed_over(view, move)) if burying else greedy(match, dice)


def passed_over(view: dict[str, Any], move: str) -> int:
    first = move.split("+")[0]
    top = view["rows"][first[0]][-1][1:]
    own = [int(tile[1:]) for tile in view["hand"] if tile[0] == first[0] and tile[1:].isdigit()]
    return sum((int(top) if top.isdigit() else 0) < value < int(first[1:]) for value in own)


def test_a_planted_blunderer_is_told_its_blunder_and_an_expert_that_it_played_well():
    kinds: Counter[str] = Counter()
    for seed in (1, 2):
        match, dice = Match.new("restart", 2, seed), Dice(seed)
        while not match.finished:
            if match.turn == 0:
                match.play(blunderer(match, dice))
            else:
                for action in player.whole_move(match.game, match.state, BUILT_IN["expert"], dice):
                    match.act(action)
        found = reviewed(match)
        balance = accounts(found)
        assert balance[0].verdict.endswith(("poorly", "lucky", "anyway"))
        assert balance[1].verdict.endswith("well")
        kinds.update(turn.mistake.categories[0].code for turn in found.turns if turn.mistake and turn.seat == 0)
    assert kinds.most_common(1)[0][0] == "restart.buried", kinds


def test_a_mistake_names_a_legal_better_move_with_its_reason():
    match, chance = Match.new("restart", 2, 7), random.Random(2)
    dice = Dice(1)
    while not match.finished:
        match.play(chance.choice(match.legal()) if match.turn == 0 else greedy(match, dice))
    found = reviewed(match)
    mistakes = [turn.mistake for turn in found.turns if turn.mistake is not None]
    assert mistakes
    again = match.anew()
    legal = {}
    for number, turn in enumerate(found.turns):
        for move in turn.moves:
            legal.setdefault((number, len(legal)), again.legal())
            again.play(move)
    offered = {move for moves in legal.values() for move in moves}
    for mistake in mistakes:
        assert mistake.better in offered
        assert mistake.cost >= max(0.02, 2 * mistake.error)
    for turn in told(found).turns:
        kinds = turn.mistake.kinds if turn.mistake else []
        assert all(set(kind.title) == set(kind.sentence) == set(LANGUAGES) for kind in kinds)


def missed(seat: int, better: str, loss: float, moves: tuple[str, ...] = ("pass",)) -> ReviewedTurn:
    from tuilerie.bots.review import Mistake

    mistake = Mistake(0, moves[0], better, 0.6, loss, 0.01, [], {}) if better else None
    return ReviewedTurn(seat, 0, [0], list(moves), 0.6, 0.6 - loss, mistake, [0.0, 0.0])


def test_a_chance_missed_again_and_again_is_one_mistake():
    turns = [missed(0, "S:r", 0.1), missed(0, "S:r", 0.2), missed(0, "S:r", 0.15), missed(1, "S:r", 0.1)]
    assert [round(turn.loss, 2) for turn in counted_once(turns)] == [0, 0.2, 0, 0.1]
    taken = [missed(0, "g5", 0.1), missed(0, "", 0.0, ("g5",))]
    assert [turn.mistake for turn in counted_once(taken)] == [None, None]


@pytest.mark.soak
@pytest.mark.parametrize("game", ["restart", "famille"])
def test_the_luck_of_equals_is_nothing_on_average(game):
    """One seat's deals and draws over many games of equals: zero within their interval."""
    found = [accounts(reviewed(played(game, ("greedy", "greedy"), seed))) for seed in range(60)]
    for term in ("drawn", "luck"):
        values = [getattr(balance[0], term) for balance in found]
        mean = sum(values) / len(values)
        error = (sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)) ** 0.5
        assert abs(mean) < 3 * error, (term, mean, error)


def test_an_empty_game_has_an_even_review():
    match = Match.new("famille", 2, 1)
    match.stop("abandoned")
    found = reviewed(match)
    assert isinstance(found, Review)
    assert [account.end for account in accounts(found)] == [50, 50]
