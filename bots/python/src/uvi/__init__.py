"""Bots for the Arbiter, by the Universal Variant Interface (UVI).

    import uvi

    class Any(uvi.Bot):
        def choose(self, position, legal, clock):
            return self.lots.choice(legal)

    Any().run()

`uvi.Bot` is the base class, `uvi.Clock` the time of a decision, `uvi.positions` has the positions of every variant as
objects, `uvi.messages` the lines of the seat link, `uvi.host` those of the host link.
"""

from .bot import Answer, Bot
from .clock import Clock
from .errors import EmptyLine, ParseError, PositionError, UnknownVerb
from .messages import GameOver, Go, History, NewGame
from .options import Button, Check, Combo, Option, Spin, String
from .positions import Position, read_position

__all__ = [
    "Answer",
    "Bot",
    "Button",
    "Check",
    "Clock",
    "Combo",
    "EmptyLine",
    "GameOver",
    "Go",
    "History",
    "NewGame",
    "Option",
    "ParseError",
    "Position",
    "PositionError",
    "Spin",
    "String",
    "UnknownVerb",
    "read_position",
]
