"""A position: its words by their names, read and written by their forms."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from ..errors import PositionError
from .forms import Form, Told, form

P = TypeVar("P", bound="Position")


class Position:
    """A position. `read` makes one of a text, `str` writes the same text.

    Squares are words such as `a1`, seats are numbers from 1.
    """

    variants: ClassVar[tuple[str, ...]] = ()
    """The variants whose positions these are."""
    _words: ClassVar[Mapping[str, Told]] = {}
    _records: ClassVar[Sequence[type[Any]]] = ()
    _terms: ClassVar[Sequence[Mapping[str, str]]] = ({},)
    _seats: ClassVar[Sequence[int | None]] = (None,)

    def __init_subclass__(
        cls,
        variant: str | None = None,
        words: Mapping[str, Told] | None = None,
        records: Sequence[type[Any]] = (),
        terms: Sequence[Mapping[str, str]] = ({},),
        seats: Sequence[int | None] = (None,),
    ) -> None:
        if variant:
            cls.variants, cls._words, cls._records, cls._terms, cls._seats = (variant,), words or {}, records, terms, seats

    @classmethod
    @functools.cache
    def _forms(cls) -> dict[str, Form]:
        records: dict[str, Callable[..., Any]] = {record.__name__: record for record in cls._records}
        return {name: form(told, records) for name, told in cls._words.items()}

    @classmethod
    def read(cls: type[P], text: str) -> P:
        """Reads a position; raises `PositionError`."""
        found, forms = text.split(" "), cls._forms()
        if len(found) != len(forms) or not all(found):
            raise PositionError(f"expected {len(forms)} words with a space between them ({', '.join(forms)}), found {text!r}")
        return cls(*(form.read(word) for form, word in zip(forms.values(), found)))

    def __str__(self) -> str:
        return " ".join(form.write(getattr(self, name)) for name, form in self._forms().items())

    def terms(self) -> list[tuple[int | None, Mapping[str, str]]]:
        """With how many seats and which rule options the arbiter may be able to read this position; the likeliest first.
        `None` and nothing stand for its defaults."""
        return [(seats, options) for options in self._terms for seats in self._seats]

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows: the arbiter draws it. There is none where something is hidden, or where there
        is no arbiter."""
        # A bot needs no pictures, and starts the faster for that.
        from ..errors import ArbiterNotFound, CommandFailed
        from ..pictures import picture

        for variant in self.variants[:1]:
            for seats, options in self.terms():
                try:
                    return picture(variant, self, seats=seats, options=options)
                except CommandFailed:
                    continue
                except ArbiterNotFound:
                    return None
        return None


@dataclass(frozen=True)
class Text(Position):
    """A position of a variant that this package does not know: its text."""

    text: str

    @classmethod
    def read(cls, text: str) -> Text:
        return cls(text)

    def __str__(self) -> str:
        return self.text


def kind_of(variant: str, words: Mapping[str, Told]) -> type[Position]:
    """A class for the positions of a variant by its words, as an arbiter tells them (UVI 4.10)."""
    annotations = {"__annotations__": dict.fromkeys(words, Any)}
    kind = types.new_class(variant, (Position,), {"variant": variant, "words": words}, lambda names: names.update(annotations))
    return dataclass(frozen=True)(kind)
