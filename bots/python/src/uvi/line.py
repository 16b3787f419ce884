"""The pieces of a line, as UVI 1 has them: words, numbers, values, texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from .errors import EmptyLine, ParseError

T = TypeVar("T")

_SPACE = " \t"
_SHOWN = 40

UNSAYABLE = re.compile("[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What no writer puts on a line: control characters, all that any reader could take for the end of a line, and halves of
characters."""

U32 = 2**32 - 1
U64 = 2**64 - 1


def is_word(text: str) -> bool:
    """Whether the text is one or more printable ASCII characters without space."""
    return bool(text) and all("!" <= character <= "~" for character in text)


def is_number(text: str) -> bool:
    """Whether the text is one or more decimal digits."""
    return bool(text) and all("0" <= character <= "9" for character in text)


def quoted(value: object) -> str:
    """A value as it stands on a line: as it is where it is a word, else in quotes."""
    value = str(value)
    if is_word(value) and not value.startswith('"'):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def one_line(text: str) -> str:
    """The text of a line that was read, with a stray line end as a space."""
    return text.replace("\n", " ").replace("\r", " ")


def split(text: str) -> list[str]:
    """The words of a text, as a line separates them."""
    return [word for word in re.split("[ \t]", text) if word]


def cleaned(text: str) -> str:
    """The text as a line can hold it: with a space for each control character, and none at its ends."""
    return UNSAYABLE.sub(" ", text).strip(_SPACE)


def excerpt(text: str) -> str:
    """The beginning of a text in quotes, safe to show."""
    return f'"{escaped(text[:_SHOWN] + "…" if len(text) > _SHOWN else text)}"'


def alternatives(words: Sequence[str]) -> str:
    """Words as people list them: `name, value or var`."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def escaped(text: str) -> str:
    """The text with every character that could steer a terminal, or turn a line around, as `\\u{..}`."""
    return "".join(f"\\u{{{ord(character):x}}}" if _steers(character) else character for character in text)


def bounded(digits: str, most: int) -> int | None:
    """The number that digits mean, if it is no greater. Python refuses to read thousands of them."""
    digits = digits.lstrip("0") or "0"
    number = int(digits) if len(digits) <= len(str(most)) else None
    return None if number is None or number > most else number


def _steers(character: str) -> bool:
    code = ord(character)
    return (
        code < 0x20
        or 0x7F <= code <= 0x9F
        or code in (0x61C, 0x200E, 0x200F)
        or 0x2028 <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
        or 0xD800 <= code <= 0xDFFF
    )


class Cursor:
    """A place in a line. Each method reads a piece and the white space after it, or raises `ParseError`."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self._space()

    @property
    def rest(self) -> str:
        """The line from here on."""
        return self.line[self.at :]

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at == len(self.line)

    def _space(self) -> None:
        while not self.ended and self.line[self.at] in _SPACE:
            self.at += 1

    def peek(self) -> str:
        """The next word, of whatever characters; empty at the end."""
        end = self.at
        while end < len(self.line) and self.line[end] not in _SPACE:
            end += 1
        return self.line[self.at : end]

    def skip(self) -> str:
        """The next word, of whatever characters."""
        word = self.peek()
        self.at += len(word)
        self._space()
        return word

    def found(self) -> str:
        """What stands here, for people."""
        word = self.peek()
        if not word:
            return "the end of the line"
        return excerpt(word)

    def refuse(self, expected: str) -> NoReturn:
        """Says what should stand here."""
        raise ParseError(self.at + 1, f"expected {expected}, found {self.found()}")

    def repeated(self) -> NoReturn:
        """Says that this keyword was there before."""
        raise ParseError(self.at + 1, f"{self.found()} stands twice")

    def end(self) -> None:
        """Nothing more may come."""
        if not self.ended:
            self.refuse("the end of the line")

    def verb(self) -> str:
        """The first word."""
        if self.ended:
            raise EmptyLine(self.at + 1, "expected a verb, found the end of the line")
        return self.skip()

    def word(self, expected: str = "a word") -> str:
        """A word."""
        if not is_word(self.peek()):
            self.refuse(expected)
        return self.skip()

    def words(self, least: str | None = None) -> tuple[str, ...]:
        """All the rest as words; `least` names one where there must be at least one."""
        if self.ended and least:
            self.refuse(least)
        rest = self.rest.replace("\t", " ")
        if rest.isascii() and rest.isprintable():
            self.at = len(self.line)
            return tuple(rest.split())
        # Something is wrong with one of them.
        words = []
        while not self.ended:
            words.append(self.word("a word of printable ASCII"))
        return tuple(words)

    def text(self) -> str:
        """All the rest as it is."""
        text, self.at = one_line(self.rest).strip(_SPACE), len(self.line)
        return text

    def one_of(self, expected: str, words: tuple[str, ...]) -> str:
        """One of a few words."""
        if self.peek() not in words:
            self.refuse(expected)
        return self.skip()

    def number(self, expected: str = "a number", most: int = U32, limit: str | None = None) -> int:
        """A number up to `most`."""
        if not is_number(self.peek()):
            self.refuse(expected)
        number = bounded(self.peek(), most)
        if number is None:
            self.refuse(limit or f"{expected} up to {most}")
        self.skip()
        return number

    def positive(self, most: int = U32) -> int:
        """A number from 1 up to `most`."""
        start = self.at
        number = self.number(most=most)
        if number == 0:
            self.at = start
            self.refuse("a number from 1")
        return number

    def seat(self) -> int:
        """The number of a seat."""
        return self.number("the number of a seat", U32, f"a number up to {U32}")

    def milliseconds(self) -> int:
        """A time."""
        return self.number("a number of milliseconds", U64)

    def signed(self) -> int:
        """A whole number, which may be negative."""
        sign, digits = ("-", self.peek()[1:]) if self.peek().startswith("-") else ("", self.peek())
        if not is_number(digits):
            self.refuse("a whole number")
        number = bounded(digits, 2**63 if sign else 2**63 - 1)
        if number is None:
            self.refuse(f"a number from {-(2**63)} to {2**63 - 1}")
        self.skip()
        return -number if sign else number

    def value(self) -> str:
        """A word, or a text in quotes."""
        if not self.rest.startswith('"'):
            return self.word("a word or a text in quotes")
        text, at = "", self.at + 1
        while True:
            if at == len(self.line):
                self.at = at
                self.refuse("a closing quote")
            character = self.line[at]
            if character == '"':
                break
            if character == "\\":
                if self.line[at + 1 : at + 2] not in ('"', "\\"):
                    self.at = at
                    self.refuse('\\" or \\\\ for a backslash in quotes')
                at += 1
                character = self.line[at]
            text += character
            at += 1
        self.at = at + 1
        if not self.ended and self.line[self.at] not in _SPACE:
            self.refuse("a space after the closing quote")
        self._space()
        return one_line(text)

    def fill(self, places: dict[str, T], keyword: str, read: Callable[[], T]) -> None:
        """Reads the value of a keyword that may stand once, the cursor standing at the keyword."""
        if keyword in places:
            self.repeated()
        self.skip()
        places[keyword] = read()

    def required(self, places: dict[str, T], keyword: str) -> T:
        """The value of a keyword that must have come before this place, the end of the line."""
        if keyword not in places:
            self.refuse(f"the keyword {keyword}")
        return places[keyword]
