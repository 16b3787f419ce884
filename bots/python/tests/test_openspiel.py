"""The games under OpenSpiel's own tests, and its search on them."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hosting import WAIT, python_bot

np = pytest.importorskip("numpy", reason="numpy is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
rules = pytest.importorskip("uvi.rules", reason="the binding is not built", exc_type=ImportError)

from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

from uvi import openspiel

GAMES = [
    "uvi_katarenga",
    "uvi_congress(maxturns=30)",
    "uvi_isolation(rule=opposite)",
    "uvi_battle_stations(scoring=pawns)",
    "uvi_cornered(scoring=pawns)",
    "uvi_orwell(maxrounds=20)",
    "uvi_french_revolution",
    "uvi_catalonia(turns=6)",
    "uvi_catalonia(turns=6,scoring=claimed,bombs=chain)",
    "uvi_cat_chess(seats=2,tiles=4,maxrounds=3)",
    "uvi_cat_chess(seats=3,tiles=0,maxrounds=2)",
    "uvi_chess(start=shuffled,seed=s7)",
]
each_game = pytest.mark.parametrize("name", GAMES)


def test_each_variant_is_registered() -> None:
    for variant in rules.variants():
        assert openspiel.short_name(variant) in pyspiel.registered_names()


@each_game
def test_random_sim(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


# Short ones: each position is written with all its planes.
@pytest.mark.parametrize("name", ["uvi_isolation", "uvi_orwell(maxrounds=1)"])
def test_playthrough(name: str) -> None:
    text = generate_playthrough.playthrough(name, None, seed=1)
    assert f"game: {name.split('(')[0]}" in text and "IsTerminal() = True" in text


def finished(name: str, seed: int) -> Any:
    state, lots = pyspiel.load_game(name).new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(lots.choice(numbers, p=weights)))
        else:
            state.apply_action(int(lots.choice(state.legal_actions())))
    return state


@each_game
def test_returns_follow_from_the_score_and_no_game_is_longer_than_the_rules_allow(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(2):
        state = finished(name, seed)
        outcome, got = state.position.outcome, state.returns()
        if outcome.shared is not None:
            assert got == [outcome.shared] * 2
        else:
            assert sum(got) == pytest.approx(0)
            order = sorted(range(len(got)), key=lambda seat: outcome.score[seat])
            assert [got[seat] for seat in order] == sorted(got)
        assert all(game.min_utility() <= points <= game.max_utility() for points in got)
        decisions = sum(step.player != pyspiel.PlayerId.CHANCE for step in state.full_history())
        assert 0 < decisions <= game.max_game_length() < openspiel.LONGEST


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("uvi_katarenga", 1501),
        ("uvi_congress(maxturns=30)", 60),
        ("uvi_isolation", 16),
        ("uvi_orwell(maxrounds=20)", 120),
        ("uvi_french_revolution(ranks=10)", 128),
        ("uvi_catalonia(turns=6)", 60),
        ("uvi_catalonia(turns=6,scoring=claimed)", 210),
        ("uvi_cat_chess(seats=2,tiles=4,maxrounds=3)", 132),
        ("uvi_chess", 12700),
        ("uvi_chess(draws=claimed)", 19050),
    ],
)
def test_the_longest_game_follows_from_the_options(name: str, length: int) -> None:
    assert pyspiel.load_game(name).max_game_length() == length


def test_the_start_is_the_arbiters() -> None:
    start = rules.Game("katarenga").start("2a")
    state = pyspiel.load_game("uvi_katarenga(seed=s2a)").new_initial_state()
    assert state.position == start and str(state) == start.text
    assert [state.action_to_string(0, number) for number in state.legal_actions()] == [
        start.game.word_of(number) for number in start.legal_numbers()
    ]


def test_a_game_is_loaded_again_by_its_own_text() -> None:
    for game in (
        pyspiel.load_game("uvi_katarenga(seed=s4)"),
        pyspiel.load_game("uvi_katarenga", {"seed": "4"}),
        pyspiel.load_game("uvi_katarenga", {"seed": "s4"}),
    ):
        again = pyspiel.load_game(str(game))
        assert str(again) == str(game) and "seed=s4" in str(game)
        assert str(again.new_initial_state()) == rules.Game("katarenga").start("4").text


def test_planes_are_observed() -> None:
    game = pyspiel.load_game("uvi_cat_chess(seats=3)")
    state, observation = game.new_initial_state(), make_observation(game)
    for player in range(3):
        observation.set_from(state, player)
        assert (observation.dict["observation"] == state.position.observe(player + 1)).all()
        assert observation.string_from(state, player) == state.position.view(player + 1)
    assert state.observation_string() == state.observation_string(state.current_player())
    for see in (state.observation_string, lambda player: observation.set_from(state, player)):
        with pytest.raises(ValueError, match="expected a player from 0 to 2, found 7"):
            see(7)


def test_there_is_no_observation_but_that_of_a_seat() -> None:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    chess, cats = pyspiel.load_game("uvi_chess"), pyspiel.load_game("uvi_cat_chess")
    assert make_observation(cats, kind(perfect_recall=False))
    assert make_observation(chess, kind(perfect_recall=False, private_info=private.NONE))
    for game, wrong in (
        (cats, kind(perfect_recall=False, private_info=private.NONE)),
        (cats, kind(perfect_recall=False, private_info=private.ALL_PLAYERS)),
        (chess, kind(perfect_recall=True)),
        (chess, kind(perfect_recall=False, public_info=False)),
    ):
        assert make_observation(game, wrong) is None
    with pytest.raises(ValueError, match="expected no parameters"):
        make_observation(chess, None, {"planes": 1})
    for state in (chess.new_initial_state(), cats.new_initial_state()):
        for call in (state.information_state_tensor, state.information_state_string):
            with pytest.raises(ValueError, match="a position has no information state: use observation_string"):
                call(0)


@each_game
def test_games_and_states_are_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = game.new_initial_state()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_its_search_finds_the_win() -> None:
    game = pyspiel.load_game("uvi_katarenga(baseline=fixed)")
    start = game.rules.start("0")
    colours = start.text.split()[0]
    # White needs one pawn more in camp, and one stands before it.
    state = game.new_initial_state(f"{colours} 2w5/8/8/8/8/8/b7/1b4b1 1 play 10 wb 3 9")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1), max_length=20)
    bot = mcts.MCTSBot(game, 1.4, 200, evaluator, solve=True, random_state=np.random.RandomState(1))
    assert state.action_to_string(0, bot.step(state)) == "c8camp"


@pytest.mark.skipif("ARBITER" not in os.environ, reason="there is no arbiter")
@pytest.mark.parametrize(("variant", "others"), [("isolation", 1), ("orwell", 2)])
def test_its_search_plays_a_match(variant: str, others: int, tmp_path: Path) -> None:
    arbiter, log = os.environ["ARBITER"], tmp_path / "log.jsonl"
    example = Path(__file__).resolve().parents[1] / "examples" / "openspiel_mcts.py"
    options = ["--option", "maxrounds=1"] if variant == "orwell" else []
    command = [arbiter, "play", variant, python_bot(example), *["bot:random"] * others, "--seed", "1"]
    command += ["--patience", "greet 100000 ready 100000", "--clock", "movetime 100000"]
    quickly = ["--quiet", "--bot-option", "1:simulations=10", "--log", str(log)]
    subprocess.run([*command, *quickly, *options], check=True, timeout=120)
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert records[0]["seats"][0]["name"] == "OpenSpiel MCTS" and "score" in records[-1]
    assert not [record for record in records if record["type"] == "fault"]


def test_what_the_page_for_users_of_openspiel_shows_runs(tmp_path: Path) -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "coming-from-openspiel.md"
    blocks = page.read_text(encoding="utf-8").split("```python\n")[1:]
    assert blocks
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block.split("```")[0]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=8 * WAIT,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "") and done.stdout
    text = page.read_text(encoding="utf-8")
    for variant in rules.variants():
        assert f"`{openspiel.short_name(variant)}`" in text, variant
