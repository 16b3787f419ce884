"""The games for OpenSpiel, registered as `uvi_katarenga`, `uvi_orwell` and so on when this module is imported.

    import pyspiel
    import uvi.openspiel

    game = pyspiel.load_game("uvi_orwell(maxrounds=50)")

Parameters are the rule options of a variant, `seed` (for what is dealt at the start), and `seats` if there is a choice.
A seed is an `s` and hex digits, such as `seed=s2a` for `--seed 2a` of the arbiter: without the `s`, OpenSpiel takes digits
for a number and refuses them. Chance is explicit. Forced passes are played automatically. Choices made at the same time are made one
after the other, unseen. Actions are the numbers of `uvi.rules`.

Utilities sum to 0 if seats compete: n · points - the sum of all points, for n seats. So a winner of two gets 1, a
winner of three 2, and a loser -1. If seats share one score, each gets it. `max_game_length` follows from the rules of
each variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError(f"uvi.openspiel needs {error.name}: pip install open_spiel") from error

from .rules import Game, Position, options, variants

LONGEST = 100_000
"""More decisions than a game of a variant has that `longest` does not know."""
MOST_OUTCOMES = 36
"""Of a chance event: two dice."""
DENSEST = 24 * 24
"""Points of a turn of Catalonia."""

IMPERFECT = ("cat-chess",)
"""The variants with choices that others do not see."""
PAWNS = {"battle-stations": 8, "cornered": 16}
"""The most points of a winner with `scoring=pawns`: one for each pawn that is left, or that stands on the board."""


def short_name(variant: str) -> str:
    """The name of a variant among OpenSpiel's games."""
    return f"uvi_{variant.replace('-', '_')}"


def longest(variant: str, options: Mapping[str, str], seats: int) -> int:
    """The most decisions of a game, which no game exceeds, by the rules page of its variant."""

    def number(option: str) -> int:
        return int(options[option])

    match variant:
        case "katarenga":
            # The choice of the baseline, and a hundred moves for each pawn that leaves the board. The game is over when
            # a side has one pawn left or two in camp, so at most seven of each side leave it before the last stretch.
            return 1 + 100 * (7 + 7 + 1)
        case "congress":
            return 2 * number("maxturns")
        case "isolation" | "cornered":
            return 2 * 8
        case "battle-stations":
            # Sixteen pawns, and a capture of all but one.
            return 16 + 15
        case "colorado":
            # The choice of the baseline, and a hundred moves for each pawn that is captured: all but one.
            return 1 + 100 * (15 + 1)
        case "troika":
            return 16 + (number("maxmoves") if options["endgame"] == "move" else 0)
        case "orwell":
            # A move for each of two dice.
            return number("maxrounds") * seats * 2
        case "french-revolution":
            # 24 turns of each player, or 32, with two parts each.
            return 2 * 2 * (32 if options["ranks"] == "10" else 24)
        case "catalonia":
            # In a turn: White yields, Black declines, both move; the claim of a chain of 24 men; the man that a bomb hits;
            # his escape; no more trapped Peasants of either side. In the game: 12 Peasants that are removed.
            claim = 24 + 1 if options["scoring"] == "claimed" else 0
            return number("turns") * (4 + claim + 1 + 1 + 2) + 12
        case "cat-chess":
            # In the setup: ten counters, three cats and their directions for each seat, and the tiles. In a turn: a free
            # preen; for each of three cats a challenge, its two choices and a step; the turning; the return of misto.
            turn = 1 + 3 * 4 + 1 + 2
            return seats * (10 + 3 * 2) + number("tiles") + number("maxrounds") * seats * turn
        case "chess":
            # A hundred moves, or 150, after each of 30 captures and of the 6 steps of 16 pawns.
            return (150 if options["draws"] == "claimed" else 100) * (30 + 6 * 16 + 1)
        case _:
            return LONGEST


def _default(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _game_type(variant: str) -> Any:
    seats, rows = options(variant)
    game = Game(variant)
    parameters: dict[str, int | str] = {name: _default(default) for name, default, _, _ in rows}
    parameters["seed"] = "s0"
    if len(seats) > 1:
        parameters["seats"] = seats[0]
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(variant),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kind.ChanceMode.DETERMINISTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION if variant in IMPERFECT else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.IDENTICAL if game.cooperative else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class State(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: _Game, position: Position) -> None:
        super().__init__(game)
        self.position = position
        self._pass()

    def _pass(self) -> None:
        while (forced := self.position.forced) is not None:
            self.position.play(forced[1], forced[0])

    def current_player(self) -> int:
        waits_for = self.position.waits_for
        if waits_for == "chance":
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_numbers(player + 1)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.position.outcomes()]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.position.waits_for == "chance":
            self.position.play(self.position.outcomes()[action][0])
        else:
            self.position.act(action)
        self._pass()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.position.outcomes()
            return outcomes[action][0] if action < len(outcomes) else f"chance {action}"
        return self.position.game.word_of(action) or f"no action {action}"

    def is_terminal(self) -> bool:
        return self.position.waits_for == "nothing"

    def returns(self) -> list[float]:
        seats, outcome = self.position.game.seats, self.position.outcome
        if outcome is None:
            return [0.0] * seats
        if outcome.shared is not None:
            return [float(outcome.shared)] * seats
        return [float(seats * points - sum(outcome.score)) for points in outcome.score]

    def seat_of(self, player: int | None) -> int:
        """The seat of a player, by default of the one who is to act."""
        number, players = self.current_player() if player is None else player, self.position.game.seats
        if number not in range(players):
            raise ValueError(f"expected a player from 0 to {players - 1}, found {number}")
        return int(number) + 1

    def observation_string(self, player: int | None = None) -> str:
        """The position as the player may see it."""
        return self.position.view(self.seat_of(player))

    def information_state_string(self, player: int | None = None) -> Any:
        """A position does not include its history."""
        raise ValueError("a position has no information state: use observation_string or observation_tensor")

    information_state_tensor = information_state_string

    def __str__(self) -> str:
        steps = [self.position.game.word_of(step) or "" for step in self.position.steps]
        return " ".join([self.position.text, *steps])


class _Observer:
    """The planes of a seat, as an array and by name."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(int(np.prod(game.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.shape)}

    def set_from(self, state: State, player: int) -> None:
        state.position.observe_into(state.seat_of(player), self.dict["observation"])

    def string_from(self, state: State, player: int) -> str:
        return state.observation_string(player)


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A variant with its options."""

    kind: Any
    variant: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        if "seed" in given:
            # With the letter the name of the game can be loaded again: digits alone would be read as a number.
            given["seed"] = f"s{str(given['seed']).removeprefix('s')}"
        defaults = self.kind.parameter_specification
        chosen = {name: given.get(name, default) for name, default in defaults.items()}
        self.seed = str(chosen.pop("seed")).removeprefix("s")
        seats = chosen.pop("seats", None)
        self.rules = Game(self.variant, chosen, None if seats is None else int(seats))
        number = self.rules.seats
        if self.rules.cooperative:
            least, most = 0.0, float(DENSEST * int(self.rules.options["turns"]))
        else:
            # A win can count twice, or by pawns.
            points = 2.0 if self.rules.options.get("doublewin") == "on" else 1.0
            if self.rules.options.get("scoring") == "pawns":
                points = float(PAWNS[self.variant])
            least, most = -points, points * (number - 1)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.rules.numbers,
            max_chance_outcomes=MOST_OUTCOMES if self.rules.chance else 0,
            num_players=number,
            min_utility=least,
            max_utility=most,
            utility_sum=None if self.rules.cooperative else 0.0,
            max_game_length=longest(self.variant, self.rules.options, number),
        )
        super().__init__(self.kind, information, given)

    def new_initial_state(self, text: str | None = None) -> State:
        """The start, or a position by its text."""
        return State(self, self.rules.start(self.seed) if text is None else self.rules.read(text))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer | None:
        """An observer of what a seat sees now. None, as OpenSpiel has it, for another kind of observation."""
        if params:
            raise ValueError(f"expected no parameters of an observation, found {params}")
        own = pyspiel.PrivateInfoType.SINGLE_PLAYER
        is_other = iig_obs_type and (
            iig_obs_type.perfect_recall
            or not iig_obs_type.public_info
            or (self.variant in IMPERFECT and iig_obs_type.private_info != own)
        )
        return None if is_other else _Observer(self.rules)


def _register(variant: str) -> None:
    kind, name = _game_type(variant), short_name(variant)
    # Pickle finds the class of a game by its name here.
    globals()[name] = type(name, (_Game,), {"kind": kind, "variant": variant})
    pyspiel.register_game(kind, globals()[name])


for _variant in variants():
    if short_name(_variant) not in pyspiel.registered_names():
        _register(_variant)
