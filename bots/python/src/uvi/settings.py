"""What a match is to be, as the lines that say so."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import SupportsIndex, TypeAlias

from .errors import WriteError
from .host import Message
from .line import split
from .parts import table, written
from .program import command_of, has_short_name, meant

Value: TypeAlias = "str | int | bool"


@dataclass(frozen=True)
class Seat:
    """Who plays a seat: `host`, or `bot:` and a command line. The arbiter's own bots have short names, which need no
    `bot:`.

    >>> Seat("bot:search", options={"seed": 7}, set={"memory": "512M"}, clock="movetime 100").player
    'bot:search'
    """

    player: str
    options: Mapping[str, Value] = field(default_factory=dict)
    """Options of the bot (`seatoption`)."""
    set: Mapping[str, Value | Mapping[str, str]] = field(default_factory=dict)
    """How the bot is started and what it may use (`seatset`, UVI 4.5): `{"memory": "512M", "sandbox": True}`. `env` takes
    a mapping of names to values."""
    clock: str | None = None
    """Limits of this seat, in words: `movetime 100`, `time 60000 inc 500`, `nodes 1000`, `none`."""


@dataclass(frozen=True)
class Settings:
    """What a match is to be. `Arbiter.match` says what each part means."""

    variant: str
    seats: Sequence[str | Seat]
    options: Mapping[str, Value] = field(default_factory=dict)
    seed: str | int | None = None
    position: object = None
    clock: str | None = None
    patience: str | None = None
    onfault: str | None = None
    takebacks: bool | None = None
    keep: bool | None = None
    log: str | os.PathLike[str] | None = None
    times: bool | None = None
    info: str | None = None
    sync: str | None = None

    def __post_init__(self) -> None:
        for number, player in enumerate(self.players, 1):
            is_bot = player.startswith("bot:") and player.removeprefix("bot:").strip()
            if player != "host" and not is_bot and not has_short_name(player):
                raise ValueError(
                    f"expected host or bot:COMMAND for seat {number}, found {player!r}; did you mean {meant(player)!r}?"
                )
        if self.keep and self.log is None:
            raise ValueError("expected a log beside keep: without one there is nothing to resume; give log a path")

    @property
    def players(self) -> list[str]:
        """Who plays each seat, in words."""
        return [str(seat.player if isinstance(seat, Seat) else seat) for seat in self.seats]

    def lines(self, match: str, program: Path) -> Iterator[Message]:
        """The lines that make this match, without that which starts it."""
        yield self._new(match)
        if self.position is not None:
            yield Message("setposition", {"match": match, "position": split(str(self.position))})
        for number, seat in enumerate(self.seats, 1):
            yield from _seat_lines(match, number, seat if isinstance(seat, Seat) else Seat(seat), program)
        if self.clock is not None:
            yield Worded("clock", match, self.clock)
        for number, seat in enumerate(self.seats, 1):
            if isinstance(seat, Seat) and seat.clock is not None:
                yield Worded("clock", match, f"seat {number} {seat.clock}")
        for verb, words in (("patience", self.patience), ("onfault", self.onfault)):
            if words is not None:
                yield Worded(verb, match, words)
        for verb, on in (("takebacks", self.takebacks), ("keep", self.keep)):
            if on is not None:
                yield Message(verb, {"match": match, "on": on})
        if self.log is not None:
            yield self._log(match, self.log)

    def _new(self, match: str) -> Message:
        fields = {"match": match, "variant": self.variant, "seats": len(self.seats)}
        if self.seed is not None:
            fields["seed"] = seed_digits(self.seed)
        options = [[name, option_word(value)] for name, value in self.options.items()]
        return Message("newmatch", {**fields, "options": options})

    def _log(self, match: str, path: str | os.PathLike[str]) -> Message:
        # The arbiter stays in the folder where it was started; this program may have left it.
        fields = {"match": match, "path": os.path.abspath(path)}
        parts = {"times": self.times, "info": self.info, "sync": self.sync}
        return Message("log", {**fields, **{name: part for name, part in parts.items() if part is not None}})


def option_word(value: object) -> str:
    """The word of a value of a rule option. One that can be on or off has these words."""
    return _word(value, "on", "off")


def seed_digits(seed: object) -> str:
    """A seed in hex digits: an int is a number, as in `uvi.rules`. The arbiter refuses what is neither."""
    return f"{operator.index(seed):x}" if isinstance(seed, SupportsIndex) else str(seed)


_WORDED = table("clock match words:text", "patience match words:text", "onfault match words:text")


class Worded(Message):
    """A line of which the words after the match are those of the user, right or wrong: the arbiter says which."""

    def __init__(self, verb: str, match: str, words: str) -> None:
        if not isinstance(words, str):
            raise WriteError(verb, "words", f"expected a text such as those of UVI 4.2, found {words!r}")
        super().__init__(verb, {"match": match, "words": words.strip(" \t")})

    def __str__(self) -> str:
        return written(self.verb, _WORDED[self.verb], self.fields)


def _word(value: object, yes: str, no: str) -> str:
    return (yes if value else no) if isinstance(value, bool) else str(value)


def _seat_lines(match: str, number: int, seat: Seat, program: Path) -> Iterator[Message]:
    at = {"match": match, "seat": number}
    if seat.player == "host":
        yield Message("seat", {**at, "player": "host"})
    else:
        command = command_of(seat.player.removeprefix("bot:").strip(" \t"), program)
        yield Message("seat", {**at, "player": "bot", "command": command})
    for name, value in seat.options.items():
        yield Message("seatoption", {**at, "name": name, "value": _word(value, "true", "false")})
    for key, setting in seat.set.items():
        if isinstance(setting, Mapping):
            for name, value in setting.items():
                yield Message("seatset", {**at, "key": key, "value": f"{name}={value}"})
        elif setting is True:
            yield Message("seatset", {**at, "key": key})
        else:
            yield Message("seatset", {**at, "key": key, "value": _word(setting, "on", "off")})


__all__ = ["Seat", "Settings", "Value"]
