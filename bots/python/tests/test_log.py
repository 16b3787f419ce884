"""Match logs, read, verified and walked by the arbiter."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from hosting import WAIT, python_bot
from vectors import FOLDER

import uvi
from uvi import log as records
from uvi.positions import Chess, Orwell

KEPT = sorted((FOLDER.parents[1] / "tests" / "logs" / "v1").glob("*.jsonl"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_kept_log_is_walked_to_its_end(path: Path) -> None:
    log = uvi.Log(path)
    verification = log.verify()
    assert verification.is_right and verification.is_whole == (log.result is not None) == bool(verification)
    steps = list(log.steps())
    assert [step.record for step in steps] == log.records
    assert str(steps[0].position) == log.head["start"]
    if log.result:
        assert str(steps[-1].position) == log.result.position
    assert "<svg" in log._repr_html_()


def test_there_are_kept_logs() -> None:
    assert len(KEPT) > 10


def test_records_are_objects(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        seats = ["bot:random", "bot:greedy", "bot:random"]
        arbiter.match("orwell", seats, seed="2a", options={"maxrounds": 3}, log=path, clock="time 60000 inc 10").wait(WAIT)
    log = uvi.Log(path)
    assert log.names == ["Arbiter Random", "Arbiter Greedy", "Arbiter Random"]
    chance, action = log.records[1], log.records[2]
    assert isinstance(chance, records.Chance) and (chance.n, chance.action, chance.line) == (1, "@21", 2)
    assert isinstance(action, records.Action) and (action.seat, action.n, action.type) == (1, 2, "action")
    assert action.ms is not None and action.ms >= 0 and action.clock is not None and action.clock <= 60010
    assert log.result and log.result.score == (Fraction(1, 3),) * 3 and log.result.seed == "0" * 30 + "2a"
    assert sum(map(len, log.times.values())) == log.result.decisions == sum(not a.forced for a in log.actions)
    step = list(log.steps())[2]
    assert isinstance(step.position, Orwell) and step.position.dice == (2,) and step.record is log.records[2]
    assert log.picture(2).startswith("<svg") and log.picture() != log.picture(2)
    assert "<iframe" in log.replay()._repr_html_() and "<script" in log.replay()


def test_faults_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["bot:sh -c 'echo oh >&2; exit 3'", "host"], log=path)
        assert match.wait(WAIT).points(2) == 1
    log = uvi.Log(path)
    (fault,) = log.faults
    assert (fault.seat, fault.fault) == (1, "crash") and "oh" in fault.stderr
    assert log.names == ["bot", "host"] and log.verify()


def test_a_failure_is_seen_again_and_made_small(tmp_path: Path) -> None:
    path, script = tmp_path / "game.jsonl", tmp_path / "crash.uvi"
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uvi'): print('uviok', flush=True)\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        "    if line.startswith('go'): sys.exit('no idea')\n"
    )
    with uvi.Arbiter() as arbiter:
        arbiter.match("katarenga", [python_bot(bot), "bot:random"], seed="2a", log=path).wait(WAIT)
    log = uvi.Log(path)
    again = log.rerun(1)
    assert not again and not again.ends and again.text.startswith("fails again at line "), again.text
    other = log.rerun(1, "bot:random")
    assert other and other.is_same and "no fault any more" in other.text, other.text
    assert log.rerun(2)
    found = log.shrink(1, script)
    assert found and script.read_text().startswith("# arbiter rerun ")
    command = next(line for line in found.splitlines() if "arbiter rerun" in line)
    assert str(script) in shlex.split(command), command
    assert log.shrink(1, script, "bot:random") is None
    for absent in (lambda: log.rerun(1, "./none"), lambda: log.shrink(1, script, "./none")):
        with pytest.raises(uvi.CommandFailed, match="(?s)ended with 4: .*no-start: there is no file"):
            absent()


def test_a_log_that_is_wrong_is_walked_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"], log=path)
        for seat, action in ((1, "e2e4"), (2, "e7e5"), (1, "g1f3")):
            match.play(seat, action)
        growing = uvi.Log(path)
        assert growing.result is None and "not over" in repr(growing)
        assert [step.record.type for step in growing.steps()][:2] == ["match", "action"]
        match.resign(2)
        match.wait(WAIT)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]) + lines[3].replace("g1f3", "g1h4") + "".join(lines[4:]))
    log = uvi.Log(path)
    verification = log.verify()
    assert not verification and not verification.is_right and "g1h4" in verification.text
    steps = []
    with pytest.raises(ValueError, match="expected the number of a chance event or an action, or 0 for the start; found -1"):
        log.picture(-1)
    with pytest.raises(uvi.CommandFailed, match=f"arbiter: {re.escape(str(path))} .*g1h4"):
        for step in log.steps():
            steps.append(step)
    assert len(steps) == 3 and isinstance(steps[-1].position, Chess) and steps[-1].position.men["e5"] == "p"
    # A line that is being written does not count, and a record that a later arbiter has is read.
    path.write_text("".join(lines[:2]) + json.dumps({"type": "later", "what": 1}) + '\n{"type":"act')
    assert [record.type for record in uvi.Log(path).records] == ["match", "action", "later"]


@pytest.mark.parametrize("text", ["", "\n", "{}\n", "[]\n", '{"type":"action"}\n', "no\n", '{"type":"chance","n":1,"action":"@1"}\n'])
def test_what_is_no_log_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(uvi.ArbiterError, match="game.jsonl"):
        uvi.Log(path)
    with pytest.raises(uvi.ArbiterError, match="cannot read"):
        uvi.Log(tmp_path / "none")


def test_tokens_of_those_who_resign_at_the_same_time_are_counted(tmp_path: Path) -> None:
    head = KEPT[0].read_text(encoding="utf-8").splitlines()[0]
    resigned = [{"seat": 1, "info": {"tokens": [7, 8]}}, {"seat": 2, "info": {"cost": 1}}, {"seat": 3}]
    result = {"type": "result", "reason": "resign", "score": ["0"] * 3, "position": "", "seed": None, "decisions": 0}
    path = tmp_path / "game.jsonl"
    path.write_text(f"{head}\n{json.dumps({**result, 'resigned': resigned})}\n", encoding="utf-8")
    assert uvi.Log(path).tokens == {1: (7, 8)}
