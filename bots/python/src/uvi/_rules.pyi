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
    """What is wrong with what the rules were given."""

class UnknownVariant(RulesError):
    """There is no variant with this word."""

class BadOption(RulesError):
    """A rule option, a number of seats, a seed or an array does not fit."""

class BadPosition(RulesError):
    """A text is no position of the variant."""

    column: int | None
    """Where, counted in characters from 1; None where the text can be read and the rules page refuses it."""

class UnreadableAction(RulesError):
    """A word is no action of the variant."""

class IllegalAction(RulesError):
    """An action is not legal now; the text names the rule."""

class Outcome:
    """How a game ended by its own rules."""

    @property
    def reason(self) -> str:
        """A word of the rules page."""

    @property
    def score(self) -> tuple[Fraction, ...]:
        """The points of each seat, in seat order; empty where all share one score."""

    @property
    def shared(self) -> int | None:
        """The one score that all seats share, where they do."""

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
        """The length of the longest chain there was, where the seats claim one themselves."""

class Game:
    """A variant with its rule options and a number of seats; the fewest, if none is given."""

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
        """The version of numbers and planes, which stands in the name of an environment."""

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
        """The number of an action; None for passes, for what chance does, and for what is decided in steps."""

    def start(self, seed: Seed) -> Position:
        """The start under a seed: a number below 2**128, or up to 32 hex digits as in a log."""

    def read(self, text: str) -> Position:
        """A position, finished ones included. Raises `BadPosition`."""

class Position:
    """A position, which is played on in place."""

    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that are to decide; several choose at the same time, unseen. None where chance is due, and after the
        end."""

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
        """How the game ended; None while it goes on."""

    @property
    def shared(self) -> int:
        """The score that all seats share so far; 0 where they compete."""

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that have been vacated."""

    @property
    def text(self) -> str:
        """The whole position, as logs have it."""

    def view(self, seat: int) -> str:
        """The position as a seat may see it."""

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, or of the first that is to act, ascending by bytes."""

    @property
    def lists_all(self) -> bool:
        """Whether `legal` is the whole list: in one phase of Catalonia it is a part."""

    def play(self, action: str, seat: int | None = None) -> Scored | None:
        """Plays an action of a seat, by default of the first that is to act, or of chance, which begins with `@`. Raises
        `UnreadableAction` or `IllegalAction`; the position is then unchanged."""

    def describe(self, action: str, seat: int | None = None) -> str:
        """A legal action as people write it."""

    @property
    def forced(self) -> tuple[int, str] | None:
        """The pass that a seat must play, with that seat."""

    def outcomes(self) -> list[tuple[str, int]]:
        """The outcomes of the chance event that is due, each with its weight."""

    @property
    def chance_key(self) -> str | None:
        """The key of the chance event that is due."""

    def draw(self, seed: Seed) -> str | None:
        """The outcome that a seed gives to the chance event that is due."""

    def settle(self, seed: Seed) -> list[str]:
        """Plays what the arbiter plays, chance and forced passes, until a seat must decide or the game is over; says
        what it was."""

    def vacate(self, seat: int) -> None:
        """Takes a seat out of a game of three or more that goes on without it."""

    def legal_numbers(self, seat: int | None = None) -> list[int]:
        """The numbers that are legal for a seat, or for the first that is to act, ascending: actions, and steps of a
        decision."""

    def act(self, number: int, seat: int | None = None) -> Scored | None:
        """Plays the action with this number, or makes this step."""

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps that have been made of a decision. They are no part of the text."""

    def mask(self, seat: int | None = None) -> npt.NDArray[np.int8]:
        """1 for each number that is legal, 0 for the others."""

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """The planes as a seat sees the position."""

    def observe_into(self, seat: int, out: npt.NDArray[np.float32]) -> None:
        """Fills an array with these planes, without a copy."""

    def board(self, colour: bool = False) -> str:
        """The board for people, in characters."""

    def svg(self, seat: int | None = None, last: Last = ()) -> str:
        """A picture, as everybody or as a seat may see it, with the actions marked that led here last."""

    def rgb(self, width: int = 480, seat: int | None = None, last: Last = ()) -> npt.NDArray[np.uint8]:
        """The same as pixels: rows, columns, and red, green and blue. Letters need a font of the system."""

    def _repr_svg_(self) -> str: ...
    def copy(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...

class Batch:
    """Many games side by side, told and asked by arrays.

    Each has a seed of its own, which follows from that of the batch. One seat acts in each game at a time: of several that
    choose at once the first, then the next, who does not see what was chosen. Chance and forced passes are played. A game
    that is over begins anew.
    """

    def __new__(cls, game: Game, size: int, seed: Seed) -> Batch: ...
    @property
    def game(self) -> Game: ...
    def __len__(self) -> int: ...
    def seats(self) -> npt.NDArray[np.int8]:
        """The seat that is to act in each game."""

    def legal(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """The numbers that are legal, game after game, and where those of each game begin: those of game `i` stand from
        `first[i]` to `first[i + 1]`."""

    def legal_mask(self, out: npt.NDArray[np.bool_]) -> None:
        """Fills a row for each game: true where the number is legal."""

    def observe(self, out: npt.NDArray[np.float32]) -> None:
        """Fills the planes of each game, as the seat sees it that is to act."""

    def step(
        self, numbers: npt.NDArray[np.int32], points: npt.NDArray[np.float32], over: npt.NDArray[np.bool_]
    ) -> None:
        """Acts in each game by its number. Fills the points that each seat got where a game ended, and which did. Raises
        `IllegalAction` where one number is not legal; then nothing is done."""

    def position(self, game: int) -> Position:
        """A copy of one of the games."""

def variants() -> list[str]:
    """The words of all variants."""

def options(word: str) -> tuple[list[int], list[tuple[str, str, str, str]]]:
    """The numbers of seats of a variant, and its rule options: name, default, what fits, what it does."""

def unpickle(game: tuple[Any, ...], text: str, steps: list[int]) -> Position: ...
