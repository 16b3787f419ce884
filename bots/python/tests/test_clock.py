"""The time of a decision."""

from __future__ import annotations

from math import inf

import pytest

import uvi
from uvi.messages import Go, parse_to_bot


def clock(line: str, seat: int = 2) -> uvi.Clock:
    go = parse_to_bot(line)
    assert isinstance(go, Go)
    return uvi.Clock(go, seat)


@pytest.mark.parametrize(
    ("line", "left", "increment", "limit", "share"),
    [
        ("go", inf, 0, inf, inf),
        ("go depth 3", inf, 0, inf, inf),
        ("go movetime 1000", inf, 0, 1.0, 0.98),
        ("go movetime 5", inf, 0, 0.005, 0),
        ("go time 1000 60000 inc 0 500", 60, 0.5, 60, 2.4),
        ("go time 1000 60000 inc 0 500 movetime 2000", 60, 0.5, 2, 1.98),
        ("go time 1000 60000 inc 0 500 movestogo 40", 60, 0.5, 60, 2.4),
        ("go time 1000 60000 inc 0 500 movestogo 9", 60, 0.5, 60, 6.4),
        ("go time 1000 60000 inc 0 0 movestogo 1", 60, 0, 60, 30),
        ("go time 1000 10 inc 0 500", 0.01, 0.5, 0.01, 0),
        ("go time 1000 - inc 0 -", inf, 0, inf, inf),
        ("go time 1000 inc 0", inf, 0, inf, inf),
    ],
)
def test_limits_are_seconds(line: str, left: float, increment: float, limit: float, share: float) -> None:
    found = clock(line)
    assert (found.left, found.increment, found.limit) == (left, increment, limit)
    assert found.share == pytest.approx(share)


def test_time_passes() -> None:
    long, short = clock("go movetime 1000000"), clock("go movetime 1")
    assert not long.is_up and 0 <= long.used < 1000
    assert short.is_up and not short.is_stopped
    long.stop()
    assert long.is_up and long.is_stopped


def test_without_a_limit_only_stop_ends_a_thought() -> None:
    endless = clock("go")
    assert not endless.is_up
    endless.stop()
    assert endless.is_up
