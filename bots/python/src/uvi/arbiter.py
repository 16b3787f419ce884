"""The host library: a program that runs matches over the arbiter, from as many threads as it likes.

    import uvi

    with uvi.Arbiter() as arbiter:
        match = arbiter.match("orwell", seats=["bot:greedy", "host", "bot:random"], seed="2a")
        for question in match.questions():
            question.play(question.legal()[0])
        print(match.over)
"""

from __future__ import annotations

import concurrent.futures
import os
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import TypeVar

from .core import (
    Core,
    MatchCore,
    Places,
    QuestionCore,
    Request,
    Variant,
    dropped,
    head_of,
    made,
)
from .errors import ArbiterError, ArbiterTimeout, HostError, NotAnswered
from .events import Event, Over
from .feed import Asked, Feed
from .host import Message
from .link import Link
from .messages import History
from .pictures import Picture
from .positions import Position
from .settings import Seat, Settings, Value

T = TypeVar("T")


class Arbiter:
    """A running arbiter, to be used in a `with`: at its end the arbiter leaves, and every bot with it.

    `program` says where the arbiter is (see `find_arbiter`), `environment` what variables it has in place of this
    program's, `timeout` how many seconds it may take to answer a line; then `ArbiterTimeout` is raised. `grace` is how
    long it may take to leave before it is killed. All methods may be called from any thread.

    >>> with Arbiter() as arbiter:
    ...     match = arbiter.match("isolation", seats=["bot:random", "host"], seed="2a")
    ...     for question in match.questions():
    ...         question.play(question.legal()[0])
    ...     match.over.reason
    'isolated'
    """

    def __init__(
        self,
        program: str | os.PathLike[str] | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
        timeout: float | None = 60.0,
        grace: float = 5.0,
    ) -> None:
        self.timeout = timeout
        self._grace = grace
        self._core = Core(program, environment, arguments)
        # One that nobody closed ends when it is collected, or when this program ends.
        self._finalizer = weakref.finalize(self, Link.close, self._core.link, grace)
        try:
            self._ask(self._core.greeting())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Breaks off whatever runs and ends the arbiter. Whoever waits for something of it gets `ArbiterGone`."""
        self._finalizer()

    @property
    def variants(self) -> dict[str, Variant]:
        """The games that this arbiter knows, by their words.

        >>> with Arbiter() as arbiter:
        ...     arbiter.variants["orwell"].options["maxrounds"]
        Spin(name='maxrounds', default=500, min=1, max=10000)
        """
        return dict(self._core.variants)

    @property
    def name(self) -> str:
        """Who the arbiter is, with its version."""
        return self._core.name

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._core.link.pid

    def match(
        self,
        variant: str,
        seats: Sequence[str | Seat],
        *,
        options: Mapping[str, Value] | None = None,
        seed: str | int | None = None,
        position: object = None,
        clock: str | None = None,
        patience: str | None = None,
        onfault: str | None = None,
        takebacks: bool | None = None,
        keep: bool | None = None,
        log: str | os.PathLike[str] | None = None,
        times: bool | None = None,
        info: str | None = None,
        sync: str | None = None,
        name: str | None = None,
        start: bool = True,
    ) -> Match:
        """A new match, which has started when this returns, unless `start` is false.

        - `seats`: for each seat `host`, `bot:COMMAND LINE`, or a `Seat`, which has options and limits too. The arbiter's
          own bots have short names: `bot:random`, `bot:greedy`, `bot:search`.
        - `options`: rule options of the variant; `seed`: up to 32 hex digits, drawn from the system if there is none;
          `position`: where to start, as a text or an object of `uvi.positions`.
        - `clock`, `patience`, `onfault`: the words of these lines (UVI 4.2), such as `time 60000 inc 500`,
          `greet 5000 ready 5000`, `random`; `takebacks`: whether decisions may be taken back though bots play;
          `keep`: whether the log can be resumed if the match still runs when this program leaves.
        - `log`: the file that the log is written to, which must not be there yet; `times`, `info` (`off`, `last`,
          `all`) and `sync` (`off`, `game`, `event`) say what it keeps.

        Raises `HostError` where the arbiter refuses any of it; then there is no match.
        """
        settings = Settings(
            variant,
            seats,
            options or {},
            seed,
            position,
            clock,
            patience,
            onfault,
            takebacks,
            keep,
            log,
            times,
            info,
            sync,
        )
        name, feed = self._core.feed(name)
        match = Match(self, name, feed, variant, len(seats))
        self._make(match, made(self._core, name, settings))
        if start:
            self._begin(match)
        return match

    def resume(self, path: str | os.PathLike[str], *, name: str | None = None, start: bool = True) -> Match:
        """Goes on with a match whose log was cut off: the same seats, bots and luck, and the same file. Host seats are
        asked here."""
        name, feed = self._core.feed(name)
        match = Match(self, name, feed, *head_of(path))
        self._make(match, match._say("resume", path=os.path.abspath(path)))
        if start:
            self._begin(match)
        return match

    def watch(self, path: str | os.PathLike[str], *, name: str | None = None) -> Match:
        """Follows a match that another arbiter plays, or has played, by its log (UVI 4.8). It has events, positions and
        pictures, and takes no answers."""
        name, feed = self._core.feed(name)
        match = Match(self, name, feed, *head_of(path))
        self._make(match, match._say("watch", path=os.path.abspath(path)))
        return match

    def analyse(
        self,
        variant: str,
        bot: str | Seat,
        *,
        position: object = None,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        seed: str | int | None = None,
        clock: str | None = None,
        name: str | None = None,
    ) -> Match:
        """Asks a bot about a position, outside a game (UVI 4.9). What it thinks comes as `Info`, its answer as `Played`,
        the end as `Over` with the reason `analysed`. Without a `clock` it thinks until `Match.stop`.

        >>> with Arbiter() as arbiter:
        ...     analysis = arbiter.analyse("chess", "bot:search", clock="nodes 100")
        ...     analysis.wait().reason
        'analysed'
        """
        known = self._core.variants.get(variant)
        count = seats or (min(known.seats) if known else 1)
        settings = Settings(variant, [bot] * count, options or {}, seed, position, clock)
        name, feed = self._core.feed(name)
        match = Match(self, name, feed, variant, count)
        self._make(match, made(self._core, name, settings))
        match.analyse()
        return match

    def debug(self, on: bool = True) -> None:
        """Whether `Info` events tell what bots say while they think."""
        self._ask(Request([Message("debug", {"on": on})], lambda answer: None))

    def _make(self, match: Match, request: Request[None]) -> None:
        try:
            self._ask(request)
        except ArbiterError:
            dropped(self._core, match.name)
            raise

    def _begin(self, match: Match) -> None:
        try:
            match.start()
        except HostError:
            dropped(self._core, match.name)
            raise

    def _ask(self, request: Request[T]) -> T:
        return request.read(self._wait(self._core.link.ask(*request.lines), self.timeout, str(request.lines[0])))

    @staticmethod
    def _wait(future: Future[T], timeout: float | None, what: str) -> T:
        try:
            return future.result(timeout)
        except concurrent.futures.TimeoutError as error:
            if isinstance(error, ArbiterError):
                raise
            future.cancel()
            raise ArbiterTimeout(f"expected an answer to {what[:80]!r} within {timeout} s") from None


class Match(MatchCore):
    """A match of an `Arbiter`: made by `Arbiter.match`, `resume`, `watch` or `analyse`.

    As a context manager it is stopped and dropped at the end. All methods may be called from any thread; where the
    arbiter refuses something, they raise `HostError`, and the match goes on as if nothing had been said.
    """

    def __init__(self, arbiter: Arbiter, name: str, feed: Feed, variant: str, seats: int) -> None:
        super().__init__(arbiter._core, name, feed, variant, seats)
        self._arbiter = arbiter

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._core.link.end:
            return
        try:
            self.stop()
            self.wait(self._arbiter.timeout)
        except HostError:
            # It does not run.
            pass
        self.drop()

    def start(self) -> None:
        """Starts the match, and waits until each bot has greeted or failed to."""
        self._begin("start")

    def analyse(self) -> None:
        """Asks the bots of the seats that are to act, in place of `start`. After its end it may be asked again."""
        self._feed.begin_anew()
        self._begin("analyse")

    def _begin(self, verb: str) -> None:
        self._arbiter._ask(self._say(verb))
        deadline = _deadline(self._arbiter.timeout)
        while not (self._feed.started or self._feed.over):
            self._wait_beyond(self._feed_length(), deadline, "the match to start")

    def questions(self, seat: int | None = None) -> Iterator[Question]:
        """The questions to host seats, or to one of them, as they come, until the match is over.

        Each must be answered, by this thread, before the next is asked for; else `NotAnswered` is raised, because
        nobody would ever come to answer it. A loop that is left early gives an open question back, so that another loop
        goes on with it. Threads that share the questions of a match call `next_question`.
        """
        while question := self.next_question(seat):
            try:
                yield question
            finally:
                question._asked.is_given = False
            if question.is_open:
                raise NotAnswered(f"the question to seat {question.seat} was not answered: call its play or resign")

    def next_question(self, seat: int | None = None, timeout: float | None = None) -> Question | None:
        """Waits for the next question to a host seat, or to this one; `None` when the match is over. Each question is
        given once, however many threads ask."""
        deadline = _deadline(timeout)
        while True:
            heard = self._feed_length()
            asked = self._feed.give(seat)
            if asked:
                return Question(self, asked)
            if self._feed.over:
                return None
            self._wait_beyond(heard, deadline, "a question")

    def follow(self, timeout: float | None = None) -> Iterator[Event]:
        """The events from the first one on, as they come, until the match is over. `timeout` is how long to wait for
        each."""
        heard = 0
        while True:
            while heard < self._feed_length():
                yield self._feed.events[heard]
                heard += 1
            if self._feed.over:
                return
            self._wait_beyond(heard, _deadline(timeout), "an event")

    def wait(self, timeout: float | None = None) -> Over:
        """Waits for the end of the match."""
        deadline = _deadline(timeout)
        while True:
            heard = self._feed_length()
            if self._feed.over:
                return self._feed.over
            self._wait_beyond(heard, deadline, "the end of the match")

    def _feed_length(self) -> int:
        return len(self._feed.events)

    def _wait_beyond(self, heard: int, deadline: float | None, what: str) -> None:
        if self._feed.error:
            raise self._feed.error
        more = self._feed.beyond(heard)
        try:
            more.result(None if deadline is None else max(0.0, deadline - time.monotonic()))
        except concurrent.futures.TimeoutError:
            self._feed.forget(more)
            raise ArbiterTimeout(f"expected {what} of {self.name} in time, none came") from None
        if self._feed.error:
            raise self._feed.error

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now; nothing if it is not asked."""
        return self._arbiter._ask(self._legal(seat))

    def places(self, seat: int) -> list[Places]:
        """What each action that a seat may do is made of, for those who point (UVI 4.6)."""
        return self._arbiter._ask(self._places(seat))

    def position(self, seat: int | None = None) -> Position:
        """The position, in full or as a seat may see it."""
        return self._arbiter._ask(self._position(seat))

    def history(self, seat: int | None = None) -> History:
        """The start and all that has happened, in full or as a seat may see it."""
        return self._arbiter._ask(self._history(seat))

    def picture(self, seat: int | None = None) -> Picture:
        """The board, in full or as a seat may see it."""
        return self._arbiter._ask(self._picture(seat))

    def board(self) -> str:
        """The board as lines of text, for people."""
        return self._arbiter._ask(self._show())

    def play(self, seat: int, *actions: str) -> None:
        """The decision of a host seat: one action, or several to be played one after the other. If one of those that
        would be used is illegal, none is played."""
        self._arbiter._ask(self._play(seat, actions))

    def resign(self, seat: int) -> None:
        """A host seat gives the game up."""
        self._arbiter._ask(self._resign(seat))

    def undo(self, plies: int | None = None, *, to: int | None = None) -> None:
        """Takes back the last decision, or so many, and what followed from them; or as few as leave no more than `to` of
        all `Chance` and `Played` standing. `Undone` is told. It is allowed where all seats are the host's, or with
        `takebacks`."""
        self._arbiter._ask(self._undo(plies, to))

    def stop(self) -> None:
        """Breaks the match off; an analysis is told to answer."""
        self._arbiter._ask(self._say("stop"))

    def drop(self) -> None:
        """Forgets a match that does not run. The arbiter then knows it no more."""
        self._arbiter._ask(self._say("drop"))
        self._core.forget(self.name)

    def _repr_html_(self) -> str:
        try:
            svg: str | None = self.picture()
        except ArbiterError:
            svg = None
        return self._figure(svg)


class Question(QuestionCore):
    """That a host seat must decide. Answer by `play` or `resign`."""

    def __init__(self, match: Match, asked: Asked) -> None:
        super().__init__(asked)
        self.match = match

    def __repr__(self) -> str:
        return f"<question to seat {self.seat} of {self.match.name}: {'open' if self.is_open else 'answered'}>"

    def legal(self) -> list[str]:
        """What the seat may do now."""
        return self.match.legal(self.seat)

    def places(self) -> list[Places]:
        """What each of these actions is made of."""
        return self.match.places(self.seat)

    def position(self) -> Position:
        """The position as the seat may see it."""
        return self.match.position(self.seat)

    def history(self) -> History:
        """The start and all that has happened, as the seat may see it."""
        return self.match.history(self.seat)

    def picture(self) -> Picture:
        """The board as the seat may see it."""
        return self.match.picture(self.seat)

    def play(self, *actions: str) -> None:
        """Answers: one action, or several to be played one after the other. Where the arbiter refuses it, `HostError`
        says why, and the question stays open."""
        self.match.play(self.seat, *actions)

    def resign(self) -> None:
        """Gives the game up."""
        self.match.resign(self.seat)


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


__all__ = ["Arbiter", "Match", "Question"]
