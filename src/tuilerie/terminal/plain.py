"""The plain table: text in, text out. For dumb terminals, pipes and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tuilerie.bots.explain import advise
from tuilerie.bots.outside import OutsideBot, OutsideFailure
from tuilerie.bots.player import dice_of, whole_move
from tuilerie.bots.roster import Bot, bot_named, run_number
from tuilerie.engine.checking import check_record
from tuilerie.engine.drawing.telling import Telling
from tuilerie.engine.errors import Refused
from tuilerie.engine.fair import numbered_secret
from tuilerie.engine.game import Event, Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import Value
from tuilerie.engine.replay import walk
from tuilerie.terminal.drawing import draw
from tuilerie.terminal.telling import WORDS, tell, telling_of
from tuilerie.words import say
from tuilerie.words.terms import GameName

CLEAR = 60  # empty lines that push a hand out of sight
MANY = 40  # more legal moves than this are listed only on demand


class PlainTable:
    """`company`: for each seat a bot, or None for a person here.

    Several people pass the device: their hands are told apart by many empty lines.
    """

    def __init__(
        self, game: Game, variant: Mapping[str, Value], deck: Any, seed: int, company: Sequence[Bot | None], lang: str
    ) -> None:
        self.match = Match(game, len(company), variant, numbered_secret(seed), None, deck)
        self.bots = list(company)
        self.people = [seat for seat, bot in enumerate(company) if bot is None]
        self.seat = self.people[0]  # who has the device
        self.programs = {seat: OutsideBot(bot.command) for seat, bot in enumerate(self.bots) if bot and bot.command}
        self.lang = lang
        self.seed = seed
        self._dice = [dice_of(run_number(seed), 0, seat) for seat in range(len(company))]
        self.telling = telling_of(game.id)
        self._told = 0

    def play(self) -> None:
        """Until the game is over, or the person leaves (`quit`, or the end of input)."""
        print(say("table.welcome", self.lang, game=GameName(self.match.game.id), seed=self.seed))
        for seat, program in self.programs.items():
            program.begin(self.match, seat)
        try:
            self._tell()
            while not self.match.finished:
                if self.bots[self.match.turn] is not None:
                    self._bot_moves()
                elif not self._hand_over() or not self._person_moves():
                    print(say("table.left", self.lang))
                    return
                self._tell()
        finally:
            for program in self.programs.values():
                program.close()

    def _bot_moves(self) -> None:
        seat = self.match.turn
        bot = self.bots[seat]
        assert bot is not None
        if seat in self.programs:
            try:
                self.match.play(self.programs[seat].choose(self.match))
                return
            except OutsideFailure as failure:  # at a table, a failing program is replaced
                print(failure.sentence(self.lang))
                self.programs.pop(seat).close()
                self.bots[seat] = bot = bot_named("greedy")
        for action in whole_move(self.match.game, self.match.state, bot, self._dice[seat]):
            self.match.act(action)

    def _hand_over(self) -> bool:
        """Another person's turn: where hands are hidden, the screen is cleared, and nothing is shown before they say
        so. False if they leave.
        """
        if self.match.turn == self.seat:
            return True
        if not self.match.game.hidden:
            self.seat = self.match.turn
            return True
        self.seat = self.match.turn
        print("\n" * CLEAR + say("table.hand-over", self.lang, seat=self.seat))
        try:
            return input(say("table.ready", self.lang)).strip() not in ("quit", "q")
        except EOFError:
            return False

    def _person_moves(self) -> bool:
        print(draw(self.match.view(self.seat), self.lang))
        legal = self.match.legal()
        if len(legal) <= MANY:
            print(say("table.legal", self.lang, moves="  ".join(legal)))
        while True:
            try:
                move = input(say("table.prompt", self.lang)).strip()
            except EOFError:
                return False
            if move in ("quit", "q"):
                return False
            if move in ("?", "help"):
                print(say("table.help", self.lang))
                print("\n".join(legal))
                continue
            if move == "hint":
                self._hint()
                continue
            try:
                self.match.play(" ".join(move.split()))
                return True
            except Refused as refused:
                print(refused.sentence(self.lang))

    def _hint(self) -> None:
        for advice in advise(self.match):
            print(
                say(
                    "hint.line",
                    self.lang,
                    move=advice.move,
                    chance=100 * advice.chance,
                    reason=advice.sentence(self.lang),
                )
            )

    def _tell(self) -> None:
        """What has happened since, as this seat may know it."""
        if self.match.pending:
            return
        events, view = self.match.seen_events(self.seat if len(self.people) == 1 else None), self.match.view()
        for event in events[self._told :]:
            print(event_line(event, self.telling, view, self.lang))
        self._told = len(events)


def event_line(event: Event, telling: Telling, view: dict[str, Any], lang: str) -> str:
    """One event in words; seats by their numbers."""
    seats = [say("event.seat", lang, seat=seat) for seat in range(view["players"])]
    line = tell(event, telling, view, seats, lang, WORDS)
    return say("event.end", lang, text=line) if event[0] == "end" else line


def replay_lines(record: dict[str, Any], lang: str) -> Iterator[str]:
    """A checked record, event by event, with the table after every move as everybody could see it."""
    positions = walk(check_record(record))
    view = next(positions).view(None)
    telling = telling_of(record["game"])
    names = ", ".join(f"{seat}: {player['name']}" for seat, player in enumerate(record["players"]))
    yield say("replay.title", lang, game=GameName(record["game"]), names=names)
    for event in record["events"]:
        if event[0] == "move":
            view = next(positions).view(None)
        line = event_line(event[:3], telling, view, lang)
        yield f"{line}\n{draw(view, lang)}" if event[0] == "move" else line
