"""The parts of which lines are made: each reads its fields from a line, and writes them. They know no message.

The lines themselves are in `messages` and `host_lines`, in the notation of UVI 9.2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from .declared import DECLARATIONS, parse_option
from .errors import UnknownVerb
from .line import U32, U64, Cursor, alternatives, bounded, free_text, is_number, is_word, joined, quoted

T = TypeVar("T")
Fields: TypeAlias = "dict[str, Any]"
Check: TypeAlias = "Callable[[Cursor, Fields, Mapping[str, int]], None]"

# No rule option has such a name.
_RESERVED = ("variant", "seats", "seat", "seed", "lots")


def shown(value: Any) -> str:
    """A number, a text, or a list of words, as it stands on a line."""
    if isinstance(value, tuple | list):
        return " ".join("-" if item is None else str(item) for item in value)
    return free_text(value) if isinstance(value, str) else str(value)


class Kind(NamedTuple):
    """The kind of a field: how its value is read and written."""

    read: Callable[[Cursor], Any]
    write: Callable[[Any], str] = shown


def choice(words: Iterable[str], expected: str | None = None) -> Kind:
    """The kind of a field that is one of a few words."""
    few = tuple(words)
    return Kind(lambda at: at.one_of(expected or alternatives(few), few))


def _hex(expected: str, least: int, most: int) -> Kind:
    def read(at: Cursor) -> str:
        digits = at.peek()
        if not least <= len(digits) <= most or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            at.refuse(expected)
        return at.skip().lower().zfill(most)

    return Kind(read)


def _several(read: Callable[[Cursor], T]) -> Callable[[Cursor], tuple[T, ...]]:
    def read_all(at: Cursor) -> tuple[T, ...]:
        items = [read(at)]
        while "0" <= at.peek()[:1] <= "9":
            items.append(read(at))
        return tuple(items)

    return read_all


def _figures(at: Cursor) -> tuple[int | None, ...]:
    figures: list[int | None] = []
    while at.peek() == "-" or is_number(at.peek()):
        if at.peek() == "-":
            at.skip()
            figures.append(None)
        else:
            figures.append(at.milliseconds())
    if not figures:
        at.refuse("a number of milliseconds or -")
    return tuple(figures)


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


def _image(at: Cursor) -> str:
    return at.refuse("a picture") if at.ended else at.text()


KINDS = {
    "match": Kind(lambda at: at.word("the name of a match")),
    "word": Kind(Cursor.word),
    "action": Kind(lambda at: at.word("an action")),
    "actions": Kind(lambda at: at.words(least="an action")),
    "position": Kind(lambda at: at.words(least="a position")),
    "words": Kind(lambda at: at.words(least="a word")),
    "list": Kind(Cursor.words),
    "text": Kind(Cursor.text),
    "image": Kind(_image),
    "value": Kind(Cursor.value, quoted),
    "lots": _hex("up to 16 hex digits", 1, 16),
    "seed": _hex("up to 32 hex digits", 1, 32),
    "digest": _hex("64 hex digits", 64, 64),
    "switch": Kind(lambda at: at.one_of("on or off", ("on", "off")) == "on", lambda on: "on" if on else "off"),
    "flag": Kind(lambda at: True, lambda on: ""),
    "seat": Kind(Cursor.seat),
    "number": Kind(Cursor.number),
    "positive": Kind(Cursor.positive),
    "amount": Kind(lambda at: at.number(most=U64)),
    "many": Kind(lambda at: at.positive(U64)),
    "milliseconds": Kind(Cursor.milliseconds),
    "numbers": Kind(_several(Cursor.number)),
    "figures": Kind(_figures),
    "points": Kind(_several(_points)),
    "declared": Kind(parse_option, str),
}


class Part(Protocol):
    """A stretch of a line, with some of the fields of a message."""

    def read(self, at: Cursor, fields: Fields) -> None:
        """Reads the fields that stand here."""

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """The words of those fields that are there."""


class _Field:
    """A field: `name:kind` alone, `name=kind` behind its keyword, `[name:kind]` or `name?:kind` if it may be omitted."""

    def __init__(self, text: str) -> None:
        self._last, self._keyword = text.startswith("["), "=" in text
        name, _, kind = text.strip("[]").replace("=", ":").partition(":")
        self.name, self.needed = name.rstrip("?"), not name.endswith("?")
        self.kind = choice(kind.split("|")) if "|" in kind else KINDS[kind or self.name]
        self._flag = self.kind is KINDS["flag"]

    def read(self, at: Cursor, fields: Fields) -> None:
        if self._last and at.ended:
            return
        if self._keyword:
            at.one_of(f"the keyword {self.name}", (self.name,))
        elif self._flag:
            at.one_of(f"{self.name} or the end of the line", (self.name,))
        fields[self.name] = self.kind.read(at)

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        if self._keyword or self._flag:
            yield from self.write_pair(fields)
        elif fields.get(self.name) is not None:
            yield self.kind.write(fields[self.name])

    def write_pair(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """The field behind its keyword."""
        value = fields.get(self.name)
        if value is not None and (value or not self._flag):
            yield joined(self.name, self.kind.write(value))


class _Pairs:
    """Fields behind their keywords, in any order, each at most once. With `options`, other words name rule options."""

    def __init__(self, fields: str, check: Check | None) -> None:
        words = fields.split()
        self._options = "options" in words
        self._fields = {field.name: field for field in (_Field(word) for word in words if word != "options")}
        self._check = check

    def read(self, at: Cursor, fields: Fields) -> None:
        found: Fields = {}
        options: dict[str, str] = {}
        places: dict[str, int] = {}
        while not at.ended:
            keyword = at.peek()
            places.setdefault(keyword, at.at)
            if keyword in self._fields:
                read = self._fields[keyword].kind.read
                at.fill(found, keyword, lambda: read(at))
            elif not self._options:
                at.refuse(alternatives(list(self._fields)))
            elif keyword in _RESERVED or not is_word(keyword):
                at.refuse("the name of a rule option")
            else:
                at.fill(options, keyword, at.value)
        for field in self._fields.values():
            if field.needed:
                at.required(found, field.name)
        if self._check:
            self._check(at, found, places)
        fields.update(found)
        if self._options:
            fields["options"] = [[name, value] for name, value in options.items()]

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for field in self._fields.values():
            yield from field.write_pair(fields)
        if self._options:
            options = fields.get("options", ())
            for name, value in options.items() if isinstance(options, Mapping) else options:
                yield f"{name} {quoted(value)}"


# The checks of pairs.


def _limits(at: Cursor, found: Fields, places: Mapping[str, int]) -> None:
    """The clocks of all seats stand together."""
    time, inc = found.get("time"), found.get("inc")
    if (time is None) != (inc is None):
        at.refuse("time beside inc" if time is None else "inc beside time")
    if time is not None and inc is not None and len(time) != len(inc):
        at.at = places["inc"]
        at.skip()
        at.refuse("as many figures after inc as after time")
    if "movestogo" in found and time is None:
        at.refuse("time beside movestogo")


def _over(at: Cursor, found: Fields, places: Mapping[str, int]) -> None:
    """A game has one score."""
    if "score" in found and "shared" in found:
        at.at = places["shared"]
        at.skip()
        at.refuse("either score or shared")


def _clock(at: Cursor, found: Fields, places: Mapping[str, int]) -> None:
    """A clock has limits, or `none`."""
    limits = found.keys() - {"seat", "none"}
    if "none" in found:
        if limits:
            at.at = places["none"]
            at.refuse("either none or limits")
        return
    for word in ("inc", "movestogo"):
        if word in found and "time" not in found:
            at.refuse(f"time beside {word}")
    if not limits - {"inc", "movestogo", "margin"}:
        at.refuse("none, movetime, time, nodes or depth")


def _patience(at: Cursor, found: Fields, places: Mapping[str, int]) -> None:
    """At least one wait is set."""
    if not found:
        at.refuse("greet, ready or quit")


# The parts that are like no other.


class _History:
    """A start, and what has happened since."""

    def read(self, at: Cursor, fields: Fields) -> None:
        if at.ended or at.peek() == "moves":
            at.refuse("a position")
        probe = Cursor(at.rest)
        while probe.peek() != "moves":
            if probe.ended:
                at.at = len(at.line)
                at.refuse("the keyword moves")
            probe.skip()
        end = at.at + probe.at
        start = Cursor(at.line[:end])
        start.at = at.at
        fields["start"] = start.words()
        at.at = end
        at.skip()
        fields["moves"] = at.words()

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        yield joined(shown(fields["start"]), "moves", shown(fields["moves"]))


class _Player:
    """The host, or a bot with its command line."""

    def read(self, at: Cursor, fields: Fields) -> None:
        fields["player"] = at.one_of("bot or host", ("bot", "host"))
        if fields["player"] == "bot":
            if at.ended:
                at.refuse("a command line")
            fields["command"] = at.text()

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        yield joined(fields["player"], shown(fields.get("command", "")))


class _OnFault:
    """What follows a fault, and how often the bot is asked again before."""

    def read(self, at: Cursor, fields: Fields) -> None:
        policy = at.one_of("forfeit, random or retry", ("forfeit", "random", "retry"))
        if policy == "retry":
            tries = "a number from 1 to 1000"
            if at.peek().lstrip("0") == "":
                at.refuse(tries)
            fields["retry"] = at.number(tries, 1000, tries)
            policy = "forfeit" if at.ended else at.one_of("forfeit or random", ("forfeit", "random"))
        fields["policy"] = policy

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        retry, policy = fields.get("retry"), fields["policy"]
        if retry is None:
            yield policy
        else:
            yield joined(f"retry {retry}", "" if policy == "forfeit" else policy)


class _Undo:
    """How many decisions to take back, or to keep."""

    def read(self, at: Cursor, fields: Fields) -> None:
        if at.peek() == "to":
            at.skip()
            fields["to"] = at.number()
        else:
            fields["plies"] = at.positive()

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        yield f"to {fields['to']}" if "to" in fields else str(fields["plies"])


class _Board:
    """A line of a picture of text, which begins after exactly one space: its own leading spaces count."""

    def read(self, at: Cursor, fields: Fields) -> None:
        name = at.peek()
        if not is_word(name):
            at.refuse("the name of a match")
        fields.update(match=name, text=at.line[at.at + len(name) + 1 :].rstrip(" \t"))
        at.at = len(at.line)

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        yield f"{fields['match']} {fields['text']}" if fields["text"] else fields["match"]


class _Places:
    """The places of an action, words with their meaning, and the action as people write it."""

    def read(self, at: Cursor, fields: Fields) -> None:
        places: list[str] = []
        words: list[list[str]] = []
        text: dict[str, str] = {}
        while not at.ended:
            keyword = at.peek()
            if keyword == "at":
                at.skip()
                places.append(at.word())
            elif keyword == "word":
                at.skip()
                words.append([at.word(), at.value()])
            elif keyword == "text":
                at.fill(text, keyword, at.text)
            else:
                at.refuse("at, word or text")
        fields.update(at=places, words=words, text=at.required(text, "text"))

    def write(self, fields: Mapping[str, Any]) -> Iterator[str]:
        yield from (f"at {place}" for place in fields["at"])
        yield from (f"word {word} {quoted(meaning)}" for word, meaning in fields["words"])
        yield joined("text", shown(fields["text"]))


_CHECKS: dict[str, Check] = {"limits": _limits, "over": _over, "clock": _clock, "patience": _patience}
_PARTS: dict[str, Part] = {
    "history": _History(),
    "player": _Player(),
    "onfault": _OnFault(),
    "undo": _Undo(),
    "board": _Board(),
    "places": _Places(),
    **DECLARATIONS,
}


# Lines.


def parts_of(line: str) -> tuple[Part, ...]:
    """The parts of a line in the notation of UVI 9.2, without its verb."""
    made: list[Part] = []
    for fields, check, part, field in re.findall(r"\{(.*?)\}(\w*)|@(\S+)|(\S+)", line):
        made.append(_PARTS[part] if part else _Field(field) if field else _Pairs(fields, _CHECKS.get(check)))
    return tuple(made)


def table(*lines: str) -> dict[str, tuple[Part, ...]]:
    """The parts of several lines, by their verbs."""
    return {verb: parts_of(rest) for verb, _, rest in (line.partition(" ") for line in lines)}


class Line:
    """A message as a dataclass, whose text is its line."""

    verb: ClassVar[str]
    parts: ClassVar[tuple[Part, ...]]

    def __init_subclass__(cls, line: str) -> None:
        ((cls.verb, cls.parts),) = table(line).items()

    def __str__(self) -> str:
        return written(self.verb, self.parts, vars(self))


def by_verb(*classes: type[Line]) -> dict[str, type[Line]]:
    """Messages by their verbs."""
    return {kind.verb: kind for kind in classes}


def parse(line: str, classes: Mapping[str, type[Line]]) -> Any:
    """The message of a line. Raises as `read`."""
    verb, fields = read(line, lambda verb: classes[verb].parts if verb in classes else None)
    if "options" in fields:
        fields["options"] = dict(fields["options"])
    return classes[verb](**fields)


def read(line: str, parts_of: Callable[[str], tuple[Part, ...] | None]) -> tuple[str, Fields]:
    """The verb of a line, and its fields. Raises `EmptyLine`, `UnknownVerb` or `ParseError`."""
    at = Cursor(line)
    start = at.at
    verb = at.verb()
    parts = parts_of(verb)
    if parts is None:
        at.at = start
        raise UnknownVerb(start + 1, f"unknown verb {at.found()}")
    fields: Fields = {}
    for part in parts:
        part.read(at, fields)
    at.end()
    return verb, fields


def written(verb: str, parts: Iterable[Part], fields: Mapping[str, Any]) -> str:
    """The line of a message."""
    return joined(verb, *(words for part in parts for words in part.write(fields)))
