"""A bot that ends with a traceback where a position is not read as an object of its variant."""

from __future__ import annotations

import uvi
from uvi.positions import KINDS


class Strict(uvi.Bot):
    name = "Strict"

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        text = str(position)
        assert isinstance(position, KINDS[self.game.variant]), text
        assert type(position).read(text) == position
        return legal[hash(text) % len(legal)]


Strict().run()
