"""The messages of the host link: what a host says to the arbiter and what it hears (UVI 4).

A host, such as a GUI, starts `arbiter` as a child process. `parse_to_host` reads what the arbiter says, `parse_from_host`
what a host says; each gives a `Message`, whose text is the line. To say something, make a `Message` of a verb and fields.
Its text raises `WriteError` if a field would not read back as it is, so no field can become a line of its own:

    Message("legal", {"match": "m", "seat": 1, "places": True})         legal m 1 places

The fields are those of the arbiter's vectors (`protocol/vectors`): `match`, `seat`, `action` and the like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import WriteError
from .host_lines import ERRORS, FAULTS, FROM_HOST, TO_HOST
from .line import excerpt
from .parts import read, written

# Where a verb is in both languages, the field that only the arbiter's message has.
_HEARD = {"position": "position", "history": "start", "legal": "actions", "picture": "svg"}


@dataclass(frozen=True)
class Message:
    """A message of the host link: its verb, and a field for each of its parts. A part that is left out has none."""

    verb: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str) -> Any:
        """A field, or `None` where the part is left out."""
        return self.fields.get(name)

    def __str__(self) -> str:
        heard = _HEARD[self.verb] in self.fields if self.verb in _HEARD else self.verb not in FROM_HOST
        parts = (TO_HOST if heard else FROM_HOST).get(self.verb)
        if parts is None:
            raise WriteError(excerpt(self.verb), "verb", "expected a verb of the host link")
        return written(self.verb, parts, self.fields)


def parse_from_host(line: str) -> Message:
    """Reads what a host says. Raises `ParseError`, `UnknownVerb` or `EmptyLine`, where the arbiter refuses it."""
    return Message(*read(line, FROM_HOST.get))


def parse_to_host(line: str) -> Message:
    """Reads what the arbiter says to a host. Raises as `parse_from_host`."""
    return Message(*read(line, TO_HOST.get))


__all__ = ["ERRORS", "FAULTS", "Message", "parse_from_host", "parse_to_host"]
