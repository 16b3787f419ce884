"""The kinds of fields: how the value of each is read from a line and written. They know no line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from .line import U32, U64, Cursor, alternatives, bounded, is_number, quoted

T = TypeVar("T")


def shown(value: Any) -> str:
    """A number, a text, or a list of words, as it stands on a line."""
    if isinstance(value, tuple | list):
        return " ".join("-" if item is None else str(item) for item in value)
    return str(value)


def plain(value: Any) -> Any:
    """A value in the form in which what was written equals what was read: a list as a tuple, a number as its words."""
    if isinstance(value, tuple | list):
        return tuple(map(plain, value))
    return value if value is None or isinstance(value, bool) else str(value)


class Kind(NamedTuple):
    """The kind of a field: how its value is read, written, and compared with another."""

    read: Callable[[Cursor], Any]
    write: Callable[[Any], str] = shown
    plain: Callable[[Any], Any] = plain


class Piece(NamedTuple):
    """A field on a line, behind its keyword if it has one. A value of `None` is one that is missing."""

    field: str
    value: Any
    kind: Kind
    keyword: str = ""

    def reads_as(self, other: Piece) -> bool:
        """Whether another piece, which was read, is the same."""
        return (self.field, self.keyword, self.kind.plain(self.value)) == (
            other.field,
            other.keyword,
            other.kind.plain(other.value),
        )


def choice(words: Iterable[str], expected: str | None = None) -> Kind:
    """The kind of a field that is one of a few words."""
    few = tuple(words)
    return Kind(lambda at: at.one_of(expected or alternatives(few), few))


def _hex(expected: str, least: int, most: int) -> Kind:
    def read(at: Cursor) -> str:
        digits = at.peek()
        if not least <= len(digits) <= most or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            at.refuse(expected)
        return at.skip().lower().zfill(most)

    return Kind(read, plain=lambda digits: str(digits).lower().zfill(most))


def _several(read: Callable[[Cursor], T]) -> Callable[[Cursor], tuple[T, ...]]:
    def read_all(at: Cursor) -> tuple[T, ...]:
        items = [read(at)]
        while "0" <= at.peek()[:1] <= "9":
            items.append(read(at))
        return tuple(items)

    return read_all


def _figures(at: Cursor) -> tuple[int | None, ...]:
    figures: list[int | None] = []
    while at.peek() == "-" or is_number(at.peek()):
        if at.peek() == "-":
            at.skip()
            figures.append(None)
        else:
            figures.append(at.milliseconds())
    if not figures:
        at.refuse("a number of milliseconds or -")
    return tuple(figures)


def _points(at: Cursor) -> Fraction:
    what = "points, such as 1 or 1/2"
    above, slash, below = at.peek().partition("/")
    below = below if slash else "1"
    if not is_number(above) or not is_number(below):
        at.refuse(what)
    numerator, denominator = bounded(above, U32), bounded(below, U32)
    if numerator is None or denominator is None:
        at.refuse("points of numbers up to 4294967295")
    if denominator == 0:
        at.refuse(what)
    at.skip()
    return Fraction(numerator, denominator)


def _truth(at: Cursor) -> bool:
    return at.one_of("true or false", ("true", "false")) == "true"


def _image(at: Cursor) -> str:
    return at.refuse("a picture") if at.ended else at.text()


KINDS = {
    "match": Kind(lambda at: at.word("the name of a match")),
    "word": Kind(Cursor.word),
    "action": Kind(lambda at: at.word("an action")),
    "actions": Kind(lambda at: at.words(least="an action")),
    "position": Kind(lambda at: at.words(least="a position")),
    "words": Kind(lambda at: at.words(least="a word")),
    "list": Kind(Cursor.words),
    "text": Kind(Cursor.text),
    "image": Kind(_image),
    "value": Kind(Cursor.value, quoted),
    "lots": _hex("up to 16 hex digits", 1, 16),
    "seed": _hex("up to 32 hex digits", 1, 32),
    "digest": _hex("64 hex digits", 64, 64),
    "switch": Kind(lambda at: at.one_of("on or off", ("on", "off")) == "on", lambda on: "on" if on else "off"),
    "flag": Kind(lambda at: True, lambda on: ""),
    "seat": Kind(Cursor.seat),
    "number": Kind(Cursor.number),
    "positive": Kind(Cursor.positive),
    "amount": Kind(lambda at: at.number(most=U64)),
    "many": Kind(lambda at: at.positive(U64)),
    "milliseconds": Kind(Cursor.milliseconds),
    "numbers": Kind(_several(Cursor.number)),
    "figures": Kind(_figures),
    "points": Kind(_several(_points)),
    "signed": Kind(Cursor.signed),
    "truth": Kind(_truth, lambda on: "true" if on else "false"),
}
