"""The rules of every game, in this process: the same games as the arbiter plays, draw for draw.

    from uvi import rules

    game = rules.Game("orwell", {"maxrounds": 40})
    position = game.start(seed=1)
    position.settle(seed=1)
    while position.turn:
        position.play(position.legal()[0])
        position.settle(seed=1)
    print(position.outcome)

A position waits for seats (`turn`), for chance (`outcomes`, `draw`), or for nothing (`outcome`). `settle` plays what
the arbiter plays: chance, and passes of seats that cannot act. An error is a `RulesError`, and leaves the position as
it was. An argument of another type is a `TypeError`, and a number of more than 64 bits an `OverflowError`.

For programs that learn, actions have numbers (`legal_numbers`, `act`, `mask`), positions have planes (`observe`), and a
`Batch` plays many games at once. `docs/python-environments.md` says what the numbers and planes of each variant mean.
Arrays (`mask`, `observe`, `Batch`) need numpy; nothing else does. """

from __future__ import annotations

try:
    from ._rules import (
        BadOption,
        BadPosition,
        Batch,
        Game,
        IllegalAction,
        Outcome,
        Position,
        RulesError,
        Scored,
        UnknownVariant,
        UnreadableAction,
        options,
        variants,
    )
except ModuleNotFoundError as error:
    if error.name != "uvi._rules":
        raise
    raise ImportError(
        "uvi.rules needs the compiled part of this package, which is not here; bots and hosts need none of it. Build it "
        "with Rust from a clone of the repository: pip install ./bots/python"
    ) from error

__all__ = [
    "BadOption",
    "BadPosition",
    "Batch",
    "Game",
    "IllegalAction",
    "Outcome",
    "Position",
    "RulesError",
    "Scored",
    "UnknownVariant",
    "UnreadableAction",
    "options",
    "variants",
]
