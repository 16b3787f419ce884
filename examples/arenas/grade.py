#!/usr/bin/env python3
"""Grades a class: every submission of a folder plays every bot of the staff.

    grade.py katarenga submissions random greedy 'search --nodes 200' --blocks 20

A submission is a file: a Python program, or any program that can be executed. The mark is its share of the points in
percent, with the interval that holds the true share in 95 of 100 such exams. Submissions have no network, and limits.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

LIMITS = "sandbox memory=512M processes=64 cpu=120"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("submissions", type=Path, help="the folder of the submissions")
    parser.add_argument("staff", nargs="+", help="the command lines of the bots to play against")
    parser.add_argument("--blocks", type=int, default=20, help="games with both colours against each bot, 2 or more")
    parser.add_argument("--clock", default="movetime 1000")
    parser.add_argument("--limits", default=LIMITS, help=f"the limits of a submission (default: {LIMITS})")
    parser.add_argument("--seed", default="1", help="the same seed gives all submissions the same luck")
    return parser.parse_args()


def command(path):
    words = [str(path.resolve())]
    return shlex.join(["python3", *words] if path.suffix == ".py" else words)


def play(given, submission, bot, said):
    """The figures of a submission against a bot: its share of the points, and its faults. `said` has the lines of stderr
    that are already shown."""
    call = ["arbiter", "play", given.variant, f"bot:{command(submission)}", f"bot:{bot}", "--rotate", "--json"]
    call += ["--games", str(given.blocks), "--clock", given.clock, "--seed", given.seed]
    call += [word for limit in given.limits.split() for word in ("--set", f"1:{limit}")]
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    # Each call has the same warnings about the machine.
    for line in done.stderr.splitlines():
        if line not in said:
            said.add(line)
            print(line, file=sys.stderr)
    done.check_returncode()
    *games, sums = map(json.loads, done.stdout.splitlines())
    # In every second game the submission has the second seat.
    seats = [game["seats"][number % 2] for number, game in enumerate(games)]
    faults = [fault for seat in seats for fault in seat.get("faults", [])]
    names = {seat["name"] or seat["command"] for game in games for seat in game["seats"]}
    # Bots of the same name get their place after it.
    mine = games[0]["seats"][0]["name"] or games[0]["seats"][0]["command"]
    mine = mine if len(names) > 1 else f"{mine} #1"
    return next(row["share"] for row in sums["bots"] if row["name"] == mine), faults


def main():
    given = arguments()
    said = set()
    print(f"{'submission':<24}{'mark':>6}{'±':>6}{'faults':>8}")
    for submission in sorted(path for path in given.submissions.iterdir() if path.is_file()):
        if submission.suffix != ".py" and not os.access(submission, os.X_OK):
            continue
        results = [play(given, submission, bot, said) for bot in given.staff]
        shares = [share for share, _ in results]
        mark = sum(share["value"] for share in shares) / len(shares)
        radius = sum(((share["high"] - share["low"]) / 2) ** 2 for share in shares) ** 0.5 / len(shares)
        faults = [fault for _, faults in results for fault in faults]
        first = f"  {faults[0]['fault']}: {faults[0]['text']}" if faults else ""
        print(f"{submission.name:<24}{100 * mark:>6.1f}{100 * radius:>6.1f}{len(faults):>8}{first}")


if __name__ == "__main__":
    main()
