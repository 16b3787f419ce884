"""Katarenga, Congress and Isolation (UVI 8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import Position, letter_of, number, one_of, read_ranks, words, write_ranks

_PAWNS = "wb"
_MOVED = {"--": (False, False), "w-": (True, False), "-b": (False, True), "wb": (True, True)}


def _colours(text: str) -> dict[str, str]:
    colours = read_ranks(text, 8, 8, letter_of("RYGB"))
    if len(colours) != 64:
        raise PositionError(f"expected a colour for every square, found {text!r}")
    return colours


def _pawns(text: str) -> dict[str, int]:
    men = read_ranks(text, 8, 8, letter_of(_PAWNS))
    return {square: _PAWNS.index(letter) + 1 for square, letter in men.items()}


def _seat(word: str) -> int:
    return int(one_of(word, ("1", "2")))


def _board(colours: Mapping[str, str], pawns: Mapping[str, int]) -> str:
    pawn = write_ranks(pawns, 8, 8, lambda seat: _PAWNS[seat - 1])
    return f"{write_ranks(colours, 8, 8, str)} {pawn}"


@dataclass(frozen=True)
class Katarenga(Position):
    """A position of Katarenga."""

    variants = ("katarenga",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """Whose pawn stands on a square: the seat."""
    seat: int
    """Who is to act."""
    phase: str
    """`baseline` while Black chooses how the board lies, then `play`."""
    camps: tuple[int, int]
    """White's and Black's pawns in camp."""
    moved: tuple[bool, bool]
    """Whether White and Black have made their first actions in `play`."""
    quiet: int
    """Moves since the last capture or camp."""
    turn: int
    """From 1, one more after each move of Black."""

    @classmethod
    def read(cls, text: str) -> Katarenga:
        colours, pawns, seat, phase, camps, moved, quiet, turn = words(text, 8)
        if len(camps) != 2 or any(camp not in "012" for camp in camps):
            raise PositionError(f"expected two digits for the camps, found {camps!r}")
        return cls(
            _colours(colours),
            _pawns(pawns),
            _seat(seat),
            one_of(phase, ("baseline", "play")),
            (int(camps[0]), int(camps[1])),
            _MOVED[one_of(moved, tuple(_MOVED))],
            number(quiet),
            number(turn),
        )

    def __str__(self) -> str:
        moved = next(word for word, moved in _MOVED.items() if moved == self.moved)
        camps = f"{self.camps[0]}{self.camps[1]}"
        board = _board(self.colours, self.pawns)
        return f"{board} {self.seat} {self.phase} {camps} {moved} {self.quiet} {self.turn}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [(None, {}), (None, {"doublewin": "on"})]


@dataclass(frozen=True)
class Congress(Position):
    """A position of Congress."""

    variants = ("congress",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """Whose pawn stands on a square: the seat."""
    seat: int
    """Who is to act."""
    turn: int
    """From 1, one more after each move of Black."""

    @classmethod
    def read(cls, text: str) -> Congress:
        colours, pawns, seat, turn = words(text, 4)
        return cls(_colours(colours), _pawns(pawns), _seat(seat), number(turn))

    def __str__(self) -> str:
        return f"{_board(self.colours, self.pawns)} {self.seat} {self.turn}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [(None, {}), (None, {"maxturns": "10000"}), (None, {"maxturns": "10000", "capture": "on"})]


@dataclass(frozen=True)
class Isolation(Position):
    """A position of Isolation."""

    variants = ("isolation",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """Whose pawn stands on a square: the seat."""
    seat: int
    """Who is to act; after the end, who has lost."""

    @classmethod
    def read(cls, text: str) -> Isolation:
        colours, pawns, seat = words(text, 3)
        return cls(_colours(colours), _pawns(pawns), _seat(seat))

    def __str__(self) -> str:
        return f"{_board(self.colours, self.pawns)} {self.seat}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [(None, {}), (None, {"rule": "opposite"})]
