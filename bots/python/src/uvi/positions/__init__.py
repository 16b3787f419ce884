"""The positions of every variant as plain objects, in the notation of UVI 8."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Position
from .katarenga import *  # isort: skip
from . import katarenga
from .orwell import Man, Orwell
from .french_revolution import FrenchRevolution
from .catalonia import Catalonia
from .cat_chess import Cat, CatChess
from .chess import Chess

KINDS: dict[str, type[Position]] = {variant: kind for kind in Position.__subclasses__() for variant in kind.variants}
"""The class of each variant's positions."""


@dataclass(frozen=True)
class Text(Position):
    """A position of a variant that this package does not know: its text."""

    text: str

    @classmethod
    def read(cls, text: str) -> Text:
        return cls(text)

    def __str__(self) -> str:
        return self.text


def read_position(variant: str, text: str) -> Position:
    """A position of a variant, by its word; a `Text` where the package does not know the variant. Raises
    `PositionError` where the text is no position of it."""
    return KINDS.get(variant, Text).read(text)


__all__ = [
    "KINDS",
    "Cat",
    "CatChess",
    "Catalonia",
    "Chess",
    "FrenchRevolution",
    "Man",
    "Orwell",
    "Position",
    "Text",
    "read_position",
]
__all__ += katarenga.__all__
