"""Environments of Gymnasium: one seat, the others played by opponents in this process."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import gymnasium

from ..rules import Game
from .table import RENDER_MODES, Observation, RenderMode, Table, known, spaces


@dataclass(frozen=True)
class Question:
    """What an opponent is asked: no more than its seat may see."""

    game: Game
    seat: int
    view: str
    """The position, as the arbiter would send it."""
    numbers: list[int]
    """What is legal."""
    observation: Observation
    lots: random.Random
    """To draw lots from, so that games can be repeated."""


Opponent: TypeAlias = Callable[[Question], int]
"""Answers with one of the numbers."""


def at_random(question: Question) -> int:
    """The opponent that draws lots."""
    return question.lots.choice(question.numbers)


class Seat(gymnasium.Env[Observation, int]):
    """One seat of a variant against `opponent`, which plays all other seats, or against a dictionary of opponents by
    seat.

    The mask is in the observation and in `info["action_mask"]`. An illegal number ends the game with `illegal_reward`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}
    action_space: gymnasium.spaces.Discrete  # type: ignore[assignment]

    def __init__(
        self,
        variant: str,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        seat: int = 1,
        opponent: Opponent | Mapping[int, Opponent] = at_random,
        illegal_reward: float = -1.0,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.table = Table(variant, options, seats)
        game = self.table.game
        if seat not in range(1, game.seats + 1):
            raise ValueError(f"expected a seat from 1 to {game.seats}, found {seat!r}")
        self.render_mode = known(render_mode)
        self.seat = seat
        self.illegal_reward = illegal_reward
        others = [other for other in range(1, game.seats + 1) if other != seat]
        self._opponents = dict(opponent) if isinstance(opponent, Mapping) else dict.fromkeys(others, opponent)
        if sorted(self._opponents) != others:
            raise ValueError(f"expected an opponent for each of the seats {others}, found {sorted(self._opponents)}")
        self.observation_space, self.action_space = spaces(game)
        self._done = True

    def _see(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.table.observe(self.seat, self.seat in self.table.position.turn)
        return observation, {"action_mask": observation["action_mask"]}

    def _go_on(self) -> float:
        """Lets the others play until the seat is asked; what it got meanwhile."""
        got, table = 0.0, self.table
        while table.position.turn and self.seat not in table.position.turn:
            seat = table.position.turn[0]
            numbers = table.position.legal_numbers(seat)
            question = Question(
                table.game,
                seat,
                table.position.view(seat),
                numbers,
                table.observe(seat, asked=True),
                random.Random(int(table.lots.integers(2**63))),
            )
            number = self._opponents[seat](question)
            if number not in numbers:
                raise ValueError(f"the opponent at seat {seat} answered {number}, which is not legal")
            got += table.act(seat, number)[self.seat]
        return got

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin(seed)
        self._go_on()
        while self.table.is_over():
            self.table.begin(None)
            self._go_on()
        self._done = False
        self._show()
        observation, info = self._see()
        return observation, {**info, "seed": self.table.seed_text}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._done:
            raise gymnasium.error.ResetNeeded("the game is over: call reset")
        number = operator.index(action)
        if not self.table.legal(self.seat, number):
            self._done = True
            observation, info = self._see()
            word = self.table.game.word_of(number)
            return observation, self.illegal_reward, True, False, {**info, "illegal": word or str(number)}
        reward = self.table.act(self.seat, number)[self.seat] + self._go_on()
        self._done = self.table.is_over()
        observation, info = self._see()
        self._show()
        return observation, reward, self._done, False, info

    def _show(self) -> None:
        """Renders for a person, who sees each position without a call of `render`."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.table.render(self.render_mode, self.seat)
