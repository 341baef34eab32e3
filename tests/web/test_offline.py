"""The shelf without a network, in two pages at once, and as plain files in a folder of some other site."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, expect

from tests.commands.running import PROGRAM, tuilerie
from tests.offline.device import DevicePlayer
from tuilerie.engine.record_check import check_record

Sit = Callable[..., DevicePlayer]
OFFLINE = "ERR_INTERNET_DISCONNECTED"


def keep_offline(me: DevicePlayer) -> None:
    """By the button of the page about oneself, or because the shelf has fetched everything meanwhile."""
    me.page.goto(f"{me.address}/me")
    kept = me.page.get_by_text("Tout est dans cet appareil")
    button = me.page.get_by_role("button", name="Garder hors ligne")
    expect(kept.or_(button).first).to_be_visible()
    if button.is_visible():
        button.click()
    expect(kept).to_be_visible()
    me.wait_until("navigator.serviceWorker.controller !== null")


def test_after_one_visit_everything_alone_works_without_a_network(sit: Sit, engine: Path, tmp_path: Path) -> None:
    me = sit(kind=DevicePlayer)
    me.excused.append(OFFLINE)
    me.open_shelf()
    keep_offline(me)
    me.context.set_offline(True)
    me.page.goto(me.address)
    expect(me.page.get_by_text("tout se joue quand même")).to_be_visible()
    expect(me.page.get_by_role("button", name="Inviter des amis à Rummy famille")).to_be_disabled()
    me.take_box("famille")
    assert me.wait_for_turn()
    me.page.get_by_role("button", name="Un conseil").click()
    expect(me.page.locator("body")).to_contain_text("Conseil")
    me.page.reload()
    me.page.wait_for_selector("#rack")
    me.play_on("famille")
    check_record(json.loads(me.download_record(tmp_path).read_text(encoding="utf-8")))
    result = me.page.get_by_role("dialog")
    result.get_by_role("button", name="Vérifier la donne").click()
    expect(result.locator(".fair")).to_be_visible()
    result.get_by_role("link", name="Analyser").click()
    expect(me.page.get_by_text("Rummy famille").first).to_be_visible()
    expect(me.page.get_by_role("region", name="Résultat")).to_be_visible()  # the first turns have been judged
    me.page.goto(f"{me.address}/games")
    me.page.get_by_role("link", name="Revoir").first.click()
    expect(me.page.locator("h1")).to_contain_text("Rummy famille")
    me.page.goto(f"{me.address}/rules/romirami")
    expect(me.page.locator("h1")).to_contain_text("Romi Rami")


def test_a_table_in_two_pages_goes_on_in_the_one_that_was_opened_last(sit: Sit, engine: Path) -> None:
    me = sit(kind=DevicePlayer)
    me.open_shelf()
    me.take_box("famille")
    assert me.wait_for_turn()
    elsewhere = "ouverte dans un autre onglet"
    other: Page = me.context.new_page()
    other.goto(me.page.url)
    expect(me.page.get_by_text(elsewhere)).to_be_visible()
    me.page.get_by_role("button", name="Recharger").click()
    expect(other.get_by_text(elsewhere)).to_be_visible()
    assert me.wait_for_turn()
    me.play_turn("famille")


@contextmanager
def plain_files(folder: Path) -> Iterator[str]:
    """Any file server there is."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        port = process.stdout.readline().split(" port ")[1].split()[0]
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def test_an_export_plays_from_a_folder_of_a_plain_file_server(sit: Sit, engine: Path, tmp_path: Path) -> None:
    done = tuilerie("export", tmp_path / "site" / "jeux", "--no-docs", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    with plain_files(tmp_path / "site") as at:
        me = sit(kind=lambda browser, _: DevicePlayer(browser, f"{at}/jeux/"))
        me.open_shelf()
        expect(me.page.get_by_role("button", name="Inviter des amis")).to_have_count(0)
        me.take_box("junior")
        me.page.reload()
        me.page.wait_for_selector("#rack")
        me.play_on("junior")
        check_record(json.loads(me.download_record(tmp_path).read_text(encoding="utf-8")))
        me.page.goto(f"{at}/jeux/#/rules/restart")
        expect(me.page.locator("h1")).to_contain_text("ReStart")
        me.context.close()


def test_an_export_opens_from_any_place_by_a_command(engine: Path, tmp_path: Path) -> None:
    assert tuilerie("export", tmp_path / "stick", "--no-docs", "--lang", "en").returncode == 0
    command = [PROGRAM, "open", str(tmp_path / "stick"), "--no-browse", "--lang", "en"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        at = next(word for word in line.split() if word.startswith("http")).rstrip(".")
        about = json.loads(urlopen(f"{at}engine/engine.json").read())
        with urlopen(f"{at}engine/{about['version']}/pyodide.mjs") as answer:
            assert answer.headers.get_content_type() == "text/javascript"
        assert b'data-server="none"' in urlopen(at).read()
        assert json.loads(urlopen(f"{at}api/1/rules/restart/fr.json").read())["title"] == "ReStart"
    finally:
        process.terminate()
        process.wait()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    done = tuilerie("export", tmp_path, "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds something else" in done.stderr
    assert tuilerie("open", tmp_path, "--lang", "en").returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
