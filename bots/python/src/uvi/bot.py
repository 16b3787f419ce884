"""A bot: you write `choose`, and this module does the rest."""

from __future__ import annotations

import logging
import math
import os
import queue
import random
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO, ClassVar, TypeAlias

from . import messages
from .clock import Clock
from .declared import Declared
from .errors import ParseError, PositionError
from .line import cleaned, is_word
from .messages import GameOver, History, NewGame
from .options import Button, Option, Setting
from .positions import Position, Text, read_position

Answer: TypeAlias = "str | Sequence[str] | None"


class Bot(ABC):
    """A bot for any variant. Write a subclass with a method `choose`, and call `run` on an instance.

    What the class may set:

    - `name`, `author`: who the bot is;
    - `variants`: the variants that it plays; if empty, all of them;
    - `options`: the options that a host may set; their values are in `settings` when the game begins;
    - `features`: what the arbiter sends it before each question: `legal`, `history`.

    What `choose` finds besides its arguments:

    - `game`: the variant, the seats, which one is yours, and the rule options that are not at their defaults;
    - `lots`: a `random.Random`. The same question in the same game always gives the same draws, so you can repeat what
      went wrong. Every game has other draws;
    - `settings`: your own options by name;
    - `history`: what has happened, if you asked for it;
    - `log`: a logger that writes to stderr, because stdout belongs to the protocol;
    - `info`: a method that tells the arbiter something.

    While `choose` works, `isready` is answered, and `stop` makes `clock.is_up` true.
    """

    name: ClassVar[str] = "A bot"
    author: ClassVar[str] = "me"
    variants: ClassVar[Sequence[str]] = ()
    options: ClassVar[Sequence[Option]] = ()
    features: ClassVar[Sequence[str]] = ("legal",)

    def __init__(self) -> None:
        self._check()
        self.game = NewGame("none", 1, 1)
        self.lots = random.Random()
        self.settings: dict[str, Any] = {
            option.name: getattr(option, "default", None) for option in self.options if not isinstance(option, Button)
        }
        self.history: History | None = None
        self.log = logging.getLogger("uvi")
        self._said = threading.Lock()
        self._has_resigned = False
        self._output: BinaryIO = sys.stdout.buffer

    def _check(self) -> None:
        """Refuses what a class has set that cannot be meant."""
        for part, words in (("variants", self.variants), ("features", self.features)):
            if isinstance(words, str):
                raise TypeError(f"expected {part}, a list of words; found {words!r}")
        names: set[str] = set()
        for option in self.options:
            if not isinstance(option, Declared):
                raise TypeError(f"expected options, a list such as [uvi.Spin('depth')]; found {option!r} in it")
            option.check()
            if option.name in names:
                raise ValueError(f"{option.name}: expected one option of this name, found two")
            names.add(option.name)

    @abstractmethod
    def choose(self, position: Position, legal: list[str], clock: Clock) -> Answer:
        """Chooses one action of `legal`, several to play in a row, or `None` to resign.

        `position` is an object of the variant (see `uvi.positions`); its text is `str(position)`. `legal` is the whole
        list, except in one phase of Catalonia, where it is a part.
        """

    def on_new_game(self) -> None:
        """A game begins. Do slow preparations here: `isready` is answered afterwards."""

    def on_game_over(self, over: GameOver) -> None:
        """A game has ended."""

    def on_option(self, name: str, value: Setting) -> None:
        """An option was set, or a button pressed."""

    def on_error(self, text: str) -> None:
        """The arbiter says that this bot is at fault: the fault's word, what was expected and what came. If the game
        continues and the seat is asked again, this says what to do better."""
        self.log.error("the arbiter says that this bot is at fault: %s", text)

    def info(self, text: str = "", *, score: float | None = None, nodes: int | None = None) -> None:
        """Says something about the bot's thinking. Reports understand score and nodes.

        - `text`: a line; control characters, line ends among them, become spaces.
        - `score`: how good the position is for this seat; 0 is even, more is better. Not finite: `ValueError`.
        - `nodes`: how many positions were searched.
        """
        try:
            if score is not None and not math.isfinite(score):
                raise ValueError(f"expected a finite score, found {score}")
        except TypeError:
            raise TypeError(f"expected a finite score, found {score!r}") from None
        parts = [] if score is None else [f"score {score}"]
        parts += [] if nodes is None else [f"nodes {nodes}"]
        self._say(messages.Info(cleaned(" ".join([*parts, text]))))

    def run(self, input: BinaryIO | None = None, output: BinaryIO | None = None) -> None:
        """Plays over stdin and stdout, or over the given streams, until the arbiter says `quit` or is gone.

        If `choose` raises, the bot ends with a traceback on stderr. The arbiter puts its last lines into the log.
        """
        if not self.log.handlers:
            handler = logging.StreamHandler(sys.stderr)
            handler.setFormatter(logging.Formatter("%(relativeCreated)d ms %(levelname)s %(message)s"))
            self.log.addHandler(handler)
            self.log.setLevel(logging.INFO)
        self._output = output or sys.stdout.buffer
        # Python cannot end while a thread reads from its own `sys.stdin.buffer`.
        listener = _Listener(self, input or open(sys.stdin.fileno(), "rb", closefd=False))
        threading.Thread(target=listener.listen, name="listener", daemon=True).start()
        try:
            self._play(listener)
        except BrokenPipeError:
            # The arbiter has gone, which is no failure of ours. What is still unsent must go somewhere at the end.
            if output is None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _play(self, listener: _Listener) -> None:
        question = _Question()
        while True:
            message = listener.next()
            match message:
                case messages.Uvi():
                    self._greet()
                case messages.SetOption(name, value):
                    self._set(name, value)
                case messages.IsReady():
                    self._say(messages.ReadyOk())
                case NewGame():
                    self.game = message
                    self.on_new_game()
                case messages.Position(words):
                    question = _Question(" ".join(words))
                case History():
                    question.history = message
                case messages.Legal(actions):
                    question.legal = list(actions)
                case Clock():
                    listener.answer(message, self._decide(question, message))
                case GameOver():
                    self.on_game_over(message)
                case messages.Error(text):
                    self.on_error(text)
                case messages.Quit():
                    return
                case messages.Stop() | messages.Go():
                    # The listener deals with both.
                    pass

    def _decide(self, question: _Question, clock: Clock) -> messages.FromBot:
        self.history = question.history
        if self.game.lots is not None:
            self.lots = random.Random(f"{self.game.lots} {question.position}")
        try:
            position = read_position(self.game.variant, question.position)
        except PositionError as error:
            # Its notation may have come to have more than this package knows. The list of actions is enough to go on.
            self.log.warning("a position is given as its text: %s", error)
            position = Text(question.position)
        answer = self.choose(position, question.legal, clock)
        if answer is None:
            if not self._has_resigned:
                self.log.warning("choose returned None, so the bot resigns; unless that is meant, return an action")
            self._has_resigned = True
            return messages.Resign()
        actions = (answer,) if isinstance(answer, str) else tuple(answer) if isinstance(answer, Iterable) else ()
        if not actions or not all(isinstance(action, str) and is_word(action) for action in actions):
            raise ValueError(
                "expected an action, several in a list, or None to resign, from choose; each is a word, such as those of "
                f"legal; found {answer!r}"
            )
        return messages.BestMove(actions)

    def _greet(self) -> None:
        said: list[messages.FromBot] = [messages.Id("name", self.name), messages.Id("author", self.author)]
        said += map(messages.Declare, self.options)
        if self.variants:
            said.append(messages.Variant(tuple(self.variants)))
        if self.features:
            said.append(messages.Feature(tuple(self.features)))
        self._say(*said, messages.UviOk())

    def _set(self, name: str, value: str) -> None:
        option = next((option for option in self.options if option.name == name), None)
        if option is None:
            return
        try:
            setting = option.read(value)
        except ValueError as error:
            self.log.warning("an option is left as it was: %s", error)
            return
        if not isinstance(option, Button):
            self.settings[name] = setting
        self.on_option(name, setting)

    def _say(self, *said: messages.FromBot) -> None:
        """Sends messages at once. The listener speaks too, so that only one may at a time."""
        text = "".join(f"{message}\n" for message in said)
        with self._said:
            self._output.write(text.encode())
            self._output.flush()


class _Question:
    """What was heard since the last `position`."""

    def __init__(self, position: str = "") -> None:
        self.position = position
        self.legal: list[str] = []
        self.history: History | None = None


class _Listener:
    """Reads what the arbiter says, in a thread of its own, so that a bot that thinks hears `stop` and `isready`."""

    def __init__(self, bot: Bot, input: BinaryIO) -> None:
        self._bot = bot
        self._input = input
        self._heard: queue.SimpleQueue[messages.ToBot | Clock] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open: list[Clock] = []
        self._seat = 1

    def next(self) -> messages.ToBot | Clock:
        """Waits for the next message; a `go` comes as the clock that it started."""
        return self._heard.get()

    def answer(self, clock: Clock, said: messages.FromBot) -> None:
        """Answers the question, unless nobody waits for the answer any more. Said later than the `readyok` that follows
        a timeout, it would be taken for the answer to the next question."""
        with self._lock:
            if clock in self._open:
                self._open.remove(clock)
                self._bot._say(said)

    def listen(self) -> None:
        """Reads to `quit` or the end of the input, which means the same."""
        try:
            for line in self._input:
                message = self._read(line)
                if isinstance(message, messages.Quit):
                    break
                if message:
                    self._put(message)
        except OSError as error:
            self._bot.log.debug("the pipe is gone: %s", error)
        self._put(messages.Quit())

    def _read(self, line: bytes) -> messages.ToBot | None:
        """The message, if the line is one."""
        try:
            return messages.parse_to_bot(line.removesuffix(b"\n").removesuffix(b"\r").decode())
        except (UnicodeDecodeError, ParseError) as error:
            self._bot.log.debug("ignored: %s", error)
            return None

    def _put(self, message: messages.ToBot) -> None:
        with self._lock:
            match message:
                case messages.Go():
                    clock = Clock(message, self._seat)
                    self._open.append(clock)
                    self._heard.put(clock)
                    return
                # After `stop` it promises that no answer follows, so it waits for the answer.
                case messages.IsReady() if self._open and not self._open[-1].is_stopped:
                    self._bot._say(messages.ReadyOk())
                    return
                case messages.Stop() | messages.Quit() | GameOver() | messages.Error():
                    for clock in self._open:
                        clock.stop()
                    if isinstance(message, GameOver | messages.Error):
                        self._open.clear()
                case NewGame():
                    self._seat = message.seat
                case _:
                    pass
        self._heard.put(message)
