"""Language models that are told what is wrong and asked again, and to whom the list of actions is forbidden."""

from __future__ import annotations

import os
from pathlib import Path

from endpoint import KEY, Asked, Endpoint, Say, decision
from hosting import WAIT
from test_chat import command

import uvi
from uvi import events
from uvi import log as records


def test_a_match_of_four_models_with_tries_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def answer(asked: Asked, number: int) -> Say:
        legal = asked.legal()
        refused = asked.body["messages"][-1]["role"] == "user" and "does not take that" in asked.last
        # Each seventh answer is wrong in one way or another; told why, the model does better.
        if number % 7 == 3 and not refused:
            return Say(decision(["nonsense", "a1s", "**"][number % 3], "a guess"), usage=(900, 9))
        chosen = [action for action in legal if "!" in action] or legal
        return Say(decision(chosen[number % len(chosen)], f"my turn {number}"), usage=(800, 8))

    with Endpoint(answer) as endpoint:
        environment = {**os.environ, "UVI_CHAT_KEY": KEY}
        with uvi.Arbiter(environment=environment) as arbiter:
            match = arbiter.match(
                "cat-chess",
                [command(endpoint, "--name", f"Model {number}", "--rules", "none") for number in range(1, 5)],
                seed="2a",
                options={"maxrounds": 1, "tiles": 4},
                clock="movetime 60000",
                onfault="retry 1000 random",
                log=path,
                info="all",
            )
            over = match.wait(8 * WAIT)
            tried = [event for event in match.events if isinstance(event, events.Try)]
    log = uvi.Log(path)
    assert log.verify(), log.verify().text
    assert over.reason in ("limit", "peaks") and log.faults == [] and len(log.tries) == len(tried) > 3
    assert log.names == [f"Model {number}" for number in range(1, 5)]
    assert {again.fault for again in log.tries} <= {"illegal", "unreadable"}
    # Each was told the arbiter's reason, word for word.
    told = "\n".join(asked.last for asked in endpoint.asked)
    assert all(again.text in told for again in log.tries)
    # The log has the words and the tokens of each try.
    assert all(words(again) == "string a guess" and again.info["tokens"] == [900, 9] for again in log.tries)
    asked = [record for record in log.actions if record.infos]
    assert all(words(action).startswith("string my turn") for action in asked)
    assert sum(read for read, _ in log.tokens.values()) == 800 * len(asked) + 900 * len(log.tries)
    assert KEY not in path.read_text()
    assert str(list(log.steps())[-1].position) == (log.result and log.result.position)


def words(record: records.Action | records.Try) -> str:
    """What the model said."""
    return next(said for said in record.infos if said.startswith("string"))


def test_a_model_that_is_wrong_too_often_is_at_fault(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Endpoint(lambda asked, number: Say(decision("z9"))) as endpoint, uvi.Arbiter() as arbiter:
        over = arbiter.match(
            "isolation", [command(endpoint, "--rules", "none"), "bot:random"], onfault="retry 2", log=path
        ).wait(4 * WAIT)
    log = uvi.Log(path)
    assert log.verify() and [again.left for again in log.tries] == [1, 0]
    assert over.reason == log.tries[0].fault == log.faults[0].fault and over.points(2) == 1
    assert [len(asked.texts) for asked in endpoint.asked] == [2, 4, 6]


def test_a_model_may_be_kept_from_the_list(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def answer(asked: Asked, number: int) -> Say:
        assert "legal actions" not in "\n".join(asked.texts[1:])
        # The second answer is on the square of the first.
        return Say(decision("d4" if number < 2 else "e1" if number == 2 else "resign"))

    with Endpoint(answer) as endpoint, uvi.Arbiter() as arbiter:
        seat = uvi.Seat(command(endpoint, "--rules", "none"), set={"legal": False})
        over = arbiter.match("isolation", [seat, "bot:random"], seed="1", onfault="retry 1", log=path).wait(4 * WAIT)
    log = uvi.Log(path)
    assert log.verify() and over.reason in ("illegal", "unreadable") and len(log.tries) == 1
    assert log.head["seats"][0]["set"] == [["legal", "off"]]
    assert "expected one of" not in log.tries[0].text
