"""Options that a bot declares in its greeting, in the form that UCI gave them."""

# Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .declared import Declared, Setting


@dataclass(frozen=True)
class Check(Declared, kind="check"):
    """`true` or `false`."""

    name: str
    default: bool | None = None


@dataclass(frozen=True)
class Spin(Declared, kind="spin"):
    """A whole number."""

    name: str
    default: int | None = None
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True)
class Combo(Declared, kind="combo"):
    """One of several values."""

    name: str
    default: str | None = None
    var: tuple[str, ...] = ()


@dataclass(frozen=True)
class String(Declared, kind="string"):
    """Any text."""

    name: str
    default: str | None = None


@dataclass(frozen=True)
class Button(Declared, kind="button"):
    """No value: setting it does something."""

    name: str


Option: TypeAlias = "Check | Spin | Combo | String | Button"

__all__ = ["Button", "Check", "Combo", "Option", "Setting", "Spin", "String"]
