"""`check` against what a player kept: a server that looked for a convenient secret after it knew the
numbers is caught.
"""

from __future__ import annotations

import json
import random
import secrets

import pytest

from tests.commands.running import tuilerie
from tuilerie.engine.fair import commitment
from tuilerie.engine.match import Match
from tuilerie.engine.record_check import check_record

NONCES = ["1a" * 32, "2b" * 32]
PEOPLE = [{"name": name, "kind": "human", "bot": None} for name in ("Ada", "Ben")]
PROMISED = bytes(range(32))


def played(secret: bytes, nonces: list[str]) -> dict:
    """A finished game of two people, dealt from this secret and these numbers."""
    match = Match.new("famille", 2, secret, {}, deck=None, nonces=[bytes.fromhex(nonce) for nonce in nonces])
    chance = random.Random(1)
    while not match.finished:
        match.play(chance.choice(match.legal()))
    return match.record(PEOPLE)


def convenient(nonces: list[str]) -> dict:
    """What a dishonest server publishes: it knew all numbers, and tried secrets until seat 1 was dealt the tile it
    wanted. In itself it is right.
    """
    while True:
        record = played(secrets.token_bytes(32), nonces)
        if "r13" in record["events"][0][1]["hands"][1]:
            return record


@pytest.fixture
def file(tmp_path):
    def write(*records):
        path = tmp_path / "games.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    return write


def test_what_was_kept_agrees_with_an_honest_record(file):
    done = tuilerie(
        "check",
        file(played(PROMISED, NONCES)),
        "--commitment",
        commitment(PROMISED).upper(),
        "--nonce",
        f"0={NONCES[0]}",
        "--nonce",
        f"1={NONCES[1]}",
    )
    assert done.returncode == 0
    assert "the commitment is the one you kept" in done.stdout
    assert "your number of seat 1 is part of the deal" in done.stdout


def test_a_secret_that_was_searched_for_afterwards_is_caught_by_the_kept_commitment_alone(file):
    forged = convenient(NONCES)
    check_record(forged)
    alone = tuilerie("check", file(forged))
    assert alone.returncode == 0
    assert "cannot show who chose the deals" in alone.stdout
    done = tuilerie("check", file(forged), "--commitment", commitment(PROMISED))
    assert done.returncode == 1
    assert "not the deal that was promised" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("found", "words"), [("3c" * 32, "not the one you kept"), ("", "not part of the deal")])
def test_a_number_that_was_changed_or_left_out_is_caught(file, found, words):
    done = tuilerie(
        "check",
        file(played(PROMISED, [NONCES[0], found])),
        "--commitment",
        commitment(PROMISED),
        "--nonce",
        f"1={NONCES[1]}",
    )
    assert done.returncode == 1
    assert words in done.stderr
    french = tuilerie("check", file(played(PROMISED, [NONCES[0], found])), "--nonce", f"1={NONCES[1]}", "--lang", "fr")
    assert "place 1" in french.stderr


def test_one_game_of_several_is_named(file):
    several = file(played(bytes(32), NONCES), played(PROMISED, NONCES))
    unnamed = tuilerie("check", several, "--commitment", commitment(PROMISED))
    assert unnamed.returncode == 2
    assert "--game N" in unnamed.stderr
    assert tuilerie("check", several, "--commitment", commitment(PROMISED), "--game", 1).returncode == 1
    assert (
        "Game 2: the commitment" in tuilerie("check", several, "--commitment", commitment(PROMISED), "--game", 2).stdout
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--commitment", "abc"], "64 hex digits"),
        (["--nonce", NONCES[0]], "seat from 0 to 3"),
        (["--nonce", f"4={NONCES[0]}"], "seat from 0 to 3"),
        (["--nonce", f"0={NONCES[0]}", "--nonce", f"0={NONCES[0]}"], "once each"),
        (["--nonce", "0=zz"], "64 hex digits"),
        (["--nonce", f"2={NONCES[0]}"], "no seat 2"),
        (["--commitment", NONCES[0], "--game", "2"], "no game 2"),
        (["--game", "1"], "--commitment"),
    ],
)
def test_bad_usage_is_one_sentence(file, options, words):
    done = tuilerie("check", file(played(PROMISED, NONCES)), *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) <= 2


def test_what_was_kept_is_about_one_file(file):
    games = file(played(PROMISED, NONCES))
    done = tuilerie("check", games, games, "--commitment", commitment(PROMISED))
    assert done.returncode == 2
    assert "one file" in done.stderr
