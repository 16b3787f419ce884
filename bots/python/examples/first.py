"""A bot for every variant."""

import random

import uvi


class Any(uvi.Bot):
    name = "Any"

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        return random.choice(legal)


Any().run()
