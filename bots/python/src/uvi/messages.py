"""The messages of the seat link: what a bot hears and what it says (UVI 2).

`parse_to_bot` and `parse_from_bot` read a line, `str` writes it, and each is what it was after both: `str` raises
`WriteError` for a field that would not be.
"""

# Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .options import Option
from .parts import Line, by_verb, parse


@dataclass(frozen=True)
class Uvi(Line, line="uvi version:number"):
    """The arbiter's first line."""

    version: int


@dataclass(frozen=True)
class SetOption(Line, line="setoption {name:word value}"):
    """One of the bot's own options gets a value."""

    name: str
    value: str


@dataclass(frozen=True)
class IsReady(Line, line="isready"):
    """To be answered with `readyok`."""


@dataclass(frozen=True)
class NewGame(Line, line="newgame {variant:word seats:number seat lots? options}"):
    """A new game: its variant, how many seats it has, which one is yours, the rule options not at their defaults.

    `lots` is what your lots are to be drawn from, 16 hex digits that no other game or seat has; an arbiter that gives
    none leaves it `None`.
    """

    variant: str
    seats: int
    seat: int
    options: Mapping[str, str] = field(default_factory=dict)
    lots: str | None = None


@dataclass(frozen=True)
class Position(Line, line="position words:position"):
    """The position as this seat may see it."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class History(Line, line="history @history"):
    """The start, and all that has happened since, as far as this seat may see it."""

    start: tuple[str, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Legal(Line, line="legal actions:list"):
    """Every action that is legal for this seat, sorted."""

    actions: tuple[str, ...]


@dataclass(frozen=True)
class Go(
    Line,
    line="go {movetime?:milliseconds time?:figures inc?:figures movestogo?:many nodes?:amount "
    "depth?:amount}limits",
):
    """Decide. Times are milliseconds; `None` in a list is a seat without a clock, elsewhere a limit that is not set. After
    `movestogo` answers of this seat, the next one counted, its time is added again."""

    movetime: int | None = None
    time: tuple[int | None, ...] | None = None
    inc: tuple[int | None, ...] | None = None
    nodes: int | None = None
    depth: int | None = None
    movestogo: int | None = None


@dataclass(frozen=True)
class Stop(Line, line="stop"):
    """Answer now."""


@dataclass(frozen=True)
class GameOver(Line, line="gameover {reason:word score?:points shared?:number}over"):
    """The end: points for each seat, or one score for all, or neither after an abort."""

    reason: str
    score: tuple[Fraction, ...] | None = None
    shared: int | None = None


@dataclass(frozen=True)
class Error(Line, line="error text"):
    """You are at fault; the text begins with the fault's word."""

    text: str


@dataclass(frozen=True)
class Quit(Line, line="quit"):
    """Leave."""


@dataclass(frozen=True)
class Id(Line, line="id key:name|author text"):
    """Who the bot is: `key` is `name` or `author`."""

    key: str
    text: str


@dataclass(frozen=True)
class Declare(Line, line="option @option"):
    """An option of the bot."""

    option: Option


@dataclass(frozen=True)
class Variant(Line, line="variant words"):
    """The variants that the bot plays."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Feature(Line, line="feature words"):
    """What the bot wants to be sent before each `go`: `legal`, `history`."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class UviOk(Line, line="uviok"):
    """The greeting is complete."""


@dataclass(frozen=True)
class ReadyOk(Line, line="readyok"):
    """The answer to `isready`."""


@dataclass(frozen=True)
class Info(Line, line="info text"):
    """Anything about the bot's thinking."""

    text: str


@dataclass(frozen=True)
class BestMove(Line, line="bestmove actions"):
    """The decision: one action or more."""

    actions: tuple[str, ...]


@dataclass(frozen=True)
class Resign(Line, line="resign"):
    """The bot gives the game up."""


ToBot: TypeAlias = "Uvi|SetOption|IsReady|NewGame|Position|History|Legal|Go|Stop|GameOver|Error|Quit"
FromBot: TypeAlias = "Id|Declare|Variant|Feature|UviOk|ReadyOk|Info|BestMove|Resign"

_TO_BOT = by_verb(
    Uvi, SetOption, IsReady, NewGame, Position, History, Legal, Go, Stop, GameOver, Error, Quit
)
_FROM_BOT = by_verb(Id, Declare, Variant, Feature, UviOk, ReadyOk, Info, BestMove, Resign)


def parse_to_bot(line: str) -> ToBot:
    """Reads what the arbiter says.

    Raises `UnknownVerb` and `EmptyLine` for what is to be ignored, `ParseError` where the words after a known verb are
    wrong.
    """
    message: ToBot = parse(line, _TO_BOT)
    return message


def parse_from_bot(line: str) -> FromBot:
    """Reads what a bot says. Raises as `parse_to_bot`."""
    message: FromBot = parse(line, _FROM_BOT)
    return message
