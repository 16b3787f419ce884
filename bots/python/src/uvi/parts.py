"""The parts of which lines are made: each reads its fields from a line, and writes them. They know no message.

The lines themselves are in `messages` and `host_lines`, in the notation of UVI 9.2. `written` is the one writer of lines:
it reads each line that it makes, and refuses a field that would not read back as that field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol, TypeAlias

from .declared import DECLARATIONS, option_fields, option_of
from .errors import ParseError, UnknownVerb, WriteError
from .kinds import KINDS, Kind, Piece, choice
from .line import UNSAYABLE, Cursor, alternatives, escaped, excerpt, is_word

Fields: TypeAlias = "dict[str, Any]"
Check: TypeAlias = "Callable[[Cursor, Fields, Mapping[str, int]], None]"

# No rule option has such a name.
_RESERVED = ("variant", "seats", "seat", "seed", "lots")


class Part(Protocol):
    """A stretch of a line, with some of the fields of a message."""

    def read(self, at: Cursor, fields: Fields) -> None:
        """Reads the fields that stand here."""

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        """The fields that are there, in the order of the line."""


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

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        value = fields.get(self.name)
        if self._keyword or self._flag:
            yield from self.write_pair(fields)
        elif value is not None or not self._last:
            yield Piece(self.name, value, self.kind)

    def write_pair(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        """The field behind its keyword."""
        value = fields.get(self.name)
        is_there = value is not None and value is not False if self._flag else value is not None or self.needed
        if is_there:
            yield Piece(self.name, value, self.kind, self.name)


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

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        for field in self._fields.values():
            yield from field.write_pair(fields)
        if self._options:
            options = fields.get("options", ())
            for name, value in options.items() if isinstance(options, Mapping) else options:
                yield Piece("options", name, KINDS["word"])
                yield Piece("options", value, KINDS["value"])


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

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        yield Piece("start", fields.get("start"), KINDS["position"])
        yield Piece("moves", fields.get("moves"), KINDS["list"], "moves")


def _read_command(at: Cursor) -> str:
    return at.refuse("a command line") if at.ended else at.text()


def _read_retry(at: Cursor) -> int:
    tries = "a number from 1 to 1000"
    if at.peek().lstrip("0") == "":
        at.refuse(tries)
    return at.number(tries, 1000, tries)


class _Player:
    """The host, or a bot with its command line."""

    _player, _command = choice(("bot", "host")), Kind(_read_command)

    def read(self, at: Cursor, fields: Fields) -> None:
        fields["player"] = self._player.read(at)
        if fields["player"] == "bot":
            fields["command"] = self._command.read(at)

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        yield Piece("player", fields.get("player"), self._player)
        if fields.get("player") == "bot" or "command" in fields:
            yield Piece("command", fields.get("command"), self._command)


class _OnFault:
    """What follows a fault, and how often the bot is asked again before."""

    _retry, _policy = Kind(_read_retry), choice(("forfeit", "random"))

    def read(self, at: Cursor, fields: Fields) -> None:
        policy = at.one_of("forfeit, random or retry", ("forfeit", "random", "retry"))
        if policy == "retry":
            fields["retry"] = self._retry.read(at)
            policy = "forfeit" if at.ended else self._policy.read(at)
        fields["policy"] = policy

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        retry, policy = fields.get("retry"), fields.get("policy")
        if retry is not None:
            yield Piece("retry", retry, self._retry, "retry")
        if retry is None or policy != "forfeit":
            yield Piece("policy", policy, self._policy)


class _Undo:
    """How many decisions to take back, or to keep."""

    def read(self, at: Cursor, fields: Fields) -> None:
        if at.peek() == "to":
            at.skip()
            fields["to"] = at.number()
        else:
            fields["plies"] = at.positive()

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        if fields.get("to") is not None:
            yield Piece("to", fields["to"], KINDS["number"], "to")
        else:
            yield Piece("plies", fields.get("plies"), KINDS["positive"])


def _board_text(at: Cursor) -> str:
    at.at = len(at.line)
    return at.line.rstrip(" \t")


class _Board:
    """A line of a picture of text, which begins after exactly one space: its own leading spaces count."""

    def read(self, at: Cursor, fields: Fields) -> None:
        name = at.peek()
        if not is_word(name):
            at.refuse("the name of a match")
        fields.update(match=name, text=at.line[at.at + len(name) + 1 :].rstrip(" \t"))
        at.at = len(at.line)

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        yield Piece("match", fields.get("match"), KINDS["match"])
        yield Piece("text", fields.get("text"), Kind(_board_text))


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

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        for place in fields.get("at", ()):
            yield Piece("at", place, KINDS["word"], "at")
        for word, meaning in fields.get("words", ()):
            yield Piece("words", word, KINDS["word"], "word")
            yield Piece("words", meaning, KINDS["value"])
        yield Piece("text", fields.get("text"), KINDS["text"], "text")


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
        fields = vars(self)
        return written(self.verb, self.parts, option_fields(fields["option"]) if "option" in fields else fields)


def by_verb(*classes: type[Line]) -> dict[str, type[Line]]:
    """Messages by their verbs."""
    return {kind.verb: kind for kind in classes}


def parse(line: str, classes: Mapping[str, type[Line]]) -> Any:
    """The message of a line. Raises as `read`."""
    verb, fields = read(line, lambda verb: classes[verb].parts if verb in classes else None)
    if "options" in fields:
        fields["options"] = dict(fields["options"])
    return classes[verb](**({"option": option_of(fields)} if verb == "option" else fields))


def read(line: str, parts_of: Callable[[str], tuple[Part, ...] | None]) -> tuple[str, Fields]:
    """The verb of a line, and its fields. Raises `EmptyLine`, `UnknownVerb` or `ParseError`."""
    at = Cursor(line)
    start = at.at
    verb = at.verb()
    parts = parts_of(verb)
    if parts is None:
        at.at = start
        raise UnknownVerb(start + 1, f"unknown verb {at.found()}")
    return verb, _read_fields(at, parts)


def _read_fields(at: Cursor, parts: Iterable[Part]) -> Fields:
    fields: Fields = {}
    for part in parts:
        part.read(at, fields)
    at.end()
    return fields


def written(verb: str, parts: Iterable[Part], fields: Mapping[str, Any]) -> str:
    """The line of a message. Raises `WriteError` for a field that would not read back as that field of this message."""
    parts = tuple(parts)
    pieces = _pieces(parts, fields)
    line = verb
    ends = []
    for piece in pieces:
        for words in (piece.keyword, _words(verb, piece)):
            line += f" {words}" if words else ""
        ends.append(len(line))
    try:
        at = Cursor(line)
        at.skip()
        again = _read_fields(at, parts)
    except ParseError as error:
        before = sum(end < error.column - 1 for end in ends[:-1])
        raise WriteError(verb, pieces[before].field if pieces else "verb", error.reason) from None
    read = _pieces(parts, again)
    for number, piece in enumerate(pieces):
        if number >= len(read) or not piece.reads_as(read[number]):
            raise WriteError(verb, piece.field, f"{excerpt(str(piece.value))} would read back as another field")
    given = {name for name, value in fields.items() if value is not None and value is not False}
    for name in sorted(given):
        if name not in again:
            raise WriteError(verb, name, "no such field belongs here")
        if isinstance(fields[name], str) and isinstance(again[name], tuple | list):
            raise WriteError(verb, name, f"expected a list, found {excerpt(fields[name])}")
    return line


def _pieces(parts: Iterable[Part], fields: Mapping[str, Any]) -> list[Piece]:
    return [piece for part in parts for piece in part.write(fields)]


def _words(verb: str, piece: Piece) -> str:
    """The words of a field, which are this field when they are read alone."""
    if piece.value is None:
        raise WriteError(verb, piece.field, "a value is missing")
    words = piece.kind.write(piece.value)
    found = UNSAYABLE.search(words)
    if found:
        raise WriteError(verb, piece.field, f"expected a text without control characters, found {escaped(found[0])}")
    at = Cursor(words)
    try:
        value = piece.kind.read(at)
        at.end()
    except ParseError as error:
        raise WriteError(verb, piece.field, error.reason) from None
    if not piece.reads_as(piece._replace(value=value)):
        raise WriteError(verb, piece.field, f"{excerpt(str(piece.value))} would read back as {excerpt(str(value))}")
    return words
