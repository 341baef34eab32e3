"""Whether a library for another platform plays what this machine's library plays: `python -m tests.kernel.elsewhere
windows-x86_64 DIR wine`. DIR has libraries of both platforms (`python -m tuilerie.kernel.build --into DIR`); the rest
is the command that runs programs of that platform.
"""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import places
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.platforms import host_name

HARNESS = Path(__file__).with_name("harness.c")
ZIG = {"linux-x86_64": "x86_64-linux-gnu", "linux-aarch64": "aarch64-linux-gnu", "windows-x86_64": "x86_64-windows-gnu"}
GAMES, STEPS = 24, 400


def job(game: Game) -> bytes:
    record = game.record
    parts = [
        struct.pack(
            "<6q", record.STATE.size, record.RULESET.size, record.ACTIONS, game.library.constants["DEAL"], GAMES, STEPS
        )
    ]
    for number in range(GAMES):
        players = game.players[number % len(game.players)]
        ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
        parts += [struct.pack("<q", players), hashlib.sha256(bytes([number])).digest(), bytes(ruleset)]
    return b"".join(parts)


def harness(target: str, folder: Path) -> Path:
    program = folder / f"harness-{target}.exe"
    compiler = [sys.executable, "-m", "ziglang", "cc", "-O1", "-target", ZIG[target]]
    subprocess.run([*compiler, str(HARNESS), "-o", str(program)], check=True)
    return program


def main(target: str, libraries: str, *runner: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {each: harness(each, folder) for each in (host_name(), target)}
        for game in map(game_named, known_games()):
            (folder / "job").write_bytes(job(game))
            told = []
            for each, command in ((host_name(), ()), (target, runner)):
                library = Path(libraries) / places.file_name(game.modules, PLAY, each)
                call = [*command, str(programs[each]), str(library), str(folder / "job")]
                told.append(subprocess.run(call, check=True, capture_output=True, text=True).stdout.strip())
            print(game.id, *told, "the same" if told[0] == told[1] else "DIFFERENT", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
