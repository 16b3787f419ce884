"""French Revolution Chess (UVI 8.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import Position, letter_of, number, one_of, read_ranks, words, write_ranks


@dataclass(frozen=True)
class FrenchRevolution(Position):
    """A position of French Revolution Chess."""

    variants = ("french-revolution",)

    men: Mapping[str, str]
    """The men by their squares, in the letters of FEN."""
    ranks: int
    """8 or 10."""
    seat: int
    """Who is to act: 1 White, 2 Black."""
    castling: str
    """The rights as in FEN, `KQkq`; empty for none."""
    part: str
    """What is due now, `piece` or `pawn`."""
    turn: int
    """From 1, one more after each turn of Black."""

    @classmethod
    def read(cls, text: str) -> FrenchRevolution:
        men, side, castling, part, turn = words(text, 5)
        ranks = men.count("/") + 1
        if ranks not in (8, 10):
            raise PositionError(f"expected 8 or 10 ranks, found {ranks}")
        rights = "" if castling == "-" else castling
        if "".join(right for right in "KQkq" if right in rights) != rights or castling == "":
            raise PositionError(f"expected the castling rights as in FEN, found {castling!r}")
        return cls(
            read_ranks(men, 8, ranks, letter_of("KQRBNPkqrbnp")),
            ranks,
            "wb".index(one_of(side, ("w", "b"))) + 1,
            rights,
            one_of(part, ("piece", "pawn")),
            number(turn),
        )

    def __str__(self) -> str:
        men = write_ranks(self.men, 8, self.ranks, str)
        return f"{men} {'wb'[self.seat - 1]} {self.castling or '-'} {self.part} {self.turn}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        ranks = {"ranks": str(self.ranks)}
        rest: list[dict[str, str]] = [{}, {"pawns": "opponent"}, {"promotion": "off"}]
        return [(None, {**ranks, **options}) for options in (*rest, {**rest[1], **rest[2]})]
