"""The arbiter that tests and doctests use: that of the environment, else the one that cargo has built here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BUILT = Path(__file__).resolve().parents[3] / "target" / "debug" / "arbiter"

if "ARBITER" not in os.environ and _BUILT.exists():
    os.environ["ARBITER"] = str(_BUILT)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> object:
    """Each test ends what it began."""
    from hosting import threads, until

    yield
    assert until(lambda: not threads()), threads()
