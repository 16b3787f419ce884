#!/usr/bin/env python3
"""The referee of a CG Arena (https://crates.io/crates/cgarena): plays one match of any variant with Arbiter.

    [workers.referee]
    type = "command"
    play_match = "python3 cgarena_play.py orwell {SEED} {REPLAY_PATH} {PLAYERS}"
    watch_replay = "python3 cgarena_watch.py {REPLAY_PATH} {REPLAY_DIR} {PORT} {PLAYER_COUNT}"

The replay that CG Arena keeps is the log of the match. ARBITER_PLAY may have more words for `arbiter play`.
"""

import json
import os
import shlex
import subprocess
import sys

if len(sys.argv) < 5:
    sys.exit(__doc__)
variant, seed, replay, *players = sys.argv[1:]
call = ["arbiter", "play", variant, *(f"bot:{player}" for player in players)]
# A seed of CG Arena may be negative; one of Arbiter is up to 32 hex digits.
call += ["--seed", f"{int(seed) % 2**64:x}", "--log", replay, "--json"]
call += shlex.split(os.environ.get("ARBITER_PLAY", "--clock 'time 10000 inc 100'"))
game = json.loads(subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout)
seats = game["seats"]


def attribute(name, value, player=None):
    return {"name": name, "player": player, "turn": None, "value": str(value)}


attributes = [attribute("reason", game["reason"]), attribute("decisions", game["decisions"])]
for place, seat in enumerate(seats):
    attributes.append(attribute("longest_ms", seat["times"]["longest"], place))
    attributes += [attribute("fault", fault["fault"], place) for fault in seat.get("faults", [])]
print(json.dumps({
    "ranks": [seat["rank"] - 1 for seat in seats],
    "errors": [int("faults" in seat) for seat in seats],
    "attributes": attributes,
}))
