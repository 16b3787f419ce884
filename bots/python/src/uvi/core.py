"""An arbiter and its matches, as far as it does not matter how one waits for them."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from .declared import option_of
from .errors import ArbiterGone, HostError, PositionError
from .events import Event, Over, event_of
from .feed import Asked, Feed
from .host import Message
from .link import Answer, Link
from .options import Option
from .pictures import Picture, figure
from .positions import KINDS, Position, Text, kind_of, read_position
from .program import find_arbiter


@dataclass(frozen=True)
class Variant:
    """A variant that the arbiter knows: its word, its possible numbers of seats, its title and its rule options."""

    name: str
    seats: tuple[int, ...]
    title: str
    options: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True)
class Places:
    """The places in the picture that an action consists of, then words with their meaning, for a user who clicks (UVI
    4.6)."""

    action: str
    at: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    text: str


class Core:
    """An arbiter with its matches."""

    def __init__(
        self,
        program: str | os.PathLike[str] | None,
        environment: Mapping[str, str] | None,
        arguments: Sequence[str],
        timeout: float | None,
    ) -> None:
        self.timeout = timeout
        self.program = find_arbiter(program)
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}
        self._numbers = itertools.count(1)
        self.variants: dict[str, Variant] = {}
        self.name = self.author = ""
        self.link = Link(self.program, arguments, environment, self._tell, self._refuse, self._gone)

    def greeted(self, answer: Answer) -> None:
        """The arbiter has said who it is, and what can be played."""
        options: dict[str, dict[str, Option]] = {}
        for said in answer:
            if said.verb == "id":
                setattr(self, said["key"], said["text"])
            elif said.verb == "option":
                options.setdefault(said["variant"], {})[said["name"]] = option_of(said.fields)
        words: dict[str, dict[str, object]] = {}
        for said in answer:
            if said.verb == "about" and said["key"] == "word":
                name, form, _ = said["text"].split(" ", 2)
                words.setdefault(said["variant"], {})[name] = json.loads(form)
        for variant in words.keys() - KINDS.keys():
            KINDS[variant] = kind_of(variant, words[variant])
        for said in answer:
            if said.verb == "variant":
                word = said["name"]
                self.variants[word] = Variant(word, tuple(said["seats"]), said["title"], options.get(word, {}))

    def feed(self, name: str | None) -> tuple[str, Feed]:
        """A new match, by its name or by one that no other has."""
        feed = Feed()
        with self._lock:
            if name in self._feeds:
                raise ValueError(f"match {name} already exists; drop it or choose another name")
            if name is None:
                name = next(word for word in (f"m{n}" for n in self._numbers) if word not in self._feeds)
            self._feeds[name] = feed
        if self.link.end:
            feed.fail(self.link.end)
        return name, feed

    def forget(self, name: str) -> None:
        """The match is no more."""
        with self._lock:
            self._feeds.pop(name, None)

    def _tell(self, message: Message) -> None:
        feed = self._feeds.get(message["match"])
        if feed:
            feed.hear(event_of(message))

    def _refuse(self, error: HostError) -> None:
        words = error.said.split()
        feed = self._feeds.get(words[1]) if len(words) > 1 else None
        if feed:
            feed.fail(error)

    def _gone(self, error: ArbiterGone) -> None:
        with self._lock:
            feeds = list(self._feeds.values())
        for feed in feeds:
            feed.fail(error)


class ArbiterCore:
    """What there is to know of an arbiter, however one waits for it."""

    _core: Core

    @property
    def timeout(self) -> float | None:
        """How many seconds the arbiter may take to answer a line."""
        return self._core.timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self._core.timeout = timeout

    @property
    def variants(self) -> dict[str, Variant]:
        """The variants that this arbiter knows, by their words.

        >>> from uvi import Arbiter
        >>> with Arbiter() as arbiter:
        ...     arbiter.variants["orwell"].options["maxrounds"]
        Spin(name='maxrounds', default=500, min=1, max=10000)
        """
        return dict(self._core.variants)

    @property
    def name(self) -> str:
        """The arbiter's name and version."""
        return self._core.name

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._core.link.pid


class MatchCore:
    """A match, as far as it does not matter how one waits for it."""

    def __init__(self, core: Core, name: str, feed: Feed, variant: str, players: Sequence[str]) -> None:
        self._core = core
        self._feed = feed
        self.name = name
        """The name of the match on the host link and in its log."""
        self.variant = variant
        """The word of the variant."""
        self.seats = len(players)
        """How many seats it has."""
        self._players = players

    @property
    def events(self) -> list[Event]:
        """All that has happened so far."""
        return list(self._feed.events)

    @property
    def over(self) -> Over | None:
        """How the match ended; `None` before its end."""
        return self._feed.over

    @property
    def asked(self) -> list[int]:
        """The host seats that must decide now."""
        return self._feed.open_seats()

    @property
    def commitment(self) -> str | None:
        """The commitment to the seed, once the match has started (UVI 6)."""
        return self._feed.started.commitment if self._feed.started else None

    @property
    def names(self) -> dict[int, str]:
        """The names of the bots that are ready, by seat."""
        return dict(self._feed.names)

    def __repr__(self) -> str:
        return f"<match {self.name} of {self.variant}: {self._state()}>"

    def _check_host(self, seat: int | None) -> None:
        """Refuses a seat of which no question comes, in the words of the arbiter."""
        if seat is None:
            return
        if seat not in range(1, self.seats + 1):
            raise HostError("bad-seat", f"expected a seat from 1 to {self.seats}, found {seat!r}", 0)
        if self._players[seat - 1] != "host":
            raise HostError("not-your-turn", f"expected a host seat, but a bot plays seat {seat}", 0)

    def _state(self) -> str:
        if self._feed.over:
            return ended(self._feed.over)
        if self._feed.error:
            return str(self._feed.error)
        return "running" if self._feed.started else "not started"

    def _figure(self, svg: str | None) -> str:
        names = [f"seat {seat}: {name}" for seat, name in sorted(self._feed.names.items())]
        count = sum(type(event).__name__ == "Played" for event in self.events)
        return figure(svg, f"{self.variant}, match {self.name}", [*names, f"{count} actions", self._state()])


class QuestionCore:
    """That a host seat must decide."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self.seat = asked.seat
        """Who must decide."""
        self.limits = asked.limits
        """Within which time, and the like."""

    @property
    def is_open(self) -> bool:
        """Whether an answer is still wanted: none was given, the time is not up, and nothing was taken back."""
        return self._asked.is_open


def ended(over: Over) -> str:
    """How a match ended, in words."""
    if over.score is not None:
        return f"over: {over.reason}, score {' '.join(map(str, over.score))}"
    return f"over: {over.reason}" + ("" if over.shared is None else f", shared {over.shared}")


def position_of(variant: str, text: str) -> Position:
    """A position as an object; as its text where this package does not know its notation."""
    try:
        return read_position(variant, text)
    except PositionError:
        return Text(text)


def head_of(path: str | os.PathLike[str]) -> tuple[str, list[str]]:
    """The variant of a log, and for each seat `host` or `bot`."""
    try:
        with Path(path).open(encoding="utf-8") as log:
            head = json.loads(log.readline())
        return head["variant"], [seat["player"] for seat in head["seats"]]
    except (OSError, ValueError, KeyError, TypeError):
        # The arbiter says what is wrong with it.
        return "unknown", []


def dropped(core: Core, name: str) -> Future[Answer]:
    """Forgets a match that could not be made as it was to be, or never was."""
    core.forget(name)
    return core.link.ask(Message("drop", {"match": name}))


def place_of(said: Message) -> Places:
    """The places of one action."""
    words = tuple((word, meaning) for word, meaning in said["words"])
    return Places(said["action"], tuple(said["at"]), words, said["text"])


__all__ = ["ArbiterCore", "Core", "MatchCore", "Places", "QuestionCore", "Variant"]
