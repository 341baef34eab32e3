"""The chain of secrets: each day's leads to the day before, a changed one is found out."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from typer.testing import CliRunner

from tuilerie.cli import app
from tuilerie.engine.daily import FORMAT, Chain, check_chain, day_of, dice_seed, game_secret, previous
from tuilerie.engine.errors import WrongRecord
from tuilerie.engine.match import Match

FIRST = date(2026, 11, 1)
CHAIN = Chain(bytes(range(32)), FIRST)
DAY = date(2026, 11, 16)


def published(**other):
    return {
        "format": FORMAT,
        "first": FIRST.isoformat(),
        "anchor": CHAIN.anchor.hex(),
        "day": (DAY + timedelta(2)).isoformat(),
        "secret": CHAIN.secret(DAY + timedelta(2)).hex(),
    } | other


def record_of(day: date, secret: bytes | None = None) -> dict:
    match = Match.new("restart", 2, secret or game_secret(CHAIN.secret(day), day, "restart"), {"target": 1})
    while not match.finished:
        match.act(match.actions()[0])
    return match.record()


def test_a_secret_hashes_to_that_of_the_day_before():
    assert previous(CHAIN.secret(FIRST)) == CHAIN.anchor
    assert previous(CHAIN.secret(DAY)) == CHAIN.secret(DAY - timedelta(1))
    assert CHAIN.number(FIRST) == 1
    for none in (FIRST - timedelta(1), FIRST + timedelta(10_000)):
        with pytest.raises(KeyError):
            CHAIN.secret(none)


def test_an_open_secret_gives_all_earlier_days_and_no_later_one():
    opened = dict(check_chain(published()))
    assert len(opened) == 18
    assert opened[DAY] == CHAIN.secret(DAY)
    assert DAY + timedelta(3) not in opened


@pytest.mark.parametrize(
    "other",
    [
        {"secret": "00" * 32},
        {"anchor": "00" * 32},
        {"day": DAY.isoformat()},
        {"first": "2026-10-31"},
        {"secret": None},
        {"format": "tuilerie-chain/2"},
        {"day": "2126-11-16"},
    ],
)
def test_a_changed_chain_does_not_verify(other):
    with pytest.raises(WrongRecord):
        check_chain(published(**other))


def test_a_record_is_the_deal_of_its_day_or_of_none():
    assert day_of(record_of(DAY), published()) == DAY
    with pytest.raises(WrongRecord):
        day_of(record_of(DAY + timedelta(3)), published())
    with pytest.raises(WrongRecord):
        day_of(record_of(DAY, bytes(32)), published())


def test_the_command_checks_records_against_a_published_chain(tmp_path):
    chain, right, wrong = tmp_path / "chain.json", tmp_path / "right.json", tmp_path / "wrong.json"
    chain.write_text(json.dumps(published()))
    right.write_text(json.dumps(record_of(DAY)))
    wrong.write_text(json.dumps(record_of(DAY, bytes(32))))
    found = CliRunner().invoke(app, ["check", str(right), "--chain", str(chain), "--lang", "en"])
    assert found.exit_code == 0, found.output
    assert "deal of 2026-11-16" in found.output
    assert CliRunner().invoke(app, ["check", str(wrong), "--chain", str(chain), "--lang", "en"]).exit_code != 0
    chain.write_text(json.dumps(published(secret="00" * 32)))
    assert CliRunner().invoke(app, ["check", str(right), "--chain", str(chain), "--lang", "en"]).exit_code != 0
    chain.write_text("no")
    assert CliRunner().invoke(app, ["check", str(right), "--chain", str(chain), "--lang", "en"]).exit_code != 0


def test_dice_depend_on_the_deal_and_the_position():
    assert dice_seed(b"a" * 32, b"here") == dice_seed(b"a" * 32, b"here") < 2**63
    assert len({dice_seed(b"a" * 32, b"here"), dice_seed(b"b" * 32, b"here"), dice_seed(b"a" * 32, b"there")}) == 3
