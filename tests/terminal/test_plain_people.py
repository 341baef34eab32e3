"""Several people at the plain table: the device is handed over, and no hand is shown to the next player."""

from __future__ import annotations

from tests.commands.running import tuilerie


def test_the_device_is_handed_over_before_another_hand_is_shown():
    done = tuilerie("play", "restart", "--seed", 5, "--plain", "--bots", "human", stdin="r2\n\nquit\n")
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.split("Seat 1 is to move: pass the device.")
    assert "Your hand:" in first
    assert first.endswith("\n" * 60)
    assert second.index("nobody else is looking") < second.index("Your hand:")
    assert "You left the table." in second


def test_who_sits_where_is_checked():
    done = tuilerie("play", "restart", "--plain", "--players", 3, "--bots", "human,greedy,random", stdin="")
    assert done.returncode == 2
    assert "3 bots were named for 2 seats" in done.stderr
    assert "no bot" in tuilerie("play", "restart", "--plain", "--bots", "humen", stdin="").stderr
