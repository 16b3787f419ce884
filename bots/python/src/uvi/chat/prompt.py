"""What a model is told: the rules, the game, the question, and what was refused."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import ArbiterError
from ..messages import History, NewGame
from ..pictures import Picture, picture
from ..program import run

_TASK = """\
You play {title} as seat {seat} of {seats}. A referee asks you for one action at a time; it knows the rules, keeps the \
clock and throws the dice. Play to win.

Answer with a JSON object and nothing else: {{"thought": "why, in a few sentences", "action": "one action"}}. Write the \
action exactly as the notation of the game has it, without spaces."""

_ASKED = 'Answer with the JSON object {"thought": …, "action": …}.'


@dataclass(frozen=True)
class Refused:
    """An answer that the arbiter did not take: what was said, and the arbiter's reason."""

    position: str
    answer: str
    reason: str


def rules_of(variant: str) -> str | None:
    """The rules page of a variant as Markdown, by `arbiter rules`; `None` where there is no arbiter to ask."""
    try:
        return run(["rules", variant, "--format", "md"]).stdout.strip()
    except ArbiterError:
        return None


def picture_of(game: NewGame, position: str) -> Picture | None:
    """The board; `None` where the position hides something, or there is no arbiter to draw it."""
    try:
        return picture(game.variant, position, seats=game.seats, options=game.options)
    except ArbiterError:
        return None


def system(game: NewGame, rules: str | None) -> dict[str, Any]:
    """What holds for the whole game."""
    title = game.variant
    text = _TASK.format(title=title, seat=game.seat, seats=game.seats)
    if game.options:
        text += f"\n\nRule options: {', '.join(f'{name} {value}' for name, value in game.options.items())}."
    if rules:
        text += f"\n\n# The rules\n\n{rules}"
    return {"role": "system", "content": text}


def question(
    position: str,
    legal: Sequence[str],
    history: History | None,
    drawn: Picture | bytes | None,
    before: Refused | None,
) -> dict[str, Any]:
    """The question. `drawn` is the board, as SVG or as PNG; `before` was refused in an earlier position."""
    parts = []
    if before:
        parts.append(f"Your last answer, {before.answer}, was not taken: {before.reason}")
    parts.append(f"The position, as you may see it:\n{position}")
    if history and history.moves:
        parts.append(f"All that has happened since the start, in order:\n{' '.join(history.moves)}")
    if legal:
        parts.append(f"Your legal actions:\n{' '.join(legal)}")
    if isinstance(drawn, Picture):
        parts.append(f"The board as SVG:\n{drawn}")
    parts.append(_ASKED)
    text = "\n\n".join(parts)
    if not isinstance(drawn, bytes):
        return {"role": "user", "content": text}
    image = f"data:image/png;base64,{base64.b64encode(drawn).decode()}"
    return {
        "role": "user",
        "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": image}}],
    }


def refusals(refused: Sequence[Refused]) -> list[dict[str, Any]]:
    """The answers to this question that were not taken, and why."""
    told: list[dict[str, Any]] = []
    for one in refused:
        told.append({"role": "assistant", "content": one.answer})
        told.append({"role": "user", "content": f"The referee does not take that: {one.reason}\n\n{_ASKED}"})
    return told


__all__ = ["Refused", "picture_of", "question", "refusals", "rules_of", "system"]
