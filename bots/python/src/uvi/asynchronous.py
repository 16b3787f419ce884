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
import time
import weakref
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import TypeVar

from .core import ArbiterCore, Core, MatchCore, Places, QuestionCore, dropped, head_of, place_of, position_of
from .errors import ArbiterTimeout, HostError, NotAnswered, WriteError
from .events import Event, Over
from .feed import Asked, Feed
from .host import Message
from .link import Answer, Link
from .messages import History
from .pictures import Picture
from .positions import Position
from .settings import Seat, Settings, Value

# The host for threads runs these coroutines too, and blocks where they await. So they await only each other and
# `AsyncArbiter._wait`.

T = TypeVar("T")


class AsyncArbiter(ArbiterCore):
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
        self._core = Core(program, environment, arguments, timeout)
        # One that nobody closed ends when it is collected, or when this program ends.
        self._finalizer = weakref.finalize(self, Link.close, self._core.link, grace)

    async def __aenter__(self) -> AsyncArbiter:
        try:
            self._core.greeted(await self._ask(Message("uvi", {"version": 1}), Message("describe")))
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
            variant, seats, options or {}, seed, position, clock, patience, onfault,
            takebacks, keep, log, times, info, sync,
        )
        return await self._make(name, settings, start)

    async def resume(
        self, path: str | os.PathLike[str], *, name: str | None = None, start: bool = True
    ) -> AsyncMatch:
        """As `Arbiter.resume`."""
        return await self._open("resume", path, name, start)

    async def watch(self, path: str | os.PathLike[str], *, name: str | None = None) -> AsyncMatch:
        """As `Arbiter.watch`."""
        return await self._open("watch", path, name, start=False)

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
        match = await self._make(name, settings, start=False)
        await match.analyse()
        return match

    async def debug(self, on: bool = True) -> None:
        """As `Arbiter.debug`."""
        await self._ask(Message("debug", {"on": on}))

    async def _make(self, name: str | None, settings: Settings, start: bool) -> AsyncMatch:
        name, feed = self._core.feed(name)
        match = AsyncMatch(self, name, feed, settings.variant, settings.players)
        return await self._prepare(match, start, *settings.lines(name, self._core.program))

    async def _open(self, verb: str, path: str | os.PathLike[str], name: str | None, start: bool) -> AsyncMatch:
        name, feed = self._core.feed(name)
        match = AsyncMatch(self, name, feed, *head_of(path))
        return await self._prepare(match, start, Message(verb, {"match": name, "path": os.path.abspath(path)}))

    async def _prepare(self, match: AsyncMatch, start: bool, *lines: Message) -> AsyncMatch:
        try:
            await self._ask(*lines)
        except WriteError:
            # Nothing was said of it.
            self._core.forget(match.name)
            raise
        except BaseException:
            dropped(self._core, match.name)
            raise
        try:
            if start:
                await match.start()
        except HostError:
            dropped(self._core, match.name)
            raise
        return match

    async def _ask(self, *lines: Message) -> Answer:
        answer = self._core.link.ask(*lines)
        return await self._wait(answer, self.timeout, f"expected an answer to {str(lines[0])[:80]!r} within {self.timeout} s")

    async def _wait(self, future: Future[T], timeout: float | None, late: str) -> T:
        """The result of a future; `ArbiterTimeout` with these words if it takes longer."""
        if future.done():
            await asyncio.sleep(0)
            return future.result()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), timeout)
        except asyncio.TimeoutError:
            raise ArbiterTimeout(late) from None


class AsyncMatch(MatchCore):
    """A match of an `AsyncArbiter`. Its methods are those of `Match`; await them."""

    def __init__(
        self, arbiter: AsyncArbiter, name: str, feed: Feed, variant: str, players: Sequence[str]
    ) -> None:
        super().__init__(arbiter._core, name, feed, variant, players)
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
        await self._say(verb)
        deadline = _deadline(self._arbiter.timeout)
        while not (self._feed.started or self._feed.over):
            await self._beyond(len(self._feed.events), deadline, "the match to start")

    async def questions(self, seat: int | None = None) -> AsyncIterator[AsyncQuestion]:
        """Yields the questions to the host seats, or to one of them, as they come, until the match is over. Answer each
        before you ask for the next; otherwise `NotAnswered` is raised. Tasks that share them call `next_question`."""
        while question := await self.next_question(seat):
            try:
                yield question
            finally:
                if question.is_open:
                    self._feed.give_back(question._asked)
            if question.is_open:
                raise NotAnswered(f"the question to seat {question.seat} was not answered: call its play or resign")

    async def next_question(self, seat: int | None = None, timeout: float | None = None) -> AsyncQuestion | None:
        """Waits for the next question to a host seat, or to this one. Returns `None` when the match is over."""
        self._check_host(seat)
        deadline = _deadline(timeout)
        while True:
            given = self._feed.give(seat)
            if isinstance(given, Asked):
                return AsyncQuestion(self, given)
            if self._feed.over:
                self._feed.forget(given)
                return None
            await self._until(given, deadline, "a question")

    async def follow(self, timeout: float | None = None) -> AsyncIterator[Event]:
        """Yields the events from the first one on, as they come, until the match is over."""
        heard, deadline = 0, _deadline(timeout)
        while True:
            while heard < len(self._feed.events):
                yield self._feed.events[heard]
                heard, deadline = heard + 1, _deadline(timeout)
            if self._feed.over:
                return
            await self._beyond(heard, deadline, "an event")

    async def wait(self, timeout: float | None = None) -> Over:
        """Waits for the end of the match."""
        deadline = _deadline(timeout)
        while True:
            heard = len(self._feed.events)
            if self._feed.over:
                return self._feed.over
            await self._beyond(heard, deadline, "the end of the match")

    async def _beyond(self, heard: int, deadline: float | None, what: str) -> None:
        """Waits until more events than these have been heard. May return earlier."""
        await self._until(self._feed.beyond(heard), deadline, what)

    async def _until(self, more: Future[None], deadline: float | None, what: str) -> None:
        """Waits for a future of the feed. Raises the error by which the feed ended."""
        try:
            if self._feed.error:
                raise self._feed.error
            timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
            await self._arbiter._wait(more, timeout, f"expected {what} of {self.name} in time, none came")
        finally:
            self._feed.forget(more)
        if self._feed.error:
            raise self._feed.error

    async def legal(self, seat: int) -> list[str]:
        """As `Match.legal`."""
        return list((await self._say("legal", seat=seat))[-1]["actions"])

    async def places(self, seat: int) -> list[Places]:
        """As `Match.places`."""
        answer = await self._say("legal", seat=seat, places=True)
        return [place_of(said) for said in answer if said.verb == "places"]

    async def position(self, seat: int | None = None) -> Position:
        """As `Match.position`."""
        answer = await self._say("position", seat=seat)
        return position_of(self.variant, " ".join(answer[-1]["position"]))

    async def history(self, seat: int | None = None) -> History:
        """As `Match.history`."""
        answer = await self._say("history", seat=seat)
        return History(answer[-1]["start"], answer[-1]["moves"])

    async def picture(self, seat: int | None = None) -> Picture:
        """As `Match.picture`."""
        return Picture((await self._say("picture", seat=seat))[-1]["svg"])

    async def board(self) -> str:
        """As `Match.board`."""
        return "\n".join(said["text"] for said in await self._say("show")).rstrip("\n")

    async def play(self, seat: int, *actions: str) -> None:
        """As `Match.play`."""
        await self._answer(seat, Message("play", {"match": self.name, "seat": seat, "actions": actions}))

    async def resign(self, seat: int) -> None:
        """As `Match.resign`."""
        await self._answer(seat, Message("resign", {"match": self.name, "seat": seat}))

    async def undo(self, plies: int | None = None, *, to: int | None = None) -> None:
        """As `Match.undo`."""
        if plies is not None and to is not None:
            raise ValueError("expected either the number of decisions to take back or the number to keep, found both")
        await self._say("undo", to=to, plies=1 if plies is None and to is None else plies)

    async def stop(self) -> None:
        """As `Match.stop`."""
        await self._say("stop")

    async def drop(self) -> None:
        """As `Match.drop`."""
        await self._say("drop")
        self._core.forget(self.name)

    async def _say(self, verb: str, **fields: object) -> Answer:
        given = {name: field for name, field in fields.items() if field is not None}
        return await self._arbiter._ask(Message(verb, {"match": self.name, **given}))

    async def _answer(self, seat: int, line: Message) -> None:
        asked = self._feed.asked(seat)
        await self._arbiter._ask(line)
        # That it was taken may be known before what follows is told.
        if asked:
            self._feed.answered(asked)

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


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


__all__ = ["AsyncArbiter", "AsyncMatch", "AsyncQuestion"]
