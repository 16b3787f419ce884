"""The Universal Variant Interface (UVI) in Python: bots for the Arbiter, and programs that run matches over it.

A bot is a class with one method:

    import uvi

    class Any(uvi.Bot):
        def choose(self, position, legal, clock):
            return self.lots.choice(legal)

    Any().run()

A host plays seats itself, and has bots play the others:

    with uvi.Arbiter() as arbiter:
        match = arbiter.match("orwell", seats=["bot:greedy", "host", "bot:random"])
        for question in match.questions():
            question.play(question.legal()[0])
        print(match.over)

`uvi.positions` has the positions of every variant as objects, `uvi.events` what happens in a match, `uvi.log` the records
of a match log, `uvi.messages` the lines of the seat link, `uvi.host` those of the host link.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .bot import Answer, Bot
from .clock import Clock
from .errors import (
    ArbiterError,
    ArbiterGone,
    ArbiterNotFound,
    ArbiterTimeout,
    CommandFailed,
    EmptyLine,
    HostError,
    NotAnswered,
    ParseError,
    PositionError,
    UnknownVerb,
    WriteError,
)
from .messages import GameOver, Go, History, NewGame
from .options import Button, Check, Combo, Option, Spin, String
from .positions import Position, read_position

if TYPE_CHECKING:
    from .arbiter import Arbiter, Match, Question
    from .asynchronous import AsyncArbiter, AsyncMatch, AsyncQuestion
    from .core import Places, Variant
    from .log import Log
    from .pictures import Page, Picture, picture
    from .program import find_arbiter
    from .settings import Seat
    from .tournament import Standings, Tournament

__version__ = "0.1.0"
"""The version of the package, as its metadata has it."""

# What hosts need is loaded when it is asked for: a bot is started for every game, and needs none of it.
_OF_HOSTS = {
    "Arbiter": "arbiter",
    "AsyncArbiter": "asynchronous",
    "AsyncMatch": "asynchronous",
    "AsyncQuestion": "asynchronous",
    "Log": "log",
    "Match": "arbiter",
    "Page": "pictures",
    "Picture": "pictures",
    "Places": "core",
    "Question": "arbiter",
    "Seat": "settings",
    "Standings": "tournament",
    "Tournament": "tournament",
    "Variant": "core",
    "find_arbiter": "program",
    "picture": "pictures",
}


def __getattr__(name: str) -> object:
    if name not in _OF_HOSTS:
        raise AttributeError(f"module 'uvi' has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_OF_HOSTS[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OF_HOSTS})


__all__ = [
    "Answer",
    "Arbiter",
    "ArbiterError",
    "ArbiterGone",
    "ArbiterNotFound",
    "ArbiterTimeout",
    "AsyncArbiter",
    "AsyncMatch",
    "AsyncQuestion",
    "Bot",
    "Button",
    "Check",
    "Clock",
    "Combo",
    "CommandFailed",
    "EmptyLine",
    "GameOver",
    "Go",
    "History",
    "HostError",
    "Log",
    "Match",
    "NewGame",
    "NotAnswered",
    "Option",
    "Page",
    "ParseError",
    "Picture",
    "Places",
    "Position",
    "PositionError",
    "Question",
    "Seat",
    "Spin",
    "Standings",
    "String",
    "Tournament",
    "UnknownVerb",
    "Variant",
    "WriteError",
    "find_arbiter",
    "picture",
    "read_position",
]
