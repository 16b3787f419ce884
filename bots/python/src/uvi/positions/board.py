"""What the positions of many variants share: words, numbers, squares, ranks as FEN has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeVar

from ..errors import PositionError
from ..line import is_number

M = TypeVar("M")
P = TypeVar("P", bound="Position")


class Position(ABC):
    """A position. `read` makes one of a text, `str` writes the same text.

    Squares are words such as `a1`, seats are numbers from 1.
    """

    variants: ClassVar[tuple[str, ...]] = ()
    """The variants whose positions these are."""

    @classmethod
    @abstractmethod
    def read(cls: type[P], text: str) -> P:
        """Reads a position; raises `PositionError`."""

    @abstractmethod
    def __str__(self) -> str: ...

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        """With how many seats and which rule options the arbiter may be able to read this position; the likeliest first.
        `None` and nothing stand for its defaults."""
        return [(None, {})]

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows: the arbiter draws it. There is none where something is hidden, or where there
        is no arbiter."""
        # A bot needs no pictures, and starts the faster for that.
        from ..errors import ArbiterNotFound, CommandFailed
        from ..pictures import picture

        for variant in self.variants[:1]:
            for seats, options in self.terms():
                try:
                    return picture(variant, self, seats=seats, options=options)
                except CommandFailed:
                    continue
                except ArbiterNotFound:
                    return None
        return None


def words(text: str, count: int) -> list[str]:
    """The words of a position, which must be so many."""
    found = text.split(" ")
    if len(found) != count or not all(found):
        raise PositionError(f"expected {count} words with a space between them, found {text!r}")
    return found


def number(word: str) -> int:
    """A number without leading zeros."""
    if not is_number(word) or word != "0" and word.startswith("0") or len(word) > 10:
        raise PositionError(f"expected a number, found {word!r}")
    return int(word)


def number_or_none(word: str) -> int | None:
    """A number, or `None` for `-`."""
    return None if word == "-" else number(word)


def digits(word: str) -> tuple[int, ...]:
    """A digit for each, or `-` for none."""
    if word == "-":
        return ()
    if not is_number(word):
        raise PositionError(f"expected digits or -, found {word!r}")
    return tuple(map(int, word))


def written(numbers: tuple[int, ...]) -> str:
    """The inverse of `digits`."""
    return "".join(map(str, numbers)) or "-"


def or_dash(value: int | None) -> str:
    """A number, or `-` for `None`."""
    return "-" if value is None else str(value)


def one_of(word: str, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    if word not in allowed:
        raise PositionError(f"expected one of {' '.join(allowed)}, found {word!r}")
    return word


def square_name(file: int, rank: int) -> str:
    """The name of a square, file and rank counted from 0."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[file]}{rank + 1}"


def is_square(text: str, files: int, ranks: int) -> bool:
    """Whether this names a square of such a board."""
    return any(text == square_name(file, rank) for file in range(files) for rank in range(ranks))


def read_ranks(text: str, files: int, ranks: int, read: Callable[[str], tuple[M, int] | None]) -> dict[str, M]:
    """The men by their squares. `read` makes a man of the text from here on and says how many letters it took."""
    rows = text.split("/")
    if len(rows) != ranks:
        raise PositionError(f"expected {ranks} ranks, found {len(rows)}")
    men: dict[str, M] = {}
    for rank, row in zip(range(ranks - 1, -1, -1), rows):
        file, after_run = 0, False
        while row:
            run = int(row[0]) if is_number(row[0]) else 0
            man = read(row)
            if run and not after_run:
                file, row, after_run = file + run, row[1:], True
            elif man and file < files:
                men[square_name(file, rank)] = man[0]
                file, row, after_run = file + 1, row[man[1] :], False
            else:
                raise PositionError(f"expected a man or a digit for empty squares, found {row!r}")
        if file != files:
            raise PositionError(f"expected {files} squares in a rank, found {file}")
    return men


def write_ranks(men: Mapping[str, M], files: int, ranks: int, write: Callable[[M], str]) -> str:
    """The inverse of `read_ranks`."""
    rows = []
    for rank in range(ranks - 1, -1, -1):
        row, run = "", 0
        for file in range(files):
            man = men.get(square_name(file, rank))
            if man is None:
                run += 1
                continue
            row += (str(run) if run else "") + write(man)
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def read_letters(text: str, letters: str) -> dict[str, str]:
    """The letter of every square of 8×8."""
    found = read_ranks(text, 8, 8, letter_of(letters))
    if len(found) != 64:
        raise PositionError(f"expected a letter for every square, found {text!r}")
    return found


def read_owners(text: str, letters: str) -> dict[str, int]:
    """The seats of the men on 8×8 squares, each written with its letter."""
    men = read_ranks(text, 8, 8, letter_of(letters))
    return {square: letters.index(letter) + 1 for square, letter in men.items()}


def write_owners(owners: Mapping[str, int], letters: str) -> str:
    """The inverse of `read_owners`."""
    return write_ranks(owners, 8, 8, lambda seat: letters[seat - 1])


def read_two(word: str, allowed: tuple[str, str]) -> tuple[str, str]:
    """Two letters, the first one of some, the second one of others."""
    if len(word) != 2 or word[0] not in allowed[0] or word[1] not in allowed[1]:
        raise PositionError(f"expected one of {' '.join(allowed[0])} and one of {' '.join(allowed[1])}, found {word!r}")
    return word[0], word[1]


def read_digits(word: str, most: int) -> tuple[int, int]:
    """A digit for each of two seats."""
    digits = "0123456789"[: most + 1]
    first, second = read_two(word, (digits, digits))
    return int(first), int(second)


def read_flags(word: str, letters: str) -> tuple[bool, bool]:
    """Whether it is so, for each of two seats: its letter or `-`."""
    first, second = read_two(word, (f"{letters[0]}-", f"{letters[1]}-"))
    return first != "-", second != "-"


def write_flags(flags: tuple[bool, bool], letters: str) -> str:
    """The inverse of `read_flags`."""
    return "".join(letter if holds else "-" for letter, holds in zip(letters, flags))


def square_or_none(word: str) -> str | None:
    """A square of 8×8, or `None` for `-`."""
    if word != "-" and not is_square(word, 8, 8):
        raise PositionError(f"expected a square or -, found {word!r}")
    return None if word == "-" else word


def letter_of(letters: str) -> Callable[[str], tuple[str, int] | None]:
    """Reads a man that is one of these letters."""
    return lambda text: (text[0], 1) if text[0] in letters else None
