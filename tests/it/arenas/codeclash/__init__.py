"""The parts of CodeClash that an arena uses, on this machine instead of in containers."""

from pathlib import Path


def run(arena, names, game):
    """The statistics of one round."""
    from codeclash.agents.player import Player

    made = arena({"game": game, "players": names}, local_output_dir=Path("logs").resolve())
    return made.run_round([Player(name) for name in names], 1)
