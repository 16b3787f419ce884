"""Catalonia (UVI 8.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import (
    Position,
    is_square,
    letter_of,
    number,
    one_of,
    or_dash,
    read_ranks,
    number_or_none,
    words,
    write_ranks,
)

_PLAIN = ("move", "answer", "claim", "bomb", "remove", "over")
_WITH_SQUARE = ("target", "escape")


@dataclass(frozen=True)
class Catalonia(Position):
    """A position of Catalonia."""

    variants = ("catalonia",)

    men: Mapping[str, str]
    """The men by their squares: `N`, `B`, `L`, `G` or `P`, upper case for White, lower for Black."""
    pits: tuple[str, ...]
    """The squares of the pits, from a1 to h8, rank by rank."""
    seat: int | None
    """Who is to act; `None` for chance and after the end."""
    phase: str
    """`move`, `answer`, `claim`, `bomb`, `target`, `escape`, `remove` or `over`."""
    square: str | None
    """The square that was thrown (`target`) or lost (`escape`)."""
    turn: int
    """From 1; after the end the last one."""
    total: int
    """The points so far."""
    due: str
    """The moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one, `-` in other phases."""
    since: int | None
    """The turn of the first chain."""

    @classmethod
    def read(cls, text: str) -> Catalonia:
        men, pits, seat, phase, turn, total, due, since = words(text, 8)
        named = [] if pits == "-" else [pits[at : at + 2] for at in range(0, len(pits), 2)]
        kind, colon, square = phase.partition(":")
        one_of(kind, _WITH_SQUARE if colon else _PLAIN)
        for name in [*named, *([square] if colon else [])]:
            if not is_square(name, 8, 8):
                raise PositionError(f"expected a square, found {name!r}")
        return cls(
            read_ranks(men, 8, 8, letter_of("NBLGPnblgp")),
            tuple(named),
            number_or_none(seat),
            kind,
            square if colon else None,
            number(turn),
            number(total),
            one_of(due, ("wb", "w!b", "w", "b", "-")),
            number_or_none(since),
        )

    def __str__(self) -> str:
        men = write_ranks(self.men, 8, 8, str)
        pits = "".join(self.pits) or "-"
        phase = self.phase if self.square is None else f"{self.phase}:{self.square}"
        seat, since = or_dash(self.seat), or_dash(self.since)
        return f"{men} {pits} {seat} {phase} {self.turn} {self.total} {self.due} {since}"

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        rest: list[dict[str, str]] = [{}, {"scoring": "claimed"}, {"bombs": "chain"}]
        rest.append({**rest[1], **rest[2]})
        return [(None, {**turns, **options}) for turns in ({}, {"turns": "99"}) for options in rest]
