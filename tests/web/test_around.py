"""Around the tables: games that the page does not know, clocks, the offline page, what makes it installable."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.web.driving import Player
from tests.web.test_games import sideways

Sit = Callable[..., Player]

NAME, TITLE = "brouette", "La Brouette"


def under_another_name(me: Player) -> None:
    """The server's Rummy famille reaches this page as a game that it has never heard of, with a title sent
    at run time.
    """

    def renamed(text: str) -> str:
        return text.replace('"game":"famille"', f'"game":"{NAME}"')

    def answer(route: Route) -> None:
        request = route.request
        if f"/rules/{NAME}/" in request.url:
            route.fulfill(json={"title": TITLE})
            return
        body = request.post_data.replace(NAME, "famille") if request.post_data else None
        response = route.fetch(post_data=body)
        text = renamed(response.text())
        if request.url.endswith("/games"):
            shelf = json.loads(text)
            shelf["games"].append({**shelf["games"][2], "id": NAME})
            text = json.dumps(shelf)
        route.fulfill(response=response, body=text)

    def join(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(frame: str | bytes) -> None:
            text = renamed(frame if isinstance(frame, str) else frame.decode())
            me._hear(text)
            socket.send(text)

        server.on_message(tell)
        socket.on_message(server.send)

    me.page.route("**/api/1/**", answer)
    me.page.route_web_socket("**/api/1/socket", join)


def test_a_game_unknown_to_the_page_is_playable(sit: Sit) -> None:
    me = sit()
    under_another_name(me)
    me.open_shelf()
    me.page.locator(".other h2", has_text=TITLE).wait_for()
    me.page.click(f".g-{NAME} .acts .main")
    me.page.click("dialog .go .main")
    me.page.locator(".p-generic #rack").wait_for()
    expect(me.page.locator("h1")).to_contain_text(TITLE)
    rack = me.heard["view"]["rack"]
    expect(me.page.locator(".mine .plain-tile")).to_have_text(rack)
    for _ in range(200):
        if not me.wait_for_turn():
            break
        before = me.position
        move = max(me._legal(), key=len)
        me.page.locator(f"[data-move='{move}']").click()
        me.wait_for_news(before)
    me.page.wait_for_selector("dialog .results")
    assert sideways(me) == 0


def test_choosing_pieces_narrows_the_list_of_moves(sit: Sit) -> None:
    me = sit(size=(360, 740))
    under_another_name(me)
    me.open_shelf()
    me.page.click(f".g-{NAME} .acts .main")
    me.page.click("dialog .go .main")
    me.page.locator(".p-generic #rack").wait_for()
    assert me.wait_for_turn()
    legal = me._legal()
    tile = me.heard["view"]["rack"][0]
    me.page.locator(f".mine [data-piece='{tile}']").click()
    with_it = [move for move in legal if tile in move.replace("+", " ").split()]
    title = me.page.locator("h1").bounding_box()
    assert title is not None
    assert title["height"] < 60, "the title has room beside the buttons"
    expect(me.page.locator("[data-move]")).to_have_count(len(with_it))
    assert sideways(me) == 0


def watch(me: Player, selector: str) -> None:
    """From now on `window.shown` holds every text that the element has had, however briefly."""
    me.context.add_init_script(
        f"""
        window.shown = [];
        new MutationObserver(() => {{
            const watched = document.querySelector({json.dumps(selector)});
            if (watched) window.shown.push(watched.textContent);
        }}).observe(document, {{ subtree: true, childList: true, characterData: true }});
        """
    )


def test_a_clock_is_shown_to_everybody(sit: Sit) -> None:
    host = sit()
    watch(host, "[role=timer]")
    host.open_shelf()
    host.page.click(".g-famille .acts .way:has(use[href='#i-link'])")
    host.pick_option("clock", "minute")
    host.page.click("dialog .go .main")
    host.page.locator(".chairs button").first.click()  # a bot
    host.page.locator(".lobby .btn.main:enabled").click()
    host.page.wait_for_selector("#rack")
    assert host.wait_for_turn()
    clock = host.page.get_by_role("timer")
    clock.wait_for()
    shown = [
        int(minutes) * 60 + int(seconds)
        for minutes, seconds in (text.split(":") for text in host.page.evaluate("window.shown"))
    ]
    assert shown
    assert max(shown) <= 60
    expect(clock).not_to_have_text(clock.inner_text())


def test_advice_comes_with_its_reason(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    me.page.get_by_role("button", name="Un conseil").click()
    advice = me.page.get_by_role("status").get_by_role("listitem").first
    expect(advice).to_contain_text("Conseil")
    expect(advice).to_contain_text(re.compile("gagne (rarement|presque toujours|. fois sur 10)"))
    expect(advice).to_be_in_viewport(ratio=1)


def test_what_is_said_is_seen_and_goes_away(sit: Sit) -> None:
    me = sit()
    watch(me, ".talk p")
    me.open_shelf()
    me.take_box("famille")
    me.page.click(".bar .chat")
    me.page.locator("dialog .row-of .btn").first.click()
    me.wait_until("window.shown.some(text => text.startsWith('Vous'))")
    expect(me.page.locator(".talk p")).to_have_count(0)


def test_your_turn_is_in_the_title(sit: Sit) -> None:
    me = sit(lang="en")
    me.open_shelf()
    me.take_box("famille")
    assert me.wait_for_turn()
    expect(me.page).to_have_title(re.compile("^●"))


def test_it_can_be_installed(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    link = me.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = me.page.request.get(f"{me.address}{link}").json()
    assert manifest["name"] == "Tuilerie"
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"]: icon["src"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= set(sizes)
    for size in ("192x192", "512x512"):
        picture = me.page.request.get(me.address + sizes[size]).body()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        width = int(size.split("x")[0])
        assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (width, width)


def test_an_alert_tells_of_the_turn_once_it_is_wanted(sit: Sit) -> None:
    """The device's own notification, while the page cannot be seen; off until it is asked for."""
    me = sit(keeps=True)
    me.context.add_init_script("localStorage.setItem('tuilerie.device-tables', 'off')")  # the server's tables are heard
    me.context.grant_permissions(["notifications"])
    me.context.add_init_script(
        """ window.told = []; Object.defineProperty(document, 'hidden', { get: () => window.away === true });
        ServiceWorkerRegistration.prototype.showNotification = async (title, more) => void window.told.push([title,
        more.body, more.data]);
        """
    )
    me.open_shelf()
    me.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    me.take_box("restart")
    assert me.wait_for_turn()
    me.page.evaluate("window.away = true")
    for _ in range(2):
        me.play_turn("restart")
        assert me.wait_for_turn()
    assert me.page.evaluate("window.told") == []
    me.page.click(".bar .btn:has(use[href='#i-gear'])")
    me.page.click("dialog .btn:has(use[href='#i-bell'])")
    expect(me.page.locator("dialog .btn:has(use[href='#i-bell'])")).to_have_text("Alerte activée")
    me.page.keyboard.press("Escape")
    while not me.page.evaluate("window.told.length"):  # not every move passes the turn
        assert me.wait_for_turn()
        me.play_turn("restart")
    path = me.page.evaluate("location.pathname")
    assert me.page.evaluate("window.told[0]") == ["À vous de jouer", "ReStart", path]
