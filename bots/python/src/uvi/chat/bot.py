"""A bot whose moves come from a language model."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from ..bot import Answer, Bot
from ..clock import Clock
from ..options import Check, Combo, Spin, String
from ..pictures import Picture
from ..positions import Position
from . import prompt
from .answer import actions, named, schema, thought
from .endpoint import Cut, EchoedKeyError, Endpoint, Model, Reply

PICTURES = ("off", "svg", "png")
_FORMS = 2
"""How often a model is asked again that has named no action at all."""
_NOTHING = "?"
"""What is played for a model that names no action: no variant can read it, so that it is a fault of its own."""
_SHOWN = 4000
"""How many characters of a model's words stand in one `info`."""


@dataclass(frozen=True)
class Manner:
    """How a model plays."""

    model: Model
    rules: str = "arbiter"
    """Where the rules page comes from: `arbiter` (its command `rules`), `none`, or a file."""
    picture: str = "off"
    """Whether the board is shown, and how: one of `PICTURES`."""
    is_structured: bool = True
    """Whether answers are asked for by a JSON schema."""
    is_constrained: bool = False
    """Whether the schema allows only legal actions."""
    shows_legal: bool = True
    """Whether the model is told what is legal, where the host allows it."""
    shows_history: bool = True
    price: tuple[float, float] | None = None
    """What a million tokens cost that are read, and that are written."""


class Chat(Bot):
    """A bot that asks a model for each of its actions."""

    features = ("legal", "history")
    author = "Arbiter"

    def __init__(self, manner: Manner) -> None:
        super().__init__()
        self._manner = manner
        self._endpoint = Endpoint(manner.model)
        self._rules: dict[str, str | None] = {}
        self._asked = ""
        self._answered = ""
        self._refused: list[prompt.Refused] = []
        self._before: prompt.Refused | None = None
        self._read = self._written = 0

    def on_option(self, name: str, value: object) -> None:
        manner = self._manner
        if name == "picture":
            self._manner = replace(manner, picture=str(value))
        elif name == "constrain":
            self._manner = replace(manner, is_constrained=bool(value))
        else:
            changes: dict[str, Any] = {}
            if name == "model":
                changes["model"] = str(value)
            elif name == "maxtokens":
                changes["max_tokens"] = value
            elif name == "temperature":
                changes["temperature"] = float(str(value)) if value else None
            self._manner = replace(manner, model=replace(manner.model, **changes))
            self._endpoint = Endpoint(self._manner.model)

    def on_new_game(self) -> None:
        self._asked = self._answered = ""
        self._refused, self._before = [], None
        variant = self.game.variant
        if variant not in self._rules:
            self._rules[variant] = self._rules_of(variant)

    def _rules_of(self, variant: str) -> str | None:
        if self._manner.rules == "none":
            return None
        if self._manner.rules != "arbiter":
            return Path(self._manner.rules).read_text(encoding="utf-8")
        rules = prompt.rules_of(variant)
        if rules is None:
            self.log.warning("the model is told no rules: arbiter rules %s cannot be called", variant)
        return rules

    def on_error(self, text: str) -> None:
        super().on_error(text)
        if self._answered:
            self._refused.append(prompt.Refused(self._asked, self._answered, text))

    def choose(self, position: Position, legal: list[str], clock: Clock) -> Answer:
        text = str(position)
        if text != self._asked:
            self._before = self._refused[-1] if self._refused else None
            self._asked, self._refused = text, []
        self._answered = ""
        self._read = self._written = 0
        deadline = time.monotonic() + clock.limit - clock.used - min(0.3, clock.limit / 10)
        messages = self._messages(text, legal if self._manner.shows_legal else [])
        wanted = schema(legal, self._manner.is_constrained) if self._manner.is_structured else None
        for _ in range(_FORMS + 1):
            try:
                reply = self._endpoint.ask(messages, wanted, deadline, lambda: clock.is_stopped, self._tell_failure)
            except Cut as cut:
                return self._cut_off(cut, legal, clock)
            self._count(reply)
            self._tell_words(reply)
            if found := self._chosen(reply, actions(reply.text, legal), legal):
                return found
            messages += [
                {"role": "assistant", "content": self._answered or "(nothing)"},
                {"role": "user", "content": "That names no action. Answer with the JSON object and nothing else."},
            ]
        return _NOTHING

    def _messages(self, position: str, legal: list[str]) -> list[Mapping[str, Any]]:
        drawn: Picture | bytes | None = None
        if self._manner.picture != "off":
            drawn = prompt.picture_of(self.game, position)
            if drawn is not None and self._manner.picture == "png":
                drawn = drawn.png(768)
        history = self.history if self._manner.shows_history else None
        return [
            prompt.system(self.game, self._rules.get(self.game.variant)),
            prompt.question(position, legal, history, drawn, self._before),
            *prompt.refusals(self._refused),
        ]

    def _chosen(self, reply: Reply, found: list[str], legal: list[str]) -> list[str]:
        """The actions of an answer as words of the protocol. Raises `EchoedKeyError` if the key is among them."""
        self._answered = self._manner.model.hidden(reply.text.strip())[:_SHOWN]
        words = _words(found)
        # The arbiter writes an action into the log, whatever it is. What is legal is no secret.
        found = [word if word in legal else self._manner.model.hidden(word) for word in words]
        is_clean = words == found
        # A traceback shows what its frames have.
        words.clear()
        if not is_clean:
            raise EchoedKeyError()
        return found

    def _cut_off(self, cut: Cut, legal: list[str], clock: Clock) -> Answer:
        """No answer has come in time. What has come is played if it names an action; else nothing is answered, so that the
        log tells of a timeout, which it was."""
        self._count(cut.reply)
        self._tell_words(cut.reply)
        if found := self._chosen(cut.reply, named(cut.reply.text), legal):
            return found
        self._tell_failure(str(cut))
        until = time.monotonic() + clock.limit - clock.used + 5
        while not clock.is_stopped and time.monotonic() < until:
            time.sleep(0.01)
        return _NOTHING

    def _count(self, reply: Reply) -> None:
        """Tells what the question has cost so far."""
        if reply.read is None or reply.written is None:
            return
        self._read += reply.read
        self._written += reply.written
        price = self._manner.price
        cost = "" if price is None else f" cost {(self._read * price[0] + self._written * price[1]) / 1e6:.6f}"
        self.info(f"tokens {self._read} {self._written}{cost}")

    def _tell_words(self, reply: Reply) -> None:
        """The model's words, as `info`."""
        words = " ".join([*reply.thought.split(), thought(reply.text)]).strip()
        words = self._manner.model.hidden(words)
        for at in range(0, min(len(words), 8 * _SHOWN), _SHOWN):
            self.info(f"string {words[at : at + _SHOWN]}")

    def _tell_failure(self, reason: str) -> None:
        self.log.warning("%s", reason)
        self.info(f"string ({reason})")


def _words(found: list[str]) -> list[str]:
    """Actions as words of the protocol, whatever a model writes."""
    return ["".join(letter if "!" <= letter <= "~" else "?" for letter in word[:100]) for word in found[:32]]


def bot(manner: Manner, name: str) -> Chat:
    """The bot of a model, by this name."""

    class Named(Chat):
        options: ClassVar = (
            String("model", default=manner.model.model),
            String("temperature", default="" if manner.model.temperature is None else f"{manner.model.temperature:g}"),
            Spin("maxtokens", default=manner.model.max_tokens, min=1, max=1_000_000),
            Combo("picture", default=manner.picture, var=PICTURES),
            Check("constrain", default=manner.is_constrained),
        )

    Named.name = name
    return Named(manner)


__all__ = ["PICTURES", "Chat", "Manner", "bot"]
