"""A game in an environment: what all kinds of environment have in common.

Chance and forced passes are played automatically, from a seed that the environment draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

from ..pictures import Picture
from ..rules import Game, Position

Planes: TypeAlias = "npt.NDArray[np.float32]"
Mask: TypeAlias = "npt.NDArray[np.int8]"
Observation: TypeAlias = "dict[str, Any]"
"""`observation`, the planes, and `action_mask`, 1 for each number that is legal."""

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
RENDER_MODES: list[str] = ["human", "ansi", "svg", "rgb_array"]
WIDTH = 480
"""Of a picture as pixels."""


def known(render_mode: RenderMode | None) -> RenderMode | None:
    """The same, if there is such a mode."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"expected a render_mode, human, ansi, svg or rgb_array; found {render_mode!r}")
    return render_mode


def name(game: Game) -> str:
    """The name of a game's environments, which fixes what numbers and planes mean, such as `cat_chess_v0`."""
    return f"{game.word.replace('-', '_')}_v{game.version}"


def agent_of(seat: int) -> str:
    return f"seat_{seat}"


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def spaces(game: Game, waits: bool = False) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    """The spaces of observations and of actions; with `waits` there is one number more, to wait."""
    numbers = game.numbers + waits
    observation = gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0.0, 1.0, game.shape, np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (numbers,), np.int8),
        }
    )
    return observation, gymnasium.spaces.Discrete(numbers)


class Table:
    """A game under way."""

    def __init__(self, variant: str, options: Mapping[str, object] | None, seats: int | None) -> None:
        self.game = Game(variant, options, seats)
        self.lots = np.random.default_rng()
        self.position: Position = self.game.start(0)
        self.seed = 0
        self._last: list[tuple[int | None, str]] = []

    @property
    def seed_text(self) -> str:
        """The seed of this game, as `--seed` of the arbiter takes it."""
        return f"{self.seed:032x}"

    def begin(self, seed: int | None) -> None:
        """A new game. A seed begins a series of games that is always the same; without one the series goes on."""
        if seed is not None:
            self.lots = np.random.default_rng(seed)
        self.seed = int.from_bytes(self.lots.bytes(16), "big")
        self.position = self.game.start(self.seed)
        self._last = []
        self._settle()

    def _settle(self) -> None:
        self._last += [(None, word) for word in self.position.settle(self.seed) if word.startswith("@")]

    def is_over(self) -> bool:
        return self.position.outcome is not None

    def legal(self, seat: int, number: int) -> bool:
        """Whether a seat may do this now."""
        return seat in self.position.turn and number in self.position.legal_numbers(seat)

    def act(self, seat: int, number: int) -> dict[int, float]:
        """Does what a number says; what each seat gets for it.

        Where seats compete, they get the points of the score at the end. Where they share one, each gets the points
        when they are scored.
        """
        before = self.position.shared
        word = self.game.word_of(number) or ""
        self.position.act(number, seat)
        self._last = [(seat, word)]
        self._settle()
        outcome = self.position.outcome
        if self.game.cooperative:
            return dict.fromkeys(range(1, self.game.seats + 1), float(self.position.shared - before))
        if outcome is None:
            return dict.fromkeys(range(1, self.game.seats + 1), 0.0)
        return {seat: float(points) for seat, points in enumerate(outcome.score, 1)}

    def drawn(self, seat: int) -> int:
        """A legal number of a seat, drawn by lot."""
        return int(self.lots.choice(self.position.legal_numbers(seat)))

    def observe(self, seat: int, asked: bool, waits: bool = False) -> Observation:
        """What a seat sees; where it is not asked, nothing is legal but to wait."""
        mask = np.zeros(self.game.numbers + waits, dtype=np.int8)
        if asked:
            mask[self.position.legal_numbers(seat)] = 1
        elif waits:
            mask[-1] = 1
        return {"observation": self.position.observe(seat), "action_mask": mask}

    def render(self, mode: str | None, seat: int | None = None) -> Any:
        """The board: printed, as text, as SVG, or as pixels; `seat` sees no more than it may."""
        if mode == "svg":
            return self.position.svg(seat, self._last)
        if mode == "rgb_array":
            return Picture(self.position.svg(seat, self._last)).rgb(WIDTH)
        if mode == "ansi":
            return self.position.board()
        if mode == "human":
            print(self.position.board(), end="\n\n")
            return None
        gymnasium.logger.warn("render was called without a render_mode: human, ansi, svg or rgb_array")
        return None


class Seated:
    """The common part of both forms of environment: a table, an agent for each seat, and the spaces of each agent."""

    def _seat(self, table: Table, render_mode: RenderMode | None, max_cycles: int | None, waits: bool = False) -> None:
        game = table.game
        self.table = table
        self.metadata: dict[str, Any] = {"name": name(game), "render_modes": RENDER_MODES, "render_fps": 1}
        self.render_mode = known(render_mode)
        if max_cycles is not None and (not isinstance(max_cycles, Integral) or max_cycles < 1):
            raise ValueError(f"expected max_cycles, a whole number from 1 or None; found {max_cycles!r}")
        self.max_cycles = max_cycles
        self.cycles = 0
        self.possible_agents = [agent_of(seat) for seat in range(1, game.seats + 1)]
        self.agents: list[str] = []
        each = {agent: spaces(game, waits) for agent in self.possible_agents}
        self.observation_spaces = {agent: space for agent, (space, _) in each.items()}
        self.action_spaces = {agent: space for agent, (_, space) in each.items()}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> Any:
        return self.table.render(self.render_mode)

    def _show(self) -> None:
        """Renders for a person, who sees each position without a call of `render`."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close."""
