"""The messages of the seat link: what a bot hears and what it says (UVI 2).

`parse_to_bot` and `parse_from_bot` read a line, `str` writes it, and each is what it was after both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .errors import UnknownVerb
from .line import U32, U64, Cursor, bounded, free_text, is_number, is_word, joined, quoted
from .options import Option, parse_option


@dataclass(frozen=True)
class Uvi:
    """The arbiter's first line."""

    version: int

    def __str__(self) -> str:
        return f"uvi {self.version}"


@dataclass(frozen=True)
class SetOption:
    """One of the bot's own options gets a value."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"setoption name {self.name} value {quoted(self.value)}"


@dataclass(frozen=True)
class IsReady:
    """To be answered with `readyok`."""

    def __str__(self) -> str:
        return "isready"


@dataclass(frozen=True)
class NewGame:
    """A new game: its variant, how many seats it has, which one is yours, the rule options not at their defaults.

    `lots` is what your lots are to be drawn from, 16 hex digits that no other game or seat has; an arbiter that gives
    none leaves it `None`.
    """

    variant: str
    seats: int
    seat: int
    options: Mapping[str, str] = field(default_factory=dict)
    lots: str | None = None

    def __str__(self) -> str:
        options = (f"{name} {quoted(value)}" for name, value in self.options.items())
        lots = "" if self.lots is None else f"lots {self.lots}"
        return joined(f"newgame variant {self.variant} seats {self.seats} seat {self.seat}", lots, *options)


@dataclass(frozen=True)
class Position:
    """The position as this seat may see it."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return joined("position", *self.words)


@dataclass(frozen=True)
class History:
    """The start, and all that has happened since, as far as this seat may see it."""

    start: tuple[str, ...]
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return joined("history", *self.start, "moves", *self.moves)


@dataclass(frozen=True)
class Legal:
    """Every action that is legal for this seat, sorted."""

    actions: tuple[str, ...]

    def __str__(self) -> str:
        return joined("legal", *self.actions)


@dataclass(frozen=True)
class Go:
    """Decide. Times are milliseconds; `None` in a list is a seat without a clock, elsewhere a limit that is not set. After
    `movestogo` answers of this seat, the next one counted, its time is added again."""

    movetime: int | None = None
    time: tuple[int | None, ...] | None = None
    inc: tuple[int | None, ...] | None = None
    nodes: int | None = None
    depth: int | None = None
    movestogo: int | None = None

    def __str__(self) -> str:
        def number(keyword: str, limit: int | None) -> str:
            return "" if limit is None else f"{keyword} {limit}"

        def figures(keyword: str, limits: tuple[int | None, ...] | None) -> str:
            return "" if limits is None else joined(keyword, *("-" if n is None else str(n) for n in limits))

        return joined(
            "go",
            number("movetime", self.movetime),
            figures("time", self.time),
            figures("inc", self.inc),
            number("movestogo", self.movestogo),
            number("nodes", self.nodes),
            number("depth", self.depth),
        )


@dataclass(frozen=True)
class Stop:
    """Answer now."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True)
class GameOver:
    """The end: points for each seat, or one score for all, or neither after an abort."""

    reason: str
    score: tuple[Fraction, ...] | None = None
    shared: int | None = None

    def __str__(self) -> str:
        score = "" if self.score is None else joined("score", *map(str, self.score))
        shared = "" if self.shared is None else f"shared {self.shared}"
        return joined(f"gameover reason {self.reason}", score, shared)


@dataclass(frozen=True)
class Error:
    """You are at fault; the text begins with the fault's word."""

    text: str

    def __str__(self) -> str:
        return joined("error", free_text(self.text))


@dataclass(frozen=True)
class Quit:
    """Leave."""

    def __str__(self) -> str:
        return "quit"


@dataclass(frozen=True)
class Id:
    """Who the bot is: `key` is `name` or `author`."""

    key: str
    text: str

    def __str__(self) -> str:
        return joined("id", self.key, free_text(self.text))


@dataclass(frozen=True)
class Declare:
    """An option of the bot."""

    option: Option

    def __str__(self) -> str:
        return f"option {self.option}"


@dataclass(frozen=True)
class Variant:
    """The variants that the bot plays."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return joined("variant", *self.words)


@dataclass(frozen=True)
class Feature:
    """What the bot wants to be sent before each `go`: `legal`, `history`."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return joined("feature", *self.words)


@dataclass(frozen=True)
class UviOk:
    """The greeting is complete."""

    def __str__(self) -> str:
        return "uviok"


@dataclass(frozen=True)
class ReadyOk:
    """The answer to `isready`."""

    def __str__(self) -> str:
        return "readyok"


@dataclass(frozen=True)
class Info:
    """Anything about the bot's thinking."""

    text: str

    def __str__(self) -> str:
        return joined("info", free_text(self.text))


@dataclass(frozen=True)
class BestMove:
    """The decision: one action or more."""

    actions: tuple[str, ...]

    def __str__(self) -> str:
        return joined("bestmove", *self.actions)


@dataclass(frozen=True)
class Resign:
    """The bot gives the game up."""

    def __str__(self) -> str:
        return "resign"


ToBot: TypeAlias = "Uvi|SetOption|IsReady|NewGame|Position|History|Legal|Go|Stop|GameOver|Error|Quit"
FromBot: TypeAlias = "Id|Declare|Variant|Feature|UviOk|ReadyOk|Info|BestMove|Resign"


def parse_to_bot(line: str) -> ToBot:
    """Reads what the arbiter says.

    Raises `UnknownVerb` and `EmptyLine` for what is to be ignored, `ParseError` where the words after a known verb are
    wrong.
    """
    at = Cursor(line)
    start = at.at
    message: ToBot
    verb = at.verb()
    if verb == "uvi":
        message = Uvi(at.number())
    elif verb == "setoption":
        message = _set_option(at)
    elif verb == "isready":
        message = IsReady()
    elif verb == "newgame":
        message = _new_game(at)
    elif verb == "position":
        message = Position(at.words(least="a position"))
    elif verb == "history":
        message = read_history(at)
    elif verb == "legal":
        message = Legal(at.words())
    elif verb == "go":
        message = read_go(at)
    elif verb == "stop":
        message = Stop()
    elif verb == "gameover":
        message = read_over(at)
    elif verb == "error":
        message = Error(at.text())
    elif verb == "quit":
        message = Quit()
    else:
        raise unknown_verb(at, start)
    at.end()
    return message


def parse_from_bot(line: str) -> FromBot:
    """Reads what a bot says. Raises as `parse_to_bot`."""
    at = Cursor(line)
    start = at.at
    message: FromBot
    verb = at.verb()
    if verb == "id":
        message = Id(at.one_of("name or author", ("name", "author")), at.text())
    elif verb == "option":
        message = Declare(parse_option(at))
    elif verb == "variant":
        message = Variant(at.words(least="a word"))
    elif verb == "feature":
        message = Feature(at.words(least="a word"))
    elif verb == "uviok":
        message = UviOk()
    elif verb == "readyok":
        message = ReadyOk()
    elif verb == "info":
        message = Info(at.text())
    elif verb == "bestmove":
        message = BestMove(at.words(least="an action"))
    elif verb == "resign":
        message = Resign()
    else:
        raise unknown_verb(at, start)
    at.end()
    return message


def unknown_verb(at: Cursor, start: int) -> UnknownVerb:
    """The error of a line whose first word is no verb."""
    at.at = start
    return UnknownVerb(start + 1, f"unknown verb {at.found()}")


def _set_option(at: Cursor) -> SetOption:
    parts: dict[str, str] = {}
    while not at.ended:
        keyword = at.peek()
        if keyword not in ("name", "value"):
            at.refuse("name or value")
        at.fill(parts, keyword, at.word if keyword == "name" else at.value)
    return SetOption(at.required(parts, "name"), at.required(parts, "value"))


def _new_game(at: Cursor) -> NewGame:
    variant: dict[str, str] = {}
    numbers: dict[str, int] = {}
    lots: dict[str, str] = {}
    options: dict[str, str] = {}
    while not at.ended:
        keyword = at.peek()
        if keyword == "variant":
            at.fill(variant, keyword, at.word)
        elif keyword == "seats":
            at.fill(numbers, keyword, at.number)
        elif keyword == "seat":
            at.fill(numbers, keyword, at.seat)
        elif keyword == "lots":
            at.fill(lots, keyword, at.lots)
        elif keyword == "seed" or not is_word(keyword):
            at.refuse("the name of a rule option")
        else:
            at.fill(options, keyword, at.value)
    return NewGame(
        variant=at.required(variant, "variant"),
        seats=at.required(numbers, "seats"),
        seat=at.required(numbers, "seat"),
        options=options,
        lots=lots.get("lots"),
    )


def read_history(at: Cursor) -> History:
    """Reads a start and what has happened since."""
    if at.ended or at.peek() == "moves":
        at.refuse("a position")
    probe = Cursor(at.rest)
    while probe.peek() != "moves":
        if probe.ended:
            at.at = len(at.line)
            at.refuse("the keyword moves")
        probe.skip()
    here = at.at
    start = Cursor(at.line[: here + probe.at])
    start.at = here
    words = start.words()
    at.at = here + probe.at
    at.skip()
    return History(words, at.words())


def read_go(at: Cursor) -> Go:
    """Reads the limits of a decision."""
    numbers: dict[str, int] = {}
    lists: dict[str, tuple[int | None, ...]] = {}
    places: dict[str, int] = {}

    def figures() -> tuple[int | None, ...]:
        figures: list[int | None] = []
        places[keyword] = at.at
        while at.peek() == "-" or is_number(at.peek()):
            if at.peek() == "-":
                at.skip()
                figures.append(None)
            else:
                figures.append(at.milliseconds())
        if not figures:
            at.refuse("a number of milliseconds or -")
        return tuple(figures)

    while not at.ended:
        keyword = at.peek()
        if keyword == "movetime":
            at.fill(numbers, keyword, at.milliseconds)
        elif keyword in ("time", "inc"):
            at.fill(lists, keyword, figures)
        elif keyword in ("nodes", "depth"):
            at.fill(numbers, keyword, lambda: at.number(most=U64))
        elif keyword == "movestogo":
            at.fill(numbers, keyword, lambda: at.positive(U64))
        else:
            at.refuse("movetime, time, inc, movestogo, nodes or depth")
    time, inc, movestogo = lists.get("time"), lists.get("inc"), numbers.get("movestogo")
    if (time is None) != (inc is None):
        at.refuse("time beside inc" if time is None else "inc beside time")
    if time is not None and inc is not None and len(time) != len(inc):
        at.at = places["inc"]
        at.refuse("as many figures after inc as after time")
    if movestogo is not None and time is None:
        at.refuse("time beside movestogo")
    return Go(numbers.get("movetime"), time, inc, numbers.get("nodes"), numbers.get("depth"), movestogo)


def _points(at: Cursor) -> Fraction:
    what = "points, such as 1 or 1/2"
    above, slash, below = at.peek().partition("/")
    below = below if slash else "1"
    if not is_number(above) or not is_number(below):
        at.refuse(what)
    numerator, denominator = bounded(above, U32), bounded(below, U32)
    if numerator is None or denominator is None:
        at.refuse("points of numbers up to 4294967295")
    if denominator == 0:
        at.refuse(what)
    at.skip()
    return Fraction(numerator, denominator)


def read_over(at: Cursor) -> GameOver:
    """Reads how a game ended."""
    reason: dict[str, str] = {}
    score: dict[str, tuple[Fraction, ...]] = {}
    shared: dict[str, int] = {}
    places: dict[str, int] = {}

    def points() -> tuple[Fraction, ...]:
        points = [_points(at)]
        while "0" <= at.peek()[:1] <= "9":
            points.append(_points(at))
        return tuple(points)

    def number() -> int:
        places["shared"] = at.at
        return at.number()

    while not at.ended:
        keyword = at.peek()
        if keyword == "reason":
            at.fill(reason, keyword, at.word)
        elif keyword == "score":
            at.fill(score, keyword, points)
        elif keyword == "shared":
            at.fill(shared, keyword, number)
        else:
            at.refuse("reason, score or shared")
    word = at.required(reason, "reason")
    if score and shared:
        at.at = places["shared"]
        at.refuse("either score or shared")
    return GameOver(word, score.get("score"), shared.get("shared"))
