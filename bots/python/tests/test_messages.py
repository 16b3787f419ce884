"""The messages, against the vectors of the arbiter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import pytest
from vectors import load

from uvi import EmptyLine, ParseError, UnknownVerb, messages
from uvi.host import Message, parse_from_host, parse_to_host
from uvi.messages import parse_from_bot, parse_to_bot
from uvi.options import Button, Check, Combo, Spin, String

Read = Callable[[str], object]
LINKS: list[tuple[str, Read]] = [
    ("to-bot.json", parse_to_bot),
    ("from-bot.json", parse_from_bot),
    ("to-host.json", parse_to_host),
    ("from-host.json", parse_from_host),
]

VERBS = {messages.Declare: "option"}
OPTIONS = {Check: "check", Spin: "spin", Combo: "combo", String: "string", Button: "button"}


def meaning(message: Any) -> dict[str, Any]:
    """A message in the form that the vectors have."""
    if isinstance(message, Message):
        return {"verb": message.verb, **{name: plain(value) for name, value in message.fields.items()}}
    verb = VERBS.get(type(message), type(message).__name__.lower())
    fields = asdict(message)
    if isinstance(message, messages.Declare):
        fields = {"type": OPTIONS[type(message.option)], **fields["option"]}
    if isinstance(message, messages.NewGame):
        fields["options"] = [[name, value] for name, value in message.options.items()]
    if isinstance(message, messages.Position):
        fields = {"position": message.words}
    return {"verb": verb, **{name: plain(value) for name, value in fields.items() if value is not None}}


def plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


each_link = pytest.mark.parametrize(("file", "read"), LINKS)


@each_link
def test_a_line_means_what_the_arbiter_says(file: str, read: Read) -> None:
    rows = load(file)["good"]
    assert len(rows) > 20
    for row in rows:
        message = read(row["line"])
        assert meaning(message) == row["message"], row
        assert str(message) == row["written"], row
        assert read(row["written"]) == message, row


@each_link
def test_a_bad_line_is_refused_as_the_arbiter_does(file: str, read: Read) -> None:
    kinds = {"empty-line": EmptyLine, "unknown-verb": UnknownVerb, "bad-argument": ParseError}
    rows = load(file)["bad"]
    assert len(rows) > 20
    for row in rows:
        with pytest.raises(ParseError) as caught:
            read(row["line"])
        assert type(caught.value) is kinds[row["kind"]], row
        assert (caught.value.column, caught.value.reason) == (row["column"], row["error"]), row


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(ParseError, match="a number up to 4294967295"):
        parse_to_bot(f"uvi {'9' * 5000}")
    assert parse_to_bot(f"uvi {'0' * 5000}1") == messages.Uvi(1)


def test_a_long_list_is_read() -> None:
    legal = parse_to_bot("legal " + "abcdefg\t" * 100_000)
    assert isinstance(legal, messages.Legal) and len(legal.actions) == 100_000
