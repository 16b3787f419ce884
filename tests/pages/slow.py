"""A bot that takes a tenth of a second for the first action that it may do."""

import sys
import time

legal = []
for line in sys.stdin:
    match line.split():
        case ["uvi", *_]:
            print("id name slow", "feature legal", "uviok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["legal", *legal]:
            pass
        case ["go", *_]:
            time.sleep(0.1)
            print(f"bestmove {legal[0]}", flush=True)
        case ["quit"]:
            break
