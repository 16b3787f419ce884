"""What a model is to answer, and what its words mean."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_STRIPPED = "`*_'\"“”‘’.,;:!?()[]{}<>"
_NAMED = re.compile(r"(?im)^\W*(?:final\s+)?(?:action|answer|move|bestmove)\W*?[:=]\s*(.+)$")


def schema(legal: Sequence[str], is_constrained: bool) -> dict[str, Any]:
    """The JSON schema of an answer. Constrained, it allows only what is legal, so that a model cannot be wrong."""
    action: dict[str, Any] = {"type": "string", "description": "one action, in the notation of the rules"}
    if is_constrained and legal:
        action["enum"] = list(legal)
    return {
        "type": "object",
        "properties": {"thought": {"type": "string", "description": "why, in a few sentences"}, "action": action},
        "required": ["thought", "action"],
        "additionalProperties": False,
    }


def named(text: str) -> list[str]:
    """The actions of the last JSON object that has some."""
    for found in _objects(text):
        said = found.get("action", found.get("bestmove"))
        if isinstance(said, str) and said.split():
            return said.split()
        if isinstance(said, list) and said and all(isinstance(word, str) and word for word in said):
            return [part for word in said for part in word.split()]
    return []


def actions(text: str, legal: Sequence[str]) -> list[str]:
    """The actions that an answer names: by its JSON object; else by its line `action: …`; else the last word that is
    legal, or the only word that there is. Nothing is made better: what a model names is what it plays.

    >>> actions('{"thought": "take it", "action": "e2e4"}', [])
    ['e2e4']
    >>> actions("I like a1 more than b2.\\n**Action:** `b2`", ["a1", "b2"])
    ['b2']
    >>> actions("So I play d4.", ["c3", "d4"])
    ['d4']
    >>> actions("I do not know", [])
    []
    """
    if in_json := named(text):
        return in_json
    lines = _NAMED.findall(text)
    if lines:
        # Behind the action there may be more words.
        words = [word.strip(_STRIPPED) for word in lines[-1].split()]
        known = [word for word in words if word in legal]
        return known[:1] or [word for word in words if word][:1]
    # An action of punctuation, such as `a~` or `+g11`, is looked for before it is stripped.
    words = text.split()
    for word in reversed(words):
        for candidate in (word, word.strip(_STRIPPED)):
            if candidate in legal:
                return [candidate]
    return [words[0].strip("`*\"'") or words[0]] if len(words) == 1 else []


def _objects(text: str) -> list[Mapping[str, Any]]:
    """The JSON objects in a text, the last first, since models think before they answer."""
    found: list[Mapping[str, Any]] = []
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, dict):
                found.insert(0, value)
        at = text.find("{", end)
    return found


def thought(text: str) -> str:
    """What the model says beside its action, in one line."""
    for found in _objects(text):
        if isinstance(found.get("thought"), str):
            return " ".join(found["thought"].split())
    return " ".join(text.split())


__all__ = ["actions", "named", "schema", "thought"]
