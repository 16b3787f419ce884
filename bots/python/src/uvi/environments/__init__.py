"""The games as environments for programs that learn: PettingZoo and Gymnasium.

    from uvi import environments

    env = environments.orwell_v0.env(render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Each variant has a `Family`, named with a version that fixes what its numbers and planes mean
(`docs/python-environments.md` in the repository). After `environments.register()` Gymnasium makes `uvi/orwell-v0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ImportError(
        f"uvi.environments needs {error.name}: pip install 'uvi-arbiter[environments]', or pip install gymnasium pettingzoo"
    ) from error

from ..rules import Game, variants
from .seat import Opponent, Question, Seat, at_random
from .table import Observation, RenderMode, name
from .together import Together
from .turns import Turns


class Family:
    """The environments of one variant. All take the `options` and `seats` of its rules, and a `render_mode`."""

    def __init__(self, variant: str) -> None:
        self.variant = variant

    @property
    def name(self) -> str:
        return name(Game(self.variant))

    def raw_env(
        self,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> Turns:
        """One seat after the other (AEC), without wrappers."""
        return Turns(self.variant, options, seats, render_mode, max_cycles)

    def env(
        self,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> AECEnv[str, Observation, Any]:
        """The same with the wrappers of PettingZoo: an illegal number ends the game, with -1 for the seat that played
        it."""
        env: Any = self.raw_env(options, seats, render_mode, max_cycles)
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1.0)
        env = wrappers.AssertOutOfBoundsWrapper(env)
        return wrappers.OrderEnforcingWrapper(env)

    def parallel_env(
        self,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> Together:
        """All seats at once; seats that are not asked wait."""
        return Together(self.variant, options, seats, render_mode, max_cycles)

    def seat_env(self, **arguments: Any) -> Seat:
        """One seat against opponents, for Gymnasium; the arguments are those of `Seat`."""
        return Seat(self.variant, **arguments)

    def __repr__(self) -> str:
        return f"<Family {self.name}>"


FAMILIES: dict[str, Family] = {family.name: family for family in map(Family, variants())}
"""Every family by its name."""


def __getattr__(name: str) -> Family:
    """The family of this name, such as `orwell_v0`."""
    if name not in FAMILIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return FAMILIES[name]


def __dir__() -> list[str]:
    return [*__all__, *FAMILIES]


def register() -> list[str]:
    """Registers the variants with Gymnasium, as `uvi/katarenga-v0` and so on. Returns these names."""
    names = []
    for variant in variants():
        game = Game(variant)
        names.append(f"uvi/{variant}-v{game.version}")
        if names[-1] not in gymnasium.registry:
            gymnasium.register(names[-1], entry_point="uvi.environments.seat:Seat", kwargs={"variant": variant})
    return names


__all__ = [
    "FAMILIES",
    "Family",
    "Observation",
    "Opponent",
    "Question",
    "Seat",
    "Together",
    "Turns",
    "at_random",
    "register",
]
