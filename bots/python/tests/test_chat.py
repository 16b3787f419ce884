"""A language model at the table, before a false endpoint."""

from __future__ import annotations

import io
import json
import os
import subprocess
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from endpoint import KEY, Asked, Endpoint, Say, decision
from hosting import WAIT, python_bot

import uvi
from uvi.chat import EndpointError, Manner, Model, bot
from uvi.chat.__main__ import main
from uvi.chat.answer import actions

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

GAME = "newgame variant isolation seats 2 seat 1"
POSITION = "YRGBRYBG/RBYYGYBR/BGRGBGRY/GBYRYRGB/YRBGGRYB/BBGRBGRG/GYRYYYBR/RYGBRGBY 8/8/8/8/8/8/8/8 1"
ASKED = [f"position {POSITION}", "legal a1 b2 c3", "go movetime 10000"]


def first(asked: Asked, number: int) -> Say:
    """Plays the first legal action."""
    return Say(decision(asked.legal()[0]))


class Said(io.BytesIO):
    """What the bot says, and how often it has answered."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = threading.Semaphore(0)

    def write(self, text: Buffer, /) -> int:
        size = super().write(text)
        if b"bestmove" in bytes(text):
            self.answered.release()
        return size


def talk(manner: Manner, *heard: str) -> list[str]:
    """What the bot says to these lines. Each `go` is waited for, unless `stop` follows."""
    said = Said()
    end, pipe = os.pipe()
    is_over = threading.Event()

    def say() -> None:
        with os.fdopen(pipe, "wb") as hear:
            for line, following in zip(heard, [*heard[1:], ""]):
                hear.write(f"{line}\n".encode())
                hear.flush()
                if line == "stop" or line.startswith("go") and following != "stop":
                    while not said.answered.acquire(timeout=0.05) and not is_over.is_set():
                        pass

    speaker = threading.Thread(target=say)
    speaker.start()
    with os.fdopen(end, "rb") as input:
        try:
            bot(manner, "model").run(input, said)
        finally:
            # A file cannot be closed while a thread reads from it.
            is_over.set()
            speaker.join()
    return said.getvalue().decode().splitlines()


def answers(answer: Callable[[Asked, int], Say], *heard: str, **how: object) -> tuple[list[str], list[Asked]]:
    """What the bot says to these lines before this endpoint, and what the endpoint was asked."""
    model = {name: how.pop(name) for name in ("temperature", "max_tokens", "is_streamed") if name in how}
    with Endpoint(answer) as endpoint:
        manner = Manner(Model(endpoint.url, "m1", KEY, **model), **{"rules": "none", **how})  # type: ignore[arg-type]
        return talk(manner, *heard), endpoint.asked


def test_a_question_is_answered_in_a_stream_and_in_one_piece() -> None:
    for is_streamed in (True, False):
        said, asked = answers(first, GAME, *ASKED, is_streamed=is_streamed, price=(3.0, 15.0), temperature=0.5)
        assert said == ["info tokens 100 20 cost 0.000600", "info string because", "bestmove a1"]
        (one,) = asked
        assert one.key == f"Bearer {KEY}" and one.body["model"] == "m1" and one.body["temperature"] == 0.5
        assert one.body.get("stream", False) == is_streamed
        form = one.body["response_format"]["json_schema"]["schema"]
        assert form["required"] == ["thought", "action"] and "enum" not in form["properties"]["action"]
        system, question = one.texts
        assert "as seat 1 of 2" in system and POSITION in question and "a1 b2 c3" in question


def test_what_the_model_is_told_can_be_chosen() -> None:
    history = f"history {POSITION} moves d4 e5"
    _, (told,) = answers(first, GAME, ASKED[0], history, *ASKED[1:], is_constrained=True)
    assert "d4 e5" in told.last
    assert told.body["response_format"]["json_schema"]["schema"]["properties"]["action"]["enum"] == ["a1", "b2", "c3"]
    _, (told,) = answers(
        lambda asked, number: Say(decision("b2")),
        GAME,
        ASKED[0],
        history,
        *ASKED[1:],
        shows_legal=False,
        shows_history=False,
        is_structured=False,
    )
    assert "d4 e5" not in told.last and "legal" not in told.last and "response_format" not in told.body
    # The host keeps the list back.
    said, (told,) = answers(lambda asked, number: Say(decision("b2")), GAME, ASKED[0], ASKED[2])
    assert said[-1] == "bestmove b2" and "legal" not in told.last


def test_rules_and_pictures_are_the_arbiters(tmp_path: Path) -> None:
    own = tmp_path / "rules.md"
    own.write_text("Place a pawn.")
    said, asked = answers(first, GAME, *ASKED, rules="arbiter", picture="svg")
    assert said[-1] == "bestmove a1"
    assert "# The rules" in asked[0].texts[0] and "Isolation" in asked[0].texts[0] and "<svg" in asked[0].last
    said, asked = answers(first, GAME, *ASKED, rules=str(own), picture="png")
    assert said[-1] == "bestmove a1" and "Place a pawn." in asked[0].texts[0]
    text, image = asked[0].body["messages"][1]["content"]
    assert text["type"] == "text" and image["image_url"]["url"].startswith("data:image/png;base64,iVBORw0KGgo")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"thought": "x", "action": "a1"}', ["a1"]),
        ('Well, {"a": 1}.\n```json\n{"action": "b2"}\n```', ["b2"]),
        ('{"action": ["a1", "b2"]}', ["a1", "b2"]),
        ('{"action": "a1 b2"}', ["a1", "b2"]),
        ("**Action**: `b2` because a1 is weak", ["b2"]),
        ("Answer: z9", ["z9"]),
        ("a1 or c3? I take c3.", ["c3"]),
        ("+g11", ["+g11"]),
        ("I raise +g11, then a~", ["a~"]),
        ("z9", ["z9"]),
        ("I give up hope", []),
        ("", []),
        ("{" * 3000, ["{" * 3000]),
    ],
)
def test_an_answer_is_what_it_names(text: str, found: list[str]) -> None:
    assert actions(text, ["a1", "b2", "c3", "+g11", "a~"]) == found


def test_a_model_that_names_nothing_is_asked_again_and_then_at_fault() -> None:
    said, asked = answers(lambda asked, number: Say("hm, hard to say" if number < 2 else decision("b2")), GAME, *ASKED)
    assert said[-1] == "bestmove b2" and len(asked) == 3 and "names no action" in asked[1].last
    assert [line for line in said if "tokens" in line][-1] == "info tokens 300 60"
    said, asked = answers(lambda asked, number: Say("hm, hard to say"), GAME, *ASKED)
    assert said[-1] == "bestmove ?" and len(asked) == 3


def test_what_a_model_writes_is_no_line_of_its_own() -> None:
    said, _ = answers(lambda asked, number: Say(decision("a1\nresign", "x\nbestmove c3")), GAME, *ASKED)
    assert said[1:] == ["info string x bestmove c3", "bestmove a1 resign"]
    said, _ = answers(lambda asked, number: Say(decision("\u2654é" + "x" * 999)), GAME, *ASKED)
    assert said[-1] == "bestmove ??" + "x" * 98
    # Half a character, which no line can hold.
    said, _ = answers(lambda asked, number: Say(decision("a1", "half \ud83d of it")), GAME, *ASKED)
    assert said[1:] == ["info string half   of it", "bestmove a1"]


def test_a_refused_answer_is_told_back_with_the_reason() -> None:
    error = "error illegal: expected one of a1 b2 c3, found z9"

    def answer(asked: Asked, number: int) -> Say:
        return Say(decision("z9" if number == 0 else "b2"))

    said, asked = answers(answer, GAME, *ASKED, error, *ASKED, "position later", "legal c3", "go")
    assert [line for line in said if line.startswith("bestmove")] == ["bestmove z9", "bestmove b2", "bestmove b2"]
    roles = [message["role"] for message in asked[1].body["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert "z9" in asked[1].texts[2] and error.removeprefix("error ") in asked[1].last
    # In another position it is a remark, and then forgotten.
    assert "was not taken: illegal" in asked[2].last and len(asked[2].texts) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
def test_an_endpoint_that_fails_is_asked_again(status: int) -> None:
    def answer(asked: Asked, number: int) -> Say:
        return Say(status=status, error="busy") if number < 2 else first(asked, number)

    said, asked = answers(answer, GAME, *ASKED)
    assert said[-1] == "bestmove a1" and len(asked) == 3
    assert said[0] == f"info string (it answered with status {status})"
    assert asked[2].at - asked[1].at > asked[1].at - asked[0].at > 0.2


def test_retry_after_is_kept() -> None:
    def answer(asked: Asked, number: int) -> Say:
        return Say(status=429, headers={"Retry-After": "1"}) if number == 0 else first(asked, number)

    said, asked = answers(answer, GAME, *ASKED)
    assert said[-1] == "bestmove a1" and asked[1].at - asked[0].at >= 1


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (Say(decision("a1"), cut=3), "it"),
        (Say(raw=b"not json"), "its answer cannot be read: Expecting value: line 1 column 1 (char 0), found not json"),
        (Say(raw=b"[]"), "expected an object"),
        (Say(raw=b'{"error": {"message": "overloaded"}}'), "overloaded"),
        (Say(raw=b'{"choices": 3}'), "its answer cannot be read"),
        (Say(raw=b'{"choices": []}'), "was cut off"),
        (Say(raw=b"{", headers={"Content-Length": "500"}), "its answer cannot be read"),
        (Say(raw=b"[" * 100_000), "its answer cannot be read"),
        (Say(decision("a1"), usage=(int("9" * 4000), 1)), "expected a number of tokens up to 1000000000000"),
        (Say(decision("a1"), usage=(1, -1)), "found a negative one"),
        (Say(raw=b"data: {\n\n", headers={"Content-Type": "text/event-stream"}), "its answer cannot be read"),
        (Say(raw=b": ping\n\n", headers={"Content-Type": "text/event-stream"}), "was cut off"),
    ],
)
def test_a_broken_answer_is_asked_for_again(broken: Say, reason: str) -> None:
    said, asked = answers(lambda asked, number: broken if number == 0 else first(asked, number), GAME, *ASKED)
    assert said[-1] == "bestmove a1" and len(asked) == 2
    assert said[0].startswith("info string (") and reason in said[0]


def test_what_an_endpoint_does_not_know_is_left_out() -> None:
    def answer(asked: Asked, number: int) -> Say:
        for word in ("stream_options", "response_format", "max_tokens"):
            if word in asked.body:
                other = " use max_completion_tokens" if word == "max_tokens" else ""
                return Say(status=400, error=f"unsupported parameter {word}{other}")
        assert asked.body["max_completion_tokens"] == 50
        return Say("Action: b2", usage=None)

    said, asked = answers(answer, GAME, *ASKED, *ASKED, max_tokens=50)
    assert [line for line in said if line != "info string Action: b2"] == ["bestmove b2", "bestmove b2"]
    # What was learnt is not asked again.
    assert len(asked) == 5


def test_an_answer_may_be_a_list_of_parts() -> None:
    parts = [{"type": "text", "text": '{"thought": "x", '}, {"type": "text", "text": '"action": "b2"}'}]
    message = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()
    said, asked = answers(lambda asked, number: Say(raw=message), GAME, *ASKED, is_streamed=False)
    assert said[-1] == "bestmove b2" and len(asked) == 1


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json"])
def test_a_page_for_people_ends_the_bot_at_once(kind: str) -> None:
    page = Say(raw=b"<!doctype html>\n<title>Hello</title>", headers={"Content-Type": kind})
    numbers: list[int] = []

    def answer(asked: Asked, number: int) -> Say:
        numbers.append(number)
        return page

    with pytest.raises(EndpointError, match=r"http://127.0.0.1:\d+/v1 gives a page and no JSON; .* <!doctype html> <title>"):
        answers(answer, GAME, *ASKED)
    assert numbers == [0]


def test_an_endpoint_that_refuses_for_good_ends_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(EndpointError, match=r"status 401: bad key \[key\]"):
        answers(lambda asked, number: Say(status=401, error=f"bad key {KEY}"), GAME, *ASKED)
    with pytest.raises(EndpointError, match="status 404"):
        answers(lambda asked, number: Say(status=404, error="no such model"), GAME, *ASKED)
    with pytest.raises(EndpointError, match="status 302"):
        answers(lambda asked, number: Say(status=302, headers={"Location": "http://127.0.0.1:1/"}), GAME, *ASKED)


@pytest.mark.parametrize(
    "slow",
    [
        Say(decision("a1"), before=30),
        Say(decision("a1", "x" * 400), between=0.1),
        Say(status=429, headers={"Retry-After": "30"}),
        Say(status=500),
    ],
    ids=["silent", "slow stream", "429", "500"],
)
def test_a_request_is_cut_when_the_clock_runs_out(slow: Say, tmp_path: Path) -> None:
    began = time.monotonic()
    with Endpoint(lambda asked, number: slow) as endpoint:
        over = play("isolation", endpoint, tmp_path, ["model", "bot:random"], clock="movetime 1500")
    assert over.reason == "timeout" and over.points(2) == 1
    assert time.monotonic() - began < WAIT / 2
    log = uvi.Log(tmp_path / "game.jsonl")
    assert log.verify() and [fault.fault for fault in log.faults] == ["timeout"]


def test_half_a_stream_that_names_an_action_is_played_at_the_deadline() -> None:
    # The answer stands there; the endpoint only does not end.
    text = decision("b2") + " " * 40_000
    said, asked = answers(lambda asked, number: Say(text, between=0.02), GAME, *ASKED[:2], "go movetime 1500")
    assert said[-1] == "bestmove b2" and len(asked) == 1


def test_stop_ends_a_request() -> None:
    began = time.monotonic()
    said, _ = answers(lambda asked, number: Say(decision("b2"), before=20), GAME, *ASKED[:2], "go", "stop")
    assert time.monotonic() - began < 10 and said[-1].startswith("bestmove")


def test_options_are_the_hosts() -> None:
    options = [("model", "m2"), ("temperature", "0.25"), ("maxtokens", "77"), ("picture", "svg"), ("constrain", "true")]
    lines = [f"setoption name {name} value {value}" for name, value in options]
    said, (asked,) = answers(first, "uvi 1", *lines, GAME, *ASKED)
    assert "option name model type string default m1" in said and "feature legal history" in said
    body = asked.body
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m2", 0.25, 77)
    assert "<svg" in asked.last and "enum" in json.dumps(body["response_format"])


def command(endpoint: Endpoint, *arguments: str) -> str:
    """The bot as a command line."""
    return python_bot("-m", "uvi.chat", "--url", endpoint.url, "--model", "m1", *arguments)


def play(
    variant: str, endpoint: Endpoint, folder: Path, seats: list[str], **settings: object
) -> uvi.events.Over:
    """A match in which the seats `model` are played by this endpoint's model."""
    environment = {**os.environ, "UVI_CHAT_KEY": KEY}
    with uvi.Arbiter(environment=environment) as arbiter:
        known = [command(endpoint, "--name", f"Model {n}") if seat == "model" else seat for n, seat in enumerate(seats)]
        match = arbiter.match(
            variant, known, seed="2a", log=folder / "game.jsonl", info="all", **settings  # type: ignore[arg-type]
        )
        return match.wait(4 * WAIT)


def test_a_model_plays_a_match_whose_log_has_words_and_tokens_and_no_key(tmp_path: Path) -> None:
    def answer(asked: Asked, number: int) -> Say:
        legal = asked.legal()
        # Now and then it names what is not legal, and repeats its key.
        action = "a1a1a1" if number % 5 == 2 else legal[number % len(legal)]
        return Say(decision(action, f"turn {number}, my key is {KEY}"), usage=(1000 + number, 10))

    with Endpoint(answer) as endpoint:
        over = play("isolation", endpoint, tmp_path, ["model", "bot:random"], clock="movetime 20000", onfault="random")
    assert over.reason == "isolated"
    text = (tmp_path / "game.jsonl").read_text()
    log = uvi.Log(tmp_path / "game.jsonl")
    assert log.verify() and log.names[0] == "Model 0"
    mine = [action for action in log.actions if action.seat == 1 and not action.random]
    assert all(any(said.startswith("tokens 10") for said in action.infos) for action in mine)
    assert any("my key is [key]" in said for action in mine for said in action.infos)
    assert KEY not in text and all(asked.key == f"Bearer {KEY}" for asked in endpoint.asked)
    # It was wrong now and then, was told so, and the arbiter went on for it.
    faults = [fault for fault in log.faults if fault.seat == 1]
    assert faults and all(fault.fault in ("illegal", "unreadable") for fault in faults)
    assert any("was not taken" in asked.last for asked in endpoint.asked)


def test_a_wrong_key_is_a_crash_that_says_why(tmp_path: Path) -> None:
    with Endpoint(lambda asked, number: Say(status=401, error=f"no such key: {KEY}")) as endpoint:
        over = play("isolation", endpoint, tmp_path, ["model", "bot:random"], clock="movetime 20000")
    assert over.reason == "crash"
    (fault,) = uvi.Log(tmp_path / "game.jsonl").faults
    assert "the endpoint cannot be asked: it answered with status 401: no such key: [key]" in fault.stderr
    assert KEY not in (tmp_path / "game.jsonl").read_text()


ESCAPED = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
ECHOED = "the endpoint cannot be asked: expected an action, found the key of the request"


def parts(text: str) -> list[str]:
    """The parts of the key, of eight characters, that stand in a text."""
    return [KEY[at : at + 8] for at in range(len(KEY) - 7) if KEY[at : at + 8] in text.lower()]


@pytest.mark.parametrize(
    ("leak", "reason"),
    [
        (Say(decision(KEY)), ECHOED),
        (Say(decision(KEY[:8].upper())), ECHOED),
        (Say(f'{{"action": "{ESCAPED}"}}'), ECHOED),
        (Say(KEY), ECHOED),
        (Say(status=401, error="x" * 460 + KEY * 9), "status 401: xxx"),
        (Say(status=401, error=f"no such key: {KEY[:8]}***"), "status 401: no such key: [key]***"),
        (Say(status=302, error=KEY, headers={"Location": f"http://127.0.0.1:1/{KEY}", "X-Key": KEY}), "status 302: [key]"),
        (Say(raw=json.dumps({"error": "x" * 460 + KEY * 9}).encode()), "found zz"),
        (Say(raw=json.dumps({"choices": [KEY]}).encode()), "found zz"),
        # In two lines of `info`, in two pieces of the stream, and behind an escape.
        (Say(decision("zz", "x" * 3990 + KEY * 9)), "found zz"),
        (Say(decision("zz", f"{KEY[:12]}\x1b{KEY[4:]}")), "found zz"),
        (Say(f'{{"thought": "{ESCAPED}", "action": "zz"}}'), "found zz"),
    ],
)
def test_no_part_of_a_key_is_left_anywhere(leak: Say, reason: str, tmp_path: Path) -> None:
    with Endpoint(lambda asked, number: leak if number == 0 else Say(decision("zz"))) as endpoint:
        log, arbiter = tmp_path / "game.jsonl", str(uvi.find_arbiter())
        seats = [command(endpoint, "--rules", "none"), "bot:random"]
        for words in (
            ["play", "isolation", *seats, "--log", str(log), "--info", "all", "--json", "--clock", "movetime 20000"],
            ["replay", str(log), "--output", str(tmp_path / "replay.html")],
        ):
            with (tmp_path / f"{words[0]}.told").open("wb") as told:
                environment = {**os.environ, "UVI_CHAT_KEY": KEY, "ARBITER_LOG": "trace"}
                subprocess.run([arbiter, *words], env=environment, stdout=told, stderr=told, timeout=2 * WAIT, check=False)
    (fault,) = uvi.Log(log).faults
    assert reason in f"{fault.text}{fault.stderr}" and endpoint.asked[0].key == f"Bearer {KEY}"
    left = {path.name: parts(path.read_text(errors="replace")) for path in tmp_path.iterdir()}
    assert len(left) >= 4 and not any(left.values()), left


@pytest.mark.parametrize("leak", [Say(decision(KEY)), Say(status=401, error=KEY), Say(raw=KEY.encode())])
def test_a_traceback_with_its_locals_shows_no_key(leak: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: 0)
    with pytest.raises(EndpointError) as raised:
        answers(lambda asked, number: leak, GAME, *ASKED)
    told = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
    for error in filter(None, (told, told.__context__, told.__cause__)):
        frames = [frame for frame in error.stack if "/uvi/" in frame.filename]
        assert parts(f"{error}{[frame.locals for frame in frames]}") == []
    assert any(frame.locals for frame in told.stack)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "expected --url"),
        (["--url", "http://h/v1"], "expected --model"),
        (["--url", "ftp://h/v1", "--model", "m"], "expected the address of an endpoint"),
        (["--url", "https://me:secret@h/v1", "--model", "m"], "without a name and password"),
        (["--url", "https://h/v1?api-version=1&api-key=secret", "--model", "m"], "an address without a key"),
        (["--url", "http://h/v1", "--model", "m", "--rules", "nix.md"], "--rules: expected arbiter, none or a file, found nix.md"),
        (["--url", "http://h/v1", "--model", "m", "--key-from", "secret"], "expected the name of an environment variable"),
    ],
)
def test_a_wrong_command_line_is_told(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("UVI_CHAT_URL", "UVI_CHAT_MODEL", "UVI_CHAT_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit):
        main(arguments)
    told = capsys.readouterr().err
    assert reason in told and "secret" not in told


def test_a_picture_that_cannot_be_drawn_is_told_before_anything_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main(["--url", "http://h/v1", "--model", "m", "--picture", "png"])
    assert "--picture png needs the package resvg-py: pip install 'uvi-arbiter[png]'" in capsys.readouterr().err


def test_a_key_that_is_no_header_is_refused_and_not_repeated() -> None:
    with pytest.raises(ValueError, match="expected a key of printable ASCII") as refused:
        Model("http://h/v1", "m", "sk-1\r\nX: y")
    assert "sk-1" not in str(refused.value)
    assert KEY not in repr(Model("http://h/v1", "m", KEY))


def test_the_bot_passes_the_check(tmp_path: Path) -> None:
    with Endpoint(first) as endpoint:
        environment = {**os.environ, "UVI_CHAT_KEY": KEY}
        line = command(endpoint).removeprefix("bot:")
        done = subprocess.run(
            [str(uvi.find_arbiter()), "check", line, "--variant", "isolation"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=4 * WAIT,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
