"""The arbiter as tools for a client of the Model Context Protocol, over stdio: `python3 -m uvi.mcp`.

A client, such as an assistant, makes matches, plays its own seats, looks at the board, and gets the result.
Needs `pip install 'uvi-arbiter[mcp]'`. A client may start only bots that the user of this server has named, and sees of a running
match only what a seat may see.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Image
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    needs = "uvi.mcp needs the package mcp: pip install 'uvi-arbiter[mcp]'"
    if __name__ == "__main__":
        sys.exit(needs)
    raise ImportError(needs) from error

from .asynchronous import AsyncArbiter, AsyncMatch, AsyncQuestion
from .core import ended
from .errors import ArbiterError, ArbiterTimeout
from .events import Chance, Fault, Over, Played, Undone, Vacated
from .line import excerpt, split
from .program import command_of, find_arbiter, run

HOUSE = ("random", "greedy", "search", "chain", "prowler")
"""Bots that come with the arbiter, where they lie beside it."""

_MOST = 64
"""How many matches are kept; of more, those that have been over longest are forgotten."""

_INSTRUCTIONS = """\
Board games with a referee. Make a match with new_match; `you` are the seats that you play, bots play the others. Then, \
until it is over: question gives the position and the legal actions of a seat that must decide; play answers. An action \
that is refused comes back with the reason, and you can try again. rules prints the rules and the notation of a variant."""


class Table:
    """The matches of one client."""

    def __init__(self, arbiter: AsyncArbiter, bots: Mapping[str, str], logs: Path | None) -> None:
        self._arbiter = arbiter
        self._bots = dict(bots)
        self._logs = logs
        self._matches: dict[str, AsyncMatch] = {}
        self._open: dict[str, list[AsyncQuestion]] = {}
        self._own: dict[str, list[int]] = {}

    def variants(self) -> list[dict[str, Any]]:
        """The games, and the bots that may play them."""
        return [
            {
                "variant": variant.name,
                "title": variant.title,
                "seats": list(variant.seats),
                "options": {name: str(option).removeprefix(f"name {name} ") for name, option in variant.options.items()},
            }
            for variant in self._arbiter.variants.values()
        ]

    async def new_match(
        self,
        variant: str,
        seats: Sequence[str],
        options: Mapping[str, str | int | bool],
        seed: str | None,
        clock: str | None,
        position: str | None,
    ) -> dict[str, Any]:
        """A match that has started."""
        self.known(variant)
        players = []
        for seat in seats:
            if seat not in ("you", *self._bots):
                raise ToolError(f"expected each seat to be you or one of {', '.join(self._bots)}, found {seat}")
            players.append("host" if seat == "you" else f"bot:{self._bots[seat]}")
        await self._make_room()
        match = await self._arbiter.match(
            variant, players, options=options, seed=seed, clock=clock, position=position, log=self._log(variant)
        )
        self._matches[match.name] = match
        self._open[match.name] = []
        self._own[match.name] = [number for number, seat in enumerate(seats, 1) if seat == "you"]
        return {"match": match.name, "variant": variant, "seats": list(seats), "commitment": match.commitment}

    def known(self, variant: str) -> str:
        """A variant of the arbiter. What a client says becomes the name of a log and an argument of a program."""
        if variant not in self._arbiter.variants:
            raise ToolError(f"no-such-variant: expected one of {', '.join(self._arbiter.variants)}, found {excerpt(variant)}")
        return variant

    def _log(self, variant: str) -> Path | None:
        """A file that is not there yet."""
        if self._logs is None:
            return None
        try:
            self._logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ToolError(f"cannot make the folder {self._logs} for logs: {error.strerror}") from error
        names = (self._logs / f"{variant}-{number:04}.jsonl" for number in itertools.count(1))
        return next(name for name in names if not name.exists())

    async def _make_room(self) -> None:
        over = [name for name, match in self._matches.items() if match.over]
        while len(self._matches) >= _MOST and over:
            name = over.pop(0)
            await self._matches.pop(name).drop()
            del self._open[name], self._own[name]
        if len(self._matches) >= _MOST:
            raise ToolError(f"{_MOST} matches are running; stop one first")

    def match(self, name: str) -> AsyncMatch:
        """A match by its name."""
        if name not in self._matches:
            raise ToolError(f"no match {name}; expected one of {', '.join(self._matches) or 'none'}")
        return self._matches[name]

    def watched(self, name: str, seat: int) -> AsyncMatch:
        """A match whose board the client may see as this seat does. Another player may know more than the client."""
        match, own = self.match(name), self._own[name]
        if match.over is None and own and seat not in own:
            raise ToolError(f"expected one of your seats, {', '.join(map(str, own))}, found {seat}")
        return match

    async def question(self, name: str, wait: float) -> dict[str, Any]:
        """The next question to a seat of the client's, or how the match ended, or that nobody is asked yet."""
        match = self.match(name)
        found = [question for question in self._open[name] if question.is_open]
        if not found:
            try:
                question = await match.next_question(timeout=max(0.0, min(wait, 600.0)))
            except ArbiterTimeout:
                return {"match": name, "asked": False, "note": "bots are thinking; ask again", **self._told(match)}
            if question is None:
                return self.result(name)
            found = [question]
        self._open[name] = found
        question = found[0]
        limits = {word: limit for word, limit in vars(question.limits).items() if limit is not None}
        return {
            "match": name,
            "asked": True,
            "seat": question.seat,
            "position": str(await question.position()),
            "legal": await question.legal(),
            "limits": limits,
            **self._told(match),
        }

    async def play(self, name: str, seat: int, actions: str) -> dict[str, Any]:
        """An answer. Where it is refused, the reason is the error."""
        match = self.match(name)
        await match.play(seat, *split(actions))
        return {"match": name, "accepted": actions, **self._told(match)}

    def result(self, name: str) -> dict[str, Any]:
        """How a match stands, or ended."""
        match = self.match(name)
        over = match.over
        if over is None:
            return {"match": name, "over": False, "asked_seats": match.asked, **self._told(match)}
        score = None if over.score is None else [str(points) for points in over.score]
        parts = {"reason": over.reason, "score": score, "shared": over.shared}
        return {"match": name, "over": True, **parts, "text": ended(over), **self._told(match)}

    def _told(self, match: AsyncMatch) -> dict[str, Any]:
        """What happened last, in words. What is hidden from seats is told to nobody while it is."""
        lines = []
        for event in match.events:
            match event:
                case Chance(action):
                    lines.append(f"chance: {action}")
                case Played(seat, action, _, text):
                    lines.append(f"seat {seat}: {action} ({text})")
                case Fault(seat, fault, text):
                    lines.append(f"seat {seat} is at fault: {fault}: {text}")
                case Vacated(seat, reason):
                    lines.append(f"seat {seat} is vacated: {reason}")
                case Undone(_, to):
                    lines.append(f"taken back to {to}")
                case Over():
                    lines.append(ended(event))
                case _:
                    pass
        return {"last": lines[-12:]}


def server(
    bots: Mapping[str, str], program: str | None = None, logs: Path | None = None
) -> MCPServer[Table]:
    """The server; `bots` are the command lines that a client may seat, by name."""
    tables: list[Table] = []

    @asynccontextmanager
    async def lifespan(of: MCPServer[Table]) -> AsyncIterator[Table]:
        async with AsyncArbiter(program) as arbiter:
            tables.append(Table(arbiter, bots, logs))
            yield tables[-1]

    tools: MCPServer[Table] = MCPServer("arbiter", instructions=_INSTRUCTIONS, lifespan=lifespan, log_level="WARNING")

    def table() -> Table:
        return tables[-1]

    @tools.tool()
    async def variants() -> dict[str, Any]:
        """The games that can be played: their words, possible numbers of seats and rule options; and the bots."""
        return {"variants": table().variants(), "bots": sorted(bots)}

    @tools.tool()
    async def rules(variant: str) -> str:
        """The rules and the notation of a variant, as Markdown."""
        with _told():
            return run(["rules", table().known(variant), "--format", "md"], program).stdout

    @tools.tool()
    async def new_match(
        variant: str,
        seats: list[str],
        options: dict[str, str | int | bool] | None = None,
        seed: str | None = None,
        clock: str | None = None,
        position: str | None = None,
    ) -> dict[str, Any]:
        """Makes a match and starts it. `seats`, in order of play: `you`, or the name of a bot. `seed`: up to 32 hex digits.
        `clock`: limits of the bots, such as `movetime 1000`. `position`: where to start instead of at the beginning."""
        with _told():
            return await table().new_match(variant, seats, options or {}, seed, clock, position)

    @tools.tool()
    async def question(match: str, wait: float = 20) -> dict[str, Any]:
        """Waits up to `wait` seconds until one of your seats must decide: the seat, the position as it may see it, its
        legal actions. If the match is over, the result."""
        with _told():
            return await table().question(match, wait)

    @tools.tool()
    async def play(match: str, seat: int, action: str) -> dict[str, Any]:
        """Plays an action for one of your seats; several, with spaces between, are played one after the other."""
        with _told():
            return await table().play(match, seat, action)

    @tools.tool()
    async def resign(match: str, seat: int) -> dict[str, Any]:
        """Gives the game up for one of your seats."""
        with _told():
            await table().match(match).resign(seat)
            return {"match": match, "resigned": seat}

    @tools.tool()
    async def picture(match: str, seat: int, format: str = "png") -> Image | str:
        """The board as one of your seats may see it: `png`, an image, or `svg`, its source. If the match is over or no
        seat is yours, any seat."""
        with _told():
            drawn = await table().watched(match, seat).picture(seat)
            return Image(data=drawn.png(), format="png") if format == "png" else str(drawn)

    @tools.tool()
    async def result(match: str) -> dict[str, Any]:
        """Whether a match is over, how it ended, and what happened last."""
        return table().result(match)

    @tools.tool()
    async def stop(match: str) -> dict[str, Any]:
        """Breaks a match off; it has no score."""
        with _told():
            await table().match(match).stop()
            await table().match(match).wait(20)
            return table().result(match)

    return tools


class _told:
    """Tells a client what the arbiter refuses, with its reason."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (ArbiterError, ValueError)):
            raise ToolError(str(error)) from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves one client over stdin and stdout until it leaves."""
    parser = argparse.ArgumentParser(prog="python3 -m uvi.mcp", description="The arbiter as tools for an MCP client.")
    parser.add_argument("--arbiter", help="the program arbiter; by default as uvi.find_arbiter finds it")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="NAME=COMMAND", help="a bot that the client may seat; repeatable"
    )
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="write a log of each match into this folder")
    said = parser.parse_args(arguments)
    try:
        program = find_arbiter(said.arbiter)
    except ArbiterError as error:
        print(error, file=sys.stderr)
        return 1
    bots = {name: name for name in HOUSE if command_of(name, program) != name}
    for text in said.bot:
        name, is_pair, command = text.partition("=")
        if not is_pair or not name or not command:
            parser.error(f"expected --bot NAME=COMMAND, found {text}")
        bots[name] = command
    server(bots, str(program), said.logs).run("stdio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
