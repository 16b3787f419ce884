"""Cat Chess (UVI 8.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PositionError
from .board import Position, digits, number, one_of, words, written

PEAKS = ("f11", "q6", "k17")
"""The peaks, the tops of the three hills, in the order of `held`."""

CHALLENGES = ("spit", "hiss", "glare", "arch", "stalk")
"""The rows of a grid."""
RESPONSES = ("ignore", "disdain", "sneer", "sniff", "wash")
"""The columns of a grid."""

_LETTERS = "abcdefghijklmnopqrstuv"
_CENTRES = ((0, 0), (11, -5), (5, 6))
_PLAIN = ("style", "presence", "cats", "turn", "return", "misto")
_PAIRED = ("challenge", "step", "coin")


def _distance(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _spaces() -> list[list[str]]:
    """The names of the spaces, row by row: letters for q from -5, numbers for r from -10."""
    return [
        [
            f"{letter}{row}"
            for q, letter in enumerate(_LETTERS, start=-5)
            if any(_distance(q - x, row - 11 - y) <= 5 for x, y in _CENTRES)
        ]
        for row in range(1, 23)
    ]


ROWS = _spaces()
"""The names of all 273 spaces, row by row."""
_SPACES = frozenset(space for row in ROWS for space in row)


@dataclass(frozen=True)
class Cat:
    """A cat."""

    sheet: str
    """Its name, such as `kero`."""
    esteem: int
    """Its self-esteem."""
    space: str | None
    """Where it stands; `None` out of play."""
    direction: int | None
    """Where it looks, 0 to 5; `None` out of play."""
    grid: str
    """Its counters, row by row: `.`, `S` or `P`."""

    def counter(self, challenge: str, response: str) -> str:
        """The counter in a cell of its grid: `.`, `S` or `P`."""
        return self.grid[5 * CHALLENGES.index(challenge) + RESPONSES.index(response)]

    def __str__(self) -> str:
        return f"{self.sheet}:{self.esteem}:" + ("-" if self.space is None else f"{self.space}.{self.direction}")


def _cat(text: str, grid: str) -> Cat:
    parts = text.split(":")
    if len(parts) != 3 or not parts[0].isascii() or not parts[0].isalpha():
        raise PositionError(f"expected a cat such as kero:4:g11.3, found {text!r}")
    if len(grid) != 25 or any(cell not in ".SP" for cell in grid):
        raise PositionError(f"expected 25 cells of . S P, found {grid!r}")
    sheet, esteem, where = parts
    if where == "-":
        return Cat(sheet, number(esteem), None, None, grid)
    space, _, direction = where.partition(".")
    if space not in _SPACES:
        raise PositionError(f"expected a space, found {space!r}")
    return Cat(sheet, number(esteem), space, int(one_of(direction, tuple("012345"))), grid)


def _cats(cats: str, grids: str) -> tuple[tuple[Cat, ...], ...]:
    of_cats = [seat.split(",") for seat in cats.split("/")]
    of_grids = [seat.split(",") for seat in grids.split("/")]
    if [len(seat) for seat in of_cats] != [len(seat) for seat in of_grids]:
        raise PositionError("expected as many grids as cats")
    return tuple(tuple(map(_cat, cats, grids)) for cats, grids in zip(of_cats, of_grids))


def _heights(text: str) -> dict[str, int]:
    rows = text.split("/")
    if [len(row) for row in rows] != [len(row) for row in ROWS]:
        raise PositionError("expected the heights of 22 rows, a digit for each space")
    return {space: number(height) for spaces, row in zip(ROWS, rows) for space, height in zip(spaces, row)}


@dataclass(frozen=True)
class Phase:
    """What a position waits for."""

    name: str
    """`style`, `presence`, `tiles`, `cats`, `turn`, `return`, `face`, `misto`, `challenge`, `step` or `coin`."""
    left: int | None = None
    """Of `tiles`: how many are to be placed."""
    facing: str = ""
    """Of `face`: the cats to be turned, such as `ac`."""
    cats: tuple[str, str] | None = None
    """Of `challenge` and `coin` the challenger and the defender, of `step` the one that must step and the one that it
    flees, such as `1a` and `2b`."""
    choices: tuple[str, str] | None = None
    """Of `challenge`: what both have chosen; `-` not yet, `?` what this seat may not see."""

    @classmethod
    def read(cls, text: str) -> Phase:
        """Reads the word of a position."""
        name, _, rest = text.partition(":")
        if text in _PLAIN:
            return cls(text)
        if name == "tiles":
            return cls(name, left=number(rest))
        if name == "face" and rest and all(letter in "abc" for letter in rest):
            return cls(name, facing=rest)
        parts = rest.split(":")
        if name not in _PAIRED or len(parts) != (3 if name == "challenge" else 2):
            raise PositionError(f"expected a phase, found {text!r}")
        for cat in parts[:2]:
            if len(cat) != 2 or cat[0] not in "12345" or cat[1] not in "abc":
                raise PositionError(f"expected a seat and a cat, such as 1a, found {cat!r}")
        cats = (parts[0], parts[1])
        if name != "challenge":
            return cls(name, cats=cats)
        first, comma, second = parts[2].partition(",")
        if not comma or first not in (*CHALLENGES, "-", "?") or second not in (*RESPONSES, "-", "?"):
            raise PositionError(f"expected two choices, found {parts[2]!r}")
        return cls(name, cats=cats, choices=(first, second))

    def __str__(self) -> str:
        if self.left is not None:
            return f"{self.name}:{self.left}"
        if self.facing:
            return f"{self.name}:{self.facing}"
        text = self.name if self.cats is None else f"{self.name}:{self.cats[0]}:{self.cats[1]}"
        return text if self.choices is None else f"{text}:{self.choices[0]},{self.choices[1]}"


@dataclass(frozen=True)
class CatChess(Position):
    """A position of Cat Chess."""

    variants = ("cat-chess",)

    heights: Mapping[str, int]
    """The height of every space."""
    cats: tuple[tuple[Cat, ...], ...]
    """The cats a, b, c of each seat."""
    seats: tuple[int, ...]
    """Who must act; none for chance and after the end."""
    phase: Phase
    """What is due."""
    owner: int
    """Whose turn it is; in setting up, whose thing."""
    acted: str
    """For the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `---` outside a turn."""
    free_preen: bool
    """Whether the free preen of this turn is used."""
    round: int
    """From 1, 0 during setting up."""
    held: tuple[tuple[str, ...], ...]
    """The peaks that each seat holds."""
    vacant: tuple[int, ...]
    """The seats that were vacated."""

    @classmethod
    def read(cls, text: str) -> CatChess:
        heights, cats, grids, seats, phase, owner, acted, round_, held, vacant = words(text, 10)
        three, star, nothing = acted.partition("*")
        if nothing or three != "---" and (len(three) != 3 or any(cat not in ".xp" for cat in three)):
            raise PositionError(f"expected what three cats have done, found {acted!r}")
        masks = digits(held)
        if any(mask > 7 for mask in masks):
            raise PositionError(f"expected a digit up to 7 for each seat, found {held!r}")
        return cls(
            _heights(heights),
            _cats(cats, grids),
            digits(seats),
            Phase.read(phase),
            number(owner),
            three,
            bool(star),
            number(round_),
            tuple(tuple(peak for bit, peak in enumerate(PEAKS) if mask >> bit & 1) for mask in masks),
            digits(vacant),
        )

    def __str__(self) -> str:
        return " ".join(
            (
                "/".join("".join(str(self.heights[space]) for space in row) for row in ROWS),
                "/".join(",".join(map(str, cats)) for cats in self.cats),
                "/".join(",".join(cat.grid for cat in cats) for cats in self.cats),
                written(self.seats),
                str(self.phase),
                str(self.owner),
                self.acted + ("*" if self.free_preen else ""),
                str(self.round),
                written(tuple(sum(1 << PEAKS.index(peak) for peak in peaks) for peaks in self.held)),
                written(self.vacant),
            )
        )

    def terms(self) -> list[tuple[int | None, dict[str, str]]]:
        # After the last round the position is that of a turn which would have started.
        rounds = ["1000", str(max(1, self.round - 1))]
        longer = [(len(self.cats), {"maxrounds": last, "tiles": "720"}) for last in rounds]
        return [(len(self.cats), {}), *longer]
