"""The host library with arbiters that die, print garbage, are slow or deaf."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from hosting import WAIT, false_arbiter, is_alive, threads, until

import uvi

# Greets, then answers the lines that make a match.
PLAYS = """
greet()
started = False
for line in sys.stdin:
    verb, *words = line.split()
    if verb == "newmatch": say(f"created {words[0]}")
    elif verb == "start":
        say(f"started {words[0]} commitment {'0' * 64} position p")
        started = True
    elif verb == "isready":
        say("readyok")
        if started:
            time.sleep(0.3)
            AFTER
    elif verb == "quit": break
"""


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("sys.exit(3)", "ended with status 3"),
        ("sys.stderr.write('no memory\\n'); sys.exit(4)", "ended with status 4: no memory"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended by signal 9"),
        ("say('readyok'); time.sleep(60)", "a question that nobody asked: 'readyok'"),
        ("say('started m'); time.sleep(60)", "cannot parse a line of the arbiter, 'started m': column 10"),
        ("say('error bad-argument somewhere'); time.sleep(60)", "names no line"),
        ("sys.stdout.buffer.write(b'\\xff' * (5 << 20)); sys.stdout.flush(); time.sleep(60)", "no end"),
        ("sys.stdout.write('uvi'); sys.stdout.flush(); sys.exit(0)", "no end"),
        ("os.close(1); time.sleep(60)", "ended by signal 9"),
    ],
)
def test_what_is_no_arbiter_is_told_at_once_and_ended(tmp_path: Path, script: str, reason: str) -> None:
    began = time.monotonic()
    with pytest.raises(uvi.ArbiterGone) as gone:
        uvi.Arbiter(false_arbiter(tmp_path, script), timeout=WAIT)
    assert reason in str(gone.value)
    assert time.monotonic() - began < WAIT / 2


def test_words_that_are_not_known_are_passed_over(tmp_path: Path) -> None:
    script = "greet_said = sys.stdin.readline(); say('hello', '', 'id name Later', 'uviok', 'readyok', '\\xff\\xfe'); sys.stdin.read()"
    with uvi.Arbiter(false_arbiter(tmp_path, script)) as arbiter:
        assert arbiter.name == "Later"


def test_an_arbiter_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    program = false_arbiter(tmp_path, "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)")
    with pytest.raises(uvi.ArbiterTimeout, match="expected an answer to 'uvi 1' within 0.5 s"):
        uvi.Arbiter(program, timeout=0.5, grace=0.2)
    assert time.monotonic() - began < WAIT / 2 and not threads()


def test_a_slow_answer_counts_for_its_own_question(tmp_path: Path) -> None:
    script = """
greet()
heard = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "newmatch": say(f"created {words[1]}")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "position":
        heard.append(words[2])
        if len(heard) == 2: say(*("position m1 " + plies for plies in heard))
    elif words[0] == "quit": break
"""
    with uvi.Arbiter(false_arbiter(tmp_path, script)) as arbiter:
        match = arbiter.match("demo", ["host"], start=False)
        arbiter.timeout = 0.2
        with pytest.raises(uvi.ArbiterTimeout):
            match.position(1)
        arbiter.timeout = WAIT
        assert str(match.position(2)) == "2"


def test_an_arbiter_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    with uvi.Arbiter(false_arbiter(tmp_path, "greet(); say('readyok'); time.sleep(600)"), timeout=WAIT, grace=0.2) as arbiter:
        arbiter.timeout, pid = 0.3, arbiter.pid
        began = time.monotonic()
        for _ in range(3):
            with pytest.raises(uvi.ArbiterTimeout):
                arbiter.match("demo", ["host"], options={"long": "x" * 200_000})
        assert time.monotonic() - began < WAIT / 2
    assert until(lambda: not is_alive(pid)) and not threads()


def test_one_that_dies_in_a_match_is_told_to_who_waits(tmp_path: Path) -> None:
    program = false_arbiter(tmp_path, PLAYS.replace("AFTER", "sys.stderr.write('a bug\\n'); sys.exit(101)"))
    with uvi.Arbiter(program) as arbiter:
        match = arbiter.match("demo", ["host"])
        with pytest.raises(uvi.ArbiterGone, match="ended with status 101: a bug") as gone:
            match.wait(WAIT)
        assert (gone.value.status, gone.value.stderr) == (101, "a bug\n")
        with pytest.raises(uvi.ArbiterGone):
            next(match.questions())


def test_events_of_matches_that_nobody_knows_are_passed_over(tmp_path: Path) -> None:
    program = false_arbiter(tmp_path, PLAYS.replace("AFTER", "say('chance other @1', 'over m1 reason abort')"))
    with uvi.Arbiter(program) as arbiter:
        assert arbiter.match("demo", ["host"]).wait(WAIT).reason == "abort"


def test_coroutines_are_told_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        program = false_arbiter(tmp_path, PLAYS.replace("AFTER", "sys.exit(7)"))
        async with uvi.AsyncArbiter(program) as arbiter:
            match = await arbiter.match("demo", ["host"])
            with pytest.raises(uvi.ArbiterGone, match="status 7"):
                await match.wait(WAIT)
        deaf = false_arbiter(tmp_path, "time.sleep(600)")
        with pytest.raises(uvi.ArbiterTimeout):
            async with uvi.AsyncArbiter(deaf, timeout=0.3, grace=0.1):
                pass

    asyncio.run(play())
    assert not threads()
