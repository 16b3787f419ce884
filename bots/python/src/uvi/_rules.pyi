"""The binding of the rules, which `uvi.rules` shows to people."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

__version__: str

Seed: TypeAlias = int | str
Last: TypeAlias = Sequence[tuple[int | None, str]]

class RulesError(ValueError):
    """The base of all errors of the rules."""

class UnknownVariant(RulesError):
    """There is no variant with this word."""

class BadOption(RulesError):
    """A rule option, a number of seats, a seed or an array does not fit."""

class BadPosition(RulesError):
    """A text is not a position of the variant."""

    column: int | None
    """The place, in characters from 1; None if the text can be read but the rules page refuses it."""

class UnreadableAction(RulesError):
    """A word is not an action of the variant."""

class IllegalAction(RulesError):
    """An action is not legal now; the text names the rule."""

class Outcome:
    """How a game ended by its own rules."""

    @property
    def reason(self) -> str:
        """A word of the rules page."""

    @property
    def score(self) -> tuple[Fraction, ...]:
        """The points of each seat, in seat order; empty if all seats share one score."""

    @property
    def shared(self) -> int | None:
        """The score that all seats share; None if they compete."""

class Scored:
    """What a turn of a cooperative game scored."""

    @property
    def turn(self) -> int: ...
    @property
    def points(self) -> int:
        """The points of this turn."""

    @property
    def total(self) -> int:
        """The points so far, these included."""

    @property
    def chain(self) -> tuple[str, ...]:
        """The squares of the witness, in order."""

    @property
    def longest(self) -> int | None:
        """The length of the longest possible chain, if the seats claim chains themselves."""

class Game:
    """A variant with its rule options and a number of seats, by default the fewest."""

    def __new__(cls, word: str, options: Mapping[str, object] | None = None, seats: int | None = None) -> Game: ...
    @property
    def word(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> str:
        """The rules page, in Markdown."""

    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> dict[str, str]:
        """Every rule option with its value."""

    @property
    def phases(self) -> list[str]:
        """The kinds of decision that seats are asked for."""

    @property
    def cooperative(self) -> bool:
        """Whether all seats share one score."""

    @property
    def chance(self) -> bool:
        """Whether there are chance events after the start."""

    @property
    def version(self) -> int:
        """The version of numbers and planes, as in the name of an environment."""

    @property
    def numbers(self) -> int:
        """How many numbers actions have."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""

    @property
    def layers(self) -> list[tuple[int, str]]:
        """What the planes show, in their order: how many, and what."""

    @property
    def spans(self) -> list[tuple[int, str, str]]:
        """What the numbers mean, from 0: how many, which actions, and which of them it is."""

    def word_of(self, number: int) -> str | None:
        """The word of a number: an action, or a step of a decision."""

    def number_of(self, action: str) -> int | None:
        """The number of an action; None for passes, for chance, and for what is decided in steps."""

    def start(self, seed: Seed) -> Position:
        """The start under a seed: a number below 2**128, or up to 32 hex digits as in a log."""

    def read(self, text: str) -> Position:
        """Reads a position, finished or not. Raises `BadPosition`."""

class Position:
    """A position. Methods that play change it in place."""

    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that must decide. If there are several, they choose at the same time, unseen. Empty if chance is due,
        and after the end."""

    @property
    def seat(self) -> int | None:
        """The first of them."""

    @property
    def waits_for(self) -> Literal["seats", "chance", "nothing"]: ...
    @property
    def phase(self) -> str:
        """The kind of decision that is due."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before its end."""

    @property
    def shared(self) -> int:
        """The score so far that all seats share; 0 if they compete."""

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that have been vacated."""

    @property
    def text(self) -> str:
        """The whole position, as logs have it."""

    def view(self, seat: int) -> str:
        """The position as a seat may see it."""

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, by default the first that is to act, sorted by bytes."""

    @property
    def lists_all(self) -> bool:
        """Whether `legal` is the whole list: in one phase of Catalonia it is a part."""

    def play(self, action: str, seat: int | None = None) -> Scored | None:
        """Plays an action of a seat, by default the first that is to act. An action of chance begins with `@`. Raises
        `UnreadableAction` or `IllegalAction`, and then leaves the position as it was."""

    def describe(self, action: str, seat: int | None = None) -> str:
        """A legal action as people write it."""

    @property
    def forced(self) -> tuple[int, str] | None:
        """The seat that must pass, and its pass; None if no seat must."""

    def outcomes(self) -> list[tuple[str, int]]:
        """The outcomes of the chance event that is due, each with its weight."""

    @property
    def chance_key(self) -> str | None:
        """The key of the chance event that is due."""

    def draw(self, seed: Seed) -> str | None:
        """The outcome of the chance event that is due, as a seed gives it."""

    def settle(self, seed: Seed) -> list[str]:
        """Plays chance and forced passes, as the arbiter does, until a seat must decide or the game is over. Returns what
        was played."""

    def vacate(self, seat: int) -> None:
        """Takes a seat out of a game of three or more, which continues without it."""

    def legal_numbers(self, seat: int | None = None) -> list[int]:
        """The legal numbers of a seat, by default the first that is to act, ascending. They are actions, or steps of a
        decision."""

    def act(self, number: int, seat: int | None = None) -> Scored | None:
        """Plays the action with this number, or makes this step."""

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps of a decision that have been made. They are not part of the text."""

    def mask(self, seat: int | None = None) -> npt.NDArray[np.int8]:
        """1 for each legal number, 0 for the others."""

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """The planes as a seat sees the position."""

    def observe_into(self, seat: int, out: npt.NDArray[np.float32]) -> None:
        """Fills an array with these planes, without a copy."""

    def board(self, colour: bool = False) -> str:
        """The board for people, in characters."""

    def svg(self, seat: int | None = None, last: Last = ()) -> str:
        """A picture of the whole board, or as a seat may see it. `last` are the actions to mark as the last ones; a
        text that is no action marks nothing."""

    def _repr_svg_(self) -> str: ...
    def copy(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...

class Batch:
    """Many games at once, played through arrays.

    Each game has its own seed, which follows from the seed of the batch. One seat acts in each game at a time. If several
    choose at the same time, they act one after the other, and do not see what was chosen. Chance and forced passes are
    played automatically. A game that ends is replaced by a new one.
    """

    def __new__(cls, game: Game, size: int, seed: Seed) -> Batch: ...
    @property
    def game(self) -> Game: ...
    def __len__(self) -> int: ...
    def seats(self) -> npt.NDArray[np.int8]:
        """The seat to act in each game."""

    def legal(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """`numbers` and `first`: the legal numbers, game after game, and where each game begins. Game `i` has
        `numbers[first[i]:first[i + 1]]`."""

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """A row for each game: true where the number is legal. Fills `out` if you pass an array, else a new one, and
        returns it. To pass the same array each time is quicker."""

    def legal_bits(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """The same mask in an eighth of the memory: as `numpy.packbits(mask, axis=1, bitorder="little")`. Unpack it by
        `numpy.unpackbits(bits, axis=1, count=game.numbers, bitorder="little")`."""

    def observe(self, out: npt.NDArray[np.float32]) -> None:
        """Fills the planes of each game, as the seat to act sees them."""

    def step(
        self, numbers: npt.NDArray[np.int32], points: npt.NDArray[np.float32], over: npt.NDArray[np.bool_]
    ) -> None:
        """Plays a number in each game. Fills `over` with the games that ended, and `points` with what each seat got in
        them. If a number is illegal, it raises `IllegalAction`, and no game changes."""

    def position(self, game: int) -> Position:
        """A copy of one of the games."""

def variants() -> list[str]:
    """The words of all variants."""

def options(word: str) -> tuple[list[int], list[tuple[str, str, str, str]]]:
    """The numbers of seats of a variant, and its rule options: name, default, what fits, what it does."""

def unpickle(game: tuple[Any, ...], text: str, steps: list[int]) -> Position: ...
