"""The host library, with a real arbiter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hosting import WAIT, descendants, is_alive, program, python_bot, until

import uvi
from uvi import events
from uvi.positions import Chess

THINKER = python_bot(Path(__file__).with_name("thinker.py"))
SHORT = {"maxrounds": 4}


def played_out(match: uvi.Match) -> uvi.events.Over:
    """Plays the first legal action until the end."""
    for question in match.questions():
        question.play(question.legal()[0])
    assert match.over
    return match.over


def test_a_match_is_played_by_its_questions(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        match = arbiter.match(
            "orwell", ["bot:greedy", "host", "bot:random"], seed="2a", options=SHORT, clock="time 60000 inc 500", log=log
        )
        assert match.names == {1: "Arbiter Greedy", 3: "Arbiter Random"}
        assert match.commitment == "a289ba6b1646da4ec8ca062d1019eaf6fabb19a524e787f3b53010b5d4ae44a2"
        over = played_out(match)
    assert over.reason == "limit" and over.score == (Fraction(1, 3),) * 3
    assert over.points(2) == Fraction(1, 3)
    kinds = [type(event).__name__ for event in match.events]
    assert kinds[:4] == ["Ready", "Ready", "Started", "Chance"] and kinds[-1] == "Over"
    assert {"Turn", "Played"} <= set(kinds)
    assert uvi.Log(log).verify()


def test_a_seat_is_played_by_call_and_events_are_objects() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"], clock="seat 1 movetime 60000")
        assert until(lambda: match.asked == [1])
        turn = match.events[-1]
        assert isinstance(turn, events.Turn) and (turn.seat, turn.limits.movetime) == (1, 60000)
        match.play(1, "e2e4")
        match.play(2, "e7e5")
        assert until(lambda: match.asked == [1])
        assert [event.text for event in match.events if isinstance(event, events.Played)] == ["e4", "e5"]
        position = match.position()
        assert isinstance(position, Chess) and position.men["e5"] == "p"
        assert match.history().moves == ("e2e4", "e7e5")
        assert "g1f3" in match.legal(1) and match.legal(2) == []
        place = next(place for place in match.places(1) if place.action == "g1f3")
        assert (place.at, place.words, place.text) == (("g1", "f3"), (), "Nf3")
        assert match.board().splitlines()[0].startswith("8  | r")
        assert match.picture(2).startswith("<svg") and match.picture()._repr_svg_() == match.picture()
        match.resign(2)
        assert match.wait(WAIT) == events.Over("resign", (Fraction(1), Fraction(0)))


def test_errors_have_code_line_column_and_reason() -> None:
    with uvi.Arbiter() as arbiter:
        with pytest.raises(uvi.HostError) as refused:
            arbiter.match("chess", ["host", "host"], clock="time soon", name="m")
        error = refused.value
        assert (error.code, error.column, error.said) == ("bad-argument", 14, "clock m time soon")
        assert error.reason == 'expected a number of milliseconds, found "soon"' and error.line > 1
        # The name is free again.
        match = arbiter.match("chess", ["host", "host"], name="m")
        with pytest.raises(uvi.HostError, match="e2e5 is not legal: the pawn on e2 cannot go to e5") as refused:
            match.play(1, "e2e5")
        assert (refused.value.code, refused.value.column) == ("illegal-action", None)
        assert refused.value.line > error.line
        for variant, options, code in [("bao", {}, "no-such-variant"), ("orwell", {"maxrounds": 0}, "bad-option")]:
            with pytest.raises(uvi.HostError) as refused:
                arbiter.match(variant, ["host"] * 3, options=options)
            assert refused.value.code == code
        with pytest.raises(uvi.HostError) as refused:
            arbiter.match("chess", ["host", "host"], position="nothing")
        assert refused.value.code == "bad-position"
        with pytest.raises(ValueError, match="expected host or bot:COMMAND for seat 2"):
            arbiter.match("chess", ["host", "nobody"])
        for player, meant in [("./x", "bot:./x"), ("randon", "random"), ("human", "host"), ("bot: ", "bot:random")]:
            with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
                arbiter.match("chess", ["host", player])
        wrong: Any
        for wrong in (2, None, uvi.Seat(None)):  # type: ignore[arg-type]
            with pytest.raises(ValueError, match="expected host or bot:COMMAND for seat 2"):
                arbiter.match("chess", ["host", wrong])
        for wrong in (5, {"time": -1}):
            with pytest.raises(uvi.WriteError, match="cannot write the field words of clock: expected a text"):
                arbiter.match("chess", ["host", "host"], clock=wrong)
        with pytest.raises(uvi.HostError) as refused:
            match.play(2, "e7e5")
        assert refused.value.code == "not-your-turn"
        match.play(1, "e2e4")


def test_what_is_refused_after_the_bots_have_greeted_is_told_too() -> None:
    with uvi.Arbiter() as arbiter:
        with pytest.raises(uvi.HostError, match="has no option depth") as refused:
            arbiter.match("chess", [uvi.Seat("bot:random", options={"depth": 3}), "host"])
        assert (refused.value.code, refused.value.said) == ("cannot-start", "start m1")
        assert played_out(arbiter.match("isolation", ["host", "bot:random"])).reason == "isolated"
        # A short name needs no prefix.
        assert played_out(arbiter.match("isolation", ["host", "random"])).reason == "isolated"


def test_no_argument_becomes_a_line(tmp_path: Path) -> None:
    """What stands in an argument is that argument or is refused: no program starts, and the arbiter stays in step."""
    made = tmp_path / "made"
    ends = ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028"]
    texts = [f"any{end}seat m9 1 bot touch {made}{end}seat m9 2 bot touch {made}{end}start m9{end}drop" for end in ends]
    texts += ["two words", ""]
    with uvi.Arbiter() as arbiter:

        def make(*seats: uvi.Seat, **settings: Any) -> None:
            arbiter.match("isolation", seats or ["host", "host"], start=False, **settings).drop()

        for text in texts:
            for setting in ("name", "seed", "clock", "patience", "onfault", "info", "sync"):
                with pytest.raises(uvi.HostError):
                    make(**{"log": tmp_path / "log", setting: text})
            refused: list[Callable[[], object]] = [
                partial(make, options={text: "zz"}),
                partial(arbiter.match, text, ["host", "host"]),
                partial(make, uvi.Seat("random", options={text: 1}), uvi.Seat("host")),
                partial(make, uvi.Seat("random", set={text: 1}), uvi.Seat("host")),
                partial(make, uvi.Seat("random", clock=text), uvi.Seat("host")),
                partial(arbiter.match("isolation", ["host", "host"]).play, 1, text),
            ]
            if any(end in text for end in ends):
                refused += [
                    partial(make, options={"first": text}),
                    partial(make, position=text),
                    partial(make, log=tmp_path / text),
                    partial(make, uvi.Seat(f"bot:{text}"), uvi.Seat("host")),
                    partial(make, uvi.Seat("random", options={"seed": text}), uvi.Seat("host")),
                    partial(make, uvi.Seat("random", set={"dir": text}), uvi.Seat("host")),
                    partial(make, uvi.Seat("random", set={"env": {"A": text}}), uvi.Seat("host")),
                    partial(arbiter.resume, text),
                    partial(arbiter.watch, text),
                ]
            for number, call in enumerate(refused):
                with pytest.raises(uvi.HostError):
                    call()
                    pytest.fail(f"{number} takes {text!r}")
        for name in (texts[0], "seed", "seats"):
            with pytest.raises(uvi.WriteError, match="cannot write the field options of newmatch") as error:
                make(options={name: "2a"})
        assert (error.value.message, error.value.field, error.value.code) == ("newmatch", "options", "bad-argument")
        assert played_out(arbiter.match("isolation", ["host", "random"])).reason == "isolated"
    assert not made.exists() and list(tmp_path.iterdir()) == []


def test_settings_reach_the_match(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        seat = uvi.Seat("bot:random", options={"seed": 7}, set={"nice": 3, "env": {"A": "b c"}}, clock="movetime 900")
        match = arbiter.match(
            "orwell",
            [seat, "bot:greedy", "bot:greedy"],
            seed=0x2A,
            options=SHORT,
            clock="time 5000 inc 10",
            patience="greet 9000 quit 900",
            onfault="random",
            takebacks=True,
            log=log,
            times=False,
            info="all",
            sync="off",
        )
        match.wait(WAIT)
    head = uvi.Log(log).head
    first = head["seats"][0]
    assert (first["options"], first["clock"]) == ([["seed", "7"]], "movetime 900")
    assert first["set"] == [["nice", "3"], ["env", "A=b c"]]
    assert (head["clock"], head["onfault"], head["takebacks"]) == ("time 5000 inc 10", "random", True) or head
    assert (head["patience"]["greet"], head["patience"]["quit"]) == (9000, 900)
    assert "started" not in head and uvi.Log(log).times == {1: [], 2: [], 3: []}


def test_decisions_are_taken_back() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "bot:random"], takebacks=True)
        match.play(1, "e2e4")
        question = match.next_question(timeout=WAIT)
        assert question and question.seat == 1
        match.undo(2)
        assert not question.is_open
        again = match.next_question(timeout=WAIT)
        assert again and again.is_open and "e2e4" in again.legal()
        assert events.Undone(2, 0) in match.events
        with pytest.raises(uvi.HostError) as refused:
            match.undo(1)
        assert refused.value.code == "cannot-undo"
        again.play("e2e4")
        third = match.next_question(timeout=WAIT)
        assert third and len(match.history().moves) == 2
        match.undo(to=1)
        assert until(lambda: events.Undone(1, 1) in match.events)
        with pytest.raises(ValueError, match="found both"):
            match.undo(1, to=1)
        match.stop()
        assert match.wait(WAIT).reason == "abort"


def test_a_log_is_looked_on_at_and_resumed(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("orwell", ["host"] * 3, seed="2a", options=SHORT, log=log)
        for question, _ in zip(match.questions(), range(5)):
            question.play(question.legal()[0])
        position = match.position()
        os.kill(arbiter.pid, signal.SIGKILL)
        with pytest.raises(uvi.ArbiterGone):
            match.wait(WAIT)
    with uvi.Arbiter() as arbiter:
        watched = arbiter.watch(log)
        assert (watched.variant, watched.seats) == ("orwell", 3)
        assert watched.position() == position
        resumed = arbiter.resume(log)
        assert resumed.position() == position
        assert played_out(resumed).reason == "limit"
        assert watched.wait(WAIT).reason == "limit"
    assert uvi.Log(log).verify()


def test_a_match_that_is_kept_outlives_its_host(tmp_path: Path) -> None:
    logs = {keep: tmp_path / f"{keep}.jsonl" for keep in (True, False)}
    with uvi.Arbiter() as arbiter:
        for keep, log in logs.items():
            arbiter.match("chess", ["host", "host"], keep=keep, log=log).play(1, "e2e4")
        with pytest.raises(ValueError, match="expected a log beside keep"):
            arbiter.match("chess", ["host", "host"], keep=True)
    result = uvi.Log(logs[False]).result
    assert result and result.reason == "abort" and uvi.Log(logs[True]).result is None
    with uvi.Arbiter() as arbiter:
        match = arbiter.resume(logs[True])
        assert match.history().moves == ("e2e4",)
        match.resign(2)
        assert match.wait(WAIT).reason == "resign"


def test_a_bot_is_asked_about_a_position() -> None:
    with uvi.Arbiter() as arbiter:
        analysis = arbiter.analyse("chess", THINKER)
        assert until(lambda: any(isinstance(event, events.Info) for event in analysis.events))
        analysis.stop()
        assert analysis.wait(WAIT).reason == "analysed"
        assert [event.seat for event in analysis.events if isinstance(event, events.Played)] == [1]
        analysis.analyse()
        assert until(lambda: sum(isinstance(event, events.Info) for event in analysis.events) == 2)
        analysis.stop()
        assert analysis.wait(WAIT).reason == "analysed"


def test_info_is_told_on_demand() -> None:
    with uvi.Arbiter() as arbiter:
        arbiter.debug()
        match = arbiter.match("isolation", ["bot:search", "bot:search"], clock="nodes 20")
        match.wait(WAIT)
        assert any(isinstance(event, events.Info) for event in match.events)


def test_many_matches_at_once_from_threads() -> None:
    ends: list[str] = []
    with uvi.Arbiter() as arbiter:

        def play(seed: int) -> None:
            ends.append(played_out(arbiter.match("isolation", ["host", "bot:random"], seed=seed)).reason)

        workers = [threading.Thread(target=play, args=(seed,)) for seed in range(24)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(WAIT)
    assert ends == ["isolated"] * 24


def test_threads_share_the_questions_of_a_match() -> None:
    seats: list[int] = []
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("orwell", ["host"] * 3, seed="2a", options=SHORT)

        def play() -> None:
            while question := match.next_question():
                seats.append(question.seat)
                question.play(question.legal()[-1])

        workers = [threading.Thread(target=play) for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(WAIT)
        assert match.over
    assert len(seats) == sum(isinstance(event, events.Turn) for event in match.events)


def test_a_question_that_is_left_open_is_told() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"])
        with pytest.raises(uvi.NotAnswered, match="the question to seat 1 was not answered"):
            for _ in match.questions():
                pass


def test_a_loop_that_is_left_gives_its_question_back() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"])
        for question in match.questions():
            if question.seat == 2:
                break
            question.play("e2e4")
        again = match.next_question(timeout=WAIT)
        assert again and again.seat == 2 and again.is_open
        again.play("e7e5")
        # `zip` takes a question before it sees that the numbers have ended.
        for question, action in zip(match.questions(), ["g1f3"]):
            question.play(action)
        assert question.seat == 1
        for question in match.questions():
            assert question.seat == 2
            question.resign()


def test_a_question_that_is_given_back_wakes_who_waits() -> None:
    given: list[uvi.Question | None] = []
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"])
        waiting = threading.Thread(target=lambda: given.append(match.next_question(timeout=WAIT)))
        for _ in match.questions():
            waiting.start()
            assert until(lambda: bool(match._feed._waiting))
            break
        waiting.join(WAIT)
        assert given[0] and given[0].is_open


def test_a_seat_that_is_never_asked_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "random"], log=log)
        with pytest.raises(uvi.HostError) as refused:
            match.legal(9)
        for other in (match, arbiter.watch(log)):
            for seat, words in ((9, str(refused.value)), (2, "not-your-turn: expected a host seat, but a bot plays seat 2")):
                with pytest.raises(uvi.HostError, match=f"^{words}$"):
                    other.next_question(seat, timeout=WAIT)
        assert match.next_question(1, timeout=WAIT)


def test_a_with_that_raises_ends_the_arbiter_and_every_bot() -> None:
    started: set[int] = set()
    with pytest.raises(RuntimeError, match="mine"), uvi.Arbiter() as arbiter:
        arbiter.match("chess", [THINKER, "host"], clock="none")
        started = {arbiter.pid, *descendants(arbiter.pid)}
        assert len(started) > 2
        raise RuntimeError("mine")
    assert until(lambda: not any(map(is_alive, started)))
    with pytest.raises(uvi.ArbiterGone, match="was closed"):
        arbiter.match("chess", ["host", "host"])


def test_an_arbiter_that_nobody_closes_ends_with_its_last_reference() -> None:
    arbiter = uvi.Arbiter()
    pid = arbiter.pid
    del arbiter
    assert until(lambda: not is_alive(pid))


def test_the_death_of_the_arbiter_is_told_to_everybody() -> None:
    told: list[Exception] = []
    with uvi.Arbiter() as arbiter:
        matches = [arbiter.match("chess", ["host", "host"]) for _ in range(3)]

        def wait(match: uvi.Match) -> None:
            try:
                match.wait()
            except uvi.ArbiterGone as error:
                told.append(error)

        workers = [threading.Thread(target=wait, args=(match,)) for match in matches]
        for worker in workers:
            worker.start()
        os.kill(arbiter.pid, signal.SIGKILL)
        for worker in workers:
            worker.join(WAIT)
        assert len(told) == 3 and "signal 9" in str(told[0])
        began = time.monotonic()
        with pytest.raises(uvi.ArbiterGone, match="signal 9"):
            matches[0].position()
        assert time.monotonic() - began < 5
        assert "signal 9" in matches[0]._repr_html_()


def test_a_match_in_a_with_is_stopped_and_forgotten() -> None:
    with uvi.Arbiter() as arbiter:
        for _ in range(2):
            with arbiter.match("chess", ["host", "host"], name="m") as match:
                match.play(1, "e2e4")
            assert match.over and match.over.reason == "abort"
        with pytest.raises(ValueError, match="match n already exists"):
            arbiter.match("chess", ["host", "host"], name="n")
            arbiter.match("chess", ["host", "host"], name="n")


def test_waiting_has_an_end() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("chess", ["host", "host"])
        assert match.next_question(timeout=WAIT)
        for wait in (lambda: match.wait(0.05), lambda: match.next_question(timeout=0.05)):
            with pytest.raises(uvi.ArbiterTimeout):
                wait()


def test_the_program_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path(program())
    assert uvi.find_arbiter() == real
    link = tmp_path / "bin" / "arbiter"
    link.parent.mkdir()
    link.symlink_to(real)
    monkeypatch.delenv("ARBITER")
    monkeypatch.setenv("PATH", str(link.parent))
    assert uvi.find_arbiter() == link
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(uvi.ArbiterNotFound, match="neither in this package, nor .* ARBITER, nor on the PATH"):
        uvi.Arbiter()
    monkeypatch.setenv("ARBITER", str(tmp_path))
    with pytest.raises(uvi.ArbiterNotFound, match="it is no program that can be executed"):
        uvi.Arbiter()
    with pytest.raises(uvi.ArbiterNotFound, match="expected the argument program .* there is no such file"):
        uvi.find_arbiter(tmp_path / "nothing")


def test_the_program_of_the_wheel_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As an installer leaves it: modules in one folder, programs in another, and a record of both.
    site, bin = tmp_path / "lib" / "site-packages", tmp_path / "bin"
    record = site / "uvi_arbiter-99.dist-info" / "RECORD"
    for path in (site / "uvi" / "program.py", bin / "arbiter", record):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (record.parent / "METADATA").write_text("Metadata-Version: 2.4\nName: uvi-arbiter\nVersion: 99\n")
    record.write_text("uvi/program.py,,\n../../bin/arbiter,,\n")
    monkeypatch.syspath_prepend(site)
    # These sources are not those that were installed there.
    assert uvi.find_arbiter() == Path(program())
    monkeypatch.setattr("uvi.program.__file__", str(site / "uvi" / "program.py"))
    assert uvi.find_arbiter() == bin / "arbiter"
    # As `pip install --target` leaves it: moved, with the record of before.
    bin.rename(site / "bin")
    assert uvi.find_arbiter() == site / "bin" / "arbiter"
    (site / "bin" / "arbiter").unlink()
    assert uvi.find_arbiter() == Path(program())


def test_a_match_is_shown_in_a_notebook() -> None:
    with uvi.Arbiter() as arbiter:
        match = arbiter.match("katarenga", ["host", "bot:random"], seed="2a")
        page = match._repr_html_()
        assert "<svg" in page and "seat 2: Arbiter Random" in page and "running" in page
        assert "<svg" in (match.position()._repr_svg_() or "")


def test_a_host_that_is_killed_leaves_no_process() -> None:
    script = f"import uvi, time\na = uvi.Arbiter()\nm = a.match('chess', [{THINKER!r}, 'host'], clock='none')\nprint(a.pid, flush=True)\ntime.sleep(600)"
    host = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert host.stdout
    with host.stdout as said:
        started = {int(said.readline())}
    started |= descendants(host.pid)
    assert len(started) > 2
    host.kill()
    host.wait()
    assert until(lambda: not any(map(is_alive, started)))
