"""The messages of the host link: what a host says to the arbiter and what it hears (UVI 4).

A host, such as a GUI, starts `arbiter` as a child process. `parse_to_host` reads what the arbiter says, `parse_from_host`
what a host says; each gives a `Message`, whose text is the line. To say something, make a `Message` of a verb and fields:

    Message("legal", {"match": "m", "seat": 1, "places": True})         legal m 1 places

The fields are those of the arbiter's vectors (`protocol/vectors`): `match`, `seat`, `action` and the like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .line import U64, Cursor, free_text, is_word, joined, quoted
from .messages import Go, read_go, read_history, read_over, unknown_verb
from .options import Button, Check, Combo, Option, Spin, String, parse_option

Fields: TypeAlias = "dict[str, Any]"
Read: TypeAlias = "Callable[[Cursor], Fields]"
Write: TypeAlias = "Callable[[Mapping[str, Any]], list[str]]"

FAULTS = ("timeout", "illegal", "unreadable", "flood", "crash", "deaf", "no-start", "no-greeting")
ERRORS = (
    "unknown-command",
    "bad-argument",
    "no-such-match",
    "match-exists",
    "no-such-variant",
    "bad-option",
    "bad-position",
    "bad-seat",
    "not-your-turn",
    "illegal-action",
    "cannot-start",
    "line-too-long",
    "already-running",
    "not-running",
    "cannot-undo",
    "cannot-watch",
)

_LIMITS = ("movetime", "time", "inc", "movestogo", "nodes", "depth", "margin")
_WAITS = ("greet", "ready", "quit")
_KINDS: dict[type, str] = {Check: "check", Spin: "spin", Combo: "combo", String: "string", Button: "button"}
# Where a verb is in both languages, the field that only the arbiter's message has.
_HEARD = {"position": "position", "history": "start", "legal": "actions", "picture": "svg"}


@dataclass(frozen=True)
class Message:
    """A message of the host link: its verb, and a field for each of its parts. A part that is left out has none."""

    verb: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str) -> Any:
        """A field, or `None` where the part is left out."""
        return self.fields.get(name)

    def __str__(self) -> str:
        heard = self.verb not in _SAID if self.verb not in _HEARD else _HEARD[self.verb] in self.fields
        write = (_TOLD if heard else _SAID)[self.verb]
        return joined(self.verb, *write(self.fields))


def parse_from_host(line: str) -> Message:
    """Reads what a host says. Raises `ParseError`, `UnknownVerb` or `EmptyLine`, where the arbiter refuses it."""
    return _parse(line, _FROM_HOST)


def parse_to_host(line: str) -> Message:
    """Reads what the arbiter says to a host. Raises as `parse_from_host`."""
    return _parse(line, _TO_HOST)


def _parse(line: str, readers: Mapping[str, Read]) -> Message:
    at = Cursor(line)
    start = at.at
    verb = at.verb()
    if verb not in readers:
        raise unknown_verb(at, start)
    fields = readers[verb](at)
    at.end()
    return Message(verb, fields)


# What is read.


def _nothing(at: Cursor) -> Fields:
    return {}


def _match(at: Cursor) -> Fields:
    return {"match": at.word("the name of a match")}


def _match_if_any(at: Cursor) -> Fields:
    return {} if at.ended else _match(at)


def _seat(at: Cursor) -> Fields:
    return {**_match(at), "seat": at.seat()}


def _seat_if_any(at: Cursor) -> Fields:
    fields = _match(at)
    return fields if at.ended else {**fields, "seat": at.seat()}


def _switch(at: Cursor) -> bool:
    return at.one_of("on or off", ("on", "off")) == "on"


def _path(at: Cursor) -> Fields:
    return {**_match(at), "path": at.value()}


def _hex(at: Cursor, expected: str, least: int, most: int) -> str:
    digits = at.peek()
    if not least <= len(digits) <= most or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        at.refuse(expected)
    return at.skip().lower().zfill(most)


def _new_match(at: Cursor) -> Fields:
    fields = _match(at)
    found: Fields = {}
    options: dict[str, str] = {}
    while not at.ended:
        keyword = at.peek()
        if keyword == "variant":
            at.fill(found, keyword, at.word)
        elif keyword == "seats":
            at.fill(found, keyword, at.number)
        elif keyword == "seed":
            at.fill(found, keyword, lambda: _hex(at, "up to 32 hex digits", 1, 32))
        elif keyword in ("seat", "lots") or not is_word(keyword):
            at.refuse("the name of a rule option")
        else:
            at.fill(options, keyword, at.value)
    at.required(found, "variant")
    return {**fields, **found, "options": [[name, value] for name, value in options.items()]}


def _player(at: Cursor) -> Fields:
    fields = {**_seat(at), "player": at.one_of("bot or host", ("bot", "host"))}
    if fields["player"] == "bot":
        if at.ended:
            at.refuse("a command line")
        fields["command"] = at.text()
    return fields


def _seat_option(at: Cursor) -> Fields:
    fields = _seat(at)
    parts: dict[str, str] = {}
    while not at.ended:
        keyword = at.peek()
        if keyword not in ("name", "value"):
            at.refuse("name or value")
        at.fill(parts, keyword, at.word if keyword == "name" else at.value)
    return {**fields, "name": at.required(parts, "name"), "value": at.required(parts, "value")}


def _seat_set(at: Cursor) -> Fields:
    fields = {**_seat(at), "key": at.word()}
    return fields if at.ended else {**fields, "value": at.value()}


def _clock(at: Cursor) -> Fields:
    fields = _match(at)
    own: Fields = {}
    limits: Fields = {}
    none: dict[str, int] = {}
    while not at.ended:
        keyword, place = at.peek(), at.at
        if keyword == "seat":
            at.fill(own, keyword, at.seat)
        elif keyword == "none":
            if none:
                at.repeated()
            at.skip()
            none[keyword] = place
        elif keyword in ("movestogo", "nodes", "depth"):
            at.fill(limits, keyword, lambda: at.positive(U64))
        elif keyword in _LIMITS:
            at.fill(limits, keyword, at.milliseconds)
        else:
            at.refuse("seat, none, movetime, time, inc, movestogo, nodes, depth or margin")
    if none:
        if limits:
            at.at = none["none"]
            at.refuse("either none or limits")
        return {**fields, **own, "none": True}
    if "inc" in limits and "time" not in limits:
        at.refuse("time beside inc")
    if "movestogo" in limits and "time" not in limits:
        at.refuse("time beside movestogo")
    if not any(word in limits for word in ("movetime", "time", "nodes", "depth")):
        at.refuse("none, movetime, time, nodes or depth")
    return {**fields, **own, **limits}


def _patience(at: Cursor) -> Fields:
    fields = _match(at)
    waits: Fields = {}
    while not at.ended:
        keyword = at.peek()
        if keyword not in _WAITS:
            at.refuse("greet, ready or quit")
        at.fill(waits, keyword, at.milliseconds)
    if not waits:
        at.refuse("greet, ready or quit")
    return {**fields, **waits}


def _log(at: Cursor) -> Fields:
    fields = _path(at)
    parts: Fields = {}
    while not at.ended:
        keyword = at.peek()
        if keyword == "times":
            at.fill(parts, keyword, lambda: _switch(at))
        elif keyword == "info":
            at.fill(parts, keyword, lambda: at.one_of("off, last or all", ("off", "last", "all")))
        elif keyword == "sync":
            at.fill(parts, keyword, lambda: at.one_of("off, game or event", ("off", "game", "event")))
        else:
            at.refuse("times, info or sync")
    return {**fields, **parts}


def _undo(at: Cursor) -> Fields:
    fields = _match(at)
    if not at.ended and at.peek() == "to":
        at.one_of("to", ("to",))
        return {**fields, "to": at.number()}
    return {**fields, "plies": at.positive()}


def _legal(at: Cursor) -> Fields:
    fields = _seat(at)
    if at.ended:
        return fields
    at.one_of("places or the end of the line", ("places",))
    return {**fields, "places": True}


def _onfault(at: Cursor) -> Fields:
    fields = _match(at)
    policy = at.one_of("forfeit, random or retry", ("forfeit", "random", "retry"))
    if policy != "retry":
        return {**fields, "policy": policy}
    tries = "a number from 1 to 1000"
    if at.peek().lstrip("0") == "":
        at.refuse(tries)
    retry = at.number(tries, 1000, tries)
    policy = "forfeit" if at.ended else at.one_of("forfeit or random", ("forfeit", "random"))
    return {**fields, "retry": retry, "policy": policy}


_FROM_HOST: dict[str, Read] = {
    "uvi": lambda at: {"version": at.number()},
    "isready": _nothing,
    "newmatch": _new_match,
    "setposition": lambda at: {**_match(at), "position": at.words(least="a position")},
    "seat": _player,
    "seatoption": _seat_option,
    "seatset": _seat_set,
    "clock": _clock,
    "patience": _patience,
    "onfault": _onfault,
    "takebacks": lambda at: {**_match(at), "on": _switch(at)},
    "undo": _undo,
    "keep": lambda at: {**_match(at), "on": _switch(at)},
    "log": _log,
    "resume": _path,
    "watch": _path,
    "analyse": _match,
    "start": _match,
    "play": lambda at: {**_seat(at), "actions": at.words(least="an action")},
    "resign": _seat,
    "show": _match,
    "legal": _legal,
    "picture": _seat_if_any,
    "position": _seat_if_any,
    "history": _seat_if_any,
    "debug": lambda at: {"on": _switch(at)},
    "stop": _match,
    "drop": _match,
    "wait": _match_if_any,
    "quit": _nothing,
}


def _pairs(at: Cursor, readers: Mapping[str, Callable[[], Any]]) -> Fields:
    """Keywords with their values, each of which must be there."""
    found: Fields = {}
    words = list(readers)
    while not at.ended:
        keyword = at.peek()
        if keyword not in readers:
            at.refuse(f"{', '.join(words[:-1])} or {words[-1]}")
        at.fill(found, keyword, readers[keyword])
    return {name: at.required(found, name) for name in words}


def _numbers(at: Cursor) -> list[int]:
    numbers = [at.number()]
    while "0" <= at.peek()[:1] <= "9":
        numbers.append(at.number())
    return numbers


def option_fields(option: Option) -> Fields:
    """The parts of an option, as fields."""
    parts = {name: getattr(option, name, None) for name in ("name", "default", "min", "max")}
    fields: Fields = {name: part for name, part in parts.items() if part is not None}
    if isinstance(option, Combo):
        fields["var"] = list(option.var)
    return {**fields, "type": _KINDS[type(option)]}


def option_of(fields: Mapping[str, Any]) -> Option:
    """The option that has these parts: the inverse of `option_fields`."""
    kind = next(kind for kind, word in _KINDS.items() if word == fields["type"])
    parts = {name: part for name, part in fields.items() if name in ("name", "default", "min", "max")}
    if kind is Combo:
        parts["var"] = tuple(fields.get("var", ()))
    option: Option = kind(**parts)
    return option


def _option(at: Cursor) -> Fields:
    variant: dict[str, str] = {}
    option = parse_option(at, ("variant", lambda: at.fill(variant, "variant", at.word)))
    return {"variant": at.required(variant, "variant"), **option_fields(option)}


def _keyword(at: Cursor, keyword: str) -> None:
    at.one_of(f"the keyword {keyword}", (keyword,))


def _ready(at: Cursor) -> Fields:
    fields = _seat(at)
    _keyword(at, "name")
    return {**fields, "name": at.text()}


def _started(at: Cursor) -> Fields:
    fields = _match(at)
    digest = lambda: _hex(at, "64 hex digits", 64, 64)  # noqa: E731
    return {**fields, **_pairs(at, {"commitment": digest, "position": lambda: at.words(least="a position")})}


def _played(at: Cursor) -> Fields:
    fields = {**_seat(at), "action": at.word("an action")}
    return {**fields, **_pairs(at, {"time": at.milliseconds, "text": at.text})}


def _score(at: Cursor) -> Fields:
    fields = _match(at)
    return {**fields, **_pairs(at, {"turn": at.number, "points": at.number, "total": at.number, "chain": at.words})}


def go_fields(go: Go) -> Fields:
    """The limits of a decision, as fields."""
    limits = {name: getattr(go, name) for name in ("movetime", "time", "inc", "movestogo", "nodes", "depth")}
    return {name: limit for name, limit in limits.items() if limit is not None}


def _try(at: Cursor) -> Fields:
    fields = {**_seat(at), "fault": at.one_of("the word of a fault", FAULTS)}
    return {**fields, **_pairs(at, {"left": at.number, "time": at.milliseconds, "text": at.text})}


def _vacated(at: Cursor) -> Fields:
    fields = _seat(at)
    _keyword(at, "reason")
    return {**fields, "reason": at.word()}


def _undone(at: Cursor) -> Fields:
    fields = {**_match(at), "plies": at.number()}
    _keyword(at, "to")
    return {**fields, "to": at.number()}


def _over(at: Cursor) -> Fields:
    fields = _match(at)
    over = read_over(at)
    parts = {"reason": over.reason, "score": over.score, "shared": over.shared}
    return {**fields, **{name: part for name, part in parts.items() if part is not None}}


def _board(at: Cursor) -> Fields:
    """The text begins after exactly one space, and its own leading spaces count."""
    name = at.peek()
    if not is_word(name):
        at.refuse("the name of a match")
    text = at.line[at.at + len(name) + 1 :].rstrip(" \t")
    at.at = len(at.line)
    return {"match": name, "text": text}


def _places(at: Cursor) -> Fields:
    fields: Fields = {**_seat(at), "action": at.word("an action")}
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
    return {**fields, "at": places, "words": words, "text": at.required(text, "text")}


def _picture(at: Cursor) -> Fields:
    fields = _match(at)
    if at.ended:
        at.refuse("a picture")
    return {**fields, "svg": at.text()}


def _history(at: Cursor) -> Fields:
    fields = _match(at)
    history = read_history(at)
    return {**fields, "start": history.start, "moves": history.moves}


_TO_HOST: dict[str, Read] = {
    "id": lambda at: {"key": at.one_of("name or author", ("name", "author")), "text": at.text()},
    "variant": lambda at: _pairs(at, {"name": at.word, "seats": lambda: _numbers(at), "title": at.text}),
    "option": _option,
    "uviok": _nothing,
    "readyok": _nothing,
    "created": _match,
    "ready": _ready,
    "started": _started,
    "chance": lambda at: {**_match(at), "action": at.word("an action")},
    "played": _played,
    "score": _score,
    "turn": lambda at: {**_seat(at), **go_fields(read_go(at))},
    "info": lambda at: {**_seat(at), "text": at.text()},
    "fault": lambda at: {**_seat(at), "fault": at.one_of("the word of a fault", FAULTS), "text": at.text()},
    "try": _try,
    "vacated": _vacated,
    "undone": _undone,
    "over": _over,
    "board": _board,
    "legal": lambda at: {**_seat(at), "actions": at.words()},
    "places": _places,
    "picture": _picture,
    "position": lambda at: {**_match(at), "position": at.words(least="a position")},
    "history": _history,
    "error": lambda at: {"code": at.one_of("an error code", ERRORS), "text": at.text()},
}


# What is written.


def _shown(part: Any) -> str:
    if isinstance(part, tuple | list):
        return " ".join("-" if item is None else str(item) for item in part)
    return free_text(part) if isinstance(part, str) else str(part)


def _plain(*names: str) -> Write:
    """Those parts that are there, in this order."""
    return lambda fields: [_shown(fields[name]) for name in names if name in fields]


def _keywords(*names: str) -> Write:
    """Those parts that are there, each behind its keyword."""
    return lambda fields: [joined(name, _shown(fields[name])) for name in names if name in fields]


def _values(*names: str) -> Write:
    """Those values that are there, quoted where they must be."""
    return lambda fields: [quoted(fields[name]) for name in names if name in fields]


def _on(name: str, keyword: str = "") -> Write:
    return lambda fields: [joined(keyword, "on" if fields[name] else "off")] if name in fields else []


def _all(*writers: Write) -> Write:
    return lambda fields: [part for write in writers for part in write(fields)]


def _options(fields: Mapping[str, Any]) -> list[str]:
    return [f"{name} {quoted(value)}" for name, value in fields.get("options", ())]


def _limits(fields: Mapping[str, Any]) -> list[str]:
    return ["none"] if fields.get("none") else _keywords(*_LIMITS)(fields)


def _policy(fields: Mapping[str, Any]) -> list[str]:
    policy = fields["policy"]
    return [] if "retry" in fields and policy == "forfeit" else [policy]


def _default(fields: Mapping[str, Any]) -> list[str]:
    default = fields.get("default")
    if default is None:
        return []
    return [f"default {quoted({True: 'true', False: 'false'}[default] if fields['type'] == 'check' else str(default))}"]


def _made_of(fields: Mapping[str, Any]) -> list[str]:
    places = [f"at {place}" for place in fields["at"]]
    return [*places, *(f"word {word} {quoted(meaning)}" for word, meaning in fields["words"])]


_MATCH = _plain("match")
_SEAT = _plain("match", "seat")
_PATH = _all(_MATCH, _values("path"))

_SAID: dict[str, Write] = {
    "uvi": _plain("version"),
    "isready": _plain(),
    "newmatch": _all(_MATCH, _keywords("variant", "seats", "seed"), _options),
    "setposition": _plain("match", "position"),
    "seat": _plain("match", "seat", "player", "command"),
    "seatoption": _all(_SEAT, _keywords("name"), lambda fields: ["value"], _values("value")),
    "seatset": _all(_plain("match", "seat", "key"), _values("value")),
    "clock": _all(_MATCH, _keywords("seat"), _limits),
    "patience": _all(_MATCH, _keywords(*_WAITS)),
    "onfault": _all(_MATCH, _keywords("retry"), _policy),
    "takebacks": _all(_MATCH, _on("on")),
    "undo": _all(_plain("match", "plies"), _keywords("to")),
    "keep": _all(_MATCH, _on("on")),
    "log": _all(_PATH, _on("times", "times"), _keywords("info", "sync")),
    "resume": _PATH,
    "watch": _PATH,
    "analyse": _MATCH,
    "start": _MATCH,
    "play": _plain("match", "seat", "actions"),
    "resign": _SEAT,
    "show": _MATCH,
    "legal": _all(_SEAT, lambda fields: ["places" if fields.get("places") else ""]),
    "picture": _SEAT,
    "position": _SEAT,
    "history": _SEAT,
    "debug": _on("on"),
    "stop": _MATCH,
    "drop": _MATCH,
    "wait": _MATCH,
    "quit": _plain(),
}

_TOLD: dict[str, Write] = {
    "id": _plain("key", "text"),
    "variant": _keywords("name", "seats", "title"),
    "option": _all(
        _keywords("variant", "name", "type"),
        _default,
        _keywords("min", "max"),
        lambda fields: [f"var {quoted(value)}" for value in fields.get("var", ())],
    ),
    "uviok": _plain(),
    "readyok": _plain(),
    "created": _MATCH,
    "ready": _all(_SEAT, _keywords("name")),
    "started": _all(_MATCH, _keywords("commitment", "position")),
    "chance": _plain("match", "action"),
    "played": _all(_plain("match", "seat", "action"), _keywords("time", "text")),
    "score": _all(_MATCH, _keywords("turn", "points", "total", "chain")),
    "turn": _all(_SEAT, _keywords("movetime", "time", "inc", "movestogo", "nodes", "depth")),
    "info": _plain("match", "seat", "text"),
    "fault": _plain("match", "seat", "fault", "text"),
    "try": _all(_plain("match", "seat", "fault"), _keywords("left", "time", "text")),
    "vacated": _all(_SEAT, _keywords("reason")),
    "undone": _all(_plain("match", "plies"), _keywords("to")),
    "over": _all(_MATCH, _keywords("reason", "score", "shared")),
    "board": lambda fields: [f"{fields['match']} {fields['text']}" if fields["text"] else fields["match"]],
    "legal": _plain("match", "seat", "actions"),
    "places": _all(_plain("match", "seat", "action"), _made_of, _keywords("text")),
    "picture": _plain("match", "svg"),
    "position": _plain("match", "position"),
    "history": _all(_plain("match", "start"), _keywords("moves")),
    "error": _plain("code", "text"),
}

__all__ = ["ERRORS", "FAULTS", "Message", "parse_from_host", "parse_to_host"]
