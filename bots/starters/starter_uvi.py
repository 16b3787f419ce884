"""A bot for every variant in one file, to copy and change. It needs Python 3.10 and the package in bots/python:

    pip install ./bots/python
    arbiter play orwell 'bot:python3 starter_uvi.py' bot:random bot:random

The package holds the whole conversation with the arbiter, which knows the rules; so the bot may ask what is legal.
"""

import uvi


class Starter(uvi.Bot):
    name = "Starter (Python, uvi)"
    options = [uvi.Spin("seed", default=0, min=0, max=2**32 - 1)]

    def on_new_game(self) -> None:
        """The time for slow preparations. The log goes to stderr, whose last lines the arbiter puts into its own."""
        self.log.info("I am seat %d of %d in a game of %s", self.game.seat, self.game.seats, self.game.variant)

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        """Chooses one of the legal actions: this is the place for a better idea. The position is an object of its
        variant, such as `uvi.positions.Orwell`; while you think, ask `clock.is_up` now and then.

        It is a hash of lots, seed, seat and position (FNV-1a), so that games differ, since each has other lots, but the
        same question gets the same answer, and whatever goes wrong can be repeated.
        """
        question = f"{self.settings['seed']} {self.game.seat} {position}"
        if self.game.lots is not None:
            question = f"{self.game.lots} {question}"
        number = 2166136261
        for byte in question.encode():
            number = (number ^ byte) * 16777619 % 2**32
        return legal[number % len(legal)] if legal else None  # None resigns


Starter().run()
