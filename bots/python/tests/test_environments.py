"""The environments by the kits of PettingZoo and Gymnasium, and what those do not try: rewards, secrets, pictures."""

from __future__ import annotations

import os
import random
import re
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
rules = pytest.importorskip("uvi.rules", reason="the binding is not built", exc_type=ImportError)

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from uvi import environments
from uvi.environments import FAMILIES, Family, Question
from uvi.environments.document import page

each_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
SHORT = {"maxrounds": 2, "tiles": 0}


def small(family: Family) -> dict[str, Any]:
    """Arguments under which games are short."""
    return {"options": SHORT} if family.variant == "cat-chess" else {}


@pytest.fixture(autouse=True)
def no_warning() -> Any:
    """The kits warn of what they do not like; here that is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Of dictionaries the kit knows those of its own games only.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be gymnasium")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        yield


def test_each_variant_has_a_family() -> None:
    assert [family.variant for family in FAMILIES.values()] == rules.variants()
    assert all(getattr(environments, name) is family and family.name == name for name, family in FAMILIES.items())


@each_family
def test_one_after_the_other_by_the_kit(family: Family) -> None:
    api_test(family.env(**small(family)), num_cycles=100)
    api_test(family.raw_env(**small(family)), num_cycles=100)


@each_family
def test_seeds_by_the_kit(family: Family) -> None:
    seed_test(lambda: family.env(**small(family)), num_cycles=50)
    parallel_seed_test(lambda: family.parallel_env(**small(family)), num_cycles=50)


@each_family
def test_together_by_the_kit(family: Family) -> None:
    parallel_api_test(family.parallel_env(**small(family)), num_cycles=100)


@pytest.mark.parametrize(
    "family",
    # The kit plays on for four cycles, and a game of Cornered may be over by then.
    [family for family in FAMILIES.values() if family.variant != "cornered"],
    ids=lambda family: family.name,
)
def test_the_end_of_cycles_by_the_kit(family: Family) -> None:
    kit = SimpleNamespace(
        parallel_env=family.parallel_env,
        env=lambda max_cycles: parallel_to_aec(family.parallel_env(max_cycles=max_cycles)),
    )
    max_cycles_test(kit)


@each_family
def test_a_seat_by_the_kit(family: Family) -> None:
    [name] = [name for name in environments.register() if name.startswith(f"uvi/{family.variant}-v")]
    check_env(gymnasium.make(name).unwrapped, skip_render_check=False)


def test_three_and_five_seats_by_the_kit() -> None:
    family = environments.cat_chess_v0
    for seats in (3, 5):
        api_test(family.env(options=SHORT, seats=seats), num_cycles=60)
        parallel_api_test(family.parallel_env(options=SHORT, seats=seats), num_cycles=60)


def test_claims_by_the_kit() -> None:
    claimed = {"scoring": "claimed", "bombs": "chain"}
    api_test(environments.catalonia_v0.env(options=claimed), num_cycles=200)


def play(env: Any, seed: int, most: int = 5000) -> dict[str, float]:
    """A game by lot; the sum of what each agent got."""
    env.reset(seed=seed)
    lots = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if termination or truncation else int(lots.choice(legal)))
    return total


@pytest.mark.parametrize("variant", ["katarenga", "isolation", "orwell", "catalonia", "congress"])
def test_rewards_are_the_score(variant: str) -> None:
    env = FAMILIES[f"{variant}_v0"].raw_env()
    for seed in range(5):
        got = play(env, seed)
        outcome = env.table.position.outcome
        assert outcome is not None and not env.agents
        expected = [float(points) for points in outcome.score] or [float(outcome.shared or 0)] * 2
        assert list(got.values()) == pytest.approx(expected)


def test_games_are_cut_off() -> None:
    env = environments.chess_v0.raw_env(max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    wrong: Any
    for wrong in (0, -1, 1.5, "x"):
        for make in (environments.chess_v0.raw_env, environments.chess_v0.env, environments.chess_v0.parallel_env):
            with pytest.raises(ValueError, match="expected max_cycles, a whole number from 1"):
                make(max_cycles=wrong)
    for wrong in (0, 3, "1", None):
        with pytest.raises(ValueError, match="expected a seat from 1 to 2, found"):
            environments.chess_v0.seat_env(seat=wrong)


def challenge(parallel: bool, choice: int = 0) -> Any:
    """A game of Cat Chess in which seat 1 has just chosen, in a challenge, the number that is so many from the first."""
    vector = "challenge:1a:2b:-,-"
    start = rules.Game("cat-chess", seats=2).start(1)
    heights, cats, grids = start.text.split()[:3]
    first, second = cats.split("/")
    placed = [
        ",".join(f"{cat.rsplit(':', 1)[0]}:{place}" for cat, place in zip(mine.split(","), places, strict=True))
        for mine, places in ((first, ["f12.2", "a13.0", "b13.0"]), (second, ["v2.0", "f11.5", "u2.0"]))
    ]
    text = f"{heights} {'/'.join(placed)} {grids} 12 {vector} 1 x.. 1 00 -"
    family = environments.cat_chess_v0
    env: Any = family.parallel_env(seats=2) if parallel else family.raw_env(seats=2)
    env.reset(seed=1)
    env.table.position = env.table.game.read(text)
    if not parallel:
        env._ask()
        env.step(env.table.position.legal_numbers(1)[choice])
    return env


def test_a_choice_is_unseen_until_both_have_chosen() -> None:
    first, second = (challenge(False, choice) for choice in (0, 1))
    assert first.agent_selection == second.agent_selection == "seat_2"
    assert first.table.position != second.table.position
    for agent, alike in (("seat_2", True), ("seat_1", False)):
        one, other = (env.observe(agent)["observation"] for env in (first, second))
        assert (one == other).all() == alike
    # The pictures and texts that are shown to a seat tell nothing either.
    assert first.table.render("svg", 2) == second.table.render("svg", 2)


def test_choices_made_at_the_same_time_are_one_step() -> None:
    env = challenge(True, 0)
    masks = {agent: see["action_mask"] for agent, see in env._observe().items()}
    assert all(mask.sum() == 5 and not mask[env.wait] for mask in masks.values())
    before = env.table.position.copy()
    with pytest.raises(ValueError, match="expected a number for each agent, found none for seat_2"):
        env.step({"seat_1": int(masks["seat_1"].argmax())})
    with pytest.raises(TypeError):
        env.step({"seat_1": int(masks["seat_1"].argmax()), "seat_2": "x"})
    assert env.table.position == before
    env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})
    assert "challenge" not in env.table.position.text


def test_a_number_is_whole() -> None:
    family = environments.isolation_v0
    turns, seat, together = family.raw_env(), family.seat_env(), family.parallel_env()
    steps: list[tuple[Any, Any]] = [
        (turns, turns.step),
        (seat, seat.step),
        (together, lambda number: together.step({"seat_1": number, "seat_2": together.wait})),
    ]
    for env, step in steps:
        env.reset(seed=1)
        before = env.table.position.copy()
        for wrong in (3.7, np.float64(3), "3"):
            with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
                step(wrong)
            assert env.table.position == before
        step(np.int64(3))
        assert env.table.position != before


def test_an_option_may_be_on_or_off() -> None:
    family = environments.congress_v0
    for on, word in ((True, "on"), (False, "off")):
        made: list[Any] = [make(options={"capture": on}) for make in (family.raw_env, family.parallel_env, family.seat_env)]
        assert [env.table.game.options["capture"] for env in made] == [word] * 3


def test_who_is_not_asked_waits() -> None:
    env = environments.katarenga_v0.parallel_env(options={"baseline": "fixed"})
    observations, _ = env.reset(seed=1)
    first, second = (observations[agent]["action_mask"] for agent in env.agents)
    assert not first[env.wait] and second[env.wait] and second.sum() == 1
    before = env.table.position.copy()
    _, _, _, _, infos = env.step({"seat_1": env.wait, "seat_2": 0})
    assert infos == {"seat_1": {"illegal": True}, "seat_2": {"illegal": True}}
    assert env.table.position != before and env.table.position.turn == (2,)


def test_an_illegal_number_ends_the_game_of_a_seat() -> None:
    env = environments.isolation_v0.seat_env()
    observation, info = env.reset(seed=3)
    number = int((observation["action_mask"] == 0).argmax()) if observation["action_mask"].min() == 0 else 64
    assert (info["action_mask"] == observation["action_mask"]).all()
    _, reward, terminated, truncated, info = env.step(number)
    assert (reward, terminated, truncated) == (-1.0, True, False) and "illegal" in info
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(rules.IllegalAction):
        raw = environments.katarenga_v0.raw_env()
        raw.reset(seed=1)
        raw.step(0)


def test_opponents_are_asked_no_more_than_they_may_see() -> None:
    asked: list[Question] = []

    def opponent(question: Question) -> int:
        asked.append(question)
        assert question.observation["action_mask"].nonzero()[0].tolist() == question.numbers
        return question.numbers[0]

    env = environments.orwell_v0.seat_env(seat=2, opponent={1: opponent, 3: opponent}, options={"maxrounds": 3})
    over, (observation, _) = False, env.reset(seed=1)
    while not over:
        observation, reward, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert {question.seat for question in asked} == {1, 3} and 0 <= reward <= 1
    with pytest.raises(ValueError, match=r"an opponent for each of the seats \[1, 3\]"):
        environments.orwell_v0.seat_env(seat=2, opponent={1: opponent})
    with pytest.raises(ValueError, match="which is not legal"):
        environments.isolation_v0.seat_env(seat=2, opponent=lambda question: -1).reset(seed=1)


@each_family
def test_render(family: Family) -> None:
    modes: list[Any] = [("ansi", str), ("svg", str), ("rgb_array", np.ndarray)]
    for mode, kind in modes:
        for env in (family.raw_env(render_mode=mode), family.parallel_env(render_mode=mode)):
            env.reset(seed=1)
            assert isinstance(env.render(), kind)
        seat = family.seat_env(render_mode=mode)
        seat.reset(seed=1)
        shown = seat.render()
        assert isinstance(shown, kind) and len(shown) > 100
    wrong: Any = "humans"
    for make in (family.raw_env, family.env, family.parallel_env, family.seat_env):
        with pytest.raises(ValueError, match="expected a render_mode, human, ansi, svg or rgb_array; found 'humans'"):
            make(render_mode=wrong)


@each_family
def test_a_person_sees_each_position(family: Family, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[Any] = [make(render_mode="human") for make in (family.env, family.parallel_env, family.seat_env)]
    turns, together, seat = made
    boards = []
    for env in made:
        env.reset(seed=1)
        boards.append(env.unwrapped.table.position.board())
    turns.step(int(turns.last()[0]["action_mask"].argmax()))
    boards.append(turns.unwrapped.table.position.board())
    observations, _ = together.reset(seed=2)
    boards.append(together.table.position.board())
    together.step({agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()})
    boards.append(together.table.position.board())
    observation, _ = seat.reset(seed=2)
    boards.append(seat.table.position.board())
    seat.step(int(observation["action_mask"].argmax()))
    boards.append(seat.table.position.board())
    assert capsys.readouterr().out == "".join(f"{board}\n\n" for board in boards)


@each_family
def test_a_seed_begins_a_series(family: Family) -> None:
    lots = random.Random(1)
    env, again = family.raw_env(), family.raw_env()
    seed = lots.randrange(1000)
    for one in (env, again):
        one.reset(seed=seed)
    series = []
    for _ in range(3):
        assert env.table.position == again.table.position and env.table.seed == again.table.seed
        series.append(env.table.seed)
        for one in (env, again):
            one.reset()
    assert len(set(series)) == 3


def test_the_page_says_what_the_games_say() -> None:
    file = Path(__file__).resolve().parents[3] / "docs" / "python-environments.md"
    if os.environ.get("UPDATE_GOLDENS"):
        file.write_text(page(), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page()


def test_the_example_of_the_page_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", page(), re.DOTALL)
    assert len(blocks) == 1
    exec(compile(blocks[0], "docs/python-environments.md", "exec"), {})


@pytest.mark.parametrize("variant", ["katarenga", "cat-chess"])
def test_the_seed_of_a_game_deals_it_again(variant: str) -> None:
    family = next(family for family in FAMILIES.values() if family.variant == variant)
    env, together, seat = family.raw_env(), family.parallel_env(), family.seat_env()
    env.reset(seed=1)
    seeds = [env.infos["seat_1"]["seed"], together.reset(seed=1)[1]["seat_2"]["seed"]]
    assert seeds[0] == seeds[1] and len(seeds[0]) == 32
    again = rules.Game(variant).start(seeds[0])
    again.settle(seeds[0])
    assert again.text == env.table.position.text
    assert seat.reset(seed=1)[1]["seed"]
