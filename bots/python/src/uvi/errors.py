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
