"""The positions of every variant as plain objects, in the notation of UVI 8."""

from __future__ import annotations

from . import variants
from .forms import Board
from .position import Position, Text, kind_of
from .variants import *

KINDS: dict[str, type[Position]] = {variant: kind for kind in Position.__subclasses__() for variant in kind.variants}
"""The class of each variant's positions."""


def read_position(variant: str, text: str) -> Position:
    """A position of a variant, by its word; a `Text` where the package does not know the variant. Raises
    `PositionError` where the text is no position of it."""
    return KINDS.get(variant, Text).read(text)


__all__ = ["KINDS", "Board", "Position", "Text", "kind_of", "read_position"]
__all__ += variants.__all__
