"""A bot that thinks until it is told to answer."""

from __future__ import annotations

import time

import uvi


class Thinker(uvi.Bot):
    name = "Thinker"

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        self.info("hm", score=1)
        while not clock.is_up:
            time.sleep(0.005)
        return legal[0]


Thinker().run()
