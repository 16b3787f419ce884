"""Any text in any field of any message: it reads back as that field of that one line, or it is refused."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from talk import GAME, Tested, first, talk
from test_messages import meaning
from vectors import FOLDER, load

import uvi
from uvi import messages
from uvi.declared import Declared
from uvi.host import Message, parse_from_host, parse_to_host
from uvi.messages import parse_from_bot, parse_to_bot

TEXTS = 100
"""How many texts are tried in each field."""

READ: dict[str, Callable[[str], Any]] = {
    "to-bot": parse_to_bot,
    "from-bot": parse_from_bot,
    "from-host": parse_from_host,
    "to-host": parse_to_host,
}
FIELDS: dict[str, dict[str, dict[str, dict[str, Any]]]] = json.loads((FOLDER.parent / "messages.json").read_text())

# What a stranger would write: the ends of lines that any reader knows, what quotes, and words that lines begin or go on with.
PIECES = ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0", "\x1b[2J", "\ud800", " ", "\t", '"', "\\"]
WORDS = ["", "a", "-", "1", "1/2", "2a", "moves", "to", "none", "bot", "host", "retry", "at", "word", "text", "quit", "on"]
KEYWORDS = ["seed", "seats", "seat", "lots", "variant", "name", "value", "type", "default", "max", "time", "inc", "score"]
LINES = ["\nquit", "x\nseat m 1 bot touch made\nstart m", "m 1 bot touch made", "spin default 3", 'a" seed "2a']
HOSTILE = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from([*PIECES, *WORDS, *KEYWORDS, *LINES]), max_size=4).map("".join),
    st.lists(st.sampled_from([*WORDS, *KEYWORDS]), max_size=4).map(" ".join),
)


def shapes(text: str, kind: str) -> Iterator[Any]:
    """The values of a field that have this text in them."""
    if kind == "pairs":
        yield from ([[text, "a"]], [["a", text]], [["a", "b"], [text, text]])
    elif kind in ("strings", "numbers"):
        yield from ([text], ["a", text], [text, "a"], text)
    else:
        yield text


def samples(link: str) -> dict[str, list[Any]]:
    """Right messages of each verb, by their fields."""
    found: dict[str, list[Any]] = {}
    for row in load(f"{link}.json")["good"]:
        message = READ[link](row["line"])
        of_verb = found.setdefault(message.verb, [])
        if not any(meaning(other).keys() == meaning(message).keys() for other in of_verb):
            of_verb.append(message)
    return found


def changed(message: Any, field: str, value: Any) -> Any:
    """The message with another value in a field."""
    if isinstance(message, Message):
        return Message(message.verb, {**message.fields, field: value})
    if isinstance(message, messages.Declare):
        known = {**vars(message.option), field: value}
        kind: Any = Declared._kinds.get(known.pop("type", message.option._kind))
        return messages.Declare(kind(**known)) if kind and known.keys() <= kind.__annotations__.keys() else None
    name = "words" if isinstance(message, messages.Position) else field
    return replace(message, **{name: dict(map(tuple, value)) if field == "options" else value})


def said(message: Any) -> dict[str, Any]:
    """What a message says. A flag that is off and an empty list say nothing."""
    said = meaning(message).items()
    return {name: words(value, name) for name, value in said if not (value is None or value is False or value == [])}


def words(value: Any, field: str) -> Any:
    """What a field says, whatever type says it."""
    if isinstance(value, list | tuple):
        return [words(item, "") for item in value]
    return f"{value}".lower().lstrip("0") if field in ("seed", "lots", "commitment") else f"{value}"


@pytest.mark.parametrize("link", READ)
def test_what_is_written_reads_back_or_is_refused(link: str) -> None:
    found = samples(link)
    assert found.keys() == FIELDS[link].keys()
    tried = dict.fromkeys(((verb, field) for verb, fields in FIELDS[link].items() for field in fields), 0)

    @settings(max_examples=TEXTS, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(HOSTILE)
    def try_in_every_field(text: str) -> None:
        for verb, field in tried:
            for message in found[verb]:
                for value in shapes(text, FIELDS[link][verb][field]["type"]):
                    other = changed(message, field, value)
                    if other is not None:
                        check(link, verb, field, other)
                        tried[verb, field] += 1

    try_in_every_field()
    # In this package the type of an option is a class.
    tried = {key: count for key, count in tried.items() if (link, *key) != ("from-bot", "option", "type")}
    assert all(count >= TEXTS for count in tried.values()), tried


def check(link: str, verb: str, field: str, message: Any) -> None:
    try:
        line = str(message)
    except uvi.WriteError as error:
        assert error.message == verb and error.field in {*FIELDS[link][verb], "words"}
        assert f"cannot write the field {error.field} of {verb}: " in str(error) and "\n" not in str(error)
        return
    assert line.splitlines() == [line] and len(line.encode().split(b"\n")) == 1
    assert said(READ[link](line)) == said(message), (field, line)


def test_a_bot_says_as_many_lines_as_messages(tmp_path: Path) -> None:
    bot = Tested(first)

    def chosen(bot: Tested, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        bot.info("a\nbestmove z\r\x85\u2028b ", score=1)
        return legal[0]

    assert talk(Tested(chosen), GAME, "position p", "legal a", "go") == ["info score 1 a bestmove z   b", "bestmove a"]
    for name in ("a\nuviok", "a\u2028uviok"):
        bot.__class__ = type("Named", (Tested,), {"name": name})
        output = io.BytesIO()
        with pytest.raises(uvi.WriteError, match="cannot write the field text of id: expected a text without control"):
            bot.run(io.BytesIO(b"uvi 1\n"), output)
        assert output.getvalue() == b""
