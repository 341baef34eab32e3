"""What comes over the table: a choice among moves, a page to read, the cover between two players, the
end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tuilerie.words import rules_page, say

BOX = """
    align: center middle;
    & > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 90%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    & .title { text-style: bold; color: $accent; }
    & .foot { color: $text-muted; }
"""


class Over(ModalScreen[str | None]):
    """Anything over the table. It goes once, however quickly keys follow each other."""

    _gone = False

    def leave(self, value: str | None = None) -> None:
        if not self._gone:
            self._gone = True
            self.dismiss(value)


class ChooseScreen(Over):
    """A list to choose from: the value of the line chosen, or None."""

    DEFAULT_CSS = f"ChooseScreen {{ {BOX} & OptionList {{ height: auto; max-height: 16; }} }}"
    AUTO_FOCUS = "OptionList"
    BINDINGS = [Binding("escape,q", "close", show=False)]

    def __init__(self, title: str, lines: Sequence[tuple[str, str]], lang: str) -> None:
        super().__init__()
        self._title, self._lines, self._lang = title, lines, lang

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            yield OptionList(*(Option(text, id=str(at)) for at, (text, _) in enumerate(self._lines)), markup=False)
            yield Static(say("terminal.close", self._lang), classes="foot")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.leave(self._lines[event.option_index][1])

    def action_close(self) -> None:
        self.leave()


class PageScreen(Over):
    """Something to read: the rules, the keys, the whole log."""

    DEFAULT_CSS = f"PageScreen {{ {BOX} & VerticalScroll {{ height: auto; max-height: 80vh; }} }}"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS = [Binding("escape,q,enter", "close", show=False)]

    def __init__(self, title: str, text: str, lang: str, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._text, self._lang, self._at_end = title, text, lang, at_end

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static(self._text, markup=False)
            yield Static(say("terminal.close", self._lang), classes="foot")

    def on_mount(self) -> None:
        if self._at_end:
            self.call_after_refresh(self._to_end)

    def _to_end(self) -> None:
        for scroll in self.query(VerticalScroll):
            scroll.scroll_end(animate=False)

    def action_close(self) -> None:
        self.leave()


class CoverScreen(Over):
    """Between two players at one device: nothing of the table shows through."""

    DEFAULT_CSS = (
        "CoverScreen { align: center middle; background: $surface; & Static { width: 100%; "
        "text-align: center; } & .title { text-style: bold; } }"
    )
    BINDINGS = [Binding("enter,space", "uncover", show=False)]

    def __init__(self, name: str, lang: str) -> None:
        super().__init__()
        self._who, self._lang = name, lang

    def compose(self) -> ComposeResult:
        yield Static(say("terminal.cover", self._lang, name=self._who), classes="title", markup=False)
        yield Static("")
        yield Static(say("terminal.cover_key", self._lang, name=self._who), markup=False)

    def on_click(self, event: events.Click) -> None:
        self.leave()

    def action_uncover(self) -> None:
        self.leave()


def rules_text(game: str, lang: str) -> str:
    """The rules page as text."""
    try:
        page = rules_page(game, lang)
    except FileNotFoundError:  # a plugin may bring no page
        return game
    parts = [page["subtitle"], "", page["goal"]]
    for section in page["sections"]:
        parts += ["", section["name"], *(f"  {clause['id']}  {clause['text']}" for clause in section["clauses"])]
    return "\n".join([*parts, "", page["credit"]])
