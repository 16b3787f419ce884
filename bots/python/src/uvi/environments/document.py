"""The page `docs/python-environments.md`: what the numbers and planes of each variant mean, as the games themselves say."""

from __future__ import annotations

from ..rules import Game, options, variants
from .table import name

HEAD = """\
# Environments for programs that learn

The Python package offers every game as an environment of PettingZoo and of Gymnasium, and registers them with OpenSpiel. \
The rules run in the same process. They are the arbiter's own, compiled into the package, and the same seed gives the same \
chance.

```bash
pip install './bots/python[environments]'     # needs Rust; [openspiel] for OpenSpiel
```

| you want | you write |
|---|---|
| PettingZoo, one seat after the other (AEC) | `uvi.environments.orwell_v0.env(render_mode="ansi")` |
| the same without PettingZoo's wrappers | `uvi.environments.orwell_v0.raw_env()` |
| PettingZoo, all seats at once (parallel) | `uvi.environments.cat_chess_v0.parallel_env(seats=3)` |
| Gymnasium, one seat against opponents | `uvi.environments.isolation_v0.seat_env(seat=2, opponent=mine)`, or after \
`uvi.environments.register()` `gymnasium.make("uvi/isolation-v0")` |
| OpenSpiel | `import uvi.openspiel`, then `pyspiel.load_game("uvi_orwell(maxrounds=50)")` |
| no framework, many games at once | `uvi.rules.Batch(uvi.rules.Game("katarenga"), 1024, seed=1)` |

`options` and `seats` are those of the rules pages (`arbiter rules <variant>`).

## All environments

- **Names have versions.** What a number or a plane means never changes under one name.
- **Observations** are dictionaries, as in PettingZoo's classic games: `observation` has planes of numbers from 0 to 1 (32-bit \
floats), `action_mask` has a 1 for each legal number. Gymnasium also has the mask in `info["action_mask"]`.
- **A seat sees no more than it may.** Two positions that look the same to it have the same observation.
- **Planes** are rows and columns of the board, rank 1 and file a first. Each seat has its own view, with its own men first. \
Numbers are the same for all seats.
- **Squares** are counted from 0, rank by rank: a1, b1, and so on. Spaces of Cat Chess are counted row by row.
- **Rewards** are the points of the score, at the end: 1 for a win and 1/2 for a draw of two, unless \
[an option](games.md#rule-options) such as `scoring` changes it. In Catalonia each seat gets the \
points when they are scored.
- **Chance and forced passes** are played automatically, from a seed that the environment draws. `reset(seed=…)` begins a \
series of games that is always the same. Each game of the series has a seed of its own, which `reset` gives: \
`info["seed"]` in Gymnasium, `infos[agent]["seed"]` in PettingZoo. `arbiter play VARIANT … --seed SEED` deals the same game. \
The seed tells all luck to come, so show it to no player.
- **Choices made at the same time**: in `env`, seats choose one after the other, and do not see what was chosen. In \
`parallel_env` they choose in one step. There the last number, one more than below, means to wait. It is the only choice of a \
seat that is not asked.
- **Illegal numbers** end the game in `env` (-1, PettingZoo's wrapper) and in `seat_env` (`illegal_reward`). `raw_env` raises \
`uvi.rules.IllegalAction`. `parallel_env` plays a random legal number instead, and reports it in `infos`.
- **`max_cycles`** truncates a game after that many decisions (`env`) or steps (`parallel_env`).
- **`render_mode`** is `human` (prints the board after each step), `ansi` (text), `svg`, or `rgb_array` (pixels; letters \
need a font of the system).

## Many games at once

`uvi.rules.Batch` plays many games in arrays of numpy, which you make once and pass each time:

```python
import numpy as np

from uvi import rules

game = rules.Game("katarenga")
batch = rules.Batch(game, 512, seed=1)
mask = np.zeros((len(batch), game.numbers), bool)
planes = np.zeros((len(batch), *game.shape), np.float32)
points, over = np.zeros((len(batch), game.seats), np.float32), np.zeros(len(batch), bool)
for _ in range(100):
    batch.legal_mask(mask)
    batch.observe(planes)
    scores = np.where(mask, np.random.random(mask.shape), -1)  # of your network
    batch.step(scores.argmax(1).astype(np.int32), points, over)
```

- `batch.seats()` has the seat to act in each game. A game that ends is in `over`, its points in `points`, and a new game takes \
its place.
- `batch.legal_bits()` is the mask in an eighth of the memory and a third of the time, to be kept for training. It is \
`np.packbits(mask, axis=1, bitorder="little")`.
- To choose by lot, `numbers, first = batch.legal()` is quicker than a mask: game `i` has the numbers \
`numbers[first[i]:first[i + 1]]`.

**Speed**: `taskset -c 0 python3 bots/python/benches/figures.py` prints decisions per second on one core, for positions, \
batches and environments, beside games of OpenSpiel and PettingZoo in the same run. The file says what to install for it.

Claims of chains in Catalonia are the only decision that takes several steps, because there are too many to number them: one \
square after the other, then the end. A step is legal if the last man defends the next. `none` drops an unfinished claim, so \
no path is a dead end.
"""

NOTES = {
    "chess": "With `draws=claimed`, games go on to 150 such moves and to the fifth time of a position, but planes 19 and 20 "
    "stop rising at 100 moves and at the third time. No plane shows the option.",
}
"""What a table of planes does not say."""


def _plain(text: str) -> str:
    return text.replace("|", "\\|")


def _section(variant: str) -> str:
    game = Game(variant)
    planes, rows, columns = game.shape
    seats, _ = options(variant)
    lines = [
        f"## {game.title} (`{name(game)}`)",
        "",
        f"Seats: {', '.join(map(str, seats))}. Observation: {planes} planes of {rows} × {columns}. Actions: {game.numbers}.",
        "",
        "| planes | what they show |",
        "|---|---|",
    ]
    first = 0
    for count, shows in game.layers:
        lines.append(f"| {_range(first, count)} | {_plain(shows)} |")
        first += count
    lines += ["", NOTES[variant]] if variant in NOTES else []
    lines += ["", "| numbers | actions | counted from the first of them |", "|---|---|---|"]
    first = 0
    for count, actions, number in game.spans:
        lines.append(f"| {_range(first, count)} | {_plain(actions)} | {_plain(number)} |")
        first += count
    return "\n".join(lines) + "\n"


def _range(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *map(_section, variants())])
