"""`games`, `bots` and `rules`: what there is. Nothing here loads a game, so nothing waits for Numba."""

from __future__ import annotations

import textwrap

from tuilerie.bots.roster import BUILT_IN, OUTSIDE
from tuilerie.commands.exit_codes import known_language
from tuilerie.engine.errors import BadInput
from tuilerie.engine.registry import known_games, require_game
from tuilerie.words import rules_page, say

WIDTH = 96


def games(lang: str) -> None:
    known_language(lang)
    for name in known_games():
        try:
            page = rules_page(name, lang)
        except FileNotFoundError:  # a plugin may bring no page
            print(name)
            continue
        print(f"{name:10}{page['title']} - {page['players']}")
        print(textwrap.fill(page["subtitle"], WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 10))


def bots(test: str | None, lang: str) -> None:
    known_language(lang)
    if test is None:
        for name in BUILT_IN:
            print(f"{name:10}{say(f'bot.about.{name}', lang)}")
        print(f"{OUTSIDE + '...':10}{say('bot.about.outside', lang)}")
        return
    if not test.startswith(OUTSIDE):
        raise BadInput("outside.form", text=test[:40])
    from tuilerie.commands.conformance import conform

    conform(test, lang)


def rules(game: str, lang: str) -> None:
    known_language(lang)
    page = rules_page(require_game(game), lang)
    print(page["title"], page["players"], sep=" - ")
    for text in (page["subtitle"], page["goal"]):
        print("\n" + textwrap.fill(text, WIDTH))
    for section in page["sections"]:
        print(f"\n{section['name']}")
        for clause in section["clauses"]:
            print(textwrap.fill(clause["text"], WIDTH, initial_indent=f"  {clause['id']:7}", subsequent_indent=" " * 9))
    print("\n" + say("cli.rules.examples", lang))
    for example in page["examples"]:
        print(textwrap.fill(example["text"], WIDTH, initial_indent="  - ", subsequent_indent="    "))
    print("\n" + textwrap.fill(page["credit"], WIDTH))
