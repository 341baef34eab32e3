"""What clients may write: checked where it arrives, so that nothing that cannot be stored or seen goes any further."""

from __future__ import annotations

import asyncio
import json
import random
import secrets

import msgspec
import pytest
from sqlalchemy import select

from tests.server.client import Person, table_for
from tests.server.serving import place
from tuilerie.server.storage.database import migrate
from tuilerie.server.storage.schema import log
from tuilerie.server.storage.writer import Unwritable, Writer
from tuilerie.table import messages
from tuilerie.table.errors import NotAllowed
from tuilerie.table.text import checked_text, clean_name, folded_name

BAD = ["\x00", "\x07", "\n", "\x7f", "\x9b", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\ufffe"]
INVISIBLE = [
    "\u200b",
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\u200d\u200c",
    " \u00a0 ",
    "\u00ad",
    "\u034f",
    "\ufe0f",
    "\U000e0041",
    "\u0301",
]


@pytest.mark.parametrize("letter", BAD)
def test_keys_moves_and_talk_hold_no_control_and_no_direction_characters(letter):
    read = msgspec.json.Decoder(messages.FromClient).decode
    for text in (letter, f"a{letter}b", f"ab{letter}"):
        for message in (
            {"t": "leave", "key": text},
            {"t": "play", "key": "k", "based": 1, "moves": ["pass", text]},
            {"t": "check", "id": 1, "based": 1, "move": text},
            {"t": "say", "text": text},
            {"t": "seat-bot", "key": "k", "seat": 1, "bot": text},
        ):
            with pytest.raises(msgspec.ValidationError):
                read(json.dumps(message))


def test_ids_and_hashes_end_where_they_end():
    read = msgspec.json.Decoder(messages.FromClient).decode
    for message in (
        {"t": "hello", "table": "abc\n"},
        {"t": "hello", "table": "abc", "keys": ["0" * 32 + "\n"]},
        {"t": "reveal", "nonce": "0" * 64 + "\n"},
    ):
        with pytest.raises(msgspec.ValidationError):
            read(json.dumps(message))


@pytest.mark.parametrize(
    "name", [*INVISIBLE, *(f"A{letter}da" for letter in BAD if letter != "\n"), "A\u200bda", "A\u00adda"]
)
def test_names_can_be_seen(name):
    with pytest.raises(NotAllowed, match="seen"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Z" + "\u0301" * 6, "\U0001fffe", "A\ufdd0da", "A\u200d\u200dda", "\u0489" * 5 + "a"])
def test_no_piles_of_accents_and_nothing_without_a_meaning(name):
    with pytest.raises(NotAllowed):
        clean_name(name)
    with pytest.raises(NotAllowed):
        checked_text(f"hello {name}")


LATIN = ["Zoé", "Nguyễn Thị Ngọc", "O’Brien-2"]
OTHERS = ["שָׁלוֹם", "น้ำ", "Иван", "علی\u200cرضا", "क्षत्रिय", "李", "👩\u200d🚀 Léa", "❤️"]


@pytest.mark.parametrize("name", [*LATIN, *OTHERS])
def test_names_of_all_countries_are_welcome(name):
    assert clean_name(name) == name


def test_names_are_measured_as_they_are_stored():
    assert clean_name("e\u0301" * 12) == "é" * 12
    assert clean_name("  Ada   B ") == "Ada B"
    assert folded_name("ＡＤＡ") == folded_name("a\u200dda") == "ada"
    with pytest.raises(NotAllowed):
        clean_name("\ufdfa" * 20)  # one letter that folds to eighteen
    with pytest.raises(NotAllowed):
        clean_name("\u0149" * 24)  # one letter that folds to two


async def test_a_bad_key_is_refused_at_once_and_the_others_play_on(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, devices = await table_for([ada, ben])
        mover = next(device for device in devices if device.choice)
        for key in ("\0", "a\u202eb"):
            refused = await mover.play("pass", key=key)
            assert (refused["t"], refused["why"]["code"]) == ("refused", "server.bad-text")
        assert (await mover.play(mover.some_move(random.Random(1))))["t"] == "accepted"


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_bad_names_and_bad_talk_get_a_sentence(server, lang):
    async with Person(server.url) as ada, Person(server.url) as ben:
        ada.http.headers["Accept-Language"] = lang
        passphrase = secrets.token_hex(8)
        for name in ("\u3164", "\0", "a\u202eb", "\u0149" * 24):
            for method, path, body in (
                ("PATCH", "/me", {"name": name}),
                ("POST", "/me/keep", {"name": name, "passphrase": passphrase}),
            ):
                why = (await ada.ask(method, path, body, expect=400))["why"]
                assert why["code"] in ("server.bad-name", "server.bad-text", "server.long-name")
                assert ("caract" in why["sentence"]) == (lang == "fr")
        await ada.ask("POST", "/me/login", {"name": "\u0149" * 24, "passphrase": passphrase}, expect=403)
        _, (one, two) = await table_for([ada, ben], chat=True)
        for text in ("\u200b\u200b", "a\u202eb", "\u2800"):
            await one.send({"t": "say", "text": text})
            assert (await one.until("refused", "said"))["why"]["code"] == "server.bad-text"
        await one.send({"t": "say", "text": "bonjour 👋🏽"})
        assert (await two.until("said"))["text"] == "bonjour 👋🏽"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("bad", ["\ud800", "\0"])
def test_an_entry_that_cannot_be_written_fails_alone(kind, bad):
    """As if the check at the edge had a hole: the group around the entry is written, nobody waits, and the next group
    is written too.
    """

    async def scene(engine):
        writer = Writer(engine)
        keys = ["one", bad, "three", None]
        answers = await asyncio.gather(
            *(writer.append("t", seq, 0, b"{}", key=key) for seq, key in enumerate(keys, 1)), return_exceptions=True
        )
        answers.append(await writer.append("t", 5, 0, b"{}", key="five"))
        assert await writer.run(lambda _: 7) == 7
        await writer.close()
        return answers

    with place(kind) as where:
        engine = where.engine()
        migrate(engine)
        answers = asyncio.run(scene(engine))
        with engine.connect() as connection:
            written = list(connection.execute(select(log.c.seq).order_by(log.c.seq)).scalars())
        engine.dispose()
    refused = [answer for answer in answers if answer is not None]
    stored = kind == "sqlite" and bad == "\0"  # which SQLite can store
    assert [type(answer) for answer in refused] == ([] if stored else [Unwritable])
    assert written == ([1, 2, 3, 4, 5] if stored else [1, 3, 4, 5])
