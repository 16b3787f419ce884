"""A bot that rates itself by its first argument. The second is the milliseconds that each action takes, or a folder whose
file `actions` has the number of actions that the bot may play in a game."""

import sys
import time
from pathlib import Path

score, pace = sys.argv[1:]
legal, played = [], 0


def wait():
    """Waits until the bot may act."""
    if pace.isdigit():
        time.sleep(int(pace) / 1000)
        return
    while played >= int(Path(pace, "actions").read_text()):
        time.sleep(0.01)


for line in sys.stdin:
    match line.split():
        case ["uvi", *_]:
            print("id name rater", "feature legal", "uviok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["newgame", *_]:
            played = 0
        case ["legal", *legal]:
            pass
        case ["go", *_]:
            wait()
            played += 1
            print(f"info score {score}", f"bestmove {legal[0]}", sep="\n", flush=True)
        case ["quit"]:
            break
