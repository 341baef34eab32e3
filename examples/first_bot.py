"""A whole bot: it plays the move that writes the longest, which in these games is often the one that does most.

Try it: tuilerie match restart --bots random --bots "cmd:python3 examples/first_bot.py"
"""

import json
import sys


def choose(legal, view):
    """`legal` are all legal moves in notation, `view` is what the seat sees."""
    return max(legal, key=lambda move: (move not in ("pass", "stop", "keep", "done"), len(move)))


for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        answer = {"t": "ready", "name": "longest first"}
    elif message["t"] == "turn":
        answer = {"t": "move", "move": choose(message["legal"], message["view"])}
    else:
        continue
    print(json.dumps(answer), flush=True)
