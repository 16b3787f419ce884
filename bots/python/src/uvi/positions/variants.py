"""The positions of each variant (UVI 8)."""

# Made by scripts/bindings from protocol/positions.json, which the rules write.
# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .position import Position


@dataclass(frozen=True)
class Katarenga(
    Position,
    variant="katarenga",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "phase": ["word", "baseline", "play"],
        "camps": ["each", 2, ["digit", 2]],
        "moved": ["flags", "wb"],
        "quiet": "number",
        "turn": "number",
    },
    terms=(
        {},
        {"baseline": "fixed"},
        {"doublewin": "on"},
        {"baseline": "fixed", "doublewin": "on"},
    ),
):
    """A position of Katarenga."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    phase: str
    """`baseline` while Black chooses how the board lies, then `play`."""
    camps: tuple[int, ...]
    """White's and Black's pawns in camp; two digits."""
    moved: tuple[bool, ...]
    """The sides that have made their first move in `play`: `--`, `w-`, `-b` or `wb`."""
    quiet: int
    """The moves since the last capture or camp; at 100 the game is drawn."""
    turn: int
    """The turn, from 1, one more after Black's move."""


@dataclass(frozen=True)
class Congress(
    Position,
    variant="congress",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "turn": "number",
    },
    terms=(
        {},
        {"maxturns": "10000"},
        {"capture": "on", "maxturns": "10000"},
    ),
):
    """A position of Congress."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    turn: int
    """The turn, from 1, one more after Black's move."""


@dataclass(frozen=True)
class Isolation(
    Position,
    variant="isolation",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
    },
    terms=(
        {},
        {"rule": "opposite"},
    ),
):
    """A position of Isolation."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""


@dataclass(frozen=True)
class BattleStations(
    Position,
    variant="battle-stations",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "phase": ["word", "stations", "battle"],
    },
    terms=(
        {},
        {"scoring": "pawns"},
    ),
):
    """A position of Battle Stations."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    phase: str
    """`stations` while pawns are placed, then `battle`."""


@dataclass(frozen=True)
class Colorado(
    Position,
    variant="colorado",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "phase": ["word", "baseline", "play"],
        "open": ["maybe", ["square", "h8"]],
        "moved": ["flags", "wb"],
        "quiet": "number",
        "turn": "number",
    },
    terms=(
        {},
        {"baseline": "fixed"},
    ),
):
    """A position of Colorado."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    phase: str
    """`baseline` while Black chooses how the board lies, then `play`."""
    open: str | None
    """The square of the pawn that landed on its far bank in the last move, else `-`."""
    moved: tuple[bool, ...]
    """The sides that have made their first move in `play`: `--`, `w-`, `-b` or `wb`."""
    quiet: int
    """The moves since the last capture; at 100 the game is drawn."""
    turn: int
    """The turn, from 1, one more after Black's move."""


@dataclass(frozen=True)
class Cornered(
    Position,
    variant="cornered",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "last": ["maybe", ["square", "h8"]],
    },
    terms=(
        {},
        {"area": "floating"},
        {"scoring": "pawns"},
        {"area": "floating", "scoring": "pawns"},
    ),
):
    """A position of Cornered."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    last: str | None
    """The square of the pawn placed last, else `-`."""


@dataclass(frozen=True)
class Troika(
    Position,
    variant="troika",
    words={
        "colours": ["cells", "h8", ["letter", "RYGB"]],
        "pawns": ["board", "h8", ["owner", "wb"]],
        "seat": ["seat", 2],
        "last": ["maybe", ["square", "h8"]],
        "move": "number",
    },
    terms=(
        {},
        {"maxmoves": "1000"},
        {"endgame": "move", "maxmoves": "1000"},
    ),
):
    """A position of Troika."""

    colours: Mapping[str, str]
    """The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
    square from a to h."""
    pawns: Mapping[str, int]
    """The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
    squares."""
    seat: int
    """The seat to act, or that would act next, `1` or `2`."""
    last: str | None
    """The square of the pawn placed last, else `-`."""
    move: int
    """The number of the endgame's move to come, from 1; 0 while pawns are placed."""


@dataclass(frozen=True)
class Man:
    """A part of positions of Orwell Chess."""

    owner: int
    kind: str


@dataclass(frozen=True)
class Orwell(
    Position,
    variant="orwell",
    words={
        "men": ["board", "g12", ["record", "Man", "", ["owner", ["owner", "wrb"]], ["kind", ["letter", "DGJPRMud"]]]],
        "seat": ["seat", 3],
        "dice": ["list", "", ["digit", 6]],
        "last": ["each", 3, ["maybe", ["owner", "wrb"]]],
        "round": "number",
        "vacant": ["list", "", ["seat", 3]],
    },
    records=(Man,),
    terms=(
        {},
        {"maxrounds": "10000"},
    ),
):
    """A position of Orwell Chess."""

    men: Mapping[str, Man]
    """Ranks 12 down to 1 with `/` between; a digit is a number of empty squares, a man is the letter of its owner, `w`,
    `r` or `b`, and that of its kind: `D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` Maharaja, `u` or `d` a
    Berlinpeono that goes up or down."""
    seat: int
    """The seat to act, `1` to `3`."""
    dice: tuple[int, ...]
    """The dice that are left, ascending, such as `13` or `5`; `-` before the throw."""
    last: tuple[int | None, ...]
    """Three characters, for White, Red and Black in this order: the letter (`w`, `r`, `b`) of the owner of the man that
    this player captured last, `-` for none yet. `r-w`: White last captured a man of Red, Red nothing, Black a man of
    White."""
    round: int
    """From 1."""
    vacant: tuple[int, ...]
    """The seats that were vacated, ascending, or `-`."""


@dataclass(frozen=True)
class FrenchRevolution(
    Position,
    variant="french-revolution",
    words={
        "men": ["board", "h8|h10", ["letter", "KQRBNPkqrbnp"]],
        "seat": ["owner", "wb"],
        "castling": ["letters", "KQkq"],
        "part": ["word", "piece", "pawn"],
        "turn": "number",
    },
    terms=(
        {},
        {"promotion": "off"},
        {"pawns": "opponent"},
        {"ranks": "10"},
        {"stalemate": "weakloss"},
        {"pawns": "opponent", "promotion": "off"},
        {"promotion": "off", "ranks": "10"},
        {"pawns": "opponent", "ranks": "10"},
        {"promotion": "off", "stalemate": "weakloss"},
        {"pawns": "opponent", "stalemate": "weakloss"},
        {"ranks": "10", "stalemate": "weakloss"},
        {"pawns": "opponent", "promotion": "off", "ranks": "10"},
        {"pawns": "opponent", "promotion": "off", "stalemate": "weakloss"},
        {"promotion": "off", "ranks": "10", "stalemate": "weakloss"},
        {"pawns": "opponent", "ranks": "10", "stalemate": "weakloss"},
        {"pawns": "opponent", "promotion": "off", "ranks": "10", "stalemate": "weakloss"},
    ),
):
    """A position of French Revolution Chess."""

    men: Mapping[str, str]
    """As in FEN; ten ranks too."""
    seat: int
    """Who is to act, `w` or `b`."""
    castling: str
    """As in FEN, `-` for none."""
    part: str
    """The part of the turn that is due, `piece` or `pawn`."""
    turn: int
    """From 1, one more after each turn of Black."""


@dataclass(frozen=True)
class Catalonia(
    Position,
    variant="catalonia",
    words={
        "men": ["board", "h8", ["letter", "NBLGPnblgp"]],
        "pits": ["list", "", ["square", "h8"]],
        "seat": ["maybe", ["seat", 2]],
        "phase": ["tagged", ["move"], ["answer"], ["claim"], ["bomb"], ["remove"], ["over"], ["target", ["square", "h8"]], ["escape", ["square", "h8"]]],
        "turn": "number",
        "total": "number",
        "due": ["word", "wb", "w!b", "w", "b", "-"],
        "since": ["maybe", "number"],
    },
    terms=(
        {},
        {"turns": "99"},
        {"bombs": "chain", "turns": "99"},
        {"scoring": "claimed", "turns": "99"},
        {"bombs": "chain", "scoring": "claimed", "turns": "99"},
    ),
):
    """A position of Catalonia."""

    men: Mapping[str, str]
    """Ranks 8 down to 1 with `/` between; a digit is a number of empty squares, a man is `N` Knight, `B` Bishop, `L`
    Lady, `G` Gentleman or `P` Peasant, upper case for White, lower for Black."""
    pits: tuple[str, ...]
    """Their squares from a1 to h8, rank by rank, such as `b3g4c7`; `-` for none."""
    seat: int | None
    """Who is to act, `1` or `2`; `-` for chance and after the end."""
    phase: tuple[str, ...]
    """`move`; `answer` (Black, after `yield`); `claim`; `bomb`; `target:` and the square that was thrown; `escape:` and
    the square that was lost (the board still shows the man there); `remove`; `over`."""
    turn: int
    """From 1; after the end the last one."""
    total: int
    """The points so far."""
    due: str
    """The moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one; `-` in other phases."""
    since: int | None
    """The turn of the first chain, `-` if there was none."""


@dataclass(frozen=True)
class Place:
    """A part of positions of Cat Chess."""

    space: str
    direction: int


@dataclass(frozen=True)
class Cat:
    """A part of positions of Cat Chess."""

    sheet: str
    esteem: int
    place: Place | None


@dataclass(frozen=True)
class Acted:
    """A part of positions of Cat Chess."""

    cats: str
    free: bool


@dataclass(frozen=True)
class CatChess(
    Position,
    variant="cat-chess",
    words={
        "heights": ["cells", "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22", ["digit", 9]],
        "cats": ["list", "/", ["list", ",", ["record", "Cat", ":", ["sheet", "name"], ["esteem", "number"], ["place", ["maybe", ["record", "Place", ".", ["space", ["square", "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22"]], ["direction", ["digit", 5]]]]]]]],
        "grids": ["list", "/", ["list", ",", ["text", 25, ".SP"]]],
        "seats": ["list", "", ["seat", 5]],
        "phase": ["tagged", ["style"], ["presence"], ["tiles", "number"], ["cats"], ["turn"], ["return"], ["misto"], ["face", ["list", "", ["letter", "abc"]]], ["challenge", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Choices", ",", ["challenge", ["word", "spit", "hiss", "glare", "arch", "stalk", "-", "?"]], ["response", ["word", "ignore", "disdain", "sneer", "sniff", "wash", "-", "?"]]]], ["step", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]]], ["coin", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]]]],
        "owner": ["seat", 5],
        "acted": ["record", "Acted", "", ["cats", ["text", 3, ".xp-"]], ["free", ["mark", "*"]]],
        "round": "number",
        "held": ["list", "", ["digit", 7]],
        "vacant": ["list", "", ["seat", 5]],
    },
    records=(Place, Cat, Acted,),
    terms=(
        {},
        {"maxrounds": "1000", "tiles": "720"},
        {"maxrounds": "1000", "peaks": "contested", "tiles": "720"},
    ),
    seats=(2, 3, 4, 5),
):
    """A position of Cat Chess."""

    heights: Mapping[str, int]
    """Rows 1 to 22 with `/` between, a digit for each space by its letter."""
    cats: tuple[tuple[Cat, ...], ...]
    """Seats with `/` between, the cats a, b, c of each with `,` between. A cat is its sheet, self-esteem, space and
    direction, such as `kero:4:g11.3`; out of play `kero:4:-`."""
    grids: tuple[tuple[str, ...], ...]
    """Likewise; 25 cells of a cat, row by row, `.` empty, `S` Style, `P` Presence."""
    seats: tuple[int, ...]
    """Those who must act, such as `1` or `12`; `-` for chance and after the end."""
    phase: tuple[str, ...]
    """In setup: `style`, `presence`, `tiles:` and how many are left, `cats`; in a turn: `turn`, `return` (another cat may
    come back), `misto`; in either: `face:` and the cats that get directions, such as `face:ac`; in a challenge: see
    below."""
    owner: int
    """The seat whose turn it is, or that sets up now."""
    acted: Acted
    """For the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `*` after them once kiryuu has preened for free;
    `---` in setup."""
    round: int
    """From 1; 0 in setup."""
    held: tuple[int, ...]
    """A digit for each seat: the sum of the peaks that it has held since the end of its last turn, where f11 is 1, q6 is
    2, k17 is 4."""
    vacant: tuple[int, ...]
    """The seats that were vacated, ascending, or `-`."""


@dataclass(frozen=True)
class Chess(
    Position,
    variant="chess",
    words={
        "men": ["board", "h8", ["letter", "KQRBNPkqrbnp"]],
        "seat": ["owner", "wb"],
        "castling": ["letters", "KQkqABCDEFGHabcdefgh"],
        "passed": ["maybe", ["square", "h8"]],
        "quiet": "number",
        "turn": "number",
        "past": ["list", ",", ["move", "h8"]],
    },
    terms=(
        {},
        {"start": "shuffled"},
        {"draws": "claimed"},
        {"draws": "claimed", "start": "shuffled"},
    ),
):
    """A position of Chess."""

    men: Mapping[str, str]
    """As in FEN."""
    seat: int
    """Who is to move, `w` or `b`."""
    castling: str
    """As in FEN, `-` for none; with `start shuffled` the files of the rooks, such as `HAha`."""
    passed: str | None
    """The square that a pawn has just passed, if a capture in passing is legal; `-` otherwise."""
    quiet: int
    """Moves of both sides since the last capture or move of a pawn."""
    turn: int
    """From 1, one more after each move of Black."""
    past: tuple[str, ...]
    """The moves since the last irreversible one, such as `g1f3,g8f6`; `-` for none."""


__all__ = [
    "Acted",
    "BattleStations",
    "Cat",
    "CatChess",
    "Catalonia",
    "Chess",
    "Colorado",
    "Congress",
    "Cornered",
    "FrenchRevolution",
    "Isolation",
    "Katarenga",
    "Man",
    "Orwell",
    "Place",
    "Troika",
]
