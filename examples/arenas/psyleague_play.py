#!/usr/bin/env python3
"""Plays the games of psyleague (https://pypi.org/project/psyleague) with Arbiter. In psyleague.cfg:

    n_players = 2
    cmd_bot_setup = "cp %SRC%.py %DIR%/%NAME%.py"
    cmd_play_game = "python3 psyleague_play.py katarenga %DIR%/%ALL_PLAYERS%.py"

One call plays a block: every bot has every seat once, over the same luck. ARBITER_PLAY may have more words for
`arbiter play`.
"""

import json
import os
import shlex
import subprocess
import sys

if len(sys.argv) < 3:
    sys.exit(__doc__)
variant, *players = sys.argv[1:]
call = ["arbiter", "play", variant, *(f"bot:{shlex.join(['python3', player])}" for player in players)]
call += ["--rotate", "--json", *shlex.split(os.environ.get("ARBITER_PLAY", "--clock 'time 10000 inc 100'"))]
lines = map(json.loads, subprocess.run(call, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines())

games = []
for number, game in enumerate(line for line in lines if line["type"] == "game"):
    # In each game every bot sits one seat earlier than in the game before.
    seats = [game["seats"][(place - number) % len(players)] for place in range(len(players))]
    games.append({
        "ranks": [seat["rank"] - 1 for seat in seats],
        "errors": [int("faults" in seat) for seat in seats],
        "test_data": {"decisions": game["decisions"]},
        "player_data": [{"longest_ms": seat["times"]["longest"], "seat": seat["seat"]} for seat in seats],
    })
print(json.dumps(games))
