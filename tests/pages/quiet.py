"""A bot that makes games of Orwell Chess long: it takes no man where it can do anything else."""

import random
import re
import sys


def occupied(board: str) -> set[str]:
    """The squares with men on them, from the first word of a position: rank 12 first, men of two letters."""
    squares = set()
    for rank, row in zip(range(12, 0, -1), board.split("/")):
        file = 0
        for part in re.findall(r"\d+|[a-z][A-Za-z]", row):
            if part.isdigit():
                file += int(part)
            else:
                squares.add(f"{'abcdefg'[file]}{rank}")
                file += 1
    return squares


def main():
    lot = random.Random(sys.argv[1])
    board, legal = "", []
    for line in sys.stdin:
        match line.split():
            case ["uvi", *_]:
                print("id name quiet", "feature legal", "uviok", sep="\n", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", board, *_]:
                pass
            case ["legal", *legal]:
                pass
            case ["go", *_]:
                men = occupied(board)
                quiet = [action for action in legal if re.sub(r"^[a-g]\d+([a-g]\d+).*", r"\1", action) not in men]
                print(f"info score {len(quiet)}", f"bestmove {lot.choice(quiet or legal)}", sep="\n", flush=True)
            case ["quit"]:
                break


main()
