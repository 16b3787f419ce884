"""The rules in the process: the arbiter's own vectors, its logs, and everything that can be wrong."""

from __future__ import annotations

import copy
import importlib
import json
import os
import pickle
import random
import subprocess
import sys
import types
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import uvi
import vectors

rules = pytest.importorskip("uvi.rules", reason="the binding is not built", exc_type=ImportError)

ROOT = Path(__file__).resolve().parents[3]
LOGS = sorted([*(ROOT / "docs/pictures").glob("*.jsonl"), *(ROOT / "tests/logs/v1").glob("*.jsonl")])
VARIANTS = rules.variants()


def positions(variant: str) -> list[dict[str, Any]]:
    """The vectors of a variant."""
    found: list[dict[str, Any]] = vectors.load(f"positions-{variant}.json")["positions"]
    return found


def points(score: list[str]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, score))


@pytest.mark.parametrize("variant", VARIANTS)
def test_vectors(variant: str) -> None:
    for vector in positions(variant):
        game = rules.Game(variant, vector["options"], vector["seats"])
        position = game.read(vector["position"])
        assert position.text == str(position) == vector["position"]
        legal = vector.get("legal", {})
        assert position.turn == tuple(map(int, legal))
        for seat in range(1, game.seats + 1):
            assert position.legal(seat) == legal.get(str(seat), [])
            assert position.view(seat) == vector.get("views", {}).get(str(seat), vector["position"])
        assert position.lists_all == vector.get("whole", True)
        assert (position.forced is not None) == vector.get("forced", False)
        assert dict(position.outcomes()) == vector.get("outcomes", {})
        outcome = position.outcome
        assert (outcome is not None) == ("reason" in vector)
        if outcome is not None:
            assert outcome.reason == vector["reason"]
            assert copy.copy(outcome) == pickle.loads(pickle.dumps(outcome)) == outcome
            assert outcome.score == points(vector.get("score", [])) and outcome.shared == vector.get("shared")
        for played in vector.get("played", []):
            by = played["seat"] or None
            assert position.describe(played["action"], by) == played["text"]
            position.play(played["action"], by)
        assert position.text == vector.get("next", vector["position"])


def marked(done: list[tuple[int | None, str]]) -> list[tuple[int | None, str]]:
    """What a picture of a log marks: the actions of the seat that acted last, with the chance events around them."""
    seats = [seat for seat, _ in done if seat is not None]
    first = len(done)
    while seats and first and done[first - 1][0] in (None, seats[-1]):
        first -= 1
    return done[first:] if seats else done


def replay(log: Path, pictured: Callable[[int], str] | None = None) -> int:
    """Plays a log through the binding, and compares whatever the log says; how many records it had. `pictured` is the picture
    that another has of the position after an action or chance event."""
    done: list[tuple[int | None, str]] = []
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    head, result = records[0], records[-1]
    game = rules.Game(head["variant"], head["options"], len(head["seats"]))
    seed = result.get("seed")
    position = game.read(head["start"])
    if seed and not head.get("setposition"):
        assert game.start(seed).text == head["start"]
    scored = None
    for record in records[1:]:
        if record["type"] == "chance":
            outcomes = dict(position.outcomes())
            assert position.waits_for == "chance" and outcomes[record["action"]] > 0
            assert seed is None or position.draw(seed) == record["action"]
            position.play(record["action"])
        elif record["type"] == "action":
            seat, action = record["seat"], record["action"]
            assert seat in position.turn
            assert action in position.legal(seat) or not position.lists_all
            assert position.describe(action, seat) == record["text"]
            assert (position.forced == (seat, action)) == record.get("forced", False)
            scored = position.play(action, seat)
        elif record["type"] == "score":
            assert scored is not None
            assert (scored.turn, scored.points, scored.total) == (record["turn"], record["points"], record["total"])
            assert list(scored.chain) == record["chain"] and scored.longest == record.get("longest")
            assert position.shared == record["total"]
        elif record["type"] == "vacated":
            position.vacate(record["seat"])
            assert record["seat"] in position.vacant
        if record["type"] in ("chance", "action"):
            done.append((record.get("seat"), record["action"]))
            if pictured and record["n"] % 9 == 3:
                assert pictured(record["n"]) == position.svg(last=marked(done)).strip()
    if result["type"] == "result":
        assert position.text == result["position"]
        if position.outcome is not None:
            assert position.outcome.reason == result["reason"]
            assert position.outcome.score == points(result.get("score", []))
            assert position.outcome.shared == result.get("shared")
    return len(records)


@pytest.mark.skipif("ARBITER" not in os.environ, reason="there is no arbiter")
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_logs(log: Path) -> None:
    """Those of the documents have pictures, which the arbiter draws alike."""
    assert {path.stem for path in LOGS} >= {*VARIANTS, "tries"}
    if any('"type":"undo"' in line for line in log.read_text(encoding="utf-8").splitlines()):
        pytest.fail("a log with decisions taken back is none for this test")
    drawn, shown = log.with_suffix(".svg"), uvi.Log(log)
    assert replay(log, shown.picture if drawn.exists() else None) > 0
    assert not drawn.exists() or shown.picture() == drawn.read_text(encoding="utf-8").strip()


def walk(variant: str, seed: int, seats: int | None = None) -> Any:
    """Random games, position after position."""
    game, lots = rules.Game(variant, None, seats), random.Random(seed)
    position = game.start(seed)
    for _ in range(300):
        position.settle(seed)
        yield position
        if not position.turn:
            position = game.start(lots.randrange(2**128))
            continue
        seat = lots.choice(position.turn)
        position.play(lots.choice(position.legal(seat)), seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_is_a_value(variant: str) -> None:
    for number, position in enumerate(walk(variant, 3)):
        if number % 10:
            continue
        others = [
            position.copy(),
            copy.copy(position),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
            position.game.read(position.text),
        ]
        for other in others:
            assert other == position and hash(other) == hash(position) and other.text == position.text
        if position.turn:
            others[0].play(others[0].legal()[0])
            assert others[0] != position and others[1] == position
    assert position != position.text and position.game != 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_are_actions(variant: str) -> None:
    for position in walk(variant, 4):
        for seat in position.turn:
            words = [position.game.word_of(number) for number in position.legal_numbers(seat)]
            assert sorted(words) == position.legal(seat)
            mask = position.mask(seat)
            assert mask.nonzero()[0].tolist() == position.legal_numbers(seat)
            assert mask.shape == (position.game.numbers,)
            by_number, by_word = position.copy(), position.copy()
            by_number.act(position.legal_numbers(seat)[-1], seat)
            by_word.play(words[-1], seat)
            assert by_number == by_word


def test_a_claim_is_made_in_steps() -> None:
    claims = [vector for vector in positions("catalonia") if not vector.get("whole", True)]
    closed = 0
    for vector in claims:
        game = rules.Game("catalonia", vector["options"])
        start = game.read(vector["position"])
        for action in start.legal():
            if not action.startswith("="):
                continue
            position = start.copy()
            squares = [action[place : place + 2] for place in range(1, len(action), 2)]
            for square in squares:
                before = position.steps
                [number] = [n for n in position.legal_numbers() if game.word_of(n) == f"={square}"]
                assert position.act(number) is None and position.steps == (*before, number)
            half = pickle.loads(pickle.dumps(position))
            assert half == position and half != start and half.text == start.text
            [close] = [n for n in position.legal_numbers() if game.word_of(n) == "="]
            scored = position.act(close)
            by_word = start.copy()
            assert scored == by_word.play(action) and by_word == position and position.steps == ()
            assert copy.copy(scored) == pickle.loads(pickle.dumps(scored)) == scored
            closed += 1
    assert closed >= 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_pictures(variant: str) -> None:
    position = rules.Game(variant).start(1)
    position.settle(1)
    seat, action = position.seat, position.legal()[0]
    position.play(action)
    assert position.svg().startswith("<svg") and position.svg() == position._repr_svg_()
    assert position.svg(1, [(seat, action), (None, "@heads"), (seat, "no action")]).startswith("<svg")
    pixels = uvi.Picture(position.svg()).rgb(200)
    assert pixels.shape[1:] == (200, 3) and pixels.dtype == "uint8" and len({*map(tuple, pixels.reshape(-1, 3))}) > 3
    assert len(position.board().splitlines()) > 4 and "\x1b[" not in position.board()
    assert "\x1b[" in position.board(colour=True)


GARBAGE = ["", " ", "x", "@", "@99", "=", "^", "a1", "a1a1a1", "\x00", "é", "日本", "-", "!9", "a!9a", "pass", "a" * 70000]


@pytest.mark.parametrize("variant", VARIANTS)
def test_bad_texts_are_refused(variant: str) -> None:
    game = rules.Game(variant)
    start = game.start(1)
    start.settle(1)
    lots = random.Random(5)
    for position in [start, *(p.copy() for n, p in enumerate(walk(variant, 6)) if n % 30 == 0)]:
        before = position.copy()
        for word in GARBAGE:
            with pytest.raises(rules.RulesError):
                position.play(word + "#")
            if word not in position.legal():
                with pytest.raises(rules.RulesError):
                    position.play(word)
            with pytest.raises(rules.BadPosition, match="expected"):
                game.read(word)
        assert position == before
        # Whatever one letter turns into, it is a position or a `BadPosition` with its column.
        for _ in range(60):
            text = list(position.text)
            text[lots.randrange(len(text))] = lots.choice("abwbKQ019-/?!@ é\n")
            try:
                read = game.read("".join(text))
            except rules.BadPosition as error:
                assert error.column is None or 1 <= error.column <= len(text) + 1
            else:
                read.settle(1)
                for seat in read.turn:
                    assert read.legal(seat)
                read.board(), read.svg(), read.observe(1)


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(rules.UnknownVariant, match='katarenga, .*found "go"'):
        rules.Game("go")
    with pytest.raises(rules.BadOption, match="no option komi; the variant has board, baseline, doublewin"):
        rules.Game("katarenga", {"komi": 7})
    with pytest.raises(rules.BadOption, match="expected a number from 1 to 10000"):
        rules.Game("orwell", {"maxrounds": 0})
    with pytest.raises(rules.BadOption, match="cat-chess has 2, 3, 4, 5 seats, found 6"):
        rules.Game("cat-chess", seats=6)
    game = rules.Game("katarenga", {"baseline": "fixed"})
    for seed in ["", "g", "0" * 33, -1, 2**128]:
        with pytest.raises(rules.BadOption, match="expected a seed"):
            game.start(seed)
    with pytest.raises(TypeError):
        game.start(1.5)
    assert game.start("2a") == game.start(42) == game.start("0000000000000000000000000000002A")
    position = game.start(1)
    with pytest.raises(rules.BadPosition, match="position column 72") as bad:
        game.read(position.text[:71])
    assert bad.value.column == 72
    with pytest.raises(rules.UnreadableAction, match="expected a move such as a1a5.*found \"a9\""):
        position.play("a9")
    with pytest.raises(rules.IllegalAction, match="a1h8: "):
        position.play("a1h8")
    with pytest.raises(rules.IllegalAction, match="seat 1 is to act"):
        position.play(position.legal()[0], 2)
    for seat in [0, 3, -1, 2**70]:
        with pytest.raises((rules.BadOption, OverflowError)):
            position.view(seat)
    for number in [-1, game.numbers, 2**40]:
        with pytest.raises(rules.IllegalAction, match="expected a number below 4164"):
            position.act(number)
    with pytest.raises(rules.IllegalAction, match=r"a1a1 \(number 0\): "):
        position.act(0)
    with pytest.raises(rules.IllegalAction, match="cannot leave"):
        position.vacate(1)
    assert repr(game) == "<Game katarenga for 2 baseline fixed>" and pickle.loads(pickle.dumps(game)) == game


def test_seats_that_leave() -> None:
    game = rules.Game("orwell")
    position = game.start(1)
    position.vacate(2)
    assert position.vacant == (2,) and position.text.endswith(" 2")
    for seat in [2, 1]:
        with pytest.raises(rules.IllegalAction, match="cannot leave"):
            position.vacate(seat)


def test_games_say_what_they_are() -> None:
    for word in VARIANTS:
        seats, options = rules.options(word)
        game = rules.Game(word)
        assert isinstance(seats, list) and game == rules.Game(word, types.MappingProxyType(game.options))
        assert game.word == word and game.seats == seats[0] and set(game.options) == {row[0] for row in options}
        assert {name: default for name, default, _, _ in options} == game.options
        assert game.title in game.rules and game.phases
        assert sum(count for count, _, _ in game.spans) == game.numbers
        assert sum(count for count, _ in game.layers) == game.shape[0]
    assert [word for word in VARIANTS if rules.Game(word).cooperative] == ["catalonia"]
    assert {word for word in VARIANTS if rules.Game(word).chance} == {"orwell", "catalonia", "cat-chess"}


def test_without_the_binding_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvi._rules", None)
    monkeypatch.delitem(sys.modules, "uvi.rules")
    with pytest.raises(ImportError, match="Build it with Rust from a clone of the repository: pip install ./bots/python"):
        importlib.import_module("uvi.rules")


def test_without_numpy_an_array_says_what_it_needs() -> None:
    program = """
import sys
sys.modules["numpy"] = None
from uvi import rules
game = rules.Game("isolation")
at = game.start(1)
at.play(at.legal()[0])
for call in (lambda: rules.Batch(game, 2, 1), at.mask, lambda: at.observe(1), lambda: at.observe_into(1, [])):
    try:
        call()
    except ImportError as error:
        print(error)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == 4 * "arrays of uvi.rules need numpy: pip install numpy\n" and not ended.stderr
