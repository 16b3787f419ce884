"""A bot that rates itself by its argument, and takes as many milliseconds for each action as its second argument says."""

import sys
import time

legal = []
for line in sys.stdin:
    match line.split():
        case ["uvi", *_]:
            print("id name rater", "feature legal", "uviok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["legal", *legal]:
            pass
        case ["go", *_]:
            time.sleep(int(sys.argv[2]) / 1000)
            print(f"info score {sys.argv[1]}", f"bestmove {legal[0]}", sep="\n", flush=True)
        case ["quit"]:
            break
