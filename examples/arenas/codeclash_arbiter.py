"""An arena of CodeClash (https://github.com/CodeClash-ai/CodeClash) for every variant of Arbiter.

Copy this file to codeclash/arenas/arbiter/arbiter.py, and `Arbiter.Dockerfile` beside it. Import `ArbiterArena` in
codeclash/arenas/__init__.py, and add it to `ARENAS` there. The game of a configuration:

    game:
      name: Arbiter
      variant: katarenga
      sims_per_round: 20

`clock`, `limits` and `timeout` are further keys. `timeout` is in seconds, for all games of a round.
"""

import json
import shlex

from codeclash.agents.player import Player
from codeclash.arenas.arena import CodeArena, RoundStats
from codeclash.constants import RESULT_TIE
from codeclash.utils.environment import assert_zero_exit_code

LINES = "games.jsonl"
LIMITS = ("memory=512M", "processes=64", "sandbox")
# In seconds. CodeClash ends a command after 30 s by default.
CHECK_TIMEOUT = 120
# The seconds that `arbiter play` has to end its bots, and the exit code of `timeout`.
GRACE, LATE = 30, 124


class ArbiterArena(CodeArena):
    name: str = "Arbiter"
    submission: str = "main.py"
    description: str = """Your bot (`main.py`) plays the board game {variant}, and speaks UVI over stdin and stdout.
`arbiter rules {variant}` prints the rules. The clock is `{clock}`. Your bot must pass this check:
`{check}`"""
    default_args: dict = {"variant": "katarenga", "clock": "movetime 1000", "limits": LIMITS, "timeout": 3600}

    def __init__(self, config: dict, **kwargs):
        super().__init__(config, **kwargs)
        variant, clock = self.setting("variant"), self.setting("clock")
        self.check = f"arbiter check 'python3 {self.submission}' --variant {variant} --decisions 1 --fail-fast"
        self.description = self.description.format(variant=variant, clock=clock, check=self.check)

    def setting(self, name: str):
        return self.game_config.get(name, self.default_args[name])

    def execute_round(self, agents: list[Player]) -> None:
        seats = max(len(agents), len(self.config.get("players", [])))
        blocks = max(1, self.game_config["sims_per_round"] // seats)
        players = ["bot:" + shlex.join(["python3", f"/{agent.name}/{self.submission}"]) for agent in agents]
        # A player without a valid submission is absent. A bot that plays at random takes the seat.
        players += ["random"] * (seats - len(agents))
        words = [f"--set={seat}:{limit}" for seat in range(1, seats + 1) for limit in self.setting("limits")]
        words += [f"--clock={self.setting('clock')}", f"--games={blocks}", "--rotate", "--quiet"]
        words += [f"--json={self.log_env / LINES}"]
        # CodeClash leaves a command that is late running in the container, so the container ends it.
        timeout = self.setting("timeout")
        call = shlex.join(["timeout", f"{timeout}", "arbiter", "play", self.setting("variant"), *players, *words])
        self.logger.info(f"Running games: {call}")
        done = self.environment.execute(call, timeout=timeout + GRACE)
        if done["returncode"] == LATE:
            self.logger.warning(f"The round took more than {timeout} s; the games that ended count")
        else:
            assert_zero_exit_code(done, logger=self.logger)

    def get_results(self, agents: list[Player], round_num: int, stats: RoundStats) -> None:
        lines = [json.loads(line) for line in (self.log_round(round_num) / LINES).read_text().splitlines()]
        games = [line for line in lines if line["type"] == "game" and line["reason"] != "abort"]
        # Only whole blocks are fair.
        games = games[: len(games) - len(games) % len(games[0]["seats"])] if games else []
        scores = {agent.name: 0.0 for agent in agents}
        for number, game in enumerate(games):
            for seat in game["seats"]:
                # In each game of a block every bot sits one seat earlier than in the game before.
                player = (seat["seat"] - 1 + number) % len(game["seats"])
                if player >= len(agents):
                    continue
                agent = agents[player]
                above, _, below = seat["points"].partition("/")
                scores[agent.name] += int(above) / int(below or 1)
                for fault in seat.get("faults", []):
                    stats.details.append(f"game {game['game']}: {agent.name}: {fault['fault']}: {fault['text']}")
        best = max(scores.values())
        winners = [name for name, score in scores.items() if score == best]
        stats.winner = winners[0] if len(winners) == 1 else RESULT_TIE
        stats.scores = scores
        for name, score in scores.items():
            stats.player_stats[name].score = score

    def validate_code(self, agent: Player) -> tuple[bool, str | None]:
        # Warnings about the container are none of the player's business.
        done = agent.environment.execute(f"{self.check} 2>/dev/null", timeout=CHECK_TIMEOUT)
        return (True, None) if done["returncode"] == 0 else (False, done["output"])
