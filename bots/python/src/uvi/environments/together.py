"""Environments of PettingZoo in which all seats act at once. Seats that are not asked wait, so every variant can be
played like this. Choices that the rules make simultaneous are made in one step."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from .table import Observation, RenderMode, Seated, Table, agent_of, seat_of


class Together(Seated, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment of a variant. The last number, one more than actions have, means to wait. It is the only choice
    of a seat that is not asked.

    Instead of an illegal number, the environment plays a legal one drawn by lot, and reports it in `infos`
    (`{"illegal": True}`). The arbiter does the same with `onfault random`. After `max_cycles` steps the game is
    truncated.
    """

    def __init__(
        self,
        variant: str,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> None:
        self._seat(Table(variant, options, seats), render_mode, max_cycles, waits=True)

    @property
    def wait(self) -> int:
        """The number to wait with."""
        return self.table.game.numbers

    def _observe(self) -> dict[str, Observation]:
        turn = self.table.position.turn
        seats = {agent: seat_of(agent) for agent in self.agents}
        return {agent: self.table.observe(seat, seat in turn, waits=True) for agent, seat in seats.items()}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self._show()
        return self._observe(), {agent: {"seed": self.table.seed_text} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        rewards = dict.fromkeys(self.agents, 0.0)
        asked = self.table.position.turn
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"expected a number for each agent, found none for {', '.join(missing)}")
        # All are read before the first is played, so that an error leaves the game as it was.
        numbers = {agent: operator.index(actions[agent]) for agent in self.agents}
        for agent, number in numbers.items():
            seat = seat_of(agent)
            if seat not in asked:
                if number != self.wait:
                    infos[agent]["illegal"] = True
                continue
            if not self.table.legal(seat, number):
                infos[agent]["illegal"] = True
                number = self.table.drawn(seat)
            for other, points in self.table.act(seat, number).items():
                rewards[agent_of(other)] += points
        self.cycles += 1
        over = self.table.is_over()
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations = self._observe()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos
