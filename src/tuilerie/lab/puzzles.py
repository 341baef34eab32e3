"""Puzzles found in games of bots: positions in which one move is clearly best and another one looks good.

A position passes three sieves, each dearer than the one before: what weaker bots choose against a short search; a
search like `expert`'s; and the proof, a search of a hundred times `expert`'s playouts in fresh worlds, divided among
several seeds of which each must find the same move. Everything depends on the number of the game alone, so a run can be
divided, interrupted and taken up again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar

from tuilerie.bots import player, search
from tuilerie.bots.dice import bot_dice
from tuilerie.bots.roster import BUILT_IN, Bot
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.engine.studies import Puzzle, Study, Tried, part_of
from tuilerie.kernel.records import Record

RUN = 0x7075_7A7A_6C65  # the bots' dice of all these games
PLAYS = "club"  # who plays them
WEAK = ("greedy", "club")  # whose choices tempt; a beginner's whims do not
LEVELS = ("beginner", "club", "expert")  # that are asked whether they find it; a master searches less than the proof
TRIES = {"beginner": 8, "club": 8, "expert": 3}
FINDS = 2 / 3  # of its tries
PROOF_FACTOR = 100  # playouts of the proof, in those of `expert`
PROOF_SEEDS = 3
GAP = 0.06  # by which the best move is ahead of every other
SURE = 3.0  # standard errors of the difference
QUICK = 4  # playouts of the first sieve, in those of `club`
MOST_EQUAL = 400  # legal moves among which equal ones are looked for


@dataclass(frozen=True)
class Step:
    """One choice within a move: the position in which it is made, and what each action is worth there, the best
    first.
    """

    state: Record
    judged: list[search.Judged]

    @property
    def gap(self) -> float:
        return self.judged[0][1] - self.judged[1][1]

    @property
    def certain(self) -> bool:
        """Whether the difference is beyond the noise of the search."""
        (_, best, tried), (_, second, visits) = self.judged[:2]
        noise = sqrt(best * (1 - best) / max(tried, 1) + second * (1 - second) / max(visits, 1))
        return self.gap > SURE * noise


@dataclass(frozen=True)
class Decision:
    """The best move as its actions, and the choices on the way."""

    actions: list[int]
    steps: list[Step]

    @property
    def gap(self) -> float:
        return min(step.gap for step in self.steps)


def decide(match: Match, playouts: int, seed: int, least: float) -> Decision | None:
    """The best move of the seat to move if it is ahead by `least` at each of its choices."""
    game, state = match.game, match.state.copy()
    actions: list[int] = []
    steps: list[Step] = []
    while not actions or state["pending"]:
        legal = game.legal_actions(state)
        action = legal[0]
        if len(legal) > 1:
            step = _judge(match, state, playouts, [seed + len(steps)])
            if step is None or step.gap < least:
                return None
            steps.append(step)
            action = step.judged[0][0]
        actions.append(action)
        game.apply(state, action)
    return Decision(actions, steps) if steps else None


def prove(match: Match, found: Decision, seed: int, least: float) -> Decision | None:
    """The same move by a long search in fresh worlds: each seed must find it, and all together must be sure."""
    expert = player.playouts_of(match.game, BUILT_IN["expert"])
    seeds = [(seed << 8) + 0x9E37 + 7919 * number for number in range(PROOF_SEEDS)]
    steps = []
    for step in found.steps:
        proved = _judge(match, step.state, -(-PROOF_FACTOR * expert // PROOF_SEEDS), seeds, least)
        if proved is None or proved.judged[0][0] != step.judged[0][0] or proved.gap < least or not proved.certain:
            return None
        steps.append(proved)
    return Decision(found.actions, steps)


def _judge(match: Match, state: Record, playouts: int, seeds: list[int], least: float = 0.0) -> Step | None:
    """All seeds together; None if they do not agree on the best action, or one finds it ahead by less than half of
    `least`.
    """
    sums: defaultdict[int, float] = defaultdict(float)
    visits: Counter[int] = Counter()
    best = set()
    for seed in seeds:
        judged = search.evaluate(match.game, state, playouts, seed)
        first, second = sorted(judged, key=lambda one: (-one[1], one[0]))[:2]
        best.add(first[0])
        if len(best) > 1 or first[1] - second[1] < least / 2:
            return None
        for action, chance, tried in judged:
            sums[action] += chance * tried
            visits[action] += tried
    pooled = [(action, sums[action] / max(visits[action], 1), visits[action]) for action in visits]
    return Step(state.copy(), sorted(pooled, key=lambda one: (-one[1], one[0])))


# --- one game -------------------------------------------------------------------------------------------------------


def puzzle_in(game: str, number: int, gap: float = GAP) -> Study | None:
    """The clearest puzzle of game number `number`, if it has one."""
    match = Match.new(game, 2 + number % 2, number, game_named(game).short)
    positions: list[Match] = []
    while not match.finished:
        positions.append(match.copy())
        match.play(_choice(match, BUILT_IN[PLAYS], number, len(match.events)))
    record = match.record([{"name": PLAYS, "kind": "bot", "bot": PLAYS}] * match.players)
    first = int(len(positions) * match.game.effort.puzzles_from)
    candidates = [(here, _candidate(here, number, len(here.events), gap)) for here in positions[first:]]
    for here, found in sorted(candidates, key=lambda one: -one[1][0].gap if one[1] else 0.0):
        proved = None if found is None else prove(here, found[0], number, gap)
        if found is not None and proved is not None:
            return _study(here, record, proved, found[1], number)
    return None


def _candidate(match: Match, number: int, at: int, gap: float) -> tuple[Decision, str] | None:
    """The first two sieves: a clear move, and a tempting one that it is not."""
    if len(match.actions()) == 1 and len(match.legal()) == 1:
        return None
    club, expert = (player.playouts_of(match.game, BUILT_IN[level]) for level in ("club", "expert"))
    quick = decide(match, QUICK * club, number * 1000 + at, gap / 2)
    if quick is None:
        return None
    best = match.game.spell(match.state, quick.actions)
    wrong = Counter(move for move in _weak_choices(match, number, at) if move != best)
    if not wrong:
        return None
    found = decide(match, expert, number * 1000 + at + 1, gap)
    if found is None or found.actions != quick.actions:
        return None
    return found, max(wrong, key=lambda move: (wrong[move], move))


def _weak_choices(match: Match, number: int, at: int) -> Iterator[str]:
    for level in WEAK:
        for again in range(2):
            yield _choice(match, BUILT_IN[level], number, 1000 * (again + 1) + at)


def _choice(match: Match, bot: Bot, number: int, at: int) -> str:
    dice = bot_dice(RUN + number, at, match.turn)
    return match.game.spell(match.state, player.whole_move(match.game, match.state, bot, dice))


def _study(match: Match, record: dict[str, Any], proved: Decision, tempting: str, number: int) -> Study | None:
    """The puzzle as a document; None if the tempting move does the same as the best one."""
    game = match.game
    best = game.spell(match.state, proved.actions)
    answers = [best, *(move for move in _equal_moves(match, best) if move != best)]
    if tempting in answers:
        return None
    at = len(match.events)
    found = [
        level
        for level in LEVELS
        if sum(
            _choice(match, BUILT_IN[level], number, 5000 + 100 * again + at) in answers for again in range(TRIES[level])
        )
        >= FINDS * TRIES[level]
    ]
    last = proved.steps[-1].judged[0]
    tried = [_tried(best, last), _tempting(match, proved, tempting)]
    puzzle = Puzzle(
        id=f"{game.id}-{number}-{at}",
        answers=answers,
        tempting=tempting,
        categories=[],
        found=[*found, "master"],
        proof="search",
        worlds=last[2],
        tried=tried,
    )
    return Study(part_of(record, at), at, match.turn, puzzle=puzzle)


def _tempting(match: Match, proved: Decision, tempting: str) -> Tried:
    """What the proof says of the tempting move where it leaves the best one."""
    choices = iter(proved.steps)
    state = match.state.copy()
    for action in match.game.read(match.state, tempting):
        if len(match.game.legal_actions(state)) > 1:
            step = next(choices)
            if action != step.judged[0][0]:
                return _tried(tempting, next(one for one in step.judged if one[0] == action))
        match.game.apply(state, action)
    raise ValueError(tempting)


def _tried(move: str, judged: search.Judged) -> Tried:
    _, chance, worlds = judged
    return Tried(move, round(chance, 4), round(1.96 * sqrt(chance * (1 - chance) / max(worlds, 1)), 4))


def _equal_moves(match: Match, best: str) -> list[str]:
    """The moves that lead to exactly the same position."""
    legal = match.legal()
    if len(legal) > MOST_EQUAL:
        return [best]
    after = _after(match, best)
    return [move for move in legal if _after(match, move) == after]


def _after(match: Match, move: str) -> bytes:
    twin = match.copy()
    twin.play(move)
    return bytes(twin.state.memory)


# --- many games -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mining:
    """Work for a crew: game after game."""

    game: str
    gap: float = GAP
    processes: ClassVar[bool] = True

    def open(self) -> Mining:
        return self

    def __call__(self, first: int, count: int) -> list[tuple[int, Study | None]]:
        return [(number, puzzle_in(self.game, number, self.gap)) for number in range(first, first + count)]

    def close(self) -> None:
        pass
