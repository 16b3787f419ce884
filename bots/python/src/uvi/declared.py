"""How options are declared and set, whichever type they have: the forms of all types are in `options`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from .kinds import KINDS, Kind, Piece, choice
from .line import Cursor, alternatives, is_number

Fields: TypeAlias = "dict[str, Any]"
Setting: TypeAlias = "bool | int | str | None"


class Declared:
    """An option of any type."""

    _kind: ClassVar[str]
    _kinds: ClassVar[dict[str, type[Declared]]] = {}
    name: str

    def __init_subclass__(cls, kind: str) -> None:
        cls._kind = kind
        cls._kinds[kind] = cls

    def __str__(self) -> str:
        return " ".join(f"{piece.keyword} {piece.kind.write(piece.value)}" for piece in _Option().write(option_fields(self)))

    def check(self) -> None:
        """Raises `ValueError` if the option has no values, or another default."""
        parts = vars(self)
        least, most, default = parts.get("min"), parts.get("max"), parts.get("default")
        if least is not None and most is not None and least > most:
            raise ValueError(f"{self.name}: expected min up to max, found {least} and {most}")
        if default is not None:
            self.read(str(default).lower() if isinstance(default, bool) else str(default))

    def read(self, value: str) -> Setting:
        """The setting that a value of `setoption` means."""
        parts = vars(self)
        if self._kind == "check":
            if value not in ("true", "false"):
                raise ValueError(f"{self.name}: expected true or false, found {value}")
            return value == "true"
        if self._kind == "spin":
            if not is_number(value.removeprefix("-")):
                raise ValueError(f"{self.name}: expected a whole number, found {value}")
            number, least, most = int(value), parts["min"], parts["max"]
            if least is not None and number < least or most is not None and number > most:
                raise ValueError(f"{self.name}: expected a number from {least} to {most}, found {value}")
            return number
        if self._kind == "combo" and value not in parts["var"]:
            raise ValueError(f"{self.name}: expected one of {', '.join(parts['var'])}, found {value}")
        return None if self._kind == "button" else value


def option_fields(option: Declared) -> Fields:
    """The parts of an option, as fields of a message."""
    return {"type": option._kind, **{name: part for name, part in vars(option).items() if part is not None}}


def option_of(fields: Mapping[str, Any]) -> Any:
    """The option that has these parts: the inverse of `option_fields`."""
    kind = Declared._kinds[fields["type"]]
    return kind(**{name: part for name, part in fields.items() if name not in ("type", "variant")})


class _Option:
    """The part of a line that declares an option."""

    words: ClassVar[tuple[str, ...]] = ("name", "type", "default", "min", "max", "var")

    def read(self, at: Cursor, fields: Fields) -> None:
        found: Fields = {}
        places: dict[str, int] = {}
        values: list[str] = []

        def value(keyword: str) -> Any:
            places.setdefault(keyword, at.at)
            if keyword in ("name", "variant"):
                return at.word()
            if keyword == "type":
                return at.one_of(alternatives(list(Declared._kinds)), tuple(Declared._kinds))
            return at.value() if keyword == "default" else at.signed()

        while not at.ended:
            keyword = at.peek()
            if keyword not in self.words:
                at.refuse(alternatives(self.words))
            if keyword == "var":
                at.skip()
                places.setdefault(keyword, at.at)
                values.append(at.value())
            else:
                at.fill(found, keyword, lambda: value(keyword))
        at.required(found, "name")
        kind = at.required(found, "type")
        self._fit(at, kind, found, places)
        if kind == "combo":
            found["var"] = tuple(values)
        at.at = len(at.line)
        for word in self.words[:1]:
            at.required(found, word)
        fields.update(found)

    def _fit(self, at: Cursor, kind: str, found: Fields, places: Mapping[str, int]) -> None:
        """Refuses the parts that this type does not have, and gives the default its type."""
        known = Declared._kinds[kind].__annotations__
        for words in (("min", "max"), ("var",), ("default",)):
            place = next((places[word] for word in words if word in places), None)
            if place is not None and words[0] not in known:
                at.at = place
                at.refuse(f"no {' or '.join(words)} for type {kind}")
        if "default" in found and kind in ("check", "spin"):
            # It was read as a value, since the type may come after it.
            at.at = places["default"]
            if kind == "spin":
                found["default"] = at.signed()
            elif found["default"] in ("true", "false"):
                found["default"] = found["default"] == "true"
            else:
                at.refuse("true or false")

    def write(self, fields: Mapping[str, Any]) -> Iterator[Piece]:
        for word in self.words:
            value = fields.get(word)
            if word == "var":
                yield from (Piece(word, item, KINDS["value"], word) for item in value or ())
            elif value is not None or word in ("variant", "name", "type"):
                yield Piece(word, value, self._kind(word, value), word)

    @staticmethod
    def _kind(word: str, value: object) -> Kind:
        if word == "type":
            return choice(Declared._kinds)
        if word != "default":
            return KINDS["signed" if word in ("min", "max") else "word"]
        return KINDS["truth" if isinstance(value, bool) else "signed" if isinstance(value, int) else "value"]


class _RuleOption(_Option):
    """The same for a rule option of a variant."""

    words = ("variant", *_Option.words)

DECLARATIONS = {"option": _Option(), "rule-option": _RuleOption()}
