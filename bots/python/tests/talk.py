"""A bot and an arbiter that is played by a test."""

from __future__ import annotations

import io
import os
import queue
import threading
from collections.abc import Callable
from typing import BinaryIO

import uvi

WAIT = 20
"""How many seconds a test waits for what must come."""

GAME = "newgame variant demo seats 3 seat 2"


class Tested(uvi.Bot):
    """A bot that does what it was given."""

    __test__ = False
    name = "Tested"
    author = "us"

    def __init__(self, choose: Callable[[Tested, list[str], uvi.Clock], uvi.Answer]) -> None:
        super().__init__()
        self.chooses = choose
        self.asked: list[uvi.Position] = []

    def choose(self, position: uvi.Position, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        self.asked.append(position)
        return self.chooses(self, legal, clock)


def first(bot: Tested, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
    """Chooses the first action."""
    return legal[0] if legal else None


def talk(bot: uvi.Bot, *heard: str) -> list[str]:
    """What the bot says to these lines."""
    output = io.BytesIO()
    bot.run(io.BytesIO("".join(f"{line}\n" for line in heard).encode()), output)
    return output.getvalue().decode().splitlines()


class Conversation:
    """A bot that runs in a thread, behind pipes."""

    def __init__(self, bot: uvi.Bot) -> None:
        heard, hear = os.pipe()
        listen, said = os.pipe()
        self._hear: BinaryIO = os.fdopen(hear, "wb")
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        input, output = os.fdopen(heard, "rb"), os.fdopen(said, "wb")

        def run() -> None:
            with output:
                bot.run(input, output)

        def note() -> None:
            with os.fdopen(listen, "rb") as said:
                for line in said:
                    self._said.put(line.decode().removesuffix("\n"))
            self._said.put("")

        for target in (run, note):
            threading.Thread(target=target, daemon=True).start()

    def say(self, *lines: str) -> None:
        """Sends lines."""
        self._hear.write("".join(f"{line}\n" for line in lines).encode())
        self._hear.flush()

    def hear(self) -> str:
        """The bot's next line; empty at its end."""
        return self._said.get(timeout=WAIT)

    def end(self) -> None:
        """Says `quit`; the bot must have no more to say."""
        self.say("quit")
        assert self.hear() == ""
        self._hear.close()
