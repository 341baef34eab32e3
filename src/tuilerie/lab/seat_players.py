"""One game of a plan played move by move from Python: the same game as in a batch, with its events, and open to bots
from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuilerie.bots.outside import OutsideBot, OutsideFailure
from tuilerie.bots.player import choose, dice_of
from tuilerie.engine.match import Match
from tuilerie.lab.plan import Plan


class SeatPlayers:
    """The players of a plan, seat by seat: compiled policies with dice of their own, and running programs that are kept
    from game to game.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._programs: dict[tuple[str, int], OutsideBot] = {}

    def play(self, number: int, with_legal: bool = False) -> Match:
        """Game `number` of the plan, from deal to end; OutsideFailure (with `seat`) if a program fails."""
        match = self.plan.match(number)
        if with_legal:
            match.legal_lists()
        dice = [dice_of(self.plan.run, number, seat) for seat in range(self.plan.players)]
        programs = self._seat_programs(number)
        for seat, program in programs.items():
            self._asked(seat, program.begin, match, seat)
        while not match.finished:
            if match.turns >= self.plan.limit * self.plan.players:
                match.stop("limit")
                break
            seat = match.turn
            if seat in programs:
                match.play(self._asked(seat, programs[seat].choose, match))
            else:
                match.act(choose(self.plan.game, match.state, self.plan.seats(number)[seat], dice[seat]))
        for seat, program in programs.items():
            self._asked(seat, program.finish, match)
        return match

    def close(self) -> None:
        for program in self._programs.values():
            program.close()

    def _seat_programs(self, number: int) -> dict[int, OutsideBot]:
        """One process per program and occurrence: a program that plays two seats runs twice."""
        found: dict[int, OutsideBot] = {}
        times: dict[str, int] = {}
        for seat, bot in enumerate(self.plan.seats(number)):
            if bot.command is not None:
                times[bot.command] = times.get(bot.command, 0) + 1
                key = (bot.command, times[bot.command])
                found[seat] = self._programs.setdefault(key, OutsideBot(bot.command))
        return found

    @staticmethod
    def _asked(seat: int, question: Callable[..., Any], *details: Any) -> Any:
        try:
            return question(*details)
        except OutsideFailure as failure:
            failure.details["seat"] = seat
            raise


def record_of(plan: Plan, number: int, match: Match) -> dict[str, Any]:
    return match.record([{"name": bot.name, "kind": "bot", "bot": bot.name} for bot in plan.seats(number)])
