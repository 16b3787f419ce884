"""The time that a decision may take."""

from __future__ import annotations

import threading
import time
from math import inf

from .messages import Go


class Clock:
    """The limits of one decision, and how much of them is used. Times are in seconds, counted from when `go` was read.

    While you think, check `clock.is_up` now and then, and answer when it is true. It leaves enough time for later
    decisions, and it is true after the arbiter says `stop`.
    """

    def __init__(self, go: Go, seat: int, margin: float = 0.02, decisions: int = 30) -> None:
        """`margin` is reserved for the way to the arbiter. `decisions` is how many decisions are expected to follow."""
        self.go = go
        self.seat = seat
        self._started = time.monotonic()
        self._stopped = threading.Event()
        self._margin = margin
        self._decisions = decisions

    def _of_seat(self, figures: tuple[int | None, ...] | None) -> float | None:
        if figures is None or not 0 < self.seat <= len(figures):
            return None
        figure = figures[self.seat - 1]
        return None if figure is None else figure / 1000

    @property
    def left(self) -> float:
        """The time left on this seat's clock when it was asked; infinite without a clock."""
        left = self._of_seat(self.go.time)
        return inf if left is None else left

    @property
    def increment(self) -> float:
        """The time added after the answer."""
        return self._of_seat(self.go.inc) or 0.0

    @property
    def limit(self) -> float:
        """The time by which the arbiter must have the answer; infinite without a limit."""
        movetime = inf if self.go.movetime is None else self.go.movetime / 1000
        return min(movetime, self.left)

    @property
    def share(self) -> float:
        """How long to think: all of `movetime`, or a part of the clock, less the margin."""
        ahead = self._decisions
        if self.go.movestogo is not None:
            ahead = min(ahead, self.go.movestogo + 1)
        part = self.left / ahead + 0.8 * self.increment
        return max(0.0, min(self.limit - self._margin, part))

    @property
    def used(self) -> float:
        """The time used so far."""
        return time.monotonic() - self._started

    @property
    def is_up(self) -> bool:
        """Whether to answer now."""
        return self._stopped.is_set() or self.used >= self.share

    @property
    def is_stopped(self) -> bool:
        """Whether nobody waits for a better answer: the arbiter said `stop`, the game is over, or the arbiter is
        gone."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Asks for the answer now."""
        self._stopped.set()
