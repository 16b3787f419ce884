"""Orwell Chess (UVI 8.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import Position, digits, number, one_of, read_ranks, words, write_ranks, written

_OWNERS = "wrb"
_KINDS = "DGJPRMud"
_FILES, _RANKS = 7, 12


@dataclass(frozen=True)
class Man:
    """A man."""

    owner: int
    """The seat."""
    kind: str
    """`D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` Maharaja, `u` or `d` a Berlinpeono."""


def _man(text: str) -> tuple[Man, int] | None:
    if text[0] not in _OWNERS or text[1:2] not in tuple(_KINDS):
        return None
    return Man(_OWNERS.index(text[0]) + 1, text[1]), 2


@dataclass(frozen=True)
class Orwell(Position):
    """A position of Orwell Chess."""

    variants = ("orwell",)

    men: Mapping[str, Man]
    """The men by their squares."""
    seat: int
    """Who is to act."""
    dice: tuple[int, ...]
    """The dice that are left, ascending; none before the throw."""
    last: tuple[int | None, int | None, int | None]
    """Whose man each seat captured last."""
    round: int
    """From 1."""
    vacant: tuple[int, ...]
    """The seats that were vacated, ascending."""

    @classmethod
    def read(cls, text: str) -> Orwell:
        men, seat, dice, last, round_, vacant = words(text, 6)
        if len(last) != 3 or any(letter not in "-" + _OWNERS for letter in last):
            raise PositionError(f"expected three letters of owners, found {last!r}")
        captured = [None if letter == "-" else _OWNERS.index(letter) + 1 for letter in last]
        return cls(
            read_ranks(men, _FILES, _RANKS, _man),
            int(one_of(seat, ("1", "2", "3"))),
            digits(dice),
            (captured[0], captured[1], captured[2]),
            number(round_),
            digits(vacant),
        )

    def __str__(self) -> str:
        men = write_ranks(self.men, _FILES, _RANKS, lambda man: _OWNERS[man.owner - 1] + man.kind)
        last = "".join("-" if owner is None else _OWNERS[owner - 1] for owner in self.last)
        return f"{men} {self.seat} {written(self.dice)} {last} {self.round} {written(self.vacant)}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [(None, {}), (None, {"maxrounds": "10000"})]
