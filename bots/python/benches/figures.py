"""How many random decisions a second Python makes with these rules, beside games of OpenSpiel and PettingZoo in the same run.

    pip install './bots/python[environments,openspiel]' 'pettingzoo[classic]' rlcard pygame-ce chess
    taskset -c 0 python3 bots/python/benches/figures.py

Each row is measured in turns with the others, `--rounds` times, by processor time, and the best is told: the machine may be
busy, but all rows find it so. What is told first says on which machine and with which versions. A package that is not
installed leaves its rows out, and says so.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from uvi import rules

Row = tuple[str, Callable[[float], tuple[int, float]]]


class Watch:
    """Counts processor time. While it is held, what is done is not counted."""

    def __init__(self) -> None:
        self.held = 0.0

    @contextmanager
    def hold(self) -> Iterator[None]:
        began = time.process_time()
        yield
        self.held += time.process_time() - began

    def used(self) -> float:
        return time.process_time() - self.held


def timed(decisions: Iterator[int], watch: Watch, seconds: float) -> tuple[int, float]:
    """How many decisions were made, and in what time."""
    made, began = 0, watch.used()
    for count in decisions:
        made += count
        used = watch.used() - began
        if used >= seconds:
            break
    return made, used


def one_at_a_time(variant: str) -> Iterator[int]:
    game, draw, seed = rules.Game(variant), random.Random(1).random, 0
    while True:
        seed, made = seed + 1, 0
        position = game.start(seed)
        position.settle(seed)
        while legal := position.legal():
            position.play(legal[int(draw() * len(legal))])
            made += 1
            if game.chance:
                position.settle(seed)
        yield made


def by_arrays(variant: str, games: int) -> Iterator[int]:
    game, lots = rules.Game(variant), np.random.default_rng(1)
    batch = rules.Batch(game, games, 1)
    points, over = np.zeros((games, game.seats), np.float32), np.zeros(games, bool)
    while True:
        numbers, first = batch.legal()
        drawn = (lots.random(games) * (first[1:] - first[:-1])).astype(np.uint32)
        batch.step(numbers[first[:-1] + drawn].astype(np.int32), points, over)
        yield games


def by_masks(variant: str, games: int, watch: Watch, *, observes: bool, chooses: bool) -> Iterator[int]:
    """With the mask of every game, and with its planes, as a network needs them. Who chooses may be counted or not."""
    game = rules.Game(variant)
    batch = rules.Batch(game, games, 1)
    mask, planes = np.zeros((games, game.numbers), bool), np.zeros((games, *game.shape), np.float32)
    points, over = np.zeros((games, game.seats), np.float32), np.zeros(games, bool)
    while True:
        batch.legal_mask(mask)
        if observes:
            batch.observe(planes)
        # The first legal number: lots would cost more than the rest.
        with nullcontext() if chooses else watch.hold():
            chosen = mask.argmax(1).astype(np.int32)
        batch.step(chosen, points, over)
        yield games


def of_openspiel(name: str) -> Iterator[int]:
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random
    while True:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            made += 1
        yield made


def of_pettingzoo(env: Any) -> Iterator[int]:
    draw = random.Random(1).random
    while True:
        env.reset(seed=1)
        made = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            made += 1
        yield made


def rows(games: int) -> Iterator[Row]:
    watch = Watch()

    def row(name: str, decisions: Iterator[int]) -> Row:
        return name, lambda seconds: timed(decisions, watch, seconds)

    def masks(name: str, variant: str, *, observes: bool = False, chooses: bool = True) -> Row:
        return row(f"{name}, {variant}", by_masks(variant, games, watch, observes=observes, chooses=chooses))

    for variant in ("katarenga", "isolation", "orwell", "chess"):
        yield row(f"uvi.rules, {variant}", one_at_a_time(variant))
    for variant in ("katarenga", "congress", "isolation", "orwell", "chess"):
        yield row(f"uvi.rules.Batch of {games}, {variant}", by_arrays(variant, games))
    for variant in ("katarenga", "isolation", "chess"):
        yield masks("legal_mask and step alone", variant, chooses=False)
        yield masks("the same with the choice by numpy's argmax", variant)
        yield masks("the same with the choice and observe", variant, observes=True)
    try:
        import pyspiel

        import uvi.openspiel  # noqa: F401

        for name in ("chess", "breakthrough", "hex", "uvi_chess", "uvi_katarenga"):
            yield row(f"open_spiel {pyspiel.load_game(name).get_type().short_name}", of_openspiel(name))
    except ImportError:
        print("open_spiel is not installed: its rows are left out")
    try:
        from uvi import environments
    except ImportError:
        print("pettingzoo is not installed: its rows are left out")
        return
    for family in (environments.katarenga_v0, environments.chess_v0):
        yield row(f"pettingzoo, uvi {family.name}", of_pettingzoo(family.env()))
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3
    except ImportError as error:
        print(f"pettingzoo's classic games are left out: {error}")
        return
    yield row("pettingzoo, connect_four_v3", of_pettingzoo(connect_four_v3.env()))
    yield row("pettingzoo, chess_v6", of_pettingzoo(chess_v6.env()))


def machine() -> str:
    """On what it is measured."""
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    models = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    versions = [f"Python {platform.python_version()}"]
    for package in ("numpy", "open_spiel", "pettingzoo"):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join([(models or [platform.machine()])[0], *versions])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each row in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=512, help="in a batch")
    given = parser.parse_args()
    every = list(rows(given.games))
    best = dict.fromkeys((name for name, _ in every), 0.0)
    for _ in range(given.rounds):
        for name, run in every:
            made, used = run(given.seconds)
            best[name] = max(best[name], made / used)
    print(f"{machine()}\n\n| one core, by lot | decisions a second | µs each |\n|---|---:|---:|")
    for name, figure in best.items():
        print(f"| {name} | {figure:,.0f} | {1e6 / figure:,.2f} |")


if __name__ == "__main__":
    main()
