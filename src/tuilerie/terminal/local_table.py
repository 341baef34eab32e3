"""A table on this machine: the table of `tuilerie.table`, and the bots at its seats, programs from outside included."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tuilerie.bots.outside import OutsideBot, OutsideFailure
from tuilerie.bots.player import dice_of, whole_move
from tuilerie.bots.roster import Bot, bot_named, run_number
from tuilerie.engine.fair import numbered_secret
from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import Value
from tuilerie.table import entries
from tuilerie.table.bot_turns import REPLACEMENT
from tuilerie.table.creation import NewTable
from tuilerie.table.local import OWNER, LocalTable
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import Terms


@dataclass(frozen=True)
class Setup:
    """What was asked for."""

    game: Game
    variant: Mapping[str, Value]
    deck: Any  # as `Game.read_deck` gives it
    seed: int
    company: Sequence[Bot | None]  # for each seat a bot, or None for a person at this terminal
    lang: str


def open_table(setup: Setup, pace_ms: int = 0) -> LocalTable:
    """The table, dealt: bots by their names, every other seat held by this device."""
    people = [seat for seat, bot in enumerate(setup.company) if bot is None]
    terms = Terms(setup.game.id, len(setup.company), dict(setup.variant), pass_and_play=len(people) > 1, pace=pace_ms)
    new = NewTable(terms, OWNER)
    new.entries += [entries.SeatBot(seat, bot.name) for seat, bot in enumerate(setup.company) if bot is not None]
    for seat in people:
        new.sit(seat, Sitter(OWNER, None), None)
    new.entries.append(entries.Start())
    table = LocalTable.create(new, now=now_ms(), lang=setup.lang, secret=numbered_secret(setup.seed), deck=setup.deck)
    table.deal(now_ms())
    return table


def match_of(table: LocalTable) -> Match:
    """The game of a table that has been dealt."""
    assert table.state.match is not None
    return table.state.match


def now_ms() -> int:
    return int(time.time() * 1000)


class BotSeats:
    """Who plays the seats without a person. The same seed gives the same moves."""

    def __init__(self, setup: Setup) -> None:
        self.company = list(setup.company)
        self._programs = {seat: OutsideBot(bot.command) for seat, bot in enumerate(self.company) if bot and bot.command}
        self._dice = [dice_of(run_number(setup.seed), 0, seat) for seat in range(len(self.company))]

    def begin(self, match: Match) -> None:
        """Start the programs; OutsideFailure if one does not."""
        for seat in self._programs:
            self._programs[seat].begin(match, seat)

    def begin_or_replace(self, match: Match) -> list[OutsideFailure]:
        """Start the programs, and replace those that fail."""
        return [failure for seat in list(self._programs) for failure in self._begin_or_replace(match, seat)]

    def _begin_or_replace(self, match: Match, seat: int) -> list[OutsideFailure]:
        try:
            self._programs[seat].begin(match, seat)
        except OutsideFailure as failure:
            self._replace(seat)
            return [failure]
        return []

    def choose(self, match: Match) -> tuple[str, OutsideFailure | None]:
        """A whole move of the seat to move, and why its program was replaced, if it failed just now.

        `match` stays as it is.
        """
        seat, failed = match.turn, None
        if seat in self._programs:
            try:
                return self._programs[seat].choose(match), None
            except OutsideFailure as failure:
                failed = failure
                self._replace(seat)
        bot = self.company[seat]
        assert bot is not None
        return match.game.spell(match.state, whole_move(match.game, match.state, bot, self._dice[seat])), failed

    def _replace(self, seat: int) -> None:
        """At a table, a program that fails is replaced."""
        self._programs.pop(seat).close()
        self.company[seat] = bot_named(REPLACEMENT)

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
