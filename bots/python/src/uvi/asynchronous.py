"""The host library for coroutines: the same as `uvi.Arbiter`, with `await`.

    async with uvi.AsyncArbiter() as arbiter:
        match = await arbiter.match("orwell", seats=["bot:greedy", "host", "bot:random"], seed="2a")
        async for question in match.questions():
            await question.play((await question.legal())[0])
        print(match.over)
"""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import TypeVar

from .core import Core, MatchCore, Places, QuestionCore, Request, Variant, dropped, head_of, made
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


class AsyncArbiter:
    """A running arbiter for coroutines. Use it in an `async with`. Arguments and methods are those of `Arbiter`; await
    what waits there. Waiting takes no thread, so one loop can play hundreds of matches.

    >>> async def play() -> str:
    ...     async with AsyncArbiter() as arbiter:
    ...         match = await arbiter.match("isolation", seats=["bot:random", "host"], seed="2a")
    ...         async for question in match.questions():
    ...             await question.play((await question.legal())[0])
    ...         return (await match.wait()).reason
    >>> asyncio.run(play())
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
        self._finalizer = weakref.finalize(self, Link.close, self._core.link, grace)

    async def __aenter__(self) -> AsyncArbiter:
        try:
            await self._ask(self._core.greeting())
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Aborts what is running, and ends the arbiter."""
        # To leave, the arbiter may take its time. A loop that is cancelled meanwhile ends it all the same.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, self._finalizer))

    @property
    def variants(self) -> dict[str, Variant]:
        """The variants that this arbiter knows, by their words."""
        return dict(self._core.variants)

    @property
    def name(self) -> str:
        """The arbiter's name and version."""
        return self._core.name

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._core.link.pid

    async def match(
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
    ) -> AsyncMatch:
        """As `Arbiter.match`."""
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
        match = AsyncMatch(self, name, feed, variant, len(seats))
        await self._make(match, made(self._core, name, settings))
        if start:
            await self._begin(match)
        return match

    async def resume(
        self, path: str | os.PathLike[str], *, name: str | None = None, start: bool = True
    ) -> AsyncMatch:
        """As `Arbiter.resume`."""
        name, feed = self._core.feed(name)
        match = AsyncMatch(self, name, feed, *head_of(path))
        await self._make(match, match._say("resume", path=os.path.abspath(path)))
        if start:
            await self._begin(match)
        return match

    async def watch(self, path: str | os.PathLike[str], *, name: str | None = None) -> AsyncMatch:
        """As `Arbiter.watch`."""
        name, feed = self._core.feed(name)
        match = AsyncMatch(self, name, feed, *head_of(path))
        await self._make(match, match._say("watch", path=os.path.abspath(path)))
        return match

    async def analyse(
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
    ) -> AsyncMatch:
        """As `Arbiter.analyse`."""
        known = self._core.variants.get(variant)
        count = seats or (min(known.seats) if known else 1)
        settings = Settings(variant, [bot] * count, options or {}, seed, position, clock)
        name, feed = self._core.feed(name)
        match = AsyncMatch(self, name, feed, variant, count)
        await self._make(match, made(self._core, name, settings))
        await match.analyse()
        return match

    async def debug(self, on: bool = True) -> None:
        """As `Arbiter.debug`."""
        await self._ask(Request([Message("debug", {"on": on})], lambda answer: None))

    async def _make(self, match: AsyncMatch, request: Request[None]) -> None:
        try:
            await self._ask(request)
        except BaseException:
            dropped(self._core, match.name)
            raise

    async def _begin(self, match: AsyncMatch) -> None:
        try:
            await match.start()
        except HostError:
            dropped(self._core, match.name)
            raise

    async def _ask(self, request: Request[T]) -> T:
        answer = asyncio.wrap_future(self._core.link.ask(*request.lines))
        try:
            return request.read(await asyncio.wait_for(answer, self.timeout))
        except asyncio.TimeoutError as error:
            if isinstance(error, ArbiterError):
                raise
            what = str(request.lines[0])[:80]
            raise ArbiterTimeout(f"expected an answer to {what!r} within {self.timeout} s") from None


class AsyncMatch(MatchCore):
    """A match of an `AsyncArbiter`. Its methods are those of `Match`; await them."""

    def __init__(self, arbiter: AsyncArbiter, name: str, feed: Feed, variant: str, seats: int) -> None:
        super().__init__(arbiter._core, name, feed, variant, seats)
        self._arbiter = arbiter

    async def __aenter__(self) -> AsyncMatch:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._core.link.end:
            return
        try:
            await self.stop()
            await self.wait(self._arbiter.timeout)
        except HostError:
            # It does not run.
            pass
        await self.drop()

    async def start(self) -> None:
        """As `Match.start`."""
        await self._begin("start")

    async def analyse(self) -> None:
        """As `Match.analyse`."""
        self._feed.begin_anew()
        await self._begin("analyse")

    async def _begin(self, verb: str) -> None:
        await self._arbiter._ask(self._say(verb))

        async def started() -> None:
            while not (self._feed.started or self._feed.over):
                await self._beyond(len(self._feed.events))

        await self._within(started(), self._arbiter.timeout, "the match to start")

    async def questions(self, seat: int | None = None) -> AsyncIterator[AsyncQuestion]:
        """Yields the questions to the host seats, or to one of them, as they come, until the match is over. Answer each
        before you ask for the next; otherwise `NotAnswered` is raised. Tasks that share them call `next_question`."""
        while question := await self.next_question(seat):
            try:
                yield question
            finally:
                question._asked.is_given = False
            if question.is_open:
                raise NotAnswered(f"the question to seat {question.seat} was not answered: call its play or resign")

    async def next_question(self, seat: int | None = None, timeout: float | None = None) -> AsyncQuestion | None:
        """Waits for the next question to a host seat, or to this one. Returns `None` when the match is over."""

        async def asked() -> AsyncQuestion | None:
            while True:
                heard = len(self._feed.events)
                found = self._feed.give(seat)
                if found:
                    return AsyncQuestion(self, found)
                if self._feed.over:
                    return None
                await self._beyond(heard)

        return await self._within(asked(), timeout, "a question")

    async def follow(self, timeout: float | None = None) -> AsyncIterator[Event]:
        """Yields the events from the first one on, as they come, until the match is over."""
        heard = 0
        while True:
            while heard < len(self._feed.events):
                yield self._feed.events[heard]
                heard += 1
            if self._feed.over:
                return
            await self._within(self._beyond(heard), timeout, "an event")

    async def wait(self, timeout: float | None = None) -> Over:
        """Waits for the end of the match."""

        async def ended() -> Over:
            while True:
                heard = len(self._feed.events)
                if self._feed.over:
                    return self._feed.over
                await self._beyond(heard)

        return await self._within(ended(), timeout, "the end of the match")

    async def _beyond(self, heard: int) -> None:
        if self._feed.error:
            raise self._feed.error
        more = self._feed.beyond(heard)
        try:
            await asyncio.wrap_future(more)
        finally:
            self._feed.forget(more)
        if self._feed.error:
            raise self._feed.error

    async def _within(self, waiting: Coroutine[object, object, T], timeout: float | None, what: str) -> T:
        try:
            return await asyncio.wait_for(waiting, timeout)
        except asyncio.TimeoutError as error:
            if isinstance(error, ArbiterError):
                raise
            raise ArbiterTimeout(f"expected {what} of {self.name} in time, none came") from None

    async def legal(self, seat: int) -> list[str]:
        """As `Match.legal`."""
        return await self._arbiter._ask(self._legal(seat))

    async def places(self, seat: int) -> list[Places]:
        """As `Match.places`."""
        return await self._arbiter._ask(self._places(seat))

    async def position(self, seat: int | None = None) -> Position:
        """As `Match.position`."""
        return await self._arbiter._ask(self._position(seat))

    async def history(self, seat: int | None = None) -> History:
        """As `Match.history`."""
        return await self._arbiter._ask(self._history(seat))

    async def picture(self, seat: int | None = None) -> Picture:
        """As `Match.picture`."""
        return await self._arbiter._ask(self._picture(seat))

    async def board(self) -> str:
        """As `Match.board`."""
        return await self._arbiter._ask(self._show())

    async def play(self, seat: int, *actions: str) -> None:
        """As `Match.play`."""
        await self._arbiter._ask(self._play(seat, actions))

    async def resign(self, seat: int) -> None:
        """As `Match.resign`."""
        await self._arbiter._ask(self._resign(seat))

    async def undo(self, plies: int | None = None, *, to: int | None = None) -> None:
        """As `Match.undo`."""
        await self._arbiter._ask(self._undo(plies, to))

    async def stop(self) -> None:
        """As `Match.stop`."""
        await self._arbiter._ask(self._say("stop"))

    async def drop(self) -> None:
        """As `Match.drop`."""
        await self._arbiter._ask(self._say("drop"))
        self._core.forget(self.name)

    def _repr_html_(self) -> str:
        # A notebook cannot await here, so there is no picture of it.
        return self._figure(None)


class AsyncQuestion(QuestionCore):
    """A question: a host seat must decide. Its methods are those of `Question`; await them."""

    def __init__(self, match: AsyncMatch, asked: Asked) -> None:
        super().__init__(asked)
        self.match = match

    async def legal(self) -> list[str]:
        """The legal actions of the seat now."""
        return await self.match.legal(self.seat)

    async def places(self) -> list[Places]:
        """The places that each of these actions consists of."""
        return await self.match.places(self.seat)

    async def position(self) -> Position:
        """The position as the seat may see it."""
        return await self.match.position(self.seat)

    async def history(self) -> History:
        """The start and everything that has happened since, as the seat may see it."""
        return await self.match.history(self.seat)

    async def picture(self) -> Picture:
        """The board as the seat may see it."""
        return await self.match.picture(self.seat)

    async def play(self, *actions: str) -> None:
        """Answers with one action, or with several in a row."""
        await self.match.play(self.seat, *actions)

    async def resign(self) -> None:
        """Resigns."""
        await self.match.resign(self.seat)


__all__ = ["AsyncArbiter", "AsyncMatch", "AsyncQuestion"]
