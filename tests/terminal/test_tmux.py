"""The real program in a real terminal (tmux): whole games by keyboard, resizing, and a terminal left
as it was found.
"""

from __future__ import annotations

import secrets
import shlex
import shutil
import subprocess
import time

import pytest

from tests.commands.running import PROGRAM

PATIENCE = 180.0
pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A tmux session with one shell in it."""

    def __init__(self, width, height):
        self.name = f"tuilerie-{secrets.token_hex(4)}"
        shell = "env -i HOME=$HOME PATH=$PATH TERM=tmux-256color LANG=C.UTF-8 PS1='ready> ' bash --norc --noprofile -i"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "s", "-x", str(width), "-y", str(height), shell)
        self.wait("ready>")

    def _tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-L", self.name, *arguments], capture_output=True, text=True, check=False, timeout=20
        ).stdout

    def screen(self):
        return self._tmux("capture-pane", "-p", "-t", "s")

    def keys(self, *keys):
        self._tmux("send-keys", "-t", "s", *keys)

    def line(self, text):
        self._tmux("send-keys", "-t", "s", "-l", text)
        self.keys("Enter")

    def resize(self, width, height):
        self._tmux("resize-window", "-t", "s", "-x", str(width), "-y", str(height))

    def wait(self, *texts, every=()):
        """The screen once it shows one of these, and every one of those."""
        return self.until(
            lambda shown: any(text in shown for text in texts) and all(text in shown for text in every),
            (*texts, *every),
        )

    def wait_for_the_shell(self):
        """Its prompt stands alone on the last line: the program has gone, and nothing typed now reaches it."""
        return self.until(lambda shown: shown.rstrip().endswith("ready>"), "the shell")

    def leave(self):
        """Escape from a page, Q from the table, until the program's screen is gone.

        Not both at once: a terminal reads Escape and Q as one key.
        """
        end = time.monotonic() + PATIENCE
        while self.format("#{alternate_on}") == "1":
            assert time.monotonic() < end, self.screen()
            self.keys("Escape" if "Esc closes" in self.screen() else "q")
            time.sleep(0.5)
        self.wait("ready>")

    def format(self, text):
        return self._tmux("display-message", "-p", "-t", "s", text).strip()

    def until(self, true, what):
        end = time.monotonic() + PATIENCE
        while not true(shown := self.screen()):
            assert time.monotonic() < end, f"never {what}:\n{shown}"
            time.sleep(0.05)
        return shown

    def close(self):
        self._tmux("kill-server")


@pytest.fixture
def terminal(request):
    opened = Terminal(*request.param)
    yield opened
    opened.close()


def play(terminal, *arguments):
    terminal.line(shlex.join([PROGRAM, "play", *arguments, "--lang", "en", "--pace", "0"]))


@pytest.mark.parametrize(
    ("terminal", "game", "options"),
    [
        ((80, 24), "restart", ["--variant", "target=1"]),
        ((120, 40), "romirami", ["--players", "4"]),
        ((80, 24), "famille", ["--players", "3"]),
        ((120, 40), "junior", ["--players", "4"]),
    ],
    indirect=["terminal"],
)
def test_a_whole_game_by_keyboard(terminal, game, options):
    """M lists the moves; End and Enter take the last of them; Enter confirms."""
    play(terminal, game, "--seed", "4", *options)
    terminal.wait("Hint")
    first = terminal.wait("Your turn")
    assert all(name in first for name in ("You", "greedy"))
    moves, end = 0, time.monotonic() + 2 * PATIENCE
    while time.monotonic() < end:
        shown = terminal.wait(
            "Your turn", "Everything you may play", "Enter confirms", "The game is over", "Which one?"
        )
        if "The game is over" in shown:
            break
        if "Everything you may play" in shown:
            terminal.keys("End", "Enter")
            moves += 1
            time.sleep(0.1)
        elif "Which one?" in shown:  # a slow machine: Enter came twice
            terminal.keys("Escape")
            time.sleep(0.1)
        elif "Enter confirms" in shown:
            terminal.keys("Enter")
            time.sleep(0.05)
        else:
            terminal.keys("m")
            time.sleep(0.1)
    # at the table's foot: an Enter on its way may close the count as soon as it opens
    assert "The game is over" in shown
    assert moves > 3
    terminal.leave()


@pytest.mark.parametrize("terminal", [(80, 24)], indirect=True)
def test_resizing_survives_and_ctrl_c_leaves_the_terminal_as_it_was(terminal, tmp_path):
    terminal.line(f"stty -g > {tmp_path}/before; clear; echo settings''-kept")
    terminal.wait("settings-kept")
    play(terminal, "restart", "--seed", "4")
    terminal.wait("Hint")
    for size in ((80, 24), (120, 40), (50, 12), (80, 24)):
        terminal.resize(*size)
        terminal.keys("Right")
        terminal.wait("Your turn")
    terminal.wait("Pass (P)", every=("● red", "Your turn", "Leave"))
    terminal.keys("C-c")
    terminal.wait("settings-kept")  # the alternate screen is gone
    terminal.wait_for_the_shell()
    terminal.line(f"stty -g > {tmp_path}/after; clear; echo shell''-answers")
    terminal.wait("shell-answers")
    assert (tmp_path / "after").read_text() == (tmp_path / "before").read_text()
    assert terminal.format("#{mouse_any_flag}#{alternate_on}#{cursor_flag}") == "001"


@pytest.mark.parametrize("terminal", [(80, 24)], indirect=True)
def test_replay_in_a_terminal_and_in_a_pipe(terminal, tmp_path):
    file = tmp_path / "games.jsonl"
    terminal.line(shlex.join([PROGRAM, "simulate", "famille", "--games", "1", "--record", str(file), "--lang", "en"]))
    terminal.wait("1 game of famille")
    terminal.line(shlex.join([PROGRAM, "replay", str(file), "--lang", "en"]))
    terminal.wait("step 0 of")
    terminal.keys("Right")
    terminal.wait("step 1 of")
    terminal.keys("End")
    terminal.wait("Tiles left")
    terminal.keys("q")
    terminal.wait_for_the_shell()
    terminal.line("clear; " + shlex.join([PROGRAM, "replay", str(file), "--lang", "en"]) + " | tail -1")
    terminal.wait("The game is over")
