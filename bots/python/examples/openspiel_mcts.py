"""The Monte Carlo tree search of OpenSpiel as a bot for every variant.

    arbiter play katarenga 'bot:python3 openspiel_mcts.py' bot:random
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import uvi
from uvi import openspiel


class Searcher(uvi.Bot):
    """Searches from the position as its seat sees it."""

    name = "OpenSpiel MCTS"
    options = (
        uvi.Spin("simulations", default=100, min=2, max=1_000_000),
        uvi.Spin("length", default=60, min=1, max=1_000_000),
    )

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        text = str(position)
        if "?" in text or len(legal) == 1:
            # A search would need to know what the other seat has chosen.
            return self.lots.choice(legal)
        parameters = dict(self.game.options)
        if self.game.variant == "cat-chess":
            parameters["seats"] = str(self.game.seats)
        given = ",".join(f"{name}={value}" for name, value in parameters.items())
        game = pyspiel.load_game(f"{openspiel.short_name(self.game.variant)}({given})")
        state = game.new_initial_state(text)
        random_state = np.random.RandomState(self.lots.getrandbits(32))
        evaluator = mcts.RandomRolloutEvaluator(1, random_state, max_length=self.settings["length"])
        bot = mcts.MCTSBot(game, 2.0, self.settings["simulations"], evaluator, random_state=random_state)
        action: str = state.action_to_string(state.current_player(), bot.step(state))
        return action if action in legal else self.lots.choice(legal)


if __name__ == "__main__":
    Searcher().run()
