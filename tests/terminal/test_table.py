"""The Textual table: a whole game of each kind, every way of moving, undo, covers, sizes."""

from __future__ import annotations

import asyncio
import random

import pytest
from textual.widgets import Static

from tests.terminal.driving import by_keys, by_mouse, play_out, press, screen_text, settle, shows, table, until
from tuilerie.bots.roster import bot_named
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import BUILT_IN
from tuilerie.terminal.event_text import SIGN, WORDS, phrases_of, tell
from tuilerie.terminal.screens import CoverScreen, PageScreen
from tuilerie.words import say

GAMES = list(BUILT_IN)


def run(app, size, body):
    async def inside():
        async with app.run_test(size=size) as pilot:
            return await body(pilot)

    return asyncio.run(inside())


@pytest.mark.parametrize(
    ("game", "lang", "size"),
    [
        ("restart", "fr", (80, 24)),
        ("romirami", "en", (80, 24)),
        ("famille", "en", (120, 40)),
        ("junior", "de", (120, 40)),
    ],
)
def test_a_whole_game_is_played_by_keys_mouse_lists_and_hints(game, lang, size):
    app = table(game, (None, *[bot_named("greedy")] * (3 if game == "junior" else 1)), lang=lang)

    async def body(pilot):
        made = await play_out(pilot, app, random.Random(game))
        await until(app, lambda: isinstance(app.screen, PageScreen), "told the result")
        return made, await shows(app, say("terminal.over", lang))

    made, shown = run(app, size, body)
    assert made > 3
    assert say(phrases_of(game).scores, lang, scores="").partition(":")[0] in shown
    check_record(app.client.match.record())


@pytest.mark.parametrize(("game", "lang"), [(game, "en" if at % 2 else "fr") for at, game in enumerate(GAMES)])
def test_the_table_is_readable_at_80_by_24_and_survives_any_size(game, lang):
    app = table(game, (None, *[bot_named("greedy")] * 3), lang=lang, seed=2)

    async def body(pilot):
        await settle(pilot, app)
        for width, height in ((80, 24), (120, 40), (40, 10), (200, 60), (80, 24)):
            await pilot.resize_terminal(width, height)
            await until(app, lambda size=(width, height): app.screen.size == size, "resized")
            shown = screen_text(app)
            assert all(len(line) <= width for line in shown.splitlines())
        shown = await shows(app, "Conseil" if lang == "fr" else "Hint")
        assert app.client.names[3] in shown
        assert ("À vous" if lang == "fr" else "Your turn") in shown
        assert app.table_widget._canvas.lines <= app.table_widget.size.height
        return shown

    run(app, (80, 24), body)


def test_what_is_not_confirmed_can_be_taken_back_and_nothing_is_told_before():
    app = table("restart", seed=5)

    async def body(pilot):
        await settle(pilot, app)
        before, events = app.client.view, len(app.client.events)
        await by_keys(pilot, app, app.client.moves()[0])
        assert app.client.passes
        await shows(app, "Enter confirms")
        assert len(app.client.events) == events
        await pilot.press("u")
        await until(app, lambda: app.client.view == before, "taken back")
        await pilot.press("u")
        await shows(app, "nothing to take back")
        await by_mouse(pilot, app, app.client.moves()[0])
        await pilot.press("enter")
        await until(app, lambda: len(app.client.events) > events, "told")

    run(app, (80, 24), body)


def test_a_pick_that_is_no_move_says_why_with_the_clause():
    app = table("restart", seed=5)

    async def body(pilot):
        await settle(pilot, app)
        for key in ("hand:r2", "hand:r5"):
            app.table_widget.pick(key)
        await pilot.press("enter")
        assert "consecutive" in await shows(app, "(RS-T3)")
        assert app.table_widget.picked == ()

    run(app, (80, 24), body)


@pytest.mark.parametrize("game", ["restart", "famille"])
def test_pass_and_play_covers_every_hand(game):
    app = table(game, (None, None), seed=8)

    async def body(pilot):
        for _ in range(4):
            await settle(pilot, app)
            assert isinstance(app.screen, CoverScreen)
            turn = app.client.turn
            assert app.table_widget.scene is None
            await pilot.press("enter")
            await settle(pilot, app)
            assert app.client.seat == turn
            while app.client.turn == turn:
                if app.client.passes:
                    await pilot.press("enter")
                else:
                    await by_keys(pilot, app, app.client.moves()[0])
                await settle(pilot, app)
            assert app.client.view["seat"] is None

    run(app, (80, 24), body)


def test_scissors_ask_for_the_row_and_a_contract_for_its_fill():
    app = table("romirami", seed=3)

    async def body(pilot):
        for _ in range(30):
            await settle(pilot, app)
            fills = [move for move in app.client.moves() if move.startswith("fill")]
            if fills:
                break
            await by_keys(pilot, app, app.client.moves()[-1])
        assert fills
        await shows(app, "can be filled")
        number = fills[0].split()[1]
        spot = app.table_widget._canvas.spot(f"contract:{number}")
        await pilot.click(app.table_widget, offset=(spot.x + 2, spot.y))
        await until(app, lambda: app.screen.query("OptionList") or app.client.drafted, "asked or filled")
        if app.screen.query("OptionList"):
            await press(app, "enter")
        await until(app, lambda: app.client.drafted, "filled")
        assert app.client.drafted[-1].startswith(f"fill {number} ")

    run(app, (80, 24), body)


CONTRACTS = {
    "contracts": [{"id": 21, "points": 4, "suit": "cherry", "requirements": ["set2of2", "set3"]}],
    "completed": [[], []],
}
GROUPS = {
    "groups": [
        {"number": 1, "kind": "run", "tiles": ["b4", "b5"]},
        {"number": 2, "kind": "family", "tiles": ["r9", "g9"]},
        {"number": 3, "kind": "single", "tiles": ["g3"]},
    ]
}
MOVES = [
    ("restart", "g4+g5", {}, "▲4 ▲5 sur la table", "4 vert et 5 vert sur la table"),
    (
        "restart",
        "k15+kX",
        {},
        "□15 □Redémarrage sur la table : « Redémarrage ! »",
        "15 noir et Redémarrage noir sur la table : « Redémarrage ! »",
    ),
    ("restart", "S:g", {}, "✂ Ciseaux : rangée ▲ verte coupée", "Ciseaux : rangée verte coupée"),
    ("restart", "T:k", {}, "▽ Poubelle : rangée □ noire vidée", "Poubelle : rangée noire vidée"),
    ("restart", "pass", {}, "passe", "passe"),
    ("romirami", "take c3+c5", {}, "●3 ●5 du marché", "3 de cerise et 5 de cerise du marché"),
    (
        "romirami",
        "fill 21 c2+h2 d3+*+l3",
        CONTRACTS,
        "contrat ● paire de 2 + brelan rempli : ●2 ♥2 ♦3 ✱ ♣3",
        "contrat paire de 2 + brelan (cerise) rempli : 2 de cerise",
    ),
    ("romirami", "fill 7 c2+h2", {}, "contrat 7 rempli : ●2 ♥2", "contrat 7 rempli"),
    ("famille", "add 1 b6", GROUPS, "✕6 à la suite ✕ bleue", "6 bleu à la suite bleue"),
    ("famille", "add 2 b9", GROUPS, "✕9 à la famille des 9", "9 bleu à la famille des 9"),
    ("famille", "add 3 g4", GROUPS, "▲4 au ▲3", "4 vert au 3 vert"),
    ("famille", "new r3+y3", GROUPS, "nouveau groupe ●3 ★3", "nouveau groupe 3 rouge et 3 jaune"),
    ("junior", "flip 17", {}, "tuile 17 retournée", "tuile 17 retournée"),
]


@pytest.mark.parametrize(("game", "move", "view", "signs", "words"), MOVES)
def test_moves_name_pieces_groups_and_contracts(game, move, view, signs, words):
    told = phrases_of(game).move(move, view)
    assert unbroken(told.in_words("fr", SIGN)) == signs
    assert unbroken(told.in_words("fr")).startswith(words)


def unbroken(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_events_name_pieces_too():
    names = ["Anna", "Paul"]
    phrases = phrases_of("junior")
    assert unbroken(tell(["reveal", 0, "y8"], phrases, {}, names, lang="fr")) == "Anna : c’est un renard jaune"
    assert tell(["reveal", 1, "g4"], phrases, {}, names, lang="en") == "Paul: it is a green frog"
    market = ["market", {"values": ["c3"], "contracts": [21]}]
    said = unbroken(tell(market, phrases_of("romirami"), CONTRACTS, names, lang="fr", form=WORDS))
    assert said == "Nouveau au marché : 3 de cerise ; contrats : paire de 2 + brelan (cerise)."
    end = ["end", {"scores": [0, 3], "winners": [0], "reason": "empty-rack"}]
    assert unbroken(tell(end, phrases_of("famille"), {}, names, lang="fr")).endswith(
        "Tuiles qui restent : Anna (0), Paul (3)."
    )


def test_rules_keys_and_log_open_and_close():
    app = table("junior", lang="fr")

    async def body(pilot):
        await settle(pilot, app)
        for key, wanted in (("r", "RJ-S1"), ("?", "flèches"), ("l", "Nouvelle donne")):
            await pilot.press(key)
            await until(
                app,
                lambda wanted=wanted: wanted in " ".join(str(part.render()) for part in app.screen.query(Static)),
                f"open with {wanted}",
            )
            await pilot.press("escape")
            await until(app, lambda: not isinstance(app.screen, PageScreen), "closed")

    run(app, (80, 24), body)


def test_another_deal_after_the_end():
    app = table("famille", (None, bot_named("random")), seed=1)

    async def body(pilot):
        await play_out(pilot, app, random.Random(1))
        await until(app, lambda: isinstance(app.screen, PageScreen), "told the result")
        await pilot.press("escape")
        await until(app, lambda: not isinstance(app.screen, PageScreen), "closed")
        seed = app.client.seed
        await pilot.press("n")
        await until(app, lambda: app.client.seed != seed, "dealt again")
        await settle(pilot, app)
        assert not app.client.over

    run(app, (80, 24), body)


def test_a_finished_game_is_reviewed_when_asked():
    """The person played at random: somewhere there was a clearly better move, and it is told with a reason."""
    app = table("restart", seed=7)

    async def body(pilot):
        await play_out(pilot, app, random.Random(2))
        await until(app, lambda: isinstance(app.screen, PageScreen), "told the result")
        await pilot.press("escape")
        await shows(app, "Review: V")
        await pilot.press("v")
        return await shows(app, "Better: ")

    assert "The game looked at again" in run(app, (120, 40), body)


def test_there_is_nothing_to_review_in_a_game_of_memory():
    app = table("junior", lang="fr")

    async def body(pilot):
        await settle(pilot, app)
        while not app.client.over:
            app.client.match.play(app.client.match.legal()[0])
        await app.client.confirm()
        await until(app, lambda: isinstance(app.screen, PageScreen), "told the result")
        await pilot.press("escape")
        await pilot.press("v")
        await shows(app, "Il n’y a rien à analyser")

    run(app, (100, 30), body)
