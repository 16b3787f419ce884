"""What happens in a match, as a host hears it: each event of UVI 4.3 as a value."""

# Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from .happening import Ending, parts_of
from .host import Message
from .messages import Go


@dataclass(frozen=True)
class Ready:
    """The bot at this seat has greeted and is ready."""

    seat: int
    name: str


@dataclass(frozen=True)
class Started:
    """The match has started. The commitment binds the arbiter to its seed."""

    commitment: str
    position: str


@dataclass(frozen=True)
class Chance:
    """A chance event, such as a throw of the dice."""

    action: str


@dataclass(frozen=True)
class Played:
    """A seat acted; `text` is the action as people write it, `time` milliseconds."""

    seat: int
    action: str
    time: int
    text: str


@dataclass(frozen=True)
class Scored:
    """What a turn of Catalonia scored, and by which chain."""

    turn: int
    points: int
    total: int
    chain: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """This host seat must decide, within these limits."""

    seat: int
    limits: Go


@dataclass(frozen=True)
class Info:
    """What a bot said. You get it after `Arbiter.debug`, and always in an analysis."""

    seat: int
    text: str


@dataclass(frozen=True)
class Fault:
    """A bot is at fault: the fault's word, one of `uvi.host.FAULTS`, and what was expected and what came."""

    seat: int
    fault: str
    text: str


@dataclass(frozen=True)
class Try:
    """An answer was refused, and the bot is asked again: `illegal` or `unreadable`, what was expected and what came, the
    milliseconds that it used (`time`), and how often it may still try in this game."""

    seat: int
    fault: str
    left: int
    time: int
    text: str


@dataclass(frozen=True)
class Vacated:
    """The game continues without this seat."""

    seat: int
    reason: str


@dataclass(frozen=True)
class Undone:
    """Decisions were taken back: of all `Chance` and `Played`, the first `to` still stand."""

    plies: int
    to: int


@dataclass(frozen=True)
class Over(Ending):
    """The match is over: points for each seat, or one score for all, or neither after an abort or an analysis."""

    reason: str
    score: tuple[Fraction, ...] | None = None
    shared: int | None = None


Event: TypeAlias = "Ready|Started|Chance|Played|Scored|Turn|Info|Fault|Try|Vacated|Undone|Over"

_KINDS: dict[str, type[Any]] = {
    "ready": Ready,
    "started": Started,
    "chance": Chance,
    "played": Played,
    "score": Scored,
    "turn": Turn,
    "info": Info,
    "fault": Fault,
    "try": Try,
    "vacated": Vacated,
    "undone": Undone,
    "over": Over,
}

VERBS = frozenset(_KINDS)
"""The verbs of events. What else the arbiter says is the answer to a question."""


def event_of(message: Message) -> Event:
    """The event that a message of the host link tells."""
    event: Event = _KINDS[message.verb](**parts_of(message))
    return event


__all__ = [
    "Chance",
    "Event",
    "Fault",
    "Info",
    "Over",
    "Played",
    "Ready",
    "Scored",
    "Started",
    "Try",
    "Turn",
    "Undone",
    "Vacated",
    "event_of",
]
