"""How soon a game can be played without a server: `python -m bench.pocket`, in a checkout with `make setup web engine`.

An export of the shelf is served as plain files in a sub-folder and opened in Chromium. Cold: a new profile. Warm: the
same profile once everything is kept, the network cut. Each is measured at full speed and at a quarter of it: the
browser, all its processes and so all its workers, is stopped for three quarters of every 20 ms (the developer tools'
own throttle does not reach workers). Beside each figure stands that of a bare page which starts Pyodide and nothing
else, and the browser's processor time: on a machine that does other work read the ratios and the processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright
from tests.web.driving import CHROMIUM, PATIENCE_MS, QUIET

import tuilerie
from bench.slices import best_rate
from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import BUILT_IN, Bot
from tuilerie.engine.match import Match
from tuilerie.engine.registry import known_games

PART, PERIOD_S = 0.25, 0.02
TICKS = os.sysconf("SC_CLK_TCK")
SUB = "jeux"
GAME = "famille"
THOUGHTS = 60  # of each side, in turn
PLAYOUTS = 2000

# A hurried person: presses what there is as soon as it is there, and notes when (milliseconds since the page began).
HURRIED = """
localStorage.setItem('tuilerie.pace', '0');
const Plain = window.Worker;
window.noted = {};
const note = (name) => (window.noted[name] ??= performance.now());
window.Worker = class extends Plain {
  constructor(...how) {
    super(...how);
    note('engine asked for');
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'ready') note('engine ready');
      if (data.kind === 'failed') window.noted.failed = data.why;
      if (data.kind === 'message') {
        const message = JSON.parse(data.text);
        if (message.view) note('first view');
        if (message.choice) requestAnimationFrame(() => setTimeout(() => note('first move')));
      }
    });
  }
};
const press = (selector, name) => {
  const found = document.querySelector(selector);
  if (!found || name in window.noted) return;
  note(name);
  found.click();
};
const look = () => {
  press('.g-GAME .acts .main', 'shelf');
  press('dialog .go .main', 'asked to start');
  if (!('first move' in window.noted)) setTimeout(look, 4);
};
look();
""".replace("GAME", GAME)

# Pyodide with the same standard library, in a worker, and nothing of ours.
BARE_PAGE = """<!doctype html><title>bare</title><script type="module" src="bare.mjs"></script>"""
BARE = """
window.noted = {};
const worker = new Worker('bare-worker.mjs', { type: 'module' });
worker.onmessage = () => (window.noted['first move'] = performance.now());
"""
BARE_WORKER = """
import { loadPyodide } from './engine/VERSION/pyodide.mjs';
const base = new URL('./engine/VERSION/', import.meta.url).href;
const plain = globalThis.fetch;
globalThis.fetch = async (what, how) => {
  if (!/[.](wasm|zip)$/.test(String(what))) return plain(what, how);
  const packed = await plain(`${what}.gz`);
  const type = String(what).endsWith('wasm') ? 'application/wasm' : 'application/zip';
  return new Response(packed.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': type } });
};
const info = { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten', python: '3.14.2', version: '314.0.7' };
const python = await loadPyodide({
  indexURL: base, stdLibURL: `${base}stdlib.zip`, packages: [], packageBaseUrl: base,
  lockFileContents: { info, packages: {} },
});
postMessage(python.runPython('1 + 1'));
"""

# Whole moves by the page's own thinking worker; seconds of each.
THINK = """async ([worker, description, thoughts]) => {
  const thinker = new Worker(worker, { type: 'module' });
  thinker.postMessage({ kind: 'start', base: new URL('engine/', location.href).href, description });
  const spent = [];
  for (const [id, thought] of thoughts.entries()) {
    const begun = performance.now();
    await new Promise((done) => {
      thinker.onmessage = ({ data }) => done(data);
      thinker.postMessage({ kind: 'think', id, thought });
    });
    spent.push((performance.now() - begun) / 1000);
  }
  thinker.terminate();
  return spent;
}"""


# --- the site, the browser, its processes ---------------------------------------------------------------------


@contextlib.contextmanager
def site(place: Path) -> Iterator[tuple[str, Path]]:
    """An export on a plain file server; its address and its folder."""
    folder = place / "site" / SUB
    subprocess.run(
        [Path(sys.executable).parent / "tuilerie", "export", folder, "--no-docs"], check=True, stdout=sys.stderr
    )
    version = json.loads((folder / "engine" / "engine.json").read_text(encoding="utf-8"))["version"]
    (folder / "bare.html").write_text(BARE_PAGE, encoding="utf-8")
    (folder / "bare.mjs").write_text(BARE, encoding="utf-8")
    (folder / "bare-worker.mjs").write_text(BARE_WORKER.replace("VERSION", version), encoding="utf-8")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.parent]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().split(' port ')[1].split()[0]}/{SUB}/", folder
    finally:
        server.terminate()
        server.wait()


class Processes:
    """All of a browser, found by the profile it was started with."""

    def __init__(self, profile: Path) -> None:
        self._profile = str(profile).encode()

    def ids(self) -> list[int]:
        parents, roots = {}, []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                parents[int(path.name)] = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if b"--user-data-dir=" + self._profile in (path / "cmdline").read_bytes().split(b"\0"):
                    roots.append(int(path.name))
        found = set(roots)
        while more := {child for child, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found)

    def seconds(self) -> float:
        """Of the processor, so far."""
        total = 0
        for process in self.ids():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def megabytes(self) -> float:
        """Of the largest process that shows pages: shared memory counts in parts."""
        most = 0
        for process in self.ids():
            with contextlib.suppress(OSError):
                if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                    most = max(most, next(int(line.split()[1]) for line in lines if line.startswith("Pss:")))
        return most / 1024

    @contextlib.contextmanager
    def slowed(self, part: float) -> Iterator[None]:
        """All of it stands still for the rest of every period."""
        if part >= 1:
            yield
            return
        done = threading.Event()
        thread = threading.Thread(target=self._slow, args=(part, done))
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _slow(self, part: float, done: threading.Event) -> None:
        known, looked = self.ids(), time.monotonic()
        while not done.is_set():
            if time.monotonic() - looked > 0.2:
                known, looked = self.ids(), time.monotonic()
            self._send(known, signal.SIGSTOP)
            time.sleep((1 - part) * PERIOD_S)
            self._send(known, signal.SIGCONT)
            time.sleep(part * PERIOD_S)

    @staticmethod
    def _send(processes: list[int], what: signal.Signals) -> None:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, what)


@contextlib.contextmanager
def chromium(playwright: Any, hurried: bool = True) -> Iterator[tuple[BrowserContext, Processes]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=QUIET, viewport={"width": 1280, "height": 800}, locale="fr-FR"
        )
        context.set_default_timeout(PATIENCE_MS)
        if hurried:
            context.add_init_script(HURRIED)
        try:
            yield context, Processes(Path(profile))
        finally:
            context.close()


# --- what is measured --------------------------------------------------------------------------------------------


def opened(context: BrowserContext, processes: Processes, address: str, part: float) -> dict[str, float]:
    """Seconds from the address to each step, by the page's clock."""
    page = context.new_page()
    used = processes.seconds()
    with processes.slowed(part):
        page.goto(address, wait_until="commit")
        while "first move" not in (noted := page.evaluate("window.noted ?? {}")):
            assert "failed" not in noted, noted
            time.sleep(0.1)
    told = {name: value / 1000 for name, value in noted.items()} | {"processor": processes.seconds() - used}
    told["MB"] = processes.megabytes()
    page.close()
    return told


def cold(playwright: Any, address: str, part: float) -> dict[str, float]:
    with chromium(playwright) as (context, processes):
        return opened(context, processes, address, part)


def bare(playwright: Any, address: str, part: float) -> dict[str, float]:
    with chromium(playwright, hurried=False) as (context, processes):
        return opened(context, processes, f"{address}bare.html", part)


def warm(playwright: Any, address: str, part: float, times: int) -> list[dict[str, float]]:
    with chromium(playwright) as (context, processes):
        opened(context, processes, address, 1)
        page = context.new_page()
        page.goto(f"{address}#/me")
        page.get_by_text("Tout est dans cet appareil").or_(page.get_by_role("button", name="Garder")).first.wait_for()
        if page.get_by_role("button", name="Garder").is_visible():
            page.get_by_role("button", name="Garder").click()
        page.get_by_text("Tout est dans cet appareil").wait_for()
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.close()
        context.set_offline(True)
        return [opened(context, processes, address, part) for _ in range(times)]


def told(name: str, runs: list[dict[str, float]], beside: float | None = None) -> float:
    """A line of the median; the median of the time to the first move."""
    steps = sorted({step for run in runs for step in run}, key=lambda step: runs[0].get(step, 0))
    middle = {step: statistics.median(run[step] for run in runs if step in run) for step in steps}
    parts = [f"{step} {value:.2f} s" for step, value in middle.items() if step not in ("MB", "processor")]
    ratio = f"; {middle['first move'] / beside:.2f} of the bare page" if beside else ""
    least = min(run["first move"] for run in runs)
    print(f"{name}: {', '.join(parts)} (least {least:.2f} s){ratio}; processor {middle['processor']:.2f} s", end="")
    print(f"; {middle['MB']:.0f} MB", flush=True)
    return middle["first move"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pocket", description="Measure the shelf without a server.")
    parser.add_argument("--times", type=int, default=5, help="starts of each kind (5)")
    parser.add_argument("--only", choices=["start", "slow", "sizes", "playouts"], help="a part of it")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as place,
        site(Path(place)) as (address, folder),
        sync_playwright() as playwright,
    ):
        for part in (1.0, PART):
            if asked.only in (None, "slow" if part < 1 else "start"):
                starts(playwright, address, part, asked.times)
        if asked.only in (None, "sizes"):
            sizes(folder)
        if asked.only in (None, "playouts"):
            playouts(playwright, address, folder)


def sizes(folder: Path) -> None:
    """Of the engine, as the server sends it (brotli), as an export holds it (gzip), and unpacked."""
    files = json.loads((folder / "engine" / "engine.json").read_text(encoding="utf-8"))["files"].values()
    for kind in ("bytes", "gzip", "brotli"):
        print(f"engine, {kind}: {sum(each[kind] for each in files) / 1e6:.2f} MB", flush=True)


def playouts(playwright: Any, address: str, folder: Path) -> None:
    """Seconds of the same counted moves in the page's thinking worker and natively: the quickest of each counts.

    The browser's are by the clock, the native ones by processor time: only a quiet machine gives a fair ratio.
    """
    about = json.loads((folder / "engine" / "engine.json").read_text(encoding="utf-8"))
    worker = next(path.name for path in (folder / "assets").glob("thinking.worker-*.js"))
    bot = Bot("counted", BUILT_IN["expert"].kind, PLAYOUTS)
    with chromium(playwright, hurried=False) as (context, _):
        page = context.new_page()
        page.goto(f"{address}bare.html")
        for name in known_games():
            match = tuilerie.new(name, 2, 3)
            thought = {"game": name, "record": bytes(match.state).hex(), "kind": bot.kind, "playouts": PLAYOUTS}
            thought |= {"ms": None, "within_ms": 0, "seed": "7"}
            spent = page.evaluate(THINK, [f"assets/{worker}", about, [thought] * THOUGHTS])
            native = best_rate(partial(native_move, match, bot), THOUGHTS)
            print(f"{name}: {1 / min(spent) / native:.2f} of the native speed of a counted move", flush=True)


def native_move(match: Match, bot: Bot) -> int:
    player.whole_move(match.game, match.state, bot, Dice(7))
    return 1


def starts(playwright: Any, address: str, part: float, times: int) -> None:
    speed = "full speed" if part == 1 else f"{part} of the speed"
    pairs = [(bare(playwright, address, part), cold(playwright, address, part)) for _ in range(times)]
    beside = told(f"bare page, {speed}", [one for one, _ in pairs])
    told(f"cold, {speed}", [other for _, other in pairs], beside)
    told(f"warm and offline, {speed}", warm(playwright, address, part, times), beside)


if __name__ == "__main__":
    main()
