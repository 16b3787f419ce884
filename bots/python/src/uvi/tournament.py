"""Tournaments: started, followed, stopped and resumed; their results and standings as data."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any

from .errors import ArbiterError, ArbiterTimeout, CommandFailed
from .log import Log
from .pictures import Page, table
from .program import find_arbiter, run
from .settings import Value, option_word, seed_digits

_LOOK = 0.05
"""How often the results are looked at, in seconds."""


@dataclass(frozen=True)
class Interval:
    """A figure, and the interval that contains the true one in 95 of 100 tournaments."""

    value: float | None
    """`None` if nothing bounds it."""
    low: float | None
    high: float | None
    """`None` where too little was played to say."""


@dataclass(frozen=True)
class Row:
    """A bot in the standings. A figure that this tournament does not have is `None`."""

    rank: int
    tied: bool
    name: str
    games: int
    points: Fraction | None
    share: Interval | None
    rating: Interval | None
    wins_draws_losses: tuple[int, int, int] | None
    faults: Mapping[str, int]
    data: Mapping[str, Any]
    """All that the arbiter says of it (`arbiter schema standings`)."""


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament, best bot first."""

    variant: str
    games: int
    bots: tuple[Row, ...]
    data: Mapping[str, Any]
    """All that the arbiter says of it (`arbiter schema standings`)."""

    @classmethod
    def read(cls, text: str) -> Standings:
        """Reads what `arbiter tournament --json` writes."""
        data = json.loads(text)
        return cls(data["variant"], data["games"], tuple(_row(row) for row in data["bots"]), data)

    def _repr_html_(self) -> str:
        heads = ["#", "bot", "games", "points", "share", "rating", "faults"]
        rows = []
        for row in self.bots:
            faults = ", ".join(f"{fault} {count}" for fault, count in row.faults.items())
            rank = f"{row.rank}{'=' if row.tied else ''}"
            points = "" if row.points is None else str(row.points)
            rows.append([rank, row.name, str(row.games), points, _figure(row.share, 3), _figure(row.rating, 0), faults])
        return table(heads, rows)


@dataclass(frozen=True)
class GameResult:
    """A finished game of a tournament."""

    game: int
    """Its number in the plan, from 1."""
    seats: tuple[str, ...]
    """The bots, in seat order."""
    reason: str
    score: tuple[Fraction, ...] | None
    shared: int | None
    log: Path
    data: Mapping[str, Any]
    """All that the arbiter says of it (`arbiter schema result`)."""


class Tournament:
    """A tournament that an arbiter plays. Use it in a `with`. If you leave it before all games are played, running
    games finish, and `Tournament(folder=…)` resumes it later.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "cup.games"
    >>> bots = {"a": "random", "b": "greedy"}
    >>> with Tournament(variant="isolation", bots=bots, rounds=2, seed="1", folder=folder) as cup:
    ...     games = [result.game for result in cup.follow()]
    ...     standings = cup.wait()
    >>> games, sorted(row.name for row in standings.bots), sum(row.points or 0 for row in standings.bots)
    ([1, 2, 3, 4], ['a', 'b'], Fraction(4, 1))
    """

    def __init__(
        self,
        file: str | os.PathLike[str] | None = None,
        *,
        variant: str | None = None,
        bots: Mapping[str, str] | None = None,
        folder: str | os.PathLike[str] | None = None,
        options: Mapping[str, Value] | None = None,
        program: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        **flags: Value | None,
    ) -> None:
        """Starts a tournament from a TOML `file` or from flags. A `folder` alone resumes the tournament in it. Without
        a folder, the tournament is kept in `FILE` with the ending `.games`, or in `VARIANT.games`, even if the file
        names another.

        `bots` maps names to command lines. `flags` are other flags of `arbiter tournament`, with `_` for `-`:
        `rounds=10`, `format="swiss"`, `clock="movetime 100"`, `concurrency=2`, `match_play=True`. One that is `None`
        or `False` is not given. As in `Arbiter.match`, `seed` is up to 32 hex digits, or an int.
        """
        if not isinstance(bots, Mapping | None):
            raise ValueError(f"expected bots, a mapping of names to command lines; found {bots!r}")
        for name in bots or {}:
            if "=" in str(name):
                raise ValueError(f"expected the name of a bot, without an equals sign; found {name!r}")
        if file is None and variant is None and folder is None:
            raise ValueError("expected a file, a variant with bots, or the folder of a tournament to resume; found none")
        self._program = find_arbiter(program)
        self._spare = tempfile.TemporaryDirectory(prefix="uvi-")
        self._json = Path(self._spare.name) / "standings.json"
        arguments = [os.fspath(file)] if file is not None else []
        self.folder = _folder(file, variant, folder)
        """Where it is kept: its plan, logs and results."""
        if file is None and variant is None:
            arguments.append(str(self.folder))
        elif self.folder != Path(file or "").absolute():
            # The default is that of the arbiter, unless the file names another; so it is said.
            arguments += ["--folder", str(self.folder)]
        arguments += [] if variant is None else ["--variant", variant]
        for name, command in (bots or {}).items():
            arguments += ["--bot", f"{name}={command}"]
        for name, option in (options or {}).items():
            arguments += ["--option", f"{name}={option_word(option)}"]
        for flag, value in flags.items():
            if value is not False and value is not None:
                word = seed_digits(value) if flag == "seed" else str(value)
                arguments += [f"--{flag.replace('_', '-')}", *([] if value is True else [word])]
        self._process = subprocess.Popen(
            [str(self._program), "tournament", *arguments, "--json", str(self._json), "--quiet"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=None if environment is None else dict(environment),
            start_new_session=True,
        )
        self._stderr = b""
        self._reader = threading.Thread(target=self._read, name="uvi tournament", daemon=True)
        self._reader.start()
        self._finalizer = weakref.finalize(self, _end, self._process, self._spare)

    def _read(self) -> None:
        assert self._process.stderr
        with self._process.stderr as stderr:
            while line := stderr.readline(8192):
                self._stderr = (self._stderr + line)[-8192:]

    def __enter__(self) -> Tournament:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Waits at most ten seconds for running games, and ends the tournament. You can resume it."""
        if self.is_running:
            try:
                self.stop()
                self._process.wait(10)
            except (ArbiterError, subprocess.TimeoutExpired):
                pass
        self._finalizer()
        self._reader.join(2)

    @property
    def is_running(self) -> bool:
        """Whether the arbiter is still playing."""
        return self._process.poll() is None

    @property
    def results(self) -> list[GameResult]:
        """The finished games, in the order in which the arbiter wrote them."""
        return self._results_from(0)[0]

    def _results_from(self, place: int) -> tuple[list[GameResult], int]:
        """The results behind a place in their file, and the place behind them."""
        try:
            with (self.folder / "results.jsonl").open("rb") as file:
                file.seek(place)
                text = file.read()
        except FileNotFoundError:
            return [], place
        # A line without its end is being written.
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].split(b"\n")[:-1]
        return [_result(self.folder, json.loads(line)) for line in lines], place + whole

    def follow(self, timeout: float | None = None) -> Iterator[GameResult]:
        """Yields the finished games from the first one on, as they come, until the tournament ends. `timeout` is how
        many seconds to wait for each."""
        place = 0
        last = time.monotonic()
        while True:
            # Whether it runs is asked first: what it wrote before its end is there then.
            running = self.is_running
            results, place = self._results_from(place)
            if results:
                yield from results
                last = time.monotonic()
            elif not running:
                self._failed()
                return
            elif timeout is not None and time.monotonic() > last + timeout:
                raise ArbiterTimeout(f"expected a game to finish within {timeout} s")
            else:
                time.sleep(_LOOK)

    def wait(self, timeout: float | None = None) -> Standings:
        """Waits until all games are played or the tournament is stopped, and returns the standings. If the tournament
        cannot be played, it raises `CommandFailed` with the arbiter's reason. Call it before `close`."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise ArbiterTimeout(f"expected the tournament to end within {timeout} s") from None
        self._failed()
        if not self._finalizer.alive:
            raise ArbiterError("the tournament was closed; call wait before close, or resume it")
        if not self._json.exists():
            raise CommandFailed("tournament", self._process.returncode, self._words())
        return Standings.read(self._json.read_text(encoding="utf-8"))

    def _failed(self) -> None:
        """Raises if the tournament ended neither played nor stopped."""
        if self._process.poll() not in (None, 0, 3):
            raise CommandFailed("tournament", self._process.returncode, self._words())

    def _words(self) -> str:
        self._reader.join(2)
        return self._stderr.decode(errors="replace")

    @property
    def is_finished(self) -> bool:
        """Whether all games are played."""
        return self._process.poll() == 0

    def pause(self) -> None:
        """Pauses: no further game starts."""
        self._order("pause")

    def go_on(self) -> None:
        """Continues after a pause."""
        self._order("continue")

    def stop(self, after: int | None = None) -> None:
        """Ends after the running games, or after this many more games."""
        self._order("stop" if after is None else f"stop after {after:d}")

    def _order(self, order: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{order}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise ArbiterError("the tournament has ended and takes no more orders") from error

    def logs(self) -> Iterator[Log]:
        """The logs of the finished games."""
        return (Log(result.log, self._program) for result in self.results)

    def report(self, *, replays: bool = False) -> Page:
        """The report as a page, even if the tournament is not finished. With `replays`, a page for each finished game
        is written too, into `report-replays` in the tournament's folder."""
        page = self.folder / "report.html"
        run(["report", str(self.folder), "-o", str(page), *(["--replays"] if replays else [])], self._program)
        return Page(page.read_text(encoding="utf-8"))

    def _repr_html_(self) -> str:
        state = "running" if self.is_running else "finished" if self.is_finished else "not finished"
        rows = [[str(r.game), ", ".join(r.seats), r.reason, _points(r)] for r in self.results[-20:]]
        return f"<div>{self.folder.name}: {state}</div>" + table(["game", "bots", "reason", "score"], rows)


def _end(process: subprocess.Popen[bytes], spare: tempfile.TemporaryDirectory[str]) -> None:
    """Ends the arbiter of a tournament, and removes what was written for it."""
    if process.stdin:
        try:
            process.stdin.close()
        except OSError:
            pass
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    spare.cleanup()


def _folder(
    file: str | os.PathLike[str] | None, variant: str | None, folder: str | os.PathLike[str] | None
) -> Path:
    """The folder of a tournament, by the arbiter's own rule where none is named."""
    if folder is not None:
        return Path(folder).absolute()
    if file is not None:
        path = Path(file).absolute()
        return path if path.is_dir() else path.with_suffix(".games")
    return Path(f"{variant}.games").absolute()


def _interval(data: Mapping[str, float | None] | None) -> Interval | None:
    return None if data is None else Interval(data["value"], data.get("low"), data.get("high"))


def _figure(figure: Interval | None, digits: int) -> str:
    """The value as a text. If one end is open, the other as a bound, such as `> 12`; `?` if nothing bounds the value."""
    if figure is None:
        return ""
    if figure.low is not None and figure.high is None:
        return f"> {figure.low:.{digits}f}"
    if figure.low is None and figure.high is not None:
        return f"< {figure.high:.{digits}f}"
    return "?" if figure.value is None else f"{figure.value:.{digits}f}"


def _mixed(text: str | None) -> Fraction | None:
    """A number such as `3 1/2`."""
    return None if text is None else sum(map(Fraction, text.split()), Fraction(0))


def _row(data: Mapping[str, Any]) -> Row:
    outcomes = data.get("wins_draws_losses")
    return Row(
        data["rank"],
        bool(data.get("tied")),
        data["name"],
        data["games"],
        _mixed(data.get("points")),
        _interval(data.get("share")),
        _interval(data.get("rating")),
        None if outcomes is None else (outcomes[0], outcomes[1], outcomes[2]),
        data.get("faults") or {},
        data,
    )


def _result(folder: Path, data: Mapping[str, Any]) -> GameResult:
    score = data.get("score")
    return GameResult(
        data["game"],
        tuple(data["seats"]),
        data["reason"],
        None if score is None else tuple(map(Fraction, score)),
        data.get("shared"),
        folder / data["log"],
        data,
    )


def _points(result: GameResult) -> str:
    if result.score is not None:
        return " ".join(map(str, result.score))
    return "" if result.shared is None else str(result.shared)


__all__ = ["GameResult", "Interval", "Row", "Standings", "Tournament"]
