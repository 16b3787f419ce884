"""What the events of a match have that no table says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .host import Message
from .messages import Go


class Ending:
    """How a match ended: points for each seat, or one score for all, or neither."""

    score: tuple[Fraction, ...] | None
    shared: int | None

    def points(self, seat: int) -> Fraction | None:
        """What a seat has in the end; the shared score where there is one; `None` where there is no score.

        >>> from uvi.events import Over
        >>> Over("checkmate", (Fraction(1), Fraction(0))).points(2)
        Fraction(0, 1)
        """
        if self.score is not None:
            return self.score[seat - 1]
        return None if self.shared is None else Fraction(self.shared)


def parts_of(message: Message) -> dict[str, Any]:
    """The parts of an event. An event belongs to its match, and need not name it."""
    parts = {name: part for name, part in message.fields.items() if name != "match"}
    if message.verb == "started":
        parts["position"] = " ".join(parts["position"])
    if message.verb == "turn":
        parts = {"seat": parts.pop("seat"), "limits": Go(**parts)}
    return parts
