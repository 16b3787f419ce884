"""What can be wrong with a text."""

from __future__ import annotations


class ParseError(ValueError):
    """A line is no message.

    `column` says where, counted in characters from 1; `reason` what was expected and what was found. Both are those of
    the arbiter, word for word.
    """

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(f"column {column}: {reason}")
        self.column = column
        self.reason = reason


class UnknownVerb(ParseError):
    """The first word is no verb of this link. Such a line is to be ignored."""


class EmptyLine(ParseError):
    """The line holds nothing but white space. It is no message, and nothing is wrong."""


class PositionError(ValueError):
    """A text is no position of its variant."""


class ArbiterError(Exception):
    """What can go wrong between this program and an arbiter."""


class ArbiterNotFound(ArbiterError):
    """There is no `arbiter` program where it was looked for."""


class ArbiterGone(ArbiterError):
    """The arbiter has ended, or says what no arbiter says; nothing more can be asked of it.

    `status` is what it ended with (negative: the number of a signal), `stderr` the last of what it wrote there.
    """

    def __init__(self, reason: str, status: int | None = None, stderr: str = "") -> None:
        last = stderr.strip().rpartition("\n")[2]
        super().__init__(f"{reason}: {last}" if last else reason)
        self.reason = reason
        self.status = status
        self.stderr = stderr


class ArbiterTimeout(ArbiterError, TimeoutError):
    """What was waited for has not come in time."""


class CommandFailed(ArbiterError):
    """A command of the arbiter, such as `arbiter tournament`, has failed. `status` is its exit code."""

    def __init__(self, command: str, status: int, stderr: str) -> None:
        super().__init__(f"arbiter {command} ended with {status}: {stderr.strip() or 'it said nothing'}")
        self.command = command
        self.status = status
        self.stderr = stderr


class NotAnswered(ArbiterError):
    """A question was left open, and nobody else can answer it."""


class HostError(ArbiterError):
    """The arbiter refuses a line (UVI 4.4).

    `code` is one of `uvi.host.ERRORS`, such as `illegal-action`; `reason` is the arbiter's, without the place; `said` is
    the line that was refused. `line` is its number among all that were said to this arbiter, `column` the place in it,
    where it could not be read. Both count from 1.
    """

    def __init__(self, code: str, reason: str, line: int, column: int | None = None, said: str = "") -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.line = line
        self.column = column
        self.said = said
