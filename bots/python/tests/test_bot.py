"""The dialogue of a bot."""

from __future__ import annotations

import io
import math
import re
import subprocess
import sys
import threading
import time
from typing import Any, ClassVar

import pytest
from talk import GAME, WAIT, Conversation, Tested, first, talk

import uvi
from uvi.messages import GameOver
from uvi.positions import Isolation, Text


class Optioned(Tested):
    """A bot with options."""

    variants = ("demo", "orwell")
    features = ("legal", "history")
    options = (
        uvi.Spin("depth", default=3, min=1, max=9),
        uvi.Check("loud"),
        uvi.Combo("style", default="solid", var=("solid", "all or nothing")),
        uvi.String("book", default=""),
        uvi.Button("clear"),
    )


def test_the_greeting_says_who_and_what() -> None:
    assert talk(Tested(first), "uvi 1") == ["id name Tested", "id author us", "feature legal", "uviok"]
    assert talk(Optioned(first), "uvi 1") == [
        "id name Tested",
        "id author us",
        "option name depth type spin default 3 min 1 max 9",
        "option name loud type check",
        'option name style type combo default solid var solid var "all or nothing"',
        'option name book type string default ""',
        "option name clear type button",
        "variant demo orwell",
        "feature legal history",
        "uviok",
    ]


def test_options_are_settings() -> None:
    seen: list[tuple[str, object]] = []

    class Listening(Optioned):
        def on_option(self, name: str, value: object) -> None:
            seen.append((name, value))

    bot = Listening(first)
    assert bot.settings == {"depth": 3, "loud": None, "style": "solid", "book": ""}
    talk(
        bot,
        "setoption name depth value 4",
        "setoption name depth value 99",
        "setoption name depth value x",
        "setoption name loud value true",
        "setoption name loud value yes",
        'setoption name style value "all or nothing"',
        "setoption name style value wild",
        'setoption name book value "a \\"b\\""',
        "setoption name clear value now",
        "setoption name other value 1",
    )
    assert bot.settings == {"depth": 4, "loud": True, "style": "all or nothing", "book": 'a "b"'}
    assert [name for name, _ in seen] == ["depth", "loud", "style", "book", "clear"]


def test_a_question_is_answered() -> None:
    bot = Tested(first)
    said = talk(bot, GAME, "position p q", "legal a b", "go movetime 100", "position r", "go")
    assert said == ["bestmove a", "resign"]
    assert bot.asked == [Text("p q"), Text("r")]
    assert (bot.game.variant, bot.game.seats, bot.game.seat) == ("demo", 3, 2)


def test_lots_are_others_in_every_game_and_the_same_for_a_question() -> None:
    def draw(bot: Tested, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        return bot.lots.choice(legal)

    def answers(lots: str, *questions: str) -> str:
        asked = [line for position in questions for line in (f"position {position}", "legal a b c d e f g h", "go")]
        said = talk(Tested(draw), GAME + lots, *asked)
        return "".join(line.removeprefix("bestmove ") for line in said)

    # Python promises that a text seeds alike for ever.
    assert answers(" lots 7182e7f96bb0e393", "p", "q", "p") == "ede"
    assert answers(" lots 7182e7f96bb0e393", "q") == "d"
    assert len({answers(f" lots {number:x}", "p") for number in range(100)}) == 8
    bot = Tested(first)
    talk(bot, GAME + " lots 2A")
    assert bot.game.lots == "000000000000002a"
    talk(bot, GAME)
    assert bot.game.lots is None


def test_a_position_is_an_object_of_its_variant() -> None:
    text = "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 8/8/8/3w4/8/8/8/8 2"
    bot = Tested(first)
    game = "newgame variant isolation seats 2 seat 2"
    assert talk(bot, game, f"position {text}", "legal a1", "go", "position strange", "legal a2", "go") == [
        "bestmove a1",
        "bestmove a2",
    ]
    position, strange = bot.asked
    assert isinstance(position, Isolation) and position.pawns == {"d5": 1} and position.colours["d5"] == "R"
    assert (position.seat, str(position)) == (2, text)
    assert strange == Text("strange")


def test_answers_of_every_kind() -> None:
    for answer, line in [("a", "bestmove a"), (["a", "b"], "bestmove a b"), (None, "resign")]:
        assert talk(Tested(lambda bot, legal, clock: answer), GAME, "position p", "go") == [line]


def test_a_choose_without_return_is_told_once() -> None:
    done = run("legal[0]", QUESTION + QUESTION + "quit\n")
    assert done.stdout.splitlines().count("resign") == 2
    assert done.stderr.count("choose returned None, so the bot resigns; unless that is meant, return an action\n") == 1


@pytest.mark.parametrize("answer", [[], 5, [5], "", "a b", ["a", None]])
def test_an_answer_that_is_no_action_is_refused(answer: Any) -> None:
    with pytest.raises(ValueError, match=f"or None to resign, from choose; .* found {re.escape(repr(answer))}"):
        talk(Tested(lambda bot, legal, clock: answer), GAME, "position p", "go")


def test_history_is_handed_on() -> None:
    def look(bot: Tested, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        return bot.history.moves if bot.history else None

    question = ["position p", "history s t moves @13 pass", "go"]
    assert talk(Optioned(look), GAME, *question, "position p", "go") == ["bestmove @13 pass", "resign"]


def test_what_is_no_question_is_passed_over() -> None:
    lines = ["", "hello", "go depth x", "stop", "isready", "zo\u00eb", "newgame", "gameover reason abort"]
    assert talk(Tested(first), *lines, "quit", "isready") == ["readyok"]
    output = io.BytesIO()
    Tested(first).run(io.BytesIO(b"\xff\xfe\nisready\r\nuvi 1"), output)
    assert output.getvalue().splitlines()[0] == b"readyok" and output.getvalue().endswith(b"uviok\n")


def test_games_begin_and_end() -> None:
    seen: list[str] = []

    class Watching(Tested):
        def on_new_game(self) -> None:
            seen.append(self.game.options.get("maxrounds", "none"))

        def on_game_over(self, over: GameOver) -> None:
            seen.append(over.reason)

    talk(Watching(first), f"{GAME} maxrounds 9", "isready", "gameover reason limit score 1 0 1/3", GAME)
    assert seen == ["9", "limit", "none"]


def test_thoughts_are_told() -> None:
    def think(bot: Tested, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        bot.info(score=-12, nodes=40)
        bot.info("string a\nb")
        return legal

    expected = ["info score -12 nodes 40", "info string a b", "bestmove a"]
    assert talk(Tested(think), GAME, "position p", "legal a", "go") == expected


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, "foo"])
def test_a_score_that_is_no_number_is_refused(score: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="expected a finite score, found"):
        Tested(first).info(score=score)


class Thinker(Tested):
    """Thinks until its clock is up, or the test lets it go on."""

    def __init__(self) -> None:
        super().__init__(lambda bot, legal, clock: self.think(legal, clock))
        self.begun = threading.Semaphore(0)
        self.go_on = threading.Event()

    def think(self, legal: list[str], clock: uvi.Clock) -> uvi.Answer:
        self.begun.release()
        deadline = time.monotonic() + WAIT
        while not clock.is_up and not self.go_on.wait(0.001):
            assert time.monotonic() < deadline, "nobody ends this thought"
        return legal[0]


def test_isready_and_stop_are_heard_while_the_bot_thinks() -> None:
    bot = Thinker()
    arbiter = Conversation(bot)
    arbiter.say(GAME, "position p", "legal a", "go")
    assert bot.begun.acquire(timeout=WAIT)
    arbiter.say("isready")
    assert arbiter.hear() == "readyok"
    arbiter.say("stop", "isready")
    assert arbiter.hear() == "bestmove a"
    assert arbiter.hear() == "readyok"
    arbiter.end()


@pytest.mark.parametrize("end", ["error timeout: expected an answer within 5 ms, none came", "gameover reason abort"])
def test_an_answer_that_nobody_waits_for_is_not_given(end: str) -> None:
    bot = Thinker()
    arbiter = Conversation(bot)
    arbiter.say(GAME, "position p", "legal a", "go")
    assert bot.begun.acquire(timeout=WAIT)
    arbiter.say(end, "isready")
    assert arbiter.hear() == "readyok"
    bot.go_on.set()
    arbiter.say(GAME, "position q", "legal b", "go")
    assert arbiter.hear() == "bestmove b"
    arbiter.end()


def test_the_end_of_the_input_ends_a_thought() -> None:
    assert talk(Thinker(), GAME, "position p", "legal a", "go") == ["bestmove a"]


def run(program: str, heard: str) -> subprocess.CompletedProcess[str]:
    """A bot as a process."""
    bot = f"import uvi\nclass B(uvi.Bot):\n    def choose(self, position, legal, clock):\n        {program}\nB().run()\n"
    return subprocess.run(
        [sys.executable, "-c", bot], input=heard, capture_output=True, text=True, timeout=WAIT, check=False
    )


QUESTION = f"uvi 1\n{GAME}\nposition p\nlegal a\ngo\n"


def test_a_bot_is_a_process() -> None:
    done = run("self.log.info('hello'); return legal[0]", QUESTION + "quit\nisready\n")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "bestmove a")
    assert done.stderr.endswith(" ms INFO hello\n")


def test_an_exception_ends_the_bot_with_a_traceback() -> None:
    # The input stays open, so that the listener still waits.
    bot = "import uvi\nclass B(uvi.Bot):\n    def choose(self, position, legal, clock):\n        1 / 0\nB().run()\n"
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", bot], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdin and process.stderr and process.stdout
    process.stdin.write(QUESTION)
    process.stdin.flush()
    assert process.wait(WAIT) == 1
    assert process.stderr.read().endswith("ZeroDivisionError: division by zero\n")
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


def test_a_closed_pipe_ends_the_bot_quietly() -> None:
    bot = "import uvi\nclass B(uvi.Bot):\n    def choose(self, position, legal, clock): return legal[0]\nB().run()\n"
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", bot], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdin and process.stderr and process.stdout
    process.stdout.close()
    process.stdin.write(QUESTION)
    process.stdin.close()
    assert process.wait(WAIT) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("variants", "isolation", "expected variants, a list of words; found 'isolation'"),
        ("features", "legal", "expected features, a list of words; found 'legal'"),
        ("options", ["depth"], "found 'depth' in it"),
        ("options", "depth", "found 'd' in it"),
        ("options", [uvi.Spin("depth", default=9, max=3)], "depth: expected a number from None to 3, found 9"),
        ("options", [uvi.Spin("depth", min=9, max=3)], "depth: expected min up to max, found 9 and 3"),
        ("options", [uvi.Combo("style", default="a", var=("b", "c"))], "style: expected one of b, c, found a"),
        ("options", [uvi.Check("loud"), uvi.String("loud")], "loud: expected one option of this name, found two"),
    ],
)
def test_a_class_that_cannot_be_meant_makes_no_bot(part: str, value: object, told: str) -> None:
    with pytest.raises((TypeError, ValueError), match=told):
        type("Wrong", (Optioned,), {part: value})(first)


def test_a_bot_without_choose_is_none() -> None:
    class Unfinished(uvi.Bot):
        name: ClassVar[str] = "Unfinished"

    with pytest.raises(TypeError):
        Unfinished()  # type: ignore[abstract]
