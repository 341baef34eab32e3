"""Bad input gets a sentence and an exit code, never a traceback, and leaves files intact."""

from __future__ import annotations

import pytest

from tests.commands.running import tuilerie

BAD = [
    (["simulate", "chess"], 2, "Games: restart"),
    (["simulate", "restart", "--players", "5"], 2, "2 to 4 players"),
    (["simulate", "restart", "--players", "1"], 2, "2 to 4 players"),
    (["simulate", "restart", "--variant", "target=0"], 2, "1..1000"),
    (["simulate", "restart", "--variant", "target=many"], 2, "1..1000"),
    (["simulate", "restart", "--variant", "colour=red"], 2, "round_end, last_tile, target"),
    (["simulate", "restart", "--variant", "target"], 2, "KEY=VALUE"),
    (["simulate", "restart", "--bots", "deep-blue"], 2, "greedy"),
    (["simulate", "restart", "--bots", "greedy,greedy,greedy"], 2, "3 bots"),
    (["simulate", "restart", "--seed", "beef"], 2, "0x"),
    (["simulate", "restart", "--games", "0"], 2, "--games"),
    (["simulate", "restart", "--games", "many"], 2, "--games"),
    (["simulate", "restart", "--legal"], 2, "--record"),
    (["simulate", "restart", "--deck", "x.json"], 2, "fixed set"),
    (["simulate", "restart", "--lang", "xx"], 2, ", fr"),
    (["match", "restart", "--bots", "greedy"], 2, "2 to 4 bots"),
    (["match", "restart"], 2, "--bots"),
    (["rules", "go"], 2, "Games: restart"),
    (["bots", "--test", "mybot"], 2, "cmd:"),
    (["fly"], 2, "fly"),
    (["check", "no-such-file.jsonl"], 2, "cannot be read"),
    (["check", "."], 2, "cannot be read"),
    (["simulate", "restart", "--record", "no/such/folder/x.jsonl"], 1, "cannot be written"),
    (["simulate", "restart", "--games", "3", "--record", "/dev/full"], 1, "cannot be written"),
]


@pytest.mark.parametrize(
    ("command", "code", "words"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_usage_is_one_sentence(command, code, words):
    done = tuilerie(*command)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 2


def test_errors_speak_french_too():
    done = tuilerie("simulate", "chess", "--lang", "fr")
    assert "Il n’y a pas de jeu" in done.stderr


BROKEN = {
    "binary": b"\x7fELF\x00\xff\xfe" * 100,
    "empty": b"",
    "blank": b"\n\n\n",
    "not json": b"hello\n",
    "cut off": b'{"format": "tuilerie-record/1", "game": "resta',
    "a list": b"[1, 2]\n",
    "deep": b"[" * 100_000,
    "nan": b'{"format": NaN}\n',
    "huge number": b'{"format": ' + b"9" * 10_000 + b"}\n",
    "surrogate": b'{"format": "\\ud800", "game": "restart"}\n',
    "huge": b'"' + b"x" * (33 * 1024 * 1024),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_record_files(name, tmp_path):
    file = tmp_path / "broken.jsonl"
    file.write_bytes(BROKEN[name])
    for command in ("check", "replay"):
        done = tuilerie(command, file)
        assert done.returncode in (1, 2)
        assert "Traceback" not in done.stderr
        assert 1 <= len(done.stderr.strip().splitlines()) <= 2
        assert "broken.jsonl" in done.stderr


def test_check_names_file_line_event_and_clause(tmp_path):
    file = tmp_path / "games.jsonl"
    tuilerie("simulate", "restart", "--games", 3, "--record", file)
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"pass"', '"stop"', 1)
    file.write_text("\n".join(lines) + "\n")
    done = tuilerie("check", file)
    assert done.returncode == 1
    assert "games.jsonl, line 2: event" in done.stderr
    assert "RS-T10" in done.stderr


def test_a_failed_write_leaves_the_old_file(tmp_path):
    """The limit on the size of files stands in for a full disk."""
    import resource
    import subprocess

    from tests.commands.running import PROGRAM

    file = tmp_path / "games.jsonl"
    file.write_text("precious\n")

    def small_disk() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    command = [PROGRAM, "simulate", "restart", "--games", "300", "--record", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=small_disk, check=False)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert file.read_text() == "precious\n"
    assert list(tmp_path.iterdir()) == [file]
