"""The positions of every variant as plain objects, in the notation of UVI 8."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Position
from .cat_chess import Cat, CatChess
from .catalonia import Catalonia
from .chess import Chess
from .french_revolution import FrenchRevolution
from .katarenga import Congress, Isolation, Katarenga
from .orwell import Man, Orwell

_KINDS: tuple[type[Position], ...] = (
    Katarenga,
    Congress,
    Isolation,
    Orwell,
    FrenchRevolution,
    Catalonia,
    CatChess,
    Chess,
)

KINDS: dict[str, type[Position]] = {variant: kind for kind in _KINDS for variant in kind.variants}
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
    "Congress",
    "FrenchRevolution",
    "Isolation",
    "Katarenga",
    "Man",
    "Orwell",
    "Position",
    "Text",
    "read_position",
]
