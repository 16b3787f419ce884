"""A bot that says what it thinks ten times a second, and answers when it is told to or its time is over."""

import select
import sys
import time


def think(legal, limit):
    begun, depth = time.monotonic(), 0
    while True:
        depth += 1
        print(f"info depth {depth} score {len(legal)}", flush=True)
        ready, _, _ = select.select([sys.stdin], [], [], 0.1)
        line = sys.stdin.readline() if ready else ""
        if ready and line.strip() in ("stop", "quit", "") or limit is not None and time.monotonic() - begun > limit:
            print("bestmove", legal[0], flush=True)
            return


legal = []
for line in iter(sys.stdin.readline, ""):
    match line.split():
        case ["uvi", *_]:
            print("id name muser", "feature legal", "uviok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["legal", *legal]:
            pass
        case ["go", *limits]:
            time_over = int(limits[limits.index("movetime") + 1]) / 2000 if "movetime" in limits else None
            think(legal, time_over)
        case ["quit"]:
            break
