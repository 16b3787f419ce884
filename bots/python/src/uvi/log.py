"""Match logs (UVI 7): read, verified and walked.

What a log holds is read here; what follows from it, such as the positions in between, the arbiter works out, which knows
the rules.
"""

from __future__ import annotations

import dataclasses
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from .core import position_of
from .errors import ArbiterError, CommandFailed
from .pictures import Page, Picture, figure
from .positions import Position
from .program import Done, run

Fields: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Record:
    """A record: a line of a log. `fields` has everything in it, including fields that this package does not know."""

    line: int
    """The number of its line, from 1."""
    fields: Fields

    @property
    def type(self) -> str:
        """Its kind: `match`, `chance`, `action`, `score`, `fault`, `try`, `vacated`, `undo`, `result`, or a kind of a
        later arbiter."""
        return str(self.fields["type"])


@dataclass(frozen=True)
class Chance(Record):
    """A chance event, such as a throw of the dice."""

    n: int
    action: str


@dataclass(frozen=True)
class Action(Record):
    """A seat acted. `ms` is the time used and `clock` the time left, in milliseconds, if the log keeps times. `info`
    has what its bot last said about its thinking; with `info all`, `infos` has every such text. `forced` marks a pass
    that the arbiter played, `random` an action that it played after a fault."""

    n: int
    seat: int
    action: str
    text: str
    ms: float | None
    clock: int | None
    info: Fields
    infos: Sequence[str]
    forced: bool
    random: bool


@dataclass(frozen=True)
class Fault(Record):
    """A bot was at fault: the fault's word, what was expected and what came, and the end of the bot's stderr."""

    seat: int
    fault: str
    text: str
    stderr: str


@dataclass(frozen=True)
class Try(Record):
    """An answer of a bot was refused, and it was asked again: `illegal` or `unreadable`, what was expected and what came,
    and how often it could still try in this game. `ms`, `info` and `infos` are as in an action."""

    seat: int
    fault: str
    text: str
    left: int
    ms: float | None
    info: Fields
    infos: Sequence[str]


@dataclass(frozen=True)
class Result(Record):
    """The end: points for each seat, or one score for all, or neither after an abort."""

    reason: str
    score: tuple[Fraction, ...] | None
    shared: int | None
    position: str
    seed: str | None
    decisions: int
    seat: int | None


@dataclass(frozen=True)
class Step:
    """A record, and the position after it."""

    record: Record
    position: Position


@dataclass(frozen=True)
class Rerun:
    """What a bot did when it was told the same again. It is true if the bot did not fail and not differ."""

    is_same: bool
    """Whether it did the same to the end, or answered where it was at fault."""
    ends: bool
    """Whether the log is incomplete, and the bot did the same as far as it goes."""
    text: str
    """Where it differs or fails: the line of the log, the position, and both reactions."""

    def __bool__(self) -> bool:
        return self.is_same or self.ends


@dataclass(frozen=True)
class Verification:
    """What the arbiter says about a log: whether it is right as far as it goes, whether it is complete, and its
    words."""

    is_right: bool
    is_whole: bool
    text: str

    def __bool__(self) -> bool:
        """Whether the log is whole and right."""
        return self.is_right and self.is_whole


class Log:
    """A match log.

    >>> import tempfile
    >>> from uvi import Arbiter
    >>> path = Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> with Arbiter() as arbiter:
    ...     over = arbiter.match("isolation", ["bot:random", "bot:greedy"], seed="2a", log=path).wait()
    >>> log = Log(path)
    >>> bool(log.verify())
    True
    >>> log.variant, log.result.reason, len(log.actions) == log.result.decisions
    ('isolation', 'isolated', True)
    >>> str(list(log.steps())[-1].position) == log.result.position
    True
    """

    def __init__(self, path: str | os.PathLike[str], program: str | os.PathLike[str] | None = None) -> None:
        """Reads a log as far as it goes now. If it is still being written, you can read it again later. `program` is
        the arbiter (see `find_arbiter`)."""
        self.path = Path(path)
        self._program = program
        self._text = _whole_lines(self.path)
        self.records: list[Record] = list(_records(self.path, self._text))
        if not self.records or self.records[0].type != "match":
            raise ArbiterError(f"{self.path} is not a match log: expected a match record in its first line")

    def __repr__(self) -> str:
        return f"<log {self.path} of {self.variant}: {len(self.records)} records, {self._end()}>"

    @property
    def head(self) -> Fields:
        """The fields of the first record: the variant, the players and the terms."""
        return self.records[0].fields

    @property
    def variant(self) -> str:
        """The word of the variant."""
        return str(self.head["variant"])

    @property
    def names(self) -> list[str]:
        """The players in seat order: the name in the tournament or of the bot, or `host`."""
        return [str(seat.get("entrant") or seat.get("name") or seat["player"]) for seat in self.head["seats"]]

    @property
    def actions(self) -> list[Action]:
        """The actions of the seats, including those that were taken back later."""
        return [record for record in self.records if isinstance(record, Action)]

    @property
    def faults(self) -> list[Fault]:
        """The faults of bots."""
        return [record for record in self.records if isinstance(record, Fault)]

    @property
    def tries(self) -> list[Try]:
        """Answers that were refused, after which the bot was asked again."""
        return [record for record in self.records if isinstance(record, Try)]

    @property
    def tokens(self) -> dict[int, tuple[int, int]]:
        """The tokens read and written by the bot of each seat that reported any."""
        tokens: dict[int, tuple[int, int]] = {}
        # Of seats that resigned at the same time, the result says it of each.
        together = [resigned for record in self.records for resigned in record.fields.get("resigned", ())]
        for fields in [*(record.fields for record in self.records), *together]:
            # The info of the first record says how much of it is kept.
            seat, info = fields.get("seat"), fields.get("info")
            if isinstance(seat, int) and isinstance(info, dict) and (spent := info.get("tokens")):
                read, written = tokens.get(seat, (0, 0))
                tokens[seat] = read + spent[0], written + spent[1]
        return tokens

    @property
    def result(self) -> Result | None:
        """How the match ended; `None` if the log is incomplete."""
        last = self.records[-1]
        return last if isinstance(last, Result) else None

    @property
    def times(self) -> dict[int, list[float]]:
        """The milliseconds of each decision, by seat, if the log has them."""
        times: dict[int, list[float]] = {number: [] for number in range(1, len(self.head["seats"]) + 1)}
        for action in self.actions:
            if action.ms is not None and not action.forced:
                times[action.seat].append(action.ms)
        return times

    def verify(self) -> Verification:
        """Has the arbiter check the log: chance, legality, texts, score and result."""
        done = self._run(["verify", str(self.path)], (0, 1, 3))
        return Verification(done.status != 1, done.status == 0, (done.stdout + done.stderr).strip())

    def steps(self) -> Iterator[Step]:
        """Yields each record with the position after it. If the log is wrong, it raises `CommandFailed` after the last
        record that is right."""
        with tempfile.TemporaryDirectory(prefix="uvi-") as folder:
            # The log may grow meanwhile; what was read is what is walked.
            copy = Path(folder) / "log.jsonl"
            copy.write_bytes(self._text)
            done = self._run(["show", str(copy), "--positions"], (0, 1))
        yield Step(self.records[0], position_of(self.variant, self.head["start"]))
        for line in map(json.loads, done.stdout.splitlines()):
            yield Step(self.records[line["line"] - 1], position_of(self.variant, line["position"]))
        if done.status:
            raise CommandFailed("show", done.status, done.stderr.replace(str(copy), str(self.path)))

    def picture(self, at: int | None = None) -> Picture:
        """The board at the end of the log, or after the chance event or action number `at`."""
        if at is not None and at < 0:
            raise ValueError(f"expected the number of a chance event or an action, or 0 for the start; found {at}")
        where = [] if at is None else ["--at", str(at)]
        return Picture(self._run(["show", str(self.path), *where, "--svg", "-"], (0,)).stdout.strip())

    def replay(self) -> Page:
        """A page that shows the game move by move."""
        return Page(self._run(["replay", str(self.path), "-o", "-"], (0, 1)).stdout)

    def rerun(
        self, seat: int, bot: str | None = None, *, series: bool = False, clock: str = "real", line: int | None = None
    ) -> Rerun:
        """Gives a bot again what a seat was told: the bot of the log, or another command line. `series` begins with the
        games before, `line` with the questions from that line of the log on; `clock` is `real`, `off`, or a factor such
        as `3x`."""
        words = ["rerun", str(self.path), str(seat), "--clock", clock, *(["--series"] if series else [])]
        words += [] if line is None else ["--from", str(line)]
        done = self._run([*words, *_bot(bot)], (0, 1, 3))
        return Rerun(done.status == 0, done.status == 3, done.stdout.strip())

    def shrink(
        self,
        seat: int,
        output: str | os.PathLike[str],
        bot: str | None = None,
        *,
        series: bool = False,
        clock: str = "real",
    ) -> str | None:
        """Makes the failure of a seat small, and writes it to a file that `arbiter rerun` takes. Returns what was found,
        with the line to run it; `None` if the bot did not fail again. If it cannot be started, it raises
        `CommandFailed`."""
        words = ["shrink", str(self.path), str(seat), "--clock", clock, "-o", os.fspath(output)]
        done = self._run([*words, *(["--series"] if series else []), *_bot(bot)], (0, 1))
        return None if done.status else done.stdout.strip()

    def _run(self, arguments: list[str], allowed: tuple[int, ...]) -> Done:
        return run(arguments, self._program, allowed)

    def _end(self) -> str:
        result = self.result
        if result is None:
            return "not over"
        if result.score is not None:
            return f"{result.reason}, score {' '.join(map(str, result.score))}"
        return result.reason if result.shared is None else f"{result.reason}, shared {result.shared}"

    def _repr_html_(self) -> str:
        try:
            svg: str | None = self.picture()
        except ArbiterError:
            svg = None
        seats = [f"seat {number}: {name}" for number, name in enumerate(self.names, 1)]
        count = f"{len(self.actions)} actions, {len(self.faults)} faults"
        return figure(svg, f"{self.variant}, {self.path.name}", [*seats, count, self._end()])


def _bot(bot: str | None) -> list[str]:
    return [] if bot is None else ["--", bot]


def _whole_lines(path: Path) -> bytes:
    """What stands in a log, without a last line that is being written, or was cut off."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ArbiterError(f"cannot read {path}: {error.strerror}") from error
    return text[: text.rfind(b"\n") + 1]


def _records(path: Path, text: bytes) -> Iterator[Record]:
    # Only LF ends a line; texts may hold other characters that Python takes for ends.
    for number, line in enumerate(text.split(b"\n")[:-1], 1):
        try:
            yield _record(number, json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            raise ArbiterError(f"{path} line {number}: expected a record: {error!r}") from error


_KINDS: dict[str, type[Record]] = {"chance": Chance, "action": Action, "fault": Fault, "try": Try, "result": Result}
# The values of fields that a record omits.
_LEFT_OUT: Fields = {"info": {}, "infos": (), "forced": False, "random": False, "stderr": ""}


def _record(line: int, fields: Fields) -> Record:
    kind = _KINDS.get(fields["type"], Record)
    parts: dict[str, Any] = {}
    for part in dataclasses.fields(kind)[2:]:
        if part.name in _LEFT_OUT:
            parts[part.name] = fields.get(part.name) or _LEFT_OUT[part.name]
        else:
            parts[part.name] = fields.get(part.name) if str(part.type).endswith("None") else fields[part.name]
    if parts.get("score") is not None:
        parts["score"] = tuple(map(Fraction, parts["score"]))
    return kind(line, fields, **parts)


__all__ = ["Action", "Chance", "Fault", "Log", "Record", "Result", "Step", "Try", "Verification"]
