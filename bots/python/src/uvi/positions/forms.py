"""The forms of the words of positions (UVI 9.2): each reads a word as a value, and writes the value as that word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import make_dataclass
from itertools import groupby
from typing import Any

from ..errors import PositionError

Told = Any
"""A form as `protocol/positions.json` has it: a name, or a list of a name and what it takes."""


class Board(dict[str, Any]):
    """What stands on the squares, by their names. Empty squares are not among them."""

    def __init__(self, ranks: Sequence[Sequence[str]], found: Mapping[str, Any]) -> None:
        super().__init__(found)
        self.ranks = ranks
        """The names of all squares, from the top rank on."""

    def __hash__(self) -> int:  # type: ignore[override]
        """A board belongs to a position, which does not change."""
        return hash(frozenset(self.items()))


class Form:
    """A form. All words of it, and no others, fit its pattern, except for boards, whose values are read with care."""

    def __init__(self, pattern: str, value: Callable[[str], Any] = str, write: Callable[[Any], str] = str) -> None:
        self.pattern, self._value, self.write = f"(?:{pattern})", value, write

    def read(self, word: str) -> Any:
        """The value of a word; raises `PositionError`."""
        if not re.fullmatch(self.pattern, word, re.ASCII):
            raise PositionError(f"expected {self.pattern}, found {word!r}")
        return self._value(word)


def form(told: Told, records: Mapping[str, Callable[..., Any]]) -> Form:
    """The form of this name. A record is one of these, or one that is made here."""
    name, *takes = told if isinstance(told, list) else [told]
    if name == "record":
        return _record(takes[0], takes[1], {field: form(told, records) for field, told in takes[2:]}, records)
    if name == "tagged":
        choices = [[re.escape(word), *(form(told, records).pattern for told in more)] for word, *more in takes]
        return Form("|".join(map(":".join, choices)), lambda word: tuple(word.split(":")), ":".join)
    if name in _NESTING:
        takes[-1] = form(takes[-1], records)
        return _NESTING[name](*takes)
    return _PLAIN[name](*takes)


def _record(name: str, between: str, known: dict[str, Form], records: Mapping[str, Callable[..., Any]]) -> Form:
    make = records.get(name) or make_dataclass(name, list(known), frozen=True)
    forms = list(known.values())
    groups = re.compile(re.escape(between).join(f"({each.pattern})" for each in forms), re.ASCII)

    def read(word: str) -> Any:
        found = groups.fullmatch(word)
        return make(*(each.read(part) for each, part in zip(forms, found.groups() if found else ())))

    def write(value: Any) -> str:
        return between.join(each.write(getattr(value, name)) for name, each in known.items())

    return Form(re.escape(between).join(each.pattern for each in forms), read, write)


def _list(between: str, each: Form) -> Form:
    """Any number with a text between them; `-` for none."""

    def read(word: str) -> tuple[Any, ...]:
        parts = word.split(between) if between else re.findall(each.pattern, word)
        return () if word == "-" else tuple(map(each.read, parts))

    pattern = f"-|{each.pattern}(?:{re.escape(between)}{each.pattern})*"
    return Form(pattern, read, lambda values: between.join(map(each.write, values)) or "-")


def _each(count: int, each: Form) -> Form:
    """So many, without anything between them."""
    read, write = _list("", each).read, _list("", each).write
    return Form(f"{each.pattern}{{{count}}}", lambda word: read(word), write)


def _flags(letters: str) -> Form:
    """For each letter whether it is there; `-` in its place if not."""
    pattern = "".join(f"(?:{letter}|-)" for letter in letters)
    write = lambda flags: "".join(letter if flag else "-" for letter, flag in zip(letters, flags))  # noqa: E731
    return Form(pattern, lambda word: tuple(letter != "-" for letter in word), write)


def _letters(letters: str) -> Form:
    """Some of these letters, each once; `-` for none."""
    return Form(f"-|(?:([{letters}])(?!.*\\1))+", lambda word: "" if word == "-" else word, lambda text: text or "-")


def squares(shape: str) -> list[list[str]]:
    """The names of the squares of each rank, from the top on. A shape is the last square of a rectangle, `h8`, or the
    first and the last letter of each rank and its number, `f-k1/e-k2`."""
    ranks = re.findall(r"(\w)-(\w)(\d+)", shape) or [("a", shape[0], rank) for rank in range(int(shape[1:]), 0, -1)]
    return [[f"{chr(file)}{rank}" for file in range(ord(first), ord(last) + 1)] for first, last, rank in ranks]


def _square(shape: str) -> Form:
    return Form("|".join(name for rank in squares(shape) for name in rank))


def _board(shapes: str, man: Form, gaps: bool = True) -> Form:
    """The ranks with `/` between them. With gaps a digit is a number of empty squares."""
    known = [squares(shape) for shape in shapes.split("|")]
    piece = re.compile(man.pattern + ("|[1-9]" if gaps else ""))

    def read(word: str) -> Board:
        rows = word.split("/")
        ranks = next((ranks for ranks in known if len(ranks) == len(rows)), [])
        found: dict[str, Any] = {}
        for row, rank in zip(rows, ranks):
            pieces, at = piece.findall(row), 0
            runs = [gaps and part.isdigit() for part in pieces]
            for part, run in zip(pieces, runs):
                if not run and at < len(rank):
                    found[rank[at]] = man.read(part)
                at += int(part) if run else 1
            if "".join(pieces) != row or at != len(rank) or (True, True) in zip(runs, runs[1:]):
                raise PositionError(f"expected {len(rank)} squares, found {row!r}")
        if not ranks:
            raise PositionError(f"expected the ranks of {shapes}, found {word!r}")
        return Board(ranks, found)

    def row(board: Mapping[str, Any], rank: Sequence[str]) -> str:
        parts = groupby((man.write(board[square]) if square in board else "" for square in rank), key=bool)
        return "".join("".join(part) if stands else str(len(list(part))) for stands, part in parts)

    def write(board: Mapping[str, Any]) -> str:
        return "/".join(row(board, rank) for rank in (board.ranks if isinstance(board, Board) else known[0]))

    return Form(".+", read, write)


_NESTING: dict[str, Callable[..., Form]] = {
    "maybe": lambda each: Form(
        f"-|{each.pattern}",
        lambda word: None if word == "-" else each.read(word),
        lambda value: "-" if value is None else each.write(value),
    ),
    "list": _list,
    "each": _each,
    "board": _board,
    "cells": lambda shape, each: _board(shape, each, False),
}
_PLAIN: dict[str, Callable[..., Form]] = {
    "number": lambda: Form("0|[1-9][0-9]{0,9}", int),
    "digit": lambda most: Form(f"[0-{most}]", int),
    "seat": lambda most: Form(f"[1-{most}]", int),
    "owner": lambda letters: Form(
        f"[{letters}]", lambda word: letters.index(word) + 1, lambda seat: letters[seat - 1]
    ),
    "name": lambda: Form("[A-Za-z]+"),
    "word": lambda *words: Form("|".join(map(re.escape, words))),
    "letter": lambda letters: Form(f"[{letters}]"),
    "letters": _letters,
    "text": lambda count, letters: Form(f"[{letters}]{{{count}}}"),
    "square": _square,
    "move": lambda shape: Form(_square(shape).pattern * 2),
    "mark": lambda mark: Form(f"{re.escape(mark)}?", bool, lambda there: mark if there else ""),
    "flags": _flags,
}
