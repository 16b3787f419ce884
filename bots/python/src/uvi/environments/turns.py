"""Environments of PettingZoo in which one seat acts after the other (AEC). If seats choose at the same time,
each acts without seeing what the others have chosen."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from .table import Observation, RenderMode, Seated, Table, agent_of, seat_of


class Turns(Seated, AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]
    """The environment of a variant, without the usual wrappers. An illegal number raises `uvi.rules.IllegalAction`.

    `options` and `seats` are those of the rules; after `max_cycles` decisions the game is truncated.
    """

    def __init__(
        self,
        variant: str,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self._seat(Table(variant, options, seats), render_mode, max_cycles)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"seed": self.table.seed_text} for agent in self.agents}
        self._ask()
        self._show()

    def _ask(self) -> None:
        turn = self.table.position.turn
        self.agent_selection = agent_of(turn[0]) if turn else self.agents[0]

    def observe(self, agent: str) -> Observation:
        asked = agent == self.agent_selection and not self.table.is_over()
        return self.table.observe(seat_of(agent), asked)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"expected a number for {agent}, which must act, found None")
        points = self.table.act(seat_of(agent), operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards = {agent: points[seat_of(agent)] for agent in self.agents}
        self.cycles += 1
        if self.table.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()
        self._show()
