"""Options that a bot declares in its greeting, in the form that UCI gave them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .line import Cursor, is_number, joined, quoted

Setting: TypeAlias = "bool | int | str | None"


@dataclass(frozen=True)
class Check:
    """`true` or `false`."""

    name: str
    default: bool | None = None

    def __str__(self) -> str:
        default = "" if self.default is None else f"default {'true' if self.default else 'false'}"
        return joined(f"name {self.name} type check", default)

    def read(self, value: str) -> Setting:
        """The setting that a value of `setoption` means."""
        if value not in ("true", "false"):
            raise ValueError(f"{self.name}: expected true or false, found {value}")
        return value == "true"


@dataclass(frozen=True)
class Spin:
    """A whole number."""

    name: str
    default: int | None = None
    min: int | None = None
    max: int | None = None

    def __str__(self) -> str:
        parts = (("default", self.default), ("min", self.min), ("max", self.max))
        return joined(f"name {self.name} type spin", *(f"{word} {n}" for word, n in parts if n is not None))

    def read(self, value: str) -> Setting:
        """The setting that a value of `setoption` means."""
        if not is_number(value.removeprefix("-")):
            raise ValueError(f"{self.name}: expected a whole number, found {value}")
        number = int(value)
        if self.min is not None and number < self.min or self.max is not None and number > self.max:
            raise ValueError(f"{self.name}: expected a number from {self.min} to {self.max}, found {value}")
        return number


@dataclass(frozen=True)
class Combo:
    """One of several values."""

    name: str
    default: str | None = None
    var: tuple[str, ...] = ()

    def __str__(self) -> str:
        default = "" if self.default is None else f"default {quoted(self.default)}"
        return joined(f"name {self.name} type combo", default, *(f"var {quoted(value)}" for value in self.var))

    def read(self, value: str) -> Setting:
        """The setting that a value of `setoption` means."""
        if value not in self.var:
            raise ValueError(f"{self.name}: expected one of {', '.join(self.var)}, found {value}")
        return value


@dataclass(frozen=True)
class String:
    """Any text."""

    name: str
    default: str | None = None

    def __str__(self) -> str:
        return joined(
            f"name {self.name} type string", "" if self.default is None else f"default {quoted(self.default)}"
        )

    def read(self, value: str) -> Setting:
        """The setting that a value of `setoption` means."""
        return value


@dataclass(frozen=True)
class Button:
    """No value: setting it does something."""

    name: str

    def __str__(self) -> str:
        return f"name {self.name} type button"

    def read(self, value: str) -> Setting:
        """A button keeps nothing."""
        return None


Option: TypeAlias = "Check | Spin | Combo | String | Button"
Other: TypeAlias = tuple[str, Callable[[], None]]

_TYPES = ("check", "spin", "combo", "string", "button")


class _Parts:
    """What the pairs of an option gave, each with the place where it stands."""

    def __init__(self) -> None:
        self.once: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.vars: list[tuple[int, str]] = []

    def read(self, at: Cursor, other: Other | None) -> None:
        """Reads a pair."""
        keyword = at.peek()
        if other and keyword == other[0]:
            other[1]()
            return
        if keyword not in ("name", "type", "default", "min", "max", "var"):
            at.refuse(joined(f"{other[0]}," if other else "", "name, type, default, min, max or var"))
        if keyword in self.once:
            at.repeated()
        at.skip()
        place = at.at
        if keyword == "var":
            self.vars.append((place, at.value()))
            return
        self.once[keyword] = place
        if keyword == "name":
            self.texts[keyword] = at.word()
        elif keyword == "type":
            self.texts[keyword] = at.one_of("check, spin, combo, string or button", _TYPES)
        elif keyword == "default":
            self.texts[keyword] = at.value()
        else:
            self.numbers[keyword] = at.signed()

    def allow(self, kind: str, default: bool, span: bool, var: bool, at: Cursor) -> None:
        """Refuses the parts that this type does not have."""
        refused = []
        if not span:
            places = [self.once[word] for word in ("min", "max") if word in self.once]
            refused += [(place, "min or max") for place in places[:1]]
        if not var:
            refused += [(place, "var") for place, _ in self.vars[:1]]
        if not default and "default" in self.once:
            refused.append((self.once["default"], "default"))
        for place, what in refused:
            at.at = place
            at.refuse(f"no {what} for type {kind}")


def parse_option(at: Cursor, other: Other | None = None) -> Option:
    """Reads the words after `option`; `other` is a keyword beside those of an option, and what reads its pair."""
    parts = _Parts()
    while not at.ended:
        parts.read(at, other)
    name = at.required(parts.texts, "name")
    kind = at.required(parts.texts, "type")
    default = parts.texts.get("default")
    if kind == "check":
        parts.allow(kind, default=True, span=False, var=False, at=at)
        if default not in (None, "true", "false"):
            at.at = parts.once["default"]
            at.refuse("true or false")
        return Check(name, None if default is None else default == "true")
    if kind == "spin":
        parts.allow(kind, default=True, span=True, var=False, at=at)
        if default is None:
            number = None
        else:
            # It was read as a value, since the type may come after it.
            end, at.at = at.at, parts.once["default"]
            number = at.signed()
            at.at = end
        return Spin(name, number, parts.numbers.get("min"), parts.numbers.get("max"))
    if kind == "combo":
        parts.allow(kind, default=True, span=False, var=True, at=at)
        return Combo(name, default, tuple(value for _, value in parts.vars))
    parts.allow(kind, default=kind == "string", span=False, var=False, at=at)
    return String(name, default) if kind == "string" else Button(name)


__all__ = ["Button", "Check", "Combo", "Option", "Setting", "Spin", "String", "parse_option"]
