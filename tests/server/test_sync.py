"""Durable means durable: the kernel is watched.

Between a move's arrival and its acknowledgement the log file is synced to disk.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import signal
import subprocess

import pytest

from tests.server.client import Person, table_for
from tests.server.serving import Server, place

CALL = re.compile(r"^(\d+)\s+(\d+\.\d+) (?:<\.\.\. )?(\w+)")


def test_the_disk_sync_comes_before_each_acknowledgement(tmp_path):
    if shutil.which("strace") is None:
        pytest.skip("strace is needed to see the system calls")
    trace = tmp_path / "calls"
    with place("sqlite") as where:
        server = Server(where).start()
        calls = "trace=fsync,fdatasync,write,writev,sendto,sendmsg,recvfrom,read"
        command = ["strace", "-f", "-ttt", "-s", "5000", "-e", calls, "-o", str(trace), "-p", str(server.process.pid)]
        strace = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            line = strace.stderr.readline()
            if "attached" not in line:
                pytest.skip(f"strace may not look at processes here: {line}")
            played = asyncio.run(_play(server.url))
        finally:
            strace.send_signal(signal.SIGINT)
            strace.wait(10)
            server.stop()
    text = trace.read_text(errors="replace")
    for key in played:
        _check(text, key)


async def _play(url: str) -> list[str]:
    keys = []
    async with Person(url) as ada, Person(url) as ben:
        _, devices = await table_for([ada, ben])
        for number in range(6):
            mover = next(device for device in devices if device.choice)
            keys.append(f"acknowledge-{number}")
            accepted = await mover.play(mover.some_move(random.Random(1)), key=keys[-1])
            for device in devices:
                await device.until_seq(accepted["seq"])
    return keys


def _check(text: str, key: str) -> None:
    """The key comes in masked, so its arrival is not readable; it goes out in the clear. Nothing else is played
    meanwhile: the last write to the log before the acknowledgement must be followed by a sync that has returned.
    """
    lines = text.splitlines()
    sent = next(
        at
        for at, line in enumerate(lines)
        if key in line and "accepted" in line and re.search(r"\b(write|writev|sendto|sendmsg)\(", line)
    )
    synced = max(at for at, line in enumerate(lines[:sent]) if re.search(r"\b(fsync|fdatasync)\b.*= 0", line))
    previous = max((at for at, line in enumerate(lines[:sent]) if "accepted" in line and key not in line), default=0)
    assert previous < synced < sent, f"{key} was acknowledged before the disk was"
