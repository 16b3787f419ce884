"""A false endpoint on loopback: it speaks the chat-completions form well, badly, slowly, or not at all."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

KEY = "sk-secret-7c31f0"


@dataclass
class Asked:
    """A request: its body, and the header that has the key."""

    body: Mapping[str, Any]
    key: str | None
    at: float = field(default_factory=time.monotonic)

    @property
    def texts(self) -> list[str]:
        """What stands in its messages."""
        return [content(message) for message in self.body["messages"]]

    @property
    def last(self) -> str:
        """What stands in its last message."""
        return self.texts[-1]

    def legal(self) -> list[str]:
        """The legal actions that the model is told."""
        lines = "\n".join(self.texts).splitlines()
        place = max(n for n, line in enumerate(lines) if line == "Your legal actions:")
        return lines[place + 1].split()


def content(message: Mapping[str, Any]) -> str:
    """The text of a message."""
    said = message["content"]
    return said if isinstance(said, str) else " ".join(part.get("text", "") for part in said)


@dataclass
class Say:
    """How a request is answered."""

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    usage: tuple[int, int] | None = (100, 20)
    error: str = ""
    before: float = 0
    """Seconds before the first byte."""
    between: float = 0
    """Seconds between two pieces of a stream."""
    cut: int | None = None
    """After how many pieces the connection is closed."""
    raw: bytes | None = None
    """A body in place of all that."""


def decision(action: str, thought: str = "because") -> str:
    """A structured answer."""
    return json.dumps({"thought": thought, "action": action})


class Endpoint:
    """A server that answers each request by a function of it and its number, from 0."""

    def __init__(self, answer: Callable[[Asked, int], Say]) -> None:
        self.asked: list[Asked] = []
        self._lock = threading.Lock()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked = Asked(body, self.headers.get("Authorization"))
                assert self.path == "/v1/chat/completions"
                with endpoint._lock:
                    number = len(endpoint.asked)
                    endpoint.asked.append(asked)
                try:
                    self._answer(answer(asked, number), bool(body.get("stream")))
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def _answer(self, say: Say, is_streamed: bool) -> None:
                time.sleep(say.before)
                if say.raw is not None or say.status != 200:
                    self._send(say.status, "application/json", say.headers, say.raw or say.error.encode())
                elif not is_streamed:
                    message = {"choices": [{"message": {"role": "assistant", "content": say.text}}], **usage(say)}
                    self._send(200, "application/json", say.headers, json.dumps(message).encode())
                else:
                    self._stream(say)

            def _send(self, status: int, kind: str, headers: Mapping[str, str], body: bytes) -> None:
                self.send_response(status)
                for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def _stream(self, say: Say) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                pieces = [say.text[at : at + 4] for at in range(0, len(say.text), 4)]
                for number, piece in enumerate(pieces):
                    if number == say.cut:
                        self.connection.shutdown(socket.SHUT_RDWR)
                        return
                    self._piece({"choices": [{"delta": {"content": piece}, "finish_reason": None}]})
                    time.sleep(say.between)
                self._piece({"choices": [{"delta": {}, "finish_reason": "stop"}]})
                self._piece({"choices": [], **usage(say)})
                self.wfile.write(b"data: [DONE]\n\n")

            def _piece(self, data: Mapping[str, Any]) -> None:
                self.wfile.write(b"data: " + json.dumps(data).encode() + b"\n\n")
                self.wfile.flush()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Endpoint:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def usage(say: Say) -> dict[str, Any]:
    """The tokens, as endpoints count them."""
    return {} if say.usage is None else {"usage": {"prompt_tokens": say.usage[0], "completion_tokens": say.usage[1]}}
