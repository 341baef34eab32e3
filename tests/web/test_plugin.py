"""A game from another package, on the board that it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests import escalier
from tests.web.driving import Player, server


@pytest.fixture
def me(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Iterator[Player]:
    site = escalier.install(tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site"))
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.delenv("TUILERIE_SERVER", raising=False)
    with server(tmp_path_factory.mktemp("home")) as address:
        player = Player(browser, address)
        yield player
        assert player.complaints == []
        player.close()


def test_escalier_is_played_on_its_own_board(me: Player) -> None:
    """Whole turns by what can be seen: the last tile that is lit goes onto the stairs; when none is, one passes."""
    me.open_shelf()
    me.page.get_by_role("button", name="Jouer à Escalier tout de suite").click()
    me.page.get_by_role("button", name="Commencer").click()
    expect(me.page.get_by_role("heading", name="L’escalier", exact=True)).to_be_visible()
    board = me.page.get_by_role("region", name="Sur la table")
    while me.wait_for_turn():
        before = me.position
        lit = board.locator("button[aria-disabled=false]")
        expect(lit.first).to_be_visible()
        tiles = lit.filter(has_text=re.compile(r"^\d+$"))
        (tiles.last if tiles.count() else lit.last).click()
        me.wait_for_news(before)
    expect(me.page.get_by_role("dialog")).to_be_visible()


def test_a_board_is_named_by_the_server_alone(me: Player) -> None:
    """What a client asks for is looked up in a listing: nothing else of the package can be read."""
    assert me.page.request.get(f"{me.address}/boards/index.json").json() == ["escalier"]
    found = me.page.request.get(f"{me.address}/boards/escalier.js")
    assert found.headers["content-type"].startswith("text/javascript")
    for name in ("rules.py", "..%2fescalier%2frules.py", "restart.js", "escalier.js%2f..%2frules.py"):
        assert me.page.request.get(f"{me.address}/boards/{name}").status == 404
