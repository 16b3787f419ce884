"""The host link to one arbiter: its process, what is said to it and what it answers. It knows no match.

Three threads serve a link: one writes, so that nobody is held up by an arbiter that does not read; one reads, and hands
out answers and events; one keeps the last of what the arbiter writes to its stderr. All of them end with the process.
"""

from __future__ import annotations

import queue
import re
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from pathlib import Path

from .errors import ArbiterError, ArbiterGone, EmptyLine, HostError, ParseError, UnknownVerb
from .events import VERBS
from .host import Message, parse_to_host

LONGEST = 4 * 2**20
"""How long a line of the arbiter may be. UVI 1 allows 1 MiB."""

_STDERR = 8192
_PLACE = re.compile(r"line (\d+)(?: column (\d+))?: (.*)", re.DOTALL)
# What an answer to each verb consists of: the verbs of its lines, the last of which ends it.
_ANSWERS: dict[str, tuple[str, ...]] = {
    "uvi": ("id", "variant", "option", "uviok"),
    "isready": ("about", "readyok"),
    "newmatch": ("created",),
    "resume": ("created",),
    "watch": ("created",),
    "show": ("board",),
    "legal": ("places", "legal"),
    "picture": ("picture",),
    "position": ("position",),
    "history": ("history",),
}

Answer = list[Message]
"""All lines that answered the lines of a request, in order, `readyok` aside."""


@dataclass
class _Request:
    """Lines that were said together, and what has been answered."""

    lines: dict[int, str]
    answer: Future[Answer] = field(default_factory=Future)
    heard: Answer = field(default_factory=list)
    refused: HostError | None = None

    def settle(self) -> None:
        """All is answered."""
        # Who waited may have given it up.
        if not self.answer.set_running_or_notify_cancel():
            return
        if self.refused:
            self.answer.set_exception(self.refused)
        else:
            self.answer.set_result(self.heard)

    def fail(self, error: ArbiterError) -> None:
        """No answer will come."""
        try:
            self.answer.set_exception(error)
        except InvalidStateError:
            pass


@dataclass
class _Due:
    """A line that will be answered, or refused in place of that."""

    number: int
    verbs: tuple[str, ...]
    request: _Request
    is_last: bool


class Link:
    """A running arbiter."""

    def __init__(
        self,
        program: Path,
        arguments: Sequence[str],
        environment: Mapping[str, str] | None,
        tell: Callable[[Message], None],
        refuse: Callable[[HostError], None],
        gone: Callable[[ArbiterGone], None],
    ) -> None:
        """Starts the arbiter. `tell` hears events, `refuse` errors that come when their request was answered long ago,
        `gone` that there will be nothing more; all three in a thread of the link, in which they must not wait."""
        self._tell, self._refuse, self._gone = tell, refuse, gone
        self._lock = threading.Lock()
        self._line = 0
        self._due: deque[_Due] = deque()
        # The last line of each match that may be refused after its request was answered, by the match.
        self._late: dict[str, tuple[int, str]] = {}
        self._open: dict[int, _Request] = {}
        self._end: ArbiterGone | None = None
        self._leaving = False
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr: deque[bytes] = deque(maxlen=64)
        pipe = subprocess.PIPE
        try:
            # A session of its own, so that Ctrl-C reaches this program alone, which then stops the arbiter in its way.
            self._process = subprocess.Popen(
                [str(program), *arguments],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                env=None if environment is None else dict(environment),
                start_new_session=True,
            )
        except OSError as error:
            raise ArbiterGone(f"cannot start {program}: {error.strerror}") from error
        # The reader waits for what the one of stderr keeps, so that it starts after it.
        threads = {"stderr": self._keep_stderr, "writer": self._write, "reader": self._read}
        self._threads = {
            name: threading.Thread(target=target, name=f"uvi {name}", daemon=True) for name, target in threads.items()
        }
        for thread in self._threads.values():
            thread.start()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def end(self) -> ArbiterGone | None:
        """Why nothing can be asked any more."""
        return self._end

    def ask(self, *messages: Message) -> Future[Answer]:
        """Says lines together. The answer is there when each of them has been answered or has taken effect; where the
        arbiter refuses some, it is the `HostError` of the first. Raises `WriteError`, and says nothing, if one cannot be
        written."""
        said = list(messages)
        if said[-1].verb not in _ANSWERS:
            said.append(Message("isready"))
        lines = [str(message) for message in said]
        request = _Request({})
        with self._lock:
            if self._end:
                request.fail(self._end)
                return request.answer
            for message, line in zip(said, lines, strict=True):
                self._line += 1
                request.lines[self._line] = line
                if message.verb in ("start", "analyse", "resume", "watch"):
                    self._late[message["match"]] = self._line, line
                elif message.verb == "drop":
                    self._late.pop(message["match"], None)
                self._open[self._line] = request
                if message.verb in _ANSWERS:
                    verbs = _ANSWERS[message.verb]
                    self._due.append(_Due(self._line, verbs, request, message is said[-1]))
            self._unsent.put("".join(f"{line}\n" for line in lines).encode())
        return request.answer

    def close(self, grace: float) -> None:
        """Tells the arbiter to leave, waits that long, and kills it if it has not left. Its bots end with it."""
        with self._lock:
            leaving, self._leaving = self._leaving, True
        if not leaving:
            self._unsent.put(f"{Message('quit')}\n".encode())
            self._unsent.put(None)
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            # By SIGTERM it stops its bots; where it does not even do that, its keepers notice that it is gone.
            self._process.terminate()
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for thread in self._threads.values():
            if thread is not threading.current_thread():
                thread.join(2)
        self._finish("the arbiter was closed")

    def _finish(self, reason: str, status: int | None = None) -> None:
        with self._lock:
            if self._end:
                return
            stderr = b"".join(self._stderr)[-_STDERR:].decode(errors="replace")
            self._end = ArbiterGone(reason, status, "" if self._leaving else stderr)
            open_requests = list({id(request): request for request in self._open.values()}.values())
            self._open.clear()
            self._due.clear()
        self._unsent.put(None)
        for request in open_requests:
            request.fail(self._end)
        self._gone(self._end)

    def _write(self) -> None:
        assert self._process.stdin
        try:
            with self._process.stdin as stdin:
                while (text := self._unsent.get()) is not None:
                    stdin.write(text)
                    stdin.flush()
        except (OSError, ValueError):
            # The arbiter is gone; the reader says so.
            pass

    def _keep_stderr(self) -> None:
        assert self._process.stderr
        with self._process.stderr as stderr:
            while line := stderr.readline(_STDERR):
                self._stderr.append(line)

    def _read(self) -> None:
        assert self._process.stdout
        reason = None
        with self._process.stdout as stdout:
            while line := stdout.readline(LONGEST):
                try:
                    self._hear(line)
                except _Garbage as garbage:
                    reason = str(garbage)
                    break
                except Exception as error:
                    # Whoever waits for an answer must not wait for a thread that is no more.
                    reason = f"what the arbiter said was not understood, {line[:80]!r}: {error!r}"
                    break
        if reason:
            self._process.kill()
        # Its last words come by another thread, which ends when all of them are read.
        self._threads["stderr"].join(1)
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            # It has closed its output and says nothing any more.
            self._process.kill()
            status = self._process.wait()
        ended = f"by signal {-status}" if status < 0 else f"with status {status}"
        ended = "the arbiter was closed" if self._leaving else f"the arbiter ended {ended}"
        self._finish(reason or ended, status)

    def _hear(self, line: bytes) -> None:
        if not line.endswith(b"\n"):
            raise _Garbage(f"a line of the arbiter has {len(line)} bytes and no end")
        text = line.removesuffix(b"\n").removesuffix(b"\r").decode(errors="replace")
        try:
            message = parse_to_host(text)
        except (UnknownVerb, EmptyLine):
            # A later arbiter may have more to tell.
            return
        except ParseError as error:
            raise _Garbage(f"cannot parse a line of the arbiter, {text[:80]!r}: {error}") from error
        if message.verb in VERBS:
            self._tell(message)
        elif message.verb == "error":
            self._hear_error(message)
        else:
            self._hear_answer(message, text)

    def _hear_answer(self, message: Message, text: str) -> None:
        with self._lock:
            due = self._due[0] if self._due else None
            if due is None or message.verb not in due.verbs:
                raise _Garbage(f"the arbiter answered a question that nobody asked: {text[:80]!r}")
            if message.verb != "readyok":
                due.request.heard.append(message)
            ended = message.verb == due.verbs[-1] and (message.verb != "board" or not message["text"])
            settled = self._answered(due) if ended else None
        if settled:
            settled.settle()

    def _hear_error(self, message: Message) -> None:
        found = _PLACE.fullmatch(message["text"])
        if not found:
            raise _Garbage(f"the arbiter's error names no line: {message['text'][:80]!r}")
        number = int(found[1])
        column = int(found[2]) if found[2] else None
        settled = None
        with self._lock:
            request = self._open.get(number)
            late = dict(self._late.values())
            said = request.lines[number] if request else late.get(number, "")
            error = HostError(message["code"], found[3], number, column, said)
            if request:
                request.refused = request.refused or error
                if self._due and self._due[0].number == number:
                    settled = self._answered(self._due[0])
        if settled:
            settled.settle()
        elif request is None:
            self._refuse(error)

    def _answered(self, due: _Due) -> _Request | None:
        """The first line that was due is answered; gives the request if that was its last."""
        self._due.popleft()
        if not due.is_last:
            return None
        for number in due.request.lines:
            self._open.pop(number, None)
        return due.request


class _Garbage(Exception):
    """What no arbiter says."""
