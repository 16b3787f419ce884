"""The events of one match as they come, and what follows from them. It knows neither arbiter nor clock.

Events come in by the thread that reads; whoever waits gets a future, so that threads and coroutines wait alike.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future

from .errors import ArbiterError
from .events import Event, Over, Played, Ready, Started, Turn, Undone, Vacated
from .messages import Go


class Asked:
    """That a host seat must decide: once asked, open until it is answered or asked no more."""

    def __init__(self, seat: int, limits: Go) -> None:
        self.seat = seat
        self.limits = limits
        self.is_open = True
        self.is_given = False


class Feed:
    """The events of a match, and its state."""

    def __init__(self) -> None:
        # A loop that the garbage collector ends gives its question back, perhaps while its thread has the lock.
        self._lock = threading.RLock()
        self._waiting: set[Future[None]] = set()
        self._asked: list[Asked] = []
        self.events: list[Event] = []
        self.over: Over | None = None
        self.error: ArbiterError | None = None
        self.started: Started | None = None
        self.names: dict[int, str] = {}

    def hear(self, event: Event) -> None:
        """Something happened."""
        with self._lock:
            self.events.append(event)
            self._follow(event)
            waiting, self._waiting = self._waiting, set()
        _wake(waiting)

    def fail(self, error: ArbiterError) -> None:
        """Nothing more will happen."""
        with self._lock:
            if self.over or self.error:
                return
            self.error = error
            self._close_all()
            waiting, self._waiting = self._waiting, set()
        _wake(waiting)

    def begin_anew(self) -> None:
        """The match is analysed once more."""
        with self._lock:
            self.over = self.error = self.started = None

    def _follow(self, event: Event) -> None:
        match event:
            case Turn(seat, limits):
                self._close(seat)
                self._asked.append(Asked(seat, limits))
            case Played(seat) | Vacated(seat):
                self._close(seat)
            case Undone():
                self._close_all()
            case Over():
                self.over = event
                self._close_all()
            case Ready(seat, name):
                self.names[seat] = name
            case Started():
                self.started = event
            case _:
                pass

    def _close(self, seat: int) -> None:
        for asked in self._asked:
            if asked.seat == seat:
                asked.is_open = False
        self._asked = [asked for asked in self._asked if asked.is_open]

    def _close_all(self) -> None:
        for asked in self._asked:
            asked.is_open = False
        self._asked = []

    def answered(self, asked: Asked) -> None:
        """The arbiter has taken the answer; whether it is told at once depends on the others who choose."""
        with self._lock:
            asked.is_open = False
            self._asked = [other for other in self._asked if other.is_open]

    def open_seats(self) -> list[int]:
        """The host seats that must decide now."""
        with self._lock:
            return sorted(asked.seat for asked in self._asked)

    def give(self, seat: int | None) -> Asked | Future[None]:
        """An open question that nobody has, of this seat or any. If there is none, a future that is done when there may
        be one, or none will come any more."""
        with self._lock:
            # It waits before it looks: a loop that the garbage collector ends meanwhile gives its question back.
            more = self.beyond(len(self.events))
            for asked in self._asked:
                if not asked.is_given and seat in (None, asked.seat):
                    asked.is_given = True
                    self.forget(more)
                    return asked
            return more

    def give_back(self, asked: Asked) -> None:
        """Lets another have a question that was left unanswered."""
        with self._lock:
            asked.is_given = False
            waiting, self._waiting = self._waiting, set()
        _wake(waiting)

    def asked(self, seat: int) -> Asked | None:
        """The open question of a seat."""
        with self._lock:
            return next((asked for asked in self._asked if asked.seat == seat), None)

    def beyond(self, count: int) -> Future[None]:
        """Done when there are more than so many events, or none will come any more. May be done earlier."""
        done: Future[None] = Future()
        with self._lock:
            if len(self.events) > count or self.over or self.error:
                done.set_result(None)
            else:
                self._waiting.add(done)
        return done

    def forget(self, waiting: Future[None]) -> None:
        """Nobody waits for this any more."""
        with self._lock:
            self._waiting.discard(waiting)


def _wake(waiting: set[Future[None]]) -> None:
    while waiting:
        future = waiting.pop()
        # One who waited in a coroutine may have been cancelled.
        if future.set_running_or_notify_cancel():
            future.set_result(None)
