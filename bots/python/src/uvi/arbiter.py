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
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from types import TracebackType
from typing import Any, TypeVar, cast

from .asynchronous import AsyncArbiter, AsyncMatch
from .core import ArbiterCore, MatchCore, Places, QuestionCore
from .errors import ArbiterError, ArbiterTimeout
from .events import Event, Over
from .feed import Asked, Feed
from .messages import History
from .pictures import Picture
from .positions import Position
from .settings import Seat, Settings, Value

T = TypeVar("T")


class _Blocking(AsyncArbiter):
    """The host for coroutines, except that it blocks its thread where that awaits: no coroutine is ever suspended."""

    async def _wait(self, future: Future[T], timeout: float | None, late: str) -> T:
        try:
            return future.result(timeout)
        except concurrent.futures.TimeoutError:
            future.cancel()
            raise ArbiterTimeout(late) from None

    async def close(self) -> None:
        self._finalizer()


def _done(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that is never suspended."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise RuntimeError("a coroutine of a blocking arbiter was suspended")


def _each(items: AsyncIterator[T]) -> Generator[T, None, None]:
    """The items of a generator that is never suspended."""
    assert isinstance(items, AsyncGenerator)
    try:
        while True:
            yield _done(items.__anext__())
    except StopAsyncIteration:
        pass
    finally:
        _done(items.aclose())


class Arbiter(ArbiterCore):
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
        self._awaited = _Blocking(program, environment=environment, arguments=arguments, timeout=timeout, grace=grace)
        self._core = self._awaited._core
        _done(self._awaited.__aenter__())

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Aborts what is running, and ends the arbiter. Calls that are waiting for it raise `ArbiterGone`."""
        _done(self._awaited.close())

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
          arbiter's own bots have short names: `random`, `greedy`, `search`; `bot:` may stand before them.
        - `options`: the rule options of the variant.
        - `seed`: up to 32 hex digits, or an int: `"2a"` is 42. If you omit it, the arbiter draws one.
        - `position`: where to start, as text or as an object of `uvi.positions`.
        - `clock`, `patience`, `onfault`: the words of these lines (UVI 4.2), such as `time 60000 inc 500`,
          `greet 5000 ready 5000`, `random`.
        - `takebacks`: whether you may take back decisions although bots play.
        - `keep`: whether the log can be resumed if the match is still running when this program leaves. It needs `log`.
        - `log`: the file of the log. It must not exist yet.
        - `times`, `info` (`off`, `last`, `all`): what the log keeps.
        - `sync` (`off`, `game`, `event`): when the log is forced to the disk.

        If the arbiter refuses any of it, this raises `HostError`, and there is no match.
        """
        settings = Settings(
            variant, seats, options or {}, seed, position, clock, patience, onfault,
            takebacks, keep, log, times, info, sync,
        )
        return self._match(self._awaited._make(name, settings, start))

    def resume(self, path: str | os.PathLike[str], *, name: str | None = None, start: bool = True) -> Match:
        """Resumes a match whose log was cut off, with the same seats, bots, luck and file. This host is asked for the
        host seats."""
        return self._match(self._awaited.resume(path, name=name, start=start))

    def watch(self, path: str | os.PathLike[str], *, name: str | None = None) -> Match:
        """Follows a match that another arbiter is playing or has played, by its log (UVI 4.8). The match has events,
        positions and pictures, and takes no answers."""
        return self._match(self._awaited.watch(path, name=name))

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
        analysis = self._awaited.analyse(
            variant, bot, position=position, seats=seats, options=options, seed=seed, clock=clock, name=name
        )
        return self._match(analysis)

    def debug(self, on: bool = True) -> None:
        """Turns `Info` events on or off: what bots say while they think."""
        _done(self._awaited.debug(on))

    def _match(self, making: Coroutine[Any, Any, AsyncMatch]) -> Match:
        match = _done(making)
        return Match(self, match.name, match._feed, match.variant, match._players)


class Match(MatchCore):
    """A match of an `Arbiter`, made by `Arbiter.match`, `resume`, `watch` or `analyse`.

    In a `with`, it is stopped and dropped at the end. You may call all methods from any thread. If the arbiter refuses
    something, they raise `HostError`, and the match continues as if nothing had been said.
    """

    def __init__(self, arbiter: Arbiter, name: str, feed: Feed, variant: str, players: Sequence[str]) -> None:
        super().__init__(arbiter._core, name, feed, variant, players)
        self._awaited = AsyncMatch(arbiter._awaited, name, feed, variant, players)

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _done(self._awaited.__aexit__(kind, error, trace))

    def start(self) -> None:
        """Starts the match, and waits until each bot has greeted or has failed to."""
        _done(self._awaited.start())

    def analyse(self) -> None:
        """Asks the bots of the seats that are to act; use it instead of `start`. After it ends, you may ask again."""
        _done(self._awaited.analyse())

    def questions(self, seat: int | None = None) -> Iterator[Question]:
        """Yields the questions to the host seats, or to one of them, as they come, until the match is over.

        This thread must answer each question before it asks for the next. Otherwise `NotAnswered` is raised, because
        nobody would ever answer it. If you leave the loop early, an open question is given back, and another loop can
        continue with it. Threads that share the questions of a match call `next_question`.
        """
        with closing(_each(self._awaited.questions(seat))) as questions:
            for question in questions:
                yield Question(self, question._asked)

    def next_question(self, seat: int | None = None, timeout: float | None = None) -> Question | None:
        """Waits for the next question to a host seat, or to this one. Returns `None` when the match is over. Each
        question is given to one caller only, however many threads ask."""
        question = _done(self._awaited.next_question(seat, timeout))
        return Question(self, question._asked) if question else None

    def follow(self, timeout: float | None = None) -> Iterator[Event]:
        """Yields the events from the first one on, as they come, until the match is over. `timeout` is how many seconds
        to wait for each."""
        return _each(self._awaited.follow(timeout))

    def wait(self, timeout: float | None = None) -> Over:
        """Waits for the end of the match."""
        return _done(self._awaited.wait(timeout))

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat now; none if it is not asked."""
        return _done(self._awaited.legal(seat))

    def places(self, seat: int) -> list[Places]:
        """The places that each legal action of a seat consists of, for a user who clicks on the board (UVI 4.6)."""
        return _done(self._awaited.places(seat))

    def position(self, seat: int | None = None) -> Position:
        """The position, in full or as a seat may see it."""
        return _done(self._awaited.position(seat))

    def history(self, seat: int | None = None) -> History:
        """The start and everything that has happened since, in full or as a seat may see it."""
        return _done(self._awaited.history(seat))

    def picture(self, seat: int | None = None) -> Picture:
        """The board, in full or as a seat may see it."""
        return _done(self._awaited.picture(seat))

    def board(self) -> str:
        """The board as lines of text, for people."""
        return _done(self._awaited.board())

    def play(self, seat: int, *actions: str) -> None:
        """Plays for a host seat: one action, or several in a row. If one that would be used is illegal, none is
        played."""
        _done(self._awaited.play(seat, *actions))

    def resign(self, seat: int) -> None:
        """Resigns for a host seat."""
        _done(self._awaited.resign(seat))

    def undo(self, plies: int | None = None, *, to: int | None = None) -> None:
        """Takes back the last decision or the last `plies` decisions, and what followed from them. With `to`, it takes
        back as few as possible so that at most `to` of all `Chance` and `Played` events still stand. `Undone` tells
        what was taken back. This is allowed if all seats are host seats, or with `takebacks`."""
        _done(self._awaited.undo(plies, to=to))

    def stop(self) -> None:
        """Aborts the match. An analysis is asked for its answer instead."""
        _done(self._awaited.stop())

    def drop(self) -> None:
        """Makes the arbiter forget a match that is not running."""
        _done(self._awaited.drop())

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


__all__ = ["Arbiter", "Match", "Question"]
