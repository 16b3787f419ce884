"""The time that a decision may take."""

from __future__ import annotations

import threading
import time
from math import inf

from .messages import Go


class Clock:
    """The limits of one decision, and how much of them is used. Times are seconds, and run from the moment when `go`
    was read.

    Ask `clock.is_up` now and then while you think, and answer when it is: it knows a share of the time that leaves
    enough for later decisions, and hears the arbiter say `stop`.
    """

    def __init__(self, go: Go, seat: int, margin: float = 0.02, decisions: int = 30) -> None:
        """`margin` is kept back for the way to the arbiter; so many `decisions` are thought to lie ahead."""
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
        """What was left on this seat's clock when it was asked; infinite without a clock."""
        left = self._of_seat(self.go.time)
        return inf if left is None else left

    @property
    def increment(self) -> float:
        """What is added after the answer."""
        return self._of_seat(self.go.inc) or 0.0

    @property
    def limit(self) -> float:
        """When the answer must be there at the latest; infinite without a limit."""
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
        """How long it has been thought."""
        return time.monotonic() - self._started

    @property
    def is_up(self) -> bool:
        """Whether to answer now."""
        return self._stopped.is_set() or self.used >= self.share

    @property
    def is_stopped(self) -> bool:
        """Whether nobody waits for a better answer: the arbiter said `stop`, the game is over, or the arbiter gone."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Says that the answer is wanted now."""
        self._stopped.set()
