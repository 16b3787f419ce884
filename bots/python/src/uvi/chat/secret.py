"""A key in a text of somebody else, made invisible."""

from __future__ import annotations

import string

_PART = 8
"""How many characters of a key are hidden where they stand together. Fewer stand in other words too."""
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def hidden(text: str, key: str) -> str:
    """The text with `[key]` for the key, and for each part of it of eight characters or more, in upper or lower case.

    So a text can be cut before and after, and at most seven characters of the key remain in one place.

    >>> hidden("no such key: sk-123456789, SK-12345*", "sk-123456789")
    'no such key: [key], [key]*'
    """
    size = min(_PART, len(key))
    key, folded = key.translate(_LOWER), text.translate(_LOWER)
    parts = {key[at : at + size] for at in range(len(key) - size + 1)}
    shown, end = "", 0
    for at in range(len(text) - size + 1):
        if folded[at : at + size] in parts:
            if at >= end:
                shown += f"{text[end:at]}[key]"
            end = at + size
    return shown + text[end:]


__all__ = ["hidden"]
