"""What happens in a match, as a host hears it: each event of UVI 4.3 as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TypeAlias

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
class Over:
    """The match is over: points for each seat, or one score for all, or neither after an abort or an analysis."""

    reason: str
    score: tuple[Fraction, ...] | None = None
    shared: int | None = None

    def points(self, seat: int) -> Fraction | None:
        """What a seat has in the end; the shared score where there is one; `None` where there is no score.

        >>> Over("checkmate", (Fraction(1), Fraction(0))).points(2)
        Fraction(0, 1)
        """
        if self.score is not None:
            return self.score[seat - 1]
        return None if self.shared is None else Fraction(self.shared)


Event: TypeAlias = "Ready|Started|Chance|Played|Scored|Turn|Info|Fault|Try|Vacated|Undone|Over"

_MAKERS: dict[str, Callable[[Message], Event]] = {
    "ready": lambda said: Ready(said["seat"], said["name"]),
    "started": lambda said: Started(said["commitment"], " ".join(said["position"])),
    "chance": lambda said: Chance(said["action"]),
    "played": lambda said: Played(said["seat"], said["action"], said["time"], said["text"]),
    "score": lambda said: Scored(said["turn"], said["points"], said["total"], tuple(said["chain"])),
    "turn": lambda said: Turn(said["seat"], _limits(said)),
    "info": lambda said: Info(said["seat"], said["text"]),
    "fault": lambda said: Fault(said["seat"], said["fault"], said["text"]),
    "try": lambda said: Try(said["seat"], said["fault"], said["left"], said["time"], said["text"]),
    "vacated": lambda said: Vacated(said["seat"], said["reason"]),
    "undone": lambda said: Undone(said["plies"], said["to"]),
    "over": lambda said: Over(said["reason"], said.get("score"), said.get("shared")),
}

VERBS = frozenset(_MAKERS)
"""The verbs of events. What else the arbiter says is the answer to a question."""


def _limits(said: Message) -> Go:
    return Go(**{limit.name: said.get(limit.name) for limit in fields(Go)})


def event_of(message: Message) -> Event:
    """The event that a message of the host link tells."""
    return _MAKERS[message.verb](message)


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
