"""An endpoint that speaks the common chat-completions form: asked over HTTP, within a deadline, again where it fails.

It knows no game. An exchange runs in a thread of its own, so that neither a name that is looked up, nor a server that
sends a byte now and then, can hold up who waits: at the deadline the connection is shut and the thread left to end.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ..line import escaped
from .secret import hidden

LONGEST = 2**20
"""How long a line of a stream, or a whole answer without one, may be."""
_TRANSIENT = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MOST_TOKENS = 10**12
"""The most tokens that an answer can have taken."""
_LONGEST_REASON = 500
"""How much of a reason is told, in characters."""
_LONGEST_EXCERPT = 80
"""How much of an answer that cannot be read is told, in characters."""
_SLICE = 0.02
"""How often it is looked whether the answer is still wanted, in seconds."""


class EndpointError(Exception):
    """The endpoint refuses, in a way in which it will refuse again: the key is wrong, or there is no such model."""


class EchoedKeyError(EndpointError):
    """The endpoint answers with the key of the request, or a part of it, in place of an action."""

    def __init__(self) -> None:
        super().__init__("expected an action, found the key of the request; do not trust this endpoint with a key")


class Cut(Exception):
    """The time was up, or nobody waits for the answer any more. `reply` is what had come, `reason` what went wrong
    before, if anything."""

    def __init__(self, reply: Reply, reason: str) -> None:
        super().__init__(reason or "the time was up")
        self.reply = reply
        self.reason = reason


@dataclass
class Reply:
    """What a model has said, and what that took. Tokens are `None` where the endpoint does not count them.

    A model may say anything, the key of the endpoint too: clean what you show of it with `Model.hidden`.
    """

    text: str = field(default="", repr=False)
    thought: str = field(default="", repr=False)
    """What it said before the answer, where the endpoint keeps that apart."""
    read: int | None = None
    written: int | None = None
    is_whole: bool = False

    def hear(self, data: Mapping[str, Any], part: str) -> None:
        """Takes what stands in a whole answer (`message`) or in a piece of a stream (`delta`)."""
        for choice in (data.get("choices") or [])[:1]:
            said = choice.get(part) or {}
            self.text += _text(said.get("content") or "")
            self.thought += said.get("reasoning_content") or said.get("reasoning") or ""
            self.is_whole = self.is_whole or part == "message" or choice.get("finish_reason") is not None
        usage = data.get("usage") or {}
        counts: list[Any] = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
        if all(isinstance(count, int) for count in counts):
            for count in counts:
                if not 0 <= count <= _MOST_TOKENS:
                    found = f"one of {count.bit_length()} bits" if count > 0 else "a negative one"
                    raise ValueError(f"expected a number of tokens up to {_MOST_TOKENS}, found {found}")
            self.read, self.written = counts


@dataclass(frozen=True)
class Model:
    """Which model is asked, where and how."""

    url: str
    """The address of the endpoint, up to `/v1` or with `/chat/completions`."""
    model: str
    key: str | None = field(default=None, repr=False)
    temperature: float | None = None
    max_tokens: int | None = None
    is_streamed: bool = True

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("expected the address of an endpoint, such as https://host/v1")
        if parts.username or parts.password:
            raise ValueError("expected an address without a name and password: the key comes from the environment")
        # The address is on the command line, which stands in logs and in the list of processes.
        if re.search(r"(?i)(key|token|secret)[^=&]*=", parts.query):
            raise ValueError("expected an address without a key: the key comes from the environment")
        # A line end in a header would begin another one.
        if self.key is not None and not all("!" <= character <= "~" for character in self.key):
            raise ValueError("expected a key of printable ASCII without spaces")

    def hidden(self, text: str) -> str:
        """The text with `[key]` in place of the key and of parts of it, whatever an endpoint says."""
        return hidden(text, self.key) if self.key else text


@dataclass
class _Failure(Exception):
    """An exchange that failed and may be tried again, after a while if the endpoint says how long."""

    reason: str
    wait: float | None = None


@dataclass
class _Refusal(Exception):
    """An answer with a status that says that the request is at fault."""

    status: int
    body: str


class Endpoint:
    """A model behind an endpoint. It learns what the endpoint does not understand, and leaves that out from then on."""

    def __init__(self, model: Model, attempts: int = 6) -> None:
        self.model = model
        self._attempts = attempts
        self._spared: set[str] = set()
        self._tokens_word = "max_tokens"

    def ask(
        self,
        messages: Sequence[Mapping[str, Any]],
        schema: Mapping[str, Any] | None,
        deadline: float,
        is_stopped: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> Reply:
        """Asks until there is an answer. `deadline` is of `time.monotonic`; `tell` hears of failures as they happen.

        Raises `Cut` at the deadline or when `is_stopped`, `EndpointError` where asking again is in vain, or has been so
        often.
        """
        failures = 0
        while True:
            exchange = _Exchange(self.model, self._body(messages, schema), deadline)
            exchange.start()
            while not exchange.ended.wait(_SLICE):
                if is_stopped() or time.monotonic() >= deadline:
                    exchange.cut()
                    raise Cut(exchange.reply, "")
            try:
                return exchange.result()
            except _Refusal as refusal:
                reason = self._learn(refusal)
                if reason:
                    raise EndpointError(reason) from None
                continue
            except _Failure as failure:
                failures += 1
                reason, wait = failure.reason, failure.wait
            tell(reason)
            if failures >= self._attempts:
                raise EndpointError(f"it failed {failures} times; the last reason: {reason}")
            if wait is None:
                wait = min(8.0, 0.25 * 2**failures) * random.uniform(0.5, 1.0)
            begun = time.monotonic()
            while time.monotonic() < begun + wait:
                if is_stopped() or time.monotonic() >= deadline:
                    raise Cut(Reply(), reason)
                time.sleep(min(_SLICE, wait))

    def _body(self, messages: Sequence[Mapping[str, Any]], schema: Mapping[str, Any] | None) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.model.model, "messages": list(messages)}
        if self.model.temperature is not None:
            body["temperature"] = self.model.temperature
        if self.model.max_tokens is not None:
            body[self._tokens_word] = self.model.max_tokens
        if self.model.is_streamed:
            body["stream"] = True
            body["stream_options"] = {"include_usage": True}
        if schema is not None:
            named = {"name": "decision", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return {word: part for word, part in body.items() if word not in self._spared}

    def _learn(self, refusal: _Refusal) -> str:
        """Leaves out what the endpoint complains of; gives the reason where there is nothing to leave out."""
        reason = f"it answered with status {refusal.status}: {refusal.body.strip()}"[:_LONGEST_REASON]
        if refusal.status not in (400, 415, 422):
            return reason
        if "max_completion_tokens" in refusal.body and self._tokens_word == "max_tokens":
            self._tokens_word = "max_completion_tokens"
            return ""
        for word in ("stream_options", "response_format", "temperature"):
            named = word in refusal.body or word == "response_format" and "schema" in refusal.body
            if named and word not in self._spared:
                self._spared.add(word)
                return ""
        # It does not say what it misses. Structured answers are what an old endpoint is likeliest to lack.
        if "response_format" not in self._spared:
            self._spared.add("response_format")
            return ""
        return reason


class _Exchange(threading.Thread):
    """A request and its answer."""

    def __init__(self, model: Model, body: Mapping[str, Any], deadline: float) -> None:
        super().__init__(name="uvi chat", daemon=True)
        self._model, self._body, self._deadline = model, body, deadline
        self._connection: http.client.HTTPConnection | None = None
        # The connection hands its socket on to an answer that ends with it, and knows it no more.
        self._socket: socket.socket | None = None
        self._error: Exception | None = None
        self._is_cut = False
        self.reply = Reply()
        self.ended = threading.Event()

    def result(self) -> Reply:
        """The answer, once it has ended. Errors are clean of the key."""
        if self._error:
            raise self._error
        return self.reply

    def cut(self) -> None:
        """Ends it now."""
        self._is_cut = True
        if self._socket is not None:
            # The thread that reads wakes up, and closes the connection.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        try:
            self._exchange()
        # An error is made anew: the frames of its traceback have the header with the key, and a text that it has come from
        # may have anything.
        except _Refusal as error:
            self._error = _Refusal(error.status, self._clean(error.body))
        except _Failure as error:
            self._error = self._failure(error.reason, error.wait)
        except (OSError, http.client.HTTPException) as error:
            self._error = self._failure(f"the connection failed: {str(error) or type(error).__name__}")
        except Exception as error:
            self._error = self._failure(f"its answer cannot be read: {str(error) or type(error).__name__}")
        finally:
            if self._connection is not None:
                self._connection.close()
            self.ended.set()

    def _clean(self, text: str) -> str:
        """The text as it can be shown: in one line, steering no terminal, without the key."""
        return self._model.hidden(escaped(" ".join(text.split())))

    def _failure(self, reason: str, wait: float | None = None) -> _Failure:
        # What is cut off before it is clean may be the second half of a key.
        return _Failure(self._clean(reason)[:_LONGEST_REASON], wait)

    def _exchange(self) -> None:
        parts = urlsplit(self._model.url)
        path = parts.path.rstrip("/")
        path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
        timeout = max(0.05, min(600.0, self._deadline - time.monotonic()))
        host = parts.hostname or ""
        if parts.scheme == "https":
            secure = ssl.create_default_context()
            self._connection = http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=secure)
        else:
            self._connection = http.client.HTTPConnection(host, parts.port, timeout=timeout)
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
        if self._model.key:
            headers["Authorization"] = f"Bearer {self._model.key}"
        target = path + (f"?{parts.query}" if parts.query else "")
        self._connection.connect()
        self._socket = self._connection.sock
        if self._is_cut:
            return
        self._connection.request("POST", target, json.dumps(self._body).encode(), headers)
        response = self._connection.getresponse()
        if response.status != 200:
            self._refuse(response)
        kind = response.headers.get("Content-Type", "")
        if "text/event-stream" in kind:
            self._read_stream(response)
        else:
            body = response.read(4 * LONGEST)
            if "html" in kind or body.lstrip().startswith(b"<"):
                # A page for people, from another path or from a proxy: the next answer is the same.
                found = body[: 4 * _LONGEST_EXCERPT].decode(errors="replace")
                raise _Refusal(200, f"{self._model.url} gives a page and no JSON; is the path right? {found}")
            self.reply.hear(_data(body), "message")
        if not self.reply.is_whole:
            raise _Failure("its answer was cut off")

    def _refuse(self, response: http.client.HTTPResponse) -> None:
        body = response.read(LONGEST).decode(errors="replace")
        if response.status in _TRANSIENT:
            wait = response.headers.get("Retry-After", "")
            after = float(wait) if wait.replace(".", "", 1).isdigit() else None
            raise _Failure(f"it answered with status {response.status}", after)
        raise _Refusal(response.status, body)

    def _read_stream(self, response: http.client.HTTPResponse) -> None:
        """Server-sent events: `data:` and a piece of JSON each, at the end `[DONE]`."""
        size = 0
        while line := response.readline(LONGEST):
            size += len(line)
            if size > 16 * LONGEST:
                raise _Failure("its answer does not end")
            if not line.startswith(b"data:"):
                continue
            text = line.removeprefix(b"data:").strip()
            if text == b"[DONE]":
                self.reply.is_whole = True
                return
            self.reply.hear(_data(text), "delta")


def _text(content: str | Sequence[Mapping[str, Any]]) -> str:
    """What a model says, as one text or as a list of parts."""
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content)


def _data(text: bytes) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except ValueError as error:
        found = text[:_LONGEST_EXCERPT].decode(errors="replace")
        raise ValueError(f"{error}, found {found}") from None
    if not isinstance(data, dict):
        raise ValueError("expected an object")
    if data.get("error"):
        raise _Failure(f"it answered with an error: {data['error']}")
    return data


__all__ = ["Cut", "EchoedKeyError", "Endpoint", "EndpointError", "Model", "Reply"]
