"""What can be wrong with a text."""

from __future__ import annotations


class ParseError(ValueError):
    """A line is not a message.

    `column` is the place, in characters from 1. `reason` says what was expected and what was found. Both are the same
    as the arbiter's, word for word. """

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(f"column {column}: {reason}")
        self.column = column
        self.reason = reason


class UnknownVerb(ParseError):
    """The first word is not a verb of this link. Ignore such a line."""


class EmptyLine(ParseError):
    """The line has only white space. It is not a message, and nothing is wrong."""


class PositionError(ValueError):
    """A text is not a position of its variant."""


class ArbiterError(Exception):
    """The base of all errors between this program and an arbiter."""


class ArbiterNotFound(ArbiterError):
    """The program `arbiter` was not found."""


class ArbiterGone(ArbiterError):
    """The arbiter has ended, or said something that no arbiter says. It cannot be asked anything more.

    `status` is its exit status (negative: the number of a signal), `stderr` the end of what it wrote there.
    """

    def __init__(self, reason: str, status: int | None = None, stderr: str = "") -> None:
        last = stderr.strip().rpartition("\n")[2]
        super().__init__(f"{reason}: {last}" if last else reason)
        self.reason = reason
        self.status = status
        self.stderr = stderr


class ArbiterTimeout(ArbiterError, TimeoutError):
    """The arbiter did not answer in time."""


class CommandFailed(ArbiterError):
    """A command of the arbiter, such as `arbiter tournament`, has failed. `status` is its exit code, `stderr` what it wrote
    there, or on stdout if it wrote nothing there."""

    def __init__(self, command: str, status: int, stderr: str) -> None:
        super().__init__(f"arbiter {command} ended with {status}: {stderr.strip() or 'it said nothing'}")
        self.command = command
        self.status = status
        self.stderr = stderr


class NotAnswered(ArbiterError):
    """A question was left unanswered, and nobody else can answer it."""


class HostError(ArbiterError):
    """The arbiter refuses a line (UVI 4.4).

    `code` is one of `uvi.host.ERRORS`, such as `illegal-action`. `reason` is the arbiter's reason, without the place.
    `said` is the line that was refused, and `line` its number among all lines said to this arbiter. If the line could
    not be read, `column` is the place in it. Both count from 1.
    """

    def __init__(self, code: str, reason: str, line: int, column: int | None = None, said: str = "") -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.line = line
        self.column = column
        self.said = said


class WriteError(HostError, ValueError):
    """A message cannot be written: one of its fields would not read back as that field of that message. Nothing was said.

    `message` is the verb, `field` the name of the field (UVI 9.2), `reason` what was expected and what was found.
    """

    def __init__(self, message: str, field: str, reason: str) -> None:
        super().__init__("bad-argument", reason, 0)
        self.args = (f"cannot write the field {field} of {message}: {reason}",)
        self.message = message
        self.field = field
