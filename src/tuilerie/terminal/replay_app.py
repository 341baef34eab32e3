"""`tuilerie replay` on a terminal: a record step by step, with the drawing of the table."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from tuilerie.engine.record_check import check_record
from tuilerie.engine.replay import seen_positions
from tuilerie.terminal.app import WIDE, TableApp, rules_title
from tuilerie.terminal.boards import Scene
from tuilerie.terminal.event_text import numbered_names, phrases_of, tell
from tuilerie.terminal.screens import PageScreen
from tuilerie.terminal.table_widget import TableWidget
from tuilerie.words import say

KEYS = (
    ("home", "to_first", "first"),
    ("left", "earlier", "back"),
    ("right", "later", "forth"),
    ("end", "to_last", "last"),
    ("l", "log", "log"),
    ("q", "leave", "leave"),
)


class ReplayApp(App[None]):
    """Everything is open: each position is seen with the eyes of the seat that moves next."""

    ENABLE_COMMAND_PALETTE = False
    CSS = TableApp.CSS
    BINDINGS = [Binding("ctrl+c", "quit", show=False, priority=True), Binding("space,enter", "later", show=False)]

    def __init__(self, record: dict[str, Any], lang: str) -> None:
        super().__init__()
        self.lang = lang
        self.record = record
        self.names = numbered_names([player["name"] for player in record["players"]])
        self.at = 0
        positions = seen_positions(check_record(record))
        self._told, self._views = [told for told, _ in positions], [view for _, view in positions]
        for key, action, word in KEYS:
            self.bind(key, action, description=say(f"terminal.key.{word}", lang))

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield TableWidget(active=False)
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#log").set_class(self.size.width >= WIDE, "wide")
        self.call_after_refresh(self.redraw)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#log").set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        title = rules_title(self.record["game"], self.lang)
        head = say("terminal.replay.title", self.lang, game=title, step=self.at, steps=len(self._views) - 1)
        self.query_one("#head", Static).update(head)
        self.query_one(TableWidget).show(Scene(self._views[self.at], self.names, self.lang, replayed=True))
        self.query_one("#lines", Static).update("\n".join(self._lines()))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _lines(self) -> list[str]:
        phrases = phrases_of(self.record["game"])
        return [
            tell(event[:3], phrases, self._views[self.at], self.names, lang=self.lang)
            for event in self.record["events"][: self._told[self.at]]
        ]

    def _go(self, step: int) -> None:
        self.at = max(0, min(step, len(self._views) - 1))
        self.redraw()

    def action_to_first(self) -> None:
        self._go(0)

    def action_earlier(self) -> None:
        self._go(self.at - 1)

    def action_later(self) -> None:
        self._go(self.at + 1)

    def action_to_last(self) -> None:
        self._go(len(self._views) - 1)

    def action_log(self) -> None:
        self.push_screen(
            PageScreen(say("terminal.log_title", self.lang), "\n".join(self._lines()), self.lang, at_end=True)
        )

    def action_leave(self) -> None:
        self.exit()
