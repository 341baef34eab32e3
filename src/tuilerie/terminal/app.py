"""The table in a terminal: Textual around a client.

Whatever thinks, thinks elsewhere; this file only shows, asks and passes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.terminal.boards import board_of
from tuilerie.terminal.event_text import SIGN, ending, phrases_of, tell
from tuilerie.terminal.review_text import review_text
from tuilerie.terminal.screens import ChooseScreen, CoverScreen, PageScreen, rules_text
from tuilerie.terminal.table_client import TableClient, Trouble
from tuilerie.terminal.table_widget import TableWidget
from tuilerie.words import catalogue, rules_page, say

WIDE = 110  # columns from which the log has a place beside the table
MOST_LISTED = 400
LOG_LINES = 60  # shown beside the table; L shows all
WORDS = {"p": ("pass",), "s": ("stop",), "d": ("draw", "done"), "k": ("keep",)}  # keys of the moves of one word
KEYS = (
    ("enter", "play"),
    ("u", "undo"),
    ("h", "hint"),
    ("m", "moves"),
    ("l", "log"),
    ("r", "rules"),
    ("question_mark", "help"),
    ("q", "leave"),
)


class TableApp(App[None]):
    """`tuilerie play GAME`."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: 1; text-style: bold; background: #8a3212; color: #fff8ec; padding: 0 1; }
    #middle { height: 1fr; }
    #said { height: auto; min-height: 2; max-height: 4; padding: 0 1; }
    #log { height: 3; padding: 0 1; color: $text-muted; scrollbar-size-vertical: 0; background: $surface; }
    #log.wide { dock: right; width: 38; height: 1fr; scrollbar-size-vertical: 1; }
    """
    BINDINGS = [
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("space", "pick", show=False),
        Binding("n", "again", show=False),
        Binding("v", "review", show=False),
        *(Binding(key, f"word('{key}')", show=False) for key in WORDS),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client
        self.lang = client.lang
        self.said = ""
        self._ended = False
        for key, action in KEYS:
            self.bind(key, action, description=say(f"terminal.key.{action}", self.lang))

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield TableWidget()
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Static(id="said", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(TableWidget).focus()
        self._fit(self.size.width)
        self.follow()

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width)
        self.call_after_refresh(self.redraw)

    def _fit(self, width: int) -> None:
        self.query_one("#log").set_class(width >= WIDE, "wide")

    def t(self, key: str, **details: Any) -> str:
        return say(f"terminal.{key}", self.lang, **details)

    # --- following the game ---------------------------------------------------------------------------

    @work(exclusive=True, group="follow")
    async def follow(self) -> None:
        """As long as the table lives: show it, then wait for the next thing to happen."""
        while not self.client.over:
            await self._uncover()
            self.redraw()
            try:
                await self.client.advance()
            except Trouble as trouble:
                self.exit(return_code=1, message=str(trouble))
                return
        self.redraw()
        await self._end()

    async def _uncover(self) -> None:
        """Pass-and-play: nothing is shown before the right player has the device."""
        seat = self.client.covered
        if seat is not None:
            self.redraw()
            await self.push_screen_wait(CoverScreen(self.client.names[seat], self.lang))
            await self.client.uncover(seat)

    def redraw(self) -> None:
        client = self.client
        table = self.query_one(TableWidget)
        if client.covered is not None:
            table.show(None)
        else:
            table.show(client.scene())
        self.query_one("#head", Static).update(self._head())
        self.query_one("#said", Static).update(self._prompt())
        self.query_one("#lines", Static).update("\n".join(self.log_lines(LOG_LINES)))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _head(self) -> str:
        title = rules_title(self.client.game, self.lang)
        seed = getattr(self.client, "seed", None)
        return title if seed is None else self.t("title", game=title, seed=seed)

    def log_lines(self, most: int = 0) -> list[str]:
        """What has happened in words: the last few things, or everything."""
        client, names = self.client, self._names()
        return [
            tell(event, self.phrases, client.view, names, lang=self.lang) for event in client.events[-most:]
        ] + client.news

    @property
    def phrases(self) -> LogPhrases:
        return phrases_of(self.client.game)

    def _told(self, move: str) -> str:
        return self.phrases.move(move, self.client.view).in_words(self.lang, SIGN)

    def _names(self) -> list[str]:
        return [self.t("you") if seat == self.client.seat else name for seat, name in enumerate(self.client.names)]

    def _prompt(self) -> str:
        """Two lines below the table: what was said last, and what is to be done now."""
        client, view = self.client, self.client.view
        lines = [self.said] if self.said else []
        if view is None:
            return "\n".join([*lines, client.waiting][-2:])
        if client.over:
            return "\n".join([*lines, f"{self.t('over')}. {self.t('again')}    {self.t('review.key')}"][-2:])
        if client.passes:
            lines.append(self.t("complete"))
        elif client.turn is not None and client.turn == client.seat:
            lines.append(self.t("your_turn", task=self._what_to_do(view)))
        elif client.turn is not None:
            lines.append(self.t("wait", name=client.names[client.turn]))
        if client.drafted:  # last: it may be longer than its line
            lines.append(self.t("drafted", moves=", ".join(self._told(move) for move in client.drafted)))
        return "\n".join(lines[-2:])

    def _what_to_do(self, view: dict[str, Any]) -> str:
        for key in (f"{view['game']}-{view.get('phase')}", view["game"], "other"):
            if f"terminal.prompt.{key}" in catalogue(self.lang):
                return self.t(f"prompt.{key}")
        raise KeyError(view["game"])

    async def _end(self) -> None:
        """Read it, then N for another deal or Q to leave."""
        self._ended = True
        end = next((event[1] for event in reversed(self.client.events) if event[0] == "end"), None)
        if end is not None:
            await self.push_screen_wait(
                PageScreen(
                    self.t("over"),
                    ending(end, self.phrases, self._names(), self.lang) + "\n\n" + self.t("again"),
                    self.lang,
                )
            )

    # --- what the person does ---------------------------------------------------------------------------

    @property
    def table_widget(self) -> TableWidget:
        return self.query_one(TableWidget)

    def on_table_widget_pointed(self, message: TableWidget.Pointed) -> None:
        self.point(message.key)

    def action_pick(self) -> None:
        if self.table_widget.cursor is not None:
            self.point(self.table_widget.cursor)

    def point(self, key: str) -> None:
        """A piece is picked or let go; a button, a slot, or the last thing a move lacked, does the move."""
        kind = key.partition(":")[0]
        if kind == "do":
            self.run_action(key.partition(":")[2]) if key == "do:undo" else self.confirm()
        elif kind in ("word", "slot"):
            self.attempt([key])
        elif kind in ("row", "group", "new", "contract") and key not in self.table_widget.picked:
            self.table_widget.pick(key)
            if kind == "contract" or len(self.table_widget.picked) > 1:
                self.attempt(self.table_widget.picked)
        else:
            self.table_widget.pick(key)

    def action_play(self) -> None:
        """Enter: confirm a complete turn, start a table, else play what is picked (or what is under the cursor)."""
        if self.client.passes or self.client.view is None:
            self.confirm()
        elif self.table_widget.picked:
            self.attempt(self.table_widget.picked)
        elif self.table_widget.cursor is not None:
            if self.table_widget.cursor.startswith(("word:", "slot:", "do:", "contract:")):
                self.point(self.table_widget.cursor)
            else:
                self.attempt([self.table_widget.cursor])

    @work(exclusive=True, group="person")
    async def attempt(self, picked: Sequence[str]) -> None:
        """Play what was pointed at; where that can mean several moves, ask; where it means none, say why."""
        scene = self.client.scene()
        if scene is None or not scene.moves:
            self._say(self.t("no_moves") if not self.client.passes else self.t("complete"))
            return
        board = board_of(self.client.game)
        meant = board.meant(scene, picked)
        move = (
            meant[0]
            if len(meant) == 1
            else await self._ask(self.t("several"), meant)
            if meant
            else board.spelt(scene, picked)
        )
        if move is None:
            self.table_widget.let_go()
            return
        if not meant and (why := board.why_not(scene, move)) is not None:
            self._say(why)
            self.table_widget.let_go()
            return
        await self._play(move)

    async def _ask(self, title: str, moves: Sequence[str]) -> str | None:
        lines = [(f"{self._told(move)}   {move}", move) for move in moves[:MOST_LISTED]]
        return await self.push_screen_wait(ChooseScreen(title, lines, self.lang))

    async def _play(self, move: str) -> None:
        await self._try(self.client.try_move(move))

    @work(exclusive=True, group="person")
    async def confirm(self) -> None:
        await self._try(self.client.confirm())

    @work(exclusive=True, group="person")
    async def action_undo(self) -> None:
        await self._try(self.client.undo())

    async def _try(self, doing: Awaitable[None]) -> None:
        """Do it, or say why it is not possible; picks are let go."""
        self.said = ""
        try:
            await doing
        except Trouble as trouble:
            self.said = str(trouble)
        self.table_widget.picked = ()
        self.redraw()

    def action_word(self, key: str) -> None:
        word = next((word for word in WORDS[key] if word in self.client.moves()), WORDS[key][0])
        if self.client.turn is not None and self.client.turn == self.client.seat:
            self._word(word)

    @work(exclusive=True, group="person")
    async def _word(self, word: str) -> None:
        await self._play(word)

    @work(exclusive=True, group="person")
    async def action_moves(self) -> None:
        moves = self.client.moves()
        if not moves:
            self._say(self.t("no_moves"))
        elif (move := await self._ask(self.t("all_moves"), moves)) is not None:
            await self._play(move)

    @work(exclusive=True, group="person")
    async def action_hint(self) -> None:
        if not self.client.moves():
            self._say(self.t("no_moves"))
            return
        self._say(self.t("thinking"))
        try:
            hints = await self.client.hints()
        except Trouble as trouble:
            self._say(str(trouble))
            return
        self._say("")
        lines = []
        for hint in hints:
            details = {"move": self._told(hint.move), "reason": hint.reason}
            text = (
                self.t("hint_plain", **details)
                if hint.chance is None
                else self.t("hint_line", chance=100 * hint.chance, **details)
            )
            lines.append((text, hint.move))
        if lines and (move := await self.push_screen_wait(ChooseScreen(self.t("hints"), lines, self.lang))) is not None:
            await self._play(move)

    def _say(self, text: str) -> None:
        self.said = text
        self.redraw()

    # --- pages, and leaving -------------------------------------------------------------------------------

    def action_log(self) -> None:
        self.push_screen(PageScreen(self.t("log_title"), "\n".join(self.log_lines()), self.lang, at_end=True))

    def action_rules(self) -> None:
        self.push_screen(
            PageScreen(rules_title(self.client.game, self.lang), rules_text(self.client.game, self.lang), self.lang)
        )

    def action_help(self) -> None:
        lines = [
            text
            for key, text in catalogue(self.lang).items()
            if key.startswith("terminal.help.") and key != "terminal.help.title"
        ]
        self.push_screen(PageScreen(self.t("help.title"), "\n".join(lines), self.lang))

    @work(exclusive=True, group="person")
    async def action_leave(self) -> None:
        if self._ended or len(self.client.events) < 2:
            self.exit()
            return
        answers = [(self.t("leave_no"), ""), (self.t("leave_yes"), "yes")]
        if await self.push_screen_wait(ChooseScreen(self.t("leave_ask"), answers, self.lang)):
            self.exit()

    @work(exclusive=True, group="person")
    async def action_again(self) -> None:
        if not self._ended:
            return
        fresh = await self.client.again()
        if fresh is not None:
            await self.client.close()
            self.client, self._ended, self.said = fresh, False, ""
            self.follow()

    @work(exclusive=True, group="person")
    async def action_review(self) -> None:
        if not self._ended:
            return
        self._say(self.t("review.thinking"))
        review = await self.client.review(
            lambda step: self._say(self.t("review.progress", turn=len(step.turns), turns=step.total))
        )
        self._say("")
        text = (
            self.t("review.nothing") if review is None else review_text(review, self._names(), self.phrases, self.lang)
        )
        self.push_screen(PageScreen(self.t("review.title"), text, self.lang))

    async def on_unmount(self) -> None:
        await self.client.close()


def rules_title(game: str, lang: str) -> str:
    """The game's name on its rules page; a plugin may bring none."""
    try:
        return str(rules_page(game, lang)["title"])
    except FileNotFoundError:
        return game
