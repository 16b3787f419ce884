"""What the tests of the host library share: who is alive, and arbiters that misbehave."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

WAIT = 30.0
"""How many seconds a test waits for what must come."""


def until(holds: Callable[[], bool]) -> bool:
    """Whether this comes to hold in time."""
    deadline = time.monotonic() + WAIT
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_alive(pid: int) -> bool:
    """Whether there is such a process, one that has ended and that nobody asks after not counted."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def descendants(pid: int) -> set[int]:
    """The processes that this one has started, and theirs."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def threads() -> list[str]:
    """The threads of the library that run."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("uvi ")]


GREETING = """
import os, signal, sys, time
def say(*lines):
    sys.stdout.write("".join(line + "\\n" for line in lines)); sys.stdout.flush()
def greet():
    for line in sys.stdin:
        if line.startswith("uvi"):
            say("id name False 1", "variant name chess seats 2 title Chess", "uviok")
            return
"""


def bot(*words: str | Path) -> str:
    """A bot that is started with these words, whatever signs they have."""
    return "bot:" + shlex.join(map(str, words))


def python_bot(*words: str | Path) -> str:
    """A bot in Python."""
    return bot(sys.executable, *words)


def false_arbiter(folder: Path, script: str) -> Path:
    """A program that is no arbiter, of the words that it says."""
    path, code = folder / "arbiter", folder / "arbiter.py"
    code.write_text(f"{GREETING}\n{script}\n")
    # The first line of a program has no quotes, and the path of the interpreter may need them.
    path.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, str(code)])}\n")
    path.chmod(0o700)
    return path


def program() -> str:
    """The arbiter that the tests use."""
    return os.environ["ARBITER"]
