"""Somebody at a page, in any engine: presses what can be seen, and plays by the advice of the table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.browsers.engine import Engine, Vanished
from tests.web.driving import PATIENCE_S


@dataclass(frozen=True)
class Words:
    """What is written on the buttons, in the language of the browser."""

    play_now: str
    settings: str
    target: str
    start: str
    hint: str
    play_advice: str
    next_round: str
    turn_over: str
    again: str
    replay: str
    show_result: str
    close: str


FRENCH = Words(
    play_now="Jouer à {} tout de suite",
    settings="Réglages",
    target="La partie s’arrête à ce nombre de points",
    start="Commencer",
    hint="Un conseil",
    play_advice="Jouer ce coup",
    next_round="Manche suivante",
    turn_over="Retourner la tuile",
    again="Rejouer",
    replay="Revoir",
    show_result="Voir le résultat",
    close="Fermer",
)
ENGLISH = Words(
    play_now="Play {} right now",
    settings="Settings",
    target="The game stops at this many points",
    start="Start",
    hint="A hint",
    play_advice="Play this move",
    next_round="Next round",
    turn_over="Turn tile",
    again="Play again",
    replay="Replay",
    show_result="See the result",
    close="Close",
)

# What can be pressed now: shown, not switched off, and not under something else. A sheet hides what lies behind it.
OPEN = """
const named = (node) => (node.getAttribute("aria-label") ?? node.innerText).replace(/\\s+/g, " ").trim();
const within = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
const reachable = (node) => {
  if (!node.checkVisibility() || node.disabled || node.ariaDisabled === "true") return false;
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top !== null && (node.contains(top) || top.contains(node) || node.labels?.[0]?.contains(top));
};
const kinds = "button, a[href], summary, label:has(input)";
const all = () => [...within.querySelectorAll(kinds)];
"""
NAMES = f"() => {{ {OPEN} return JSON.stringify(all().filter(reachable).map(named)); }}"
FIND = f"(name) => {{ {OPEN} return all().find((node) => named(node).startsWith(name) && reachable(node)); }}"
SHOW = (
    f"(name) => {{ {OPEN} all().find((node) => named(node).startsWith(name))?.scrollIntoView({{block: 'center'}}); }}"
)
TEXT = "() => ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).innerText"


class Person:
    def __init__(self, engine: Engine, address: str, words: Words) -> None:
        self.engine, self.address, self.words = engine, address, words

    # --- looking and pressing -------------------------------------------------------------------------------

    def wait_for(self, there: Callable[[], object], what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < until, f"never seen: {what}; on the page: {self.engine.run(TEXT)[:600]}"
            time.sleep(0.03)

    def names(self) -> list[str]:
        """What can be pressed now, by what is written on it or said of it."""
        found: list[str] = json.loads(self.engine.run(NAMES))
        return found

    def sees(self, name: str) -> bool:
        return any(found.startswith(name) for found in self.names())

    def press(self, name: str) -> None:
        """As soon as it can be: what moves away under the finger is pressed again where it is then."""

        def pressed() -> bool:
            self.engine.run(SHOW, name)
            return self.sees(name) and self._pressed(name)

        self.wait_for(pressed, name)

    def _pressed(self, name: str) -> bool:
        try:
            self.engine.click(FIND, name)
        except Vanished:
            return False
        return True

    # --- from the shelf to the end ----------------------------------------------------------------------------

    def open_shelf(self) -> None:
        """With bots that do not dawdle."""
        self.engine.open(self.address)
        self.engine.run("() => { localStorage.setItem('tuilerie.pace', '0'); return ''; }")
        self.engine.reload()

    def take_box(self, game: str, players: int, target: str = "") -> None:
        self.press(self.words.play_now.format(game))
        self.press(str(players))
        if target:
            self.press(self.words.settings)
            self.press(self.words.target)
            self.engine.type(target)
        self.press(self.words.start)
        self.wait_for(lambda: self.place().startswith("/t/"), "the table")

    def place(self) -> str:
        """What the address bar shows, without the server."""
        return self.engine.run("() => location.pathname")

    def play_on(self, most: int = 2000) -> None:
        """By the advice of the table, or by luck where nobody advises, until the result lies open."""
        for _ in range(most):
            self.wait_for(self._next, "a move, a count or the result")
            found = self._next()
            if found == self.words.again:
                return
            if found:
                self._pressed(found)
        raise AssertionError("the game never ended")

    def _next(self) -> str:
        words, names = self.words, self.names()
        wanted = (words.again, words.next_round, words.play_advice, words.hint, words.turn_over)
        return next((one for want in wanted for one in names if one.startswith(want)), "")
