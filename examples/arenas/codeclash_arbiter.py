"""An arena of CodeClash (https://github.com/CodeClash-ai/CodeClash) for every variant of Arbiter.

Copy this file to codeclash/arenas/arbiter/arbiter.py, and import `ArbiterArena` in codeclash/arenas/__init__.py. The
container `Arbiter.Dockerfile` needs Python and the programs of Arbiter on its PATH. The game of a configuration:

    game:
      name: Arbiter
      variant: katarenga
      sims_per_round: 20
"""

import json

from codeclash.agents.player import Player
from codeclash.arenas.arena import CodeArena, RoundStats
from codeclash.constants import RESULT_TIE
from codeclash.utils.environment import assert_zero_exit_code

LINES = "games.jsonl"
LIMITS = ("memory=512M", "processes=64", "sandbox")


class ArbiterArena(CodeArena):
    name: str = "Arbiter"
    submission: str = "main.py"
    description: str = """Your bot (`main.py`) plays a board game. It speaks UVI over stdin and stdout: run
`arbiter rules VARIANT` for the rules, and `arbiter check 'python3 main.py'` to try your bot."""
    default_args: dict = {"variant": "katarenga", "clock": "movetime 1000", "limits": LIMITS}

    def setting(self, name: str):
        return self.game_config.get(name, self.default_args[name])

    def execute_round(self, agents: list[Player]) -> None:
        blocks = max(1, self.game_config["sims_per_round"] // len(agents))
        players = " ".join(f"'bot:python3 /{agent.name}/{self.submission}'" for agent in agents)
        limits = [f"--set {seat}:{limit}" for seat in range(1, len(agents) + 1) for limit in self.setting("limits")]
        words = f"--clock '{self.setting('clock')}' --games {blocks} --rotate {' '.join(limits)}"
        call = f"arbiter play {self.setting('variant')} {players} {words} --json {self.log_env / LINES} --quiet"
        self.logger.info(f"Running games: {call}")
        assert_zero_exit_code(self.environment.execute(call), logger=self.logger)

    def get_results(self, agents: list[Player], round_num: int, stats: RoundStats) -> None:
        lines = [json.loads(line) for line in (self.log_round(round_num) / LINES).read_text().splitlines()]
        games = [line for line in lines if line["type"] == "game"]
        scores = {agent.name: 0.0 for agent in agents}
        for number, game in enumerate(games):
            for seat in game["seats"]:
                # In each game of a block every bot sits one seat earlier than in the game before.
                agent = agents[(seat["seat"] - 1 + number) % len(agents)]
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
        call = f"arbiter check 'python3 {self.submission}' --variant {self.setting('variant')} --decisions 1 --fail-fast"
        done = agent.environment.execute(call)
        return (True, None) if done["returncode"] == 0 else (False, done["output"])
