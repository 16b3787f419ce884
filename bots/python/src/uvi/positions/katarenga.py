"""Positions whose words have simple forms, those of the games for Katarenga's board (UVI 8)."""

# Made by scripts/bindings from protocol/positions.json, which the rules write.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .board import (
    Position,
    number,
    one_of,
    read_digits,
    read_flags,
    read_letters,
    read_owners,
    square_or_none,
    words,
    write_flags,
    write_owners,
    write_ranks,
)


@dataclass(frozen=True)
class Katarenga(Position):
    """A position of Katarenga."""

    variants = ("katarenga",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    phase: str
    """`baseline` while Black chooses how the board lies, then `play`."""
    camps: tuple[int, int]
    """White's and Black's pawns in camp."""
    moved: tuple[bool, bool]
    """The sides that have made their first move in `play`."""
    quiet: int
    """The moves since the last capture or camp; at 100 the game is drawn."""
    turn: int
    """The turn, from 1, one more after Black's move."""

    @classmethod
    def read(cls, text: str) -> Katarenga:
        colours, pawns, seat, phase, camps, moved, quiet, turn = words(text, 8)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            one_of(phase, ("baseline", "play")),
            read_digits(camps, 2),
            read_flags(moved, "wb"),
            number(quiet),
            number(turn),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            self.phase,
            "".join(map(str, self.camps)),
            write_flags(self.moved, "wb"),
            str(self.quiet),
            str(self.turn),
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"baseline": "fixed"}),
            (None, {"doublewin": "on"}),
        ]


@dataclass(frozen=True)
class Congress(Position):
    """A position of Congress."""

    variants = ("congress",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    turn: int
    """The turn, from 1, one more after Black's move."""

    @classmethod
    def read(cls, text: str) -> Congress:
        colours, pawns, seat, turn = words(text, 4)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            number(turn),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            str(self.turn),
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"maxturns": "10000"}),
            (None, {"capture": "on", "maxturns": "10000"}),
        ]


@dataclass(frozen=True)
class Isolation(Position):
    """A position of Isolation."""

    variants = ("isolation",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""

    @classmethod
    def read(cls, text: str) -> Isolation:
        colours, pawns, seat = words(text, 3)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"rule": "opposite"}),
        ]


@dataclass(frozen=True)
class BattleStations(Position):
    """A position of Battle Stations."""

    variants = ("battle-stations",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    phase: str
    """`stations` while pawns are placed, then `battle`."""

    @classmethod
    def read(cls, text: str) -> BattleStations:
        colours, pawns, seat, phase = words(text, 4)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            one_of(phase, ("stations", "battle")),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            self.phase,
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"scoring": "pawns"}),
        ]


@dataclass(frozen=True)
class Colorado(Position):
    """A position of Colorado."""

    variants = ("colorado",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    phase: str
    """`baseline` while Black chooses how the board lies, then `play`."""
    open: str | None
    """The square of the pawn that landed on its far bank in the last move."""
    moved: tuple[bool, bool]
    """The sides that have made their first move in `play`."""
    quiet: int
    """The moves since the last capture; at 100 the game is drawn."""
    turn: int
    """The turn, from 1, one more after Black's move."""

    @classmethod
    def read(cls, text: str) -> Colorado:
        colours, pawns, seat, phase, open, moved, quiet, turn = words(text, 8)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            one_of(phase, ("baseline", "play")),
            square_or_none(open),
            read_flags(moved, "wb"),
            number(quiet),
            number(turn),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            self.phase,
            self.open or "-",
            write_flags(self.moved, "wb"),
            str(self.quiet),
            str(self.turn),
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"baseline": "fixed"}),
        ]


@dataclass(frozen=True)
class Cornered(Position):
    """A position of Cornered."""

    variants = ("cornered",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    last: str | None
    """The square of the pawn placed last."""

    @classmethod
    def read(cls, text: str) -> Cornered:
        colours, pawns, seat, last = words(text, 4)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            square_or_none(last),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            self.last or "-",
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"area": "floating"}),
            (None, {"scoring": "pawns"}),
        ]


@dataclass(frozen=True)
class Troika(Position):
    """A position of Troika."""

    variants = ("troika",)

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`."""
    pawns: Mapping[str, int]
    """The owner of each pawn."""
    seat: int
    """The seat to act, or that would act next."""
    last: str | None
    """The square of the pawn placed last."""
    move: int
    """The number of the endgame's move to come, from 1; 0 while pawns are placed."""

    @classmethod
    def read(cls, text: str) -> Troika:
        colours, pawns, seat, last, move = words(text, 5)
        return cls(
            read_letters(colours, "RYGB"),
            read_owners(pawns, "wb"),
            int(one_of(seat, ("1", "2"))),
            square_or_none(last),
            number(move),
        )

    def __str__(self) -> str:
        parts = (
            write_ranks(self.colours, 8, 8, str),
            write_owners(self.pawns, "wb"),
            str(self.seat),
            self.last or "-",
            str(self.move),
        )
        return " ".join(parts)

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        return [
            (None, {}),
            (None, {"maxmoves": "1000"}),
            (None, {"endgame": "move", "maxmoves": "1000"}),
        ]


__all__ = [
    "BattleStations",
    "Colorado",
    "Congress",
    "Cornered",
    "Isolation",
    "Katarenga",
    "Troika",
]
