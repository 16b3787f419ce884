"""The arbiter as tools, spoken to by the client of the package `mcp`."""

from __future__ import annotations

import asyncio
import base64
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hosting import WAIT, descendants, is_alive, program, until

import uvi

mcp = pytest.importorskip("mcp")

Call = Callable[..., Awaitable[Any]]


def serve(play: Callable[[Call], Awaitable[None]], *arguments: str) -> None:
    """Starts the server as a client does, over stdio, and lets `play` call its tools."""
    parameters = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "uvi.mcp", *arguments], env={**os.environ, "ARBITER": program()}
    )

    async def run() -> None:
        async with mcp.Client(parameters) as client:

            async def call(name: str, **said: object) -> Any:
                answer = await asyncio.wait_for(client.call_tool(name, said), WAIT)
                if answer.is_error:
                    raise ToolFailed(answer.content[0].text)
                return answer.structured_content or answer.content

            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"new_match", "question", "play", "picture", "result", "rules", "variants"} <= set(tools)
            assert all(tool.description for tool in tools.values())
            await play(call)

    asyncio.run(run())


class ToolFailed(Exception):
    """A tool has failed, and says why."""


def test_a_missing_package_is_one_sentence() -> None:
    without = "import runpy, sys; sys.modules['mcp.server'] = None; runpy.run_module('uvi.mcp', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.stderr == "uvi.mcp needs the package mcp: pip install 'uvi-arbiter[mcp]'\n" and done.returncode == 1


def test_a_client_plays_a_match_to_its_end(tmp_path: Path) -> None:
    async def play(call: Call) -> None:
        made = await call("new_match", variant="isolation", seats=["you", "random"], seed="2a")
        name = made["match"]
        assert made["commitment"].startswith("a289ba6b")
        asked = await call("question", match=name)
        assert asked["asked"] and asked["seat"] == 1 and len(asked["legal"]) == 64
        # Asked again, it is the same question; refused, it stays open.
        assert await call("question", match=name) == asked
        with pytest.raises(ToolFailed, match="illegal-action|bad-argument"):
            await call("play", match=name, seat=1, action="z9")
        while not asked.get("over"):
            await call("play", match=name, seat=asked["seat"], action=asked["legal"][0])
            asked = await call("question", match=name)
        result = await call("result", match=name)
        assert result["over"] and result["reason"] == "isolated" and sorted(result["score"]) == ["0", "1"]
        assert result["last"][-1].startswith("over: isolated")

    # A folder that is not there yet is made, as it would be by the settings in the documents.
    folder = tmp_path / "new" / "games"
    serve(play, "--logs", str(folder))
    (log,) = folder.glob("isolation-*.jsonl")
    assert uvi.Log(log).verify()


def test_a_client_sees_rules_and_pictures() -> None:
    async def play(call: Call) -> None:
        games = await call("variants")
        assert "katarenga" in {variant["variant"] for variant in games["variants"]} and "greedy" in games["bots"]
        options = [option for variant in games["variants"] for option in variant["options"].values()]
        assert options and all(option.startswith("type ") for option in options)
        assert "Katarenga" in str(await call("rules", variant="katarenga"))
        name = (await call("new_match", variant="katarenga", seats=["you", "you"]))["match"]
        (image,) = await call("picture", match=name, seat=1)
        assert image.mime_type == "image/png" and base64.b64decode(image.data).startswith(b"\x89PNG")
        assert "<svg" in str(await call("picture", match=name, seat=2, format="svg"))
        question = await call("question", match=name)
        assert await call("resign", match=name, seat=question["seat"])
        assert (await call("question", match=name))["reason"] == "resign"
        other = (await call("new_match", variant="chess", seats=["you", "greedy"]))["match"]
        # Of a running match a client sees what its own seats see.
        with pytest.raises(ToolFailed, match="expected one of your seats, 1, found 2"):
            await call("picture", match=other, seat=2, format="svg")
        assert (await call("stop", match=other))["reason"] == "abort"
        assert "<svg" in str(await call("picture", match=other, seat=2, format="svg"))

    serve(play)


def test_a_client_starts_no_program_of_its_own() -> None:
    async def play(call: Call) -> None:
        for seat in ("bot:sh -c 'touch /tmp/mine'", "sh", "/bin/sh", "host"):
            with pytest.raises(ToolFailed, match="expected each seat to be you or one of"):
                await call("new_match", variant="chess", seats=["you", seat])
        made = await call("new_match", variant="chess", seats=["you", "mine"])
        assert made["seats"] == ["you", "mine"]
        with pytest.raises(ToolFailed, match="no-such-variant"):
            await call("new_match", variant="bao", seats=["you"])
        with pytest.raises(ToolFailed, match="no match x"):
            await call("question", match="x")

    serve(play, "--bot", "mine=greedy")


def zoo(made: Path) -> list[tuple[str, dict[str, object]]]:
    """Calls of every tool, with what a stranger would put into each argument."""
    line = f"\nseat m1 2 bot touch {made}\nstart m1\nnewmatch m9 variant chess\nseat m9 1 bot touch {made}"
    texts = [f"chess{line}", f"m1 1{line}".replace("\n", "\r"), f"x{line}".replace("\n", "\u2028"), "", " ", "seed 2a", "\0"]
    texts += ["--help", f"--format=md;touch {made}", "../../made", str(made), f"bot:touch {made}", f"touch {made}"]
    match = {"variant": "isolation", "seats": ["you", "you"]}
    calls: list[tuple[str, dict[str, object]]] = [("variants", {"more": line})]
    for text in texts:
        calls += [
            ("rules", {"variant": text}),
            ("new_match", {**match, "variant": text}),
            ("new_match", {**match, "seats": ["you", text]}),
            ("new_match", {**match, "seats": text}),
            ("new_match", {**match, "options": {text: "zz"}}),
            ("new_match", {**match, "options": {"first": text}}),
            ("new_match", {**match, "options": {"first": "zz", "seed": "2a", "seats": "2", text: True}}),
            ("new_match", {**match, "seed": text or "z"}),
            ("new_match", {**match, "clock": text}),
            ("new_match", {**match, "position": text}),
            ("new_match", {**match, "position": f"{'8/' * 7}8 {text}"}),
            ("question", {"match": text, "wait": 0}),
            ("question", {"match": "m1", "wait": text}),
            ("play", {"match": text, "seat": 1, "action": "a1"}),
            ("play", {"match": "m1", "seat": text, "action": "a1"}),
            ("play", {"match": "m1", "seat": 1, "action": text}),
            ("resign", {"match": text, "seat": 1}),
            ("resign", {"match": "m1", "seat": text}),
            ("picture", {"match": text, "seat": 1}),
            ("picture", {"match": "m1", "seat": text}),
            ("result", {"match": text}),
            ("stop", {"match": text}),
        ]
    for seat in (0, -1, 2**70, 3):
        calls += [("play", {"match": "m1", "seat": seat, "action": "a1"}), ("resign", {"match": "m1", "seat": seat})]
        calls += [("picture", {"match": "m1", "seat": seat})]
    return [*calls, ("new_match", {**match, "seats": []}), ("new_match", {**match, "seats": ["you"] * 300})]


def test_no_argument_of_a_tool_gets_out_of_its_place(tmp_path: Path) -> None:
    made = tmp_path / "made"
    calls = zoo(made)

    async def play(call: Call) -> None:
        assert (await call("new_match", variant="isolation", seats=["you", "you"], seed="2a"))["match"] == "m1"
        asked = await call("question", match="m1")
        alive = descendants(os.getpid())
        for tool, said in calls:
            if tool == "variants":
                await call(tool, **said)
                continue
            with pytest.raises(ToolFailed):
                await call(tool, **said)
                pytest.fail(f"{tool} takes {said}")
            # The arbiter answers what it was asked, and nothing has happened in the match.
            assert await call("question", match="m1") == asked, (tool, said)
        assert descendants(os.getpid()) == alive
        with pytest.raises(ToolFailed, match="cannot write the field options of newmatch"):
            await call("new_match", variant="isolation", seats=["you", "you"], options={"seed": "2a"})
        assert (await call("play", match="m1", seat=1, action=asked["legal"][0]))["accepted"]

    assert len(calls) > 250
    serve(play, "--logs", str(tmp_path / "games"))
    assert [path.name for path in tmp_path.rglob("*")] == ["games", "isolation-0001.jsonl"]


def test_choices_that_are_still_secret_are_not_told() -> None:
    async def play(call: Call) -> None:
        options = {"maxrounds": 30, "tiles": 0}
        name = (await call("new_match", variant="cat-chess", seats=["you", "you"], seed="3", options=options))["match"]
        secrets = 0
        for _ in range(200):
            asked = await call("question", match=name)
            if asked.get("over"):
                break
            legal = asked["legal"]
            if "challenge:" in asked["position"] and asked["seat"] == 1:
                await call("play", match=name, seat=1, action=legal[0])
                other = await call("question", match=name)
                assert other["seat"] == 2 and legal[0] not in other["position"] and legal[0] not in other["last"][-1]
                secrets += 1
                asked, legal = other, other["legal"]
            action = next((word for word in legal if "!" in word), legal[(7 * len(legal)) // 11])
            await call("play", match=name, seat=asked["seat"], action=action)
        assert secrets > 0

    serve(play)


def test_a_client_that_leaves_leaves_no_process() -> None:
    started: set[int] = set()

    async def play(call: Call) -> None:
        await call("new_match", variant="chess", seats=["you", "greedy"])
        started.update(descendants(os.getpid()))
        assert len(started) >= 3

    serve(play)
    assert until(lambda: not any(map(is_alive, started)))


def test_a_wrong_command_line_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from uvi.mcp import main

    with pytest.raises(SystemExit):
        main(["--bot", "nothing"])
    assert "expected --bot NAME=COMMAND, found nothing" in capsys.readouterr().err
    assert main(["--arbiter", "/nowhere/arbiter"]) == 1
