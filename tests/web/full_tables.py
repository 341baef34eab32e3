"""Tables with as much on them as a game can bring: the pieces are put into what the server tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.web.driving import Player

View = dict[str, Any]
RUNS = [[f"{colour}{value}" for value in range(first, first + 3)] for colour in "rbgy" for first in (1, 4, 7, 10)]
LONG_RUNS = [[f"{colour}{value}" for value in range(1, 14)] for colour in "rbgy"]


def with_view(me: Player, change: Callable[[View], None]) -> None:
    """Every view is changed on its way to this player; everything else is the server's."""

    def join(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(frame: str | bytes) -> None:
            message: dict[str, Any] = json.loads(frame)
            if message.get("view"):
                change(message["view"])
            socket.send(json.dumps(message))

        server.on_message(tell)
        socket.on_message(server.send)

    me.page.route_web_socket("**/api/1/socket", join)


def lay_groups(view: View, groups: list[list[str]]) -> None:
    view["groups"] = [{"number": number, "kind": "run", "tiles": run} for number, run in enumerate(groups, 1)]


def _restart(view: View) -> None:
    """Thirty tiles in hand, nine in every row."""
    view["rows"] = {colour: [f"{colour}{value}" for value in range(1, 10)] for colour in view["rows"]}
    hand = [f"{colour}{value}" for colour in view["rows"] for value in range(10, 15)]
    view["hand"] = [*hand, "rE", "gX", "kX", "S", "T"]
    view["hand_sizes"] = [30 for _ in view["hand_sizes"]]


def _famille(view: View) -> None:
    """Sixteen groups, twenty tiles on the rack."""
    lay_groups(view, RUNS)
    view["rack"] = [f"{colour}{value}" for colour in "rbgy" for value in range(9, 14)]
    view["rack_sizes"] = [20 for _ in view["rack_sizes"]]


def _romirami(view: View) -> None:
    """Ten cards in hand."""
    view["hand"] = ["c1", "c2", "c5", "d1", "d3", "h2", "h4", "h5", "l3", "l4"]
    view["hand_sizes"] = [10 for _ in view["hand_sizes"]]


def _junior(_view: View) -> None:
    """Every tile lies on the carpet from the beginning."""


FULL: dict[str, Callable[[View], None]] = {
    "restart": _restart,
    "famille": _famille,
    "romirami": _romirami,
    "junior": _junior,
}


def sit_at_full_table(me: Player, game: str, players: int = 4) -> None:
    with_view(me, FULL[game])
    me.open_shelf()
    me.take_box(game, players=players)
    assert me.wait_for_turn()
