"""The host library for threads: run matches on an arbiter, from as many threads as you like.

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
    """A running arbiter. Use it in a `with`: at its end the arbiter and all its bots end.

    - `program`: where the arbiter is (see `find_arbiter`).
    - `environment`: the environment variables of the arbiter, instead of those of this program.
    - `arguments`: further arguments of the program.
    - `timeout`: how many seconds the arbiter may take to answer a line. After that, `ArbiterTimeout` is raised.
    - `grace`: how many seconds the arbiter may take to leave before it is killed.

    You may call all methods from any thread.

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
        """Aborts what is running, and ends the arbiter. Calls that are waiting for it raise `ArbiterGone`."""
        self._finalizer()

    @property
    def variants(self) -> dict[str, Variant]:
        """The variants that this arbiter knows, by their words.

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
        """Makes a match, and starts it unless `start` is false.

        - `seats`: for each seat `host`, `bot:COMMAND LINE`, or a `Seat`, which can have options and limits. The
          arbiter's own bots have short names: `bot:random`, `bot:greedy`, `bot:search`.
        - `options`: the rule options of the variant.
        - `seed`: up to 32 hex digits. If you omit it, the arbiter draws one.
        - `position`: where to start, as text or as an object of `uvi.positions`.
        - `clock`, `patience`, `onfault`: the words of these lines (UVI 4.2), such as `time 60000 inc 500`,
          `greet 5000 ready 5000`, `random`.
        - `takebacks`: whether you may take back decisions although bots play.
        - `keep`: whether the log can be resumed if the match is still running when this program leaves.
        - `log`: the file of the log. It must not exist yet.
        - `times`, `info` (`off`, `last`, `all`): what the log keeps.
        - `sync` (`off`, `game`, `event`): when the log is forced to the disk.

        If the arbiter refuses any of it, this raises `HostError`, and there is no match.
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
        """Resumes a match whose log was cut off, with the same seats, bots, luck and file. This host is asked for the
        host seats."""
        name, feed = self._core.feed(name)
        match = Match(self, name, feed, *head_of(path))
        self._make(match, match._say("resume", path=os.path.abspath(path)))
        if start:
            self._begin(match)
        return match

    def watch(self, path: str | os.PathLike[str], *, name: str | None = None) -> Match:
        """Follows a match that another arbiter is playing or has played, by its log (UVI 4.8). The match has events,
        positions and pictures, and takes no answers."""
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
        """Asks a bot about a position, outside a game (UVI 4.9). Its thoughts come as `Info`, its answer as `Played`,
        and the end as `Over` with the reason `analysed`. Without a `clock`, it thinks until `Match.stop`.

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
        """Turns `Info` events on or off: what bots say while they think."""
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
    """A match of an `Arbiter`, made by `Arbiter.match`, `resume`, `watch` or `analyse`.

    In a `with`, it is stopped and dropped at the end. You may call all methods from any thread. If the arbiter refuses
    something, they raise `HostError`, and the match continues as if nothing had been said.
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
        """Starts the match, and waits until each bot has greeted or has failed to."""
        self._begin("start")

    def analyse(self) -> None:
        """Asks the bots of the seats that are to act; use it instead of `start`. After it ends, you may ask again."""
        self._feed.begin_anew()
        self._begin("analyse")

    def _begin(self, verb: str) -> None:
        self._arbiter._ask(self._say(verb))
        deadline = _deadline(self._arbiter.timeout)
        while not (self._feed.started or self._feed.over):
            self._wait_beyond(self._feed_length(), deadline, "the match to start")

    def questions(self, seat: int | None = None) -> Iterator[Question]:
        """Yields the questions to the host seats, or to one of them, as they come, until the match is over.

        This thread must answer each question before it asks for the next. Otherwise `NotAnswered` is raised, because
        nobody would ever answer it. If you leave the loop early, an open question is given back, and another loop can
        continue with it. Threads that share the questions of a match call `next_question`.
        """
        while question := self.next_question(seat):
            try:
                yield question
            finally:
                question._asked.is_given = False
            if question.is_open:
                raise NotAnswered(f"the question to seat {question.seat} was not answered: call its play or resign")

    def next_question(self, seat: int | None = None, timeout: float | None = None) -> Question | None:
        """Waits for the next question to a host seat, or to this one. Returns `None` when the match is over. Each
        question is given to one caller only, however many threads ask."""
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
        """Yields the events from the first one on, as they come, until the match is over. `timeout` is how many seconds
        to wait for each."""
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
        """The legal actions of a seat now; none if it is not asked."""
        return self._arbiter._ask(self._legal(seat))

    def places(self, seat: int) -> list[Places]:
        """The places that each legal action of a seat consists of, for a user who clicks on the board (UVI 4.6)."""
        return self._arbiter._ask(self._places(seat))

    def position(self, seat: int | None = None) -> Position:
        """The position, in full or as a seat may see it."""
        return self._arbiter._ask(self._position(seat))

    def history(self, seat: int | None = None) -> History:
        """The start and everything that has happened since, in full or as a seat may see it."""
        return self._arbiter._ask(self._history(seat))

    def picture(self, seat: int | None = None) -> Picture:
        """The board, in full or as a seat may see it."""
        return self._arbiter._ask(self._picture(seat))

    def board(self) -> str:
        """The board as lines of text, for people."""
        return self._arbiter._ask(self._show())

    def play(self, seat: int, *actions: str) -> None:
        """Plays for a host seat: one action, or several in a row. If one that would be used is illegal, none is
        played."""
        self._arbiter._ask(self._play(seat, actions))

    def resign(self, seat: int) -> None:
        """Resigns for a host seat."""
        self._arbiter._ask(self._resign(seat))

    def undo(self, plies: int | None = None, *, to: int | None = None) -> None:
        """Takes back the last decision or the last `plies` decisions, and what followed from them. With `to`, it takes
        back as few as possible so that at most `to` of all `Chance` and `Played` events still stand. `Undone` tells
        what was taken back. This is allowed if all seats are host seats, or with `takebacks`."""
        self._arbiter._ask(self._undo(plies, to))

    def stop(self) -> None:
        """Aborts the match. An analysis is asked for its answer instead."""
        self._arbiter._ask(self._say("stop"))

    def drop(self) -> None:
        """Makes the arbiter forget a match that is not running."""
        self._arbiter._ask(self._say("drop"))
        self._core.forget(self.name)

    def _repr_html_(self) -> str:
        try:
            svg: str | None = self.picture()
        except ArbiterError:
            svg = None
        return self._figure(svg)


class Question(QuestionCore):
    """A question: a host seat must decide. Answer it with `play` or `resign`."""

    def __init__(self, match: Match, asked: Asked) -> None:
        super().__init__(asked)
        self.match = match

    def __repr__(self) -> str:
        return f"<question to seat {self.seat} of {self.match.name}: {'open' if self.is_open else 'answered'}>"

    def legal(self) -> list[str]:
        """The legal actions of the seat now."""
        return self.match.legal(self.seat)

    def places(self) -> list[Places]:
        """The places that each of these actions consists of."""
        return self.match.places(self.seat)

    def position(self) -> Position:
        """The position as the seat may see it."""
        return self.match.position(self.seat)

    def history(self) -> History:
        """The start and everything that has happened since, as the seat may see it."""
        return self.match.history(self.seat)

    def picture(self) -> Picture:
        """The board as the seat may see it."""
        return self.match.picture(self.seat)

    def play(self, *actions: str) -> None:
        """Answers with one action, or with several in a row. If the arbiter refuses the answer, `HostError` has the
        reason, and the question stays open."""
        self.match.play(self.seat, *actions)

    def resign(self) -> None:
        """Resigns."""
        self.match.resign(self.seat)


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


__all__ = ["Arbiter", "Match", "Question"]
