#!/usr/bin/env python3
"""Grades a class: every submission of a folder plays every bot of the staff.

    grade.py katarenga submissions random greedy 'search --nodes 200' --blocks 20

A submission is a Python program, any program that can be executed, or a folder with a `bot.py` or a `bot`. The mark is its
share of the points in percent, with the interval that holds the true share in 95 of 100 such exams. Submissions have no
network, and limits. One that cannot be played has the mark 0 and a reason. Any other failure, such as of a bot of the
staff, is nobody's mark: it ends the exam with an error.
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
    given = parser.parse_args()
    if given.blocks < 2:
        parser.error("--blocks: expected 2 or more, since one block has no interval")
    if not given.submissions.is_dir():
        parser.error(f"expected the folder of the submissions, found {given.submissions}")
    return given


def command(path):
    """The command of a submission; None if it cannot be executed."""
    if path.is_dir():
        path = path / ("bot.py" if (path / "bot.py").exists() else "bot")
    if path.suffix == ".py":
        return shlex.join(["python3", str(path.resolve())])
    return shlex.join([str(path.resolve())]) if path.is_file() and os.access(path, os.X_OK) else None


def play(given, submission, bot, said):
    """The share of a submission against a bot, and its faults. `said` has the lines of stderr that are already shown."""
    call = ["arbiter", "play", given.variant, f"bot:{command(submission)}", f"bot:{bot}", "--rotate", "--json"]
    call += ["--games", str(given.blocks), "--clock", given.clock, "--seed", given.seed]
    call += [word for limit in given.limits.split() for word in ("--set", f"1:{limit}")]
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    if done.returncode != 0:
        text = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        # The submission begins at seat 1, and the seats are exchanged after each game.
        seat = 1 + len(done.stdout.splitlines()) % 2
        unfit = ("arbiter: seat 1: ", f"arbiter: the match cannot start: the bot of seat {seat} ")
        if done.returncode == 2 and text.startswith(unfit):
            return {"value": 0, "low": 0, "high": 0}, [{"fault": "not-played", "text": text}]
        sys.exit(f"grade.py: {submission.name} against {bot}: {text}")
    # Each call has the same warnings about the machine.
    for line in done.stderr.splitlines():
        if line not in said:
            said.add(line)
            print(line, file=sys.stderr)
    *games, sums = map(json.loads, done.stdout.splitlines())
    seats, staff = ([seat for game in games for seat in game["seats"] if seat["place"] == place] for place in (1, 2))
    if all(seat.get("faults") for seat in staff):
        sys.exit(f"grade.py: {bot} is at fault in every game: {staff[0]['faults'][0]['text']}")
    faults = [fault for seat in seats for fault in seat.get("faults", [])]
    # A bot that never greeted has no name. Bots of the same name get their place after it.
    name = next((seat["name"] for seat in seats if seat["name"] is not None), seats[0]["command"])
    return next(row["share"] for row in sums["bots"] if row["name"] in (name, f"{name} #1")), faults


def main():
    given = arguments()
    said = set()
    print(f"{'submission':<24}{'mark':>6}{'±':>6}{'faults':>8}")
    for submission in sorted(path for path in given.submissions.iterdir() if path.suffix not in (".md", ".txt")):
        if command(submission) is None:
            print(f"{submission.name:<24}{0:>6.1f}{0:>6.1f}{0:>8}  not-played: it cannot be executed (chmod +x)")
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
