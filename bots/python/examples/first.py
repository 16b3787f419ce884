"""A bot for every variant."""

import uvi


class Any(uvi.Bot):
    name = "Any"

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        return self.lots.choice(legal)


Any().run()
