"""Chess (UVI 8.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import Position, is_square, letter_of, number, one_of, read_ranks, words, write_ranks


@dataclass(frozen=True)
class Chess(Position):
    """A position of chess."""

    variants = ("chess",)

    men: Mapping[str, str]
    """The men by their squares, in the letters of FEN."""
    seat: int
    """Who is to move: 1 White, 2 Black."""
    castling: str
    """The rights as in FEN, `KQkq`, or with a shuffled start the files of the rooks, `HAha`; empty for none."""
    passed: str | None
    """The square that a pawn has just passed, where it can be captured."""
    quiet: int
    """Moves of both sides since the last capture or move of a pawn."""
    turn: int
    """From 1, one more after each move of Black."""
    past: tuple[str, ...]
    """The moves since the last one that cannot be taken back."""

    @classmethod
    def read(cls, text: str) -> Chess:
        men, side, castling, passed, quiet, turn, past = words(text, 7)
        rights = "" if castling == "-" else castling
        if any(right not in "KQkqABCDEFGHabcdefgh" for right in rights) or len(set(rights)) < len(rights):
            raise PositionError(f"expected the castling rights as in FEN, found {castling!r}")
        if passed != "-" and not is_square(passed, 8, 8):
            raise PositionError(f"expected a square or -, found {passed!r}")
        moves = () if past == "-" else tuple(past.split(","))
        if not all(len(move) == 4 and is_square(move[:2], 8, 8) and is_square(move[2:], 8, 8) for move in moves):
            raise PositionError(f"expected moves such as g1f3,g8f6, found {past!r}")
        return cls(
            read_ranks(men, 8, 8, letter_of("KQRBNPkqrbnp")),
            "wb".index(one_of(side, ("w", "b"))) + 1,
            rights,
            None if passed == "-" else passed,
            number(quiet),
            number(turn),
            moves,
        )

    @property
    def fen(self) -> str:
        """The position as FEN, which other programs read; it says nothing of earlier positions."""
        men = write_ranks(self.men, 8, 8, str)
        return f"{men} {'wb'[self.seat - 1]} {self.castling or '-'} {self.passed or '-'} {self.quiet} {self.turn}"

    def __str__(self) -> str:
        return f"{self.fen} {','.join(self.past) or '-'}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [(None, {}), (None, {"start": "shuffled"})]
