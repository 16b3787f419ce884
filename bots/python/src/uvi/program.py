"""Where the program `arbiter` is, and calls of it that print something and end."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from .errors import ArbiterNotFound, CommandFailed

FOLDER = Path(__file__).resolve().parent / "bin"
"""Where a wheel that brings the arbiter has it, and its bots beside it."""


def find_arbiter(program: str | os.PathLike[str] | None = None) -> Path:
    """The path of the program `arbiter`.

    That is `program`, if it is given; else the one in this package, if its wheel brings one; else what the environment
    variable `ARBITER` names; else the first on the `PATH`. Raises `ArbiterNotFound`.
    """
    if program is not None:
        return _checked(program, "the argument program")
    packed = FOLDER / "arbiter"
    if packed.is_file():
        return packed
    named = os.environ.get("ARBITER")
    if named:
        return _checked(named, "the environment variable ARBITER")
    found = shutil.which("arbiter")
    if found is None:
        raise ArbiterNotFound(
            "found no program arbiter: neither in this package, nor in the environment variable ARBITER, nor on the "
            "PATH; install it (cargo install --path . in a clone of its repository), or set ARBITER to its path"
        )
    return Path(found)


def _checked(program: str | os.PathLike[str], source: str) -> Path:
    """A program that somebody named, by its path or by a word that is on the `PATH`."""
    name = os.fspath(program)
    found = shutil.which(name)
    if found is None:
        what = "there is no such file" if not os.path.exists(name) else "it is no program that can be executed"
        raise ArbiterNotFound(f"expected {source} to name the program arbiter, found {name}: {what}")
    return Path(found).absolute()


def run(arguments: list[str], program: str | os.PathLike[str] | None = None, allowed: tuple[int, ...] = (0,)) -> Done:
    """Calls the arbiter and waits for its end; raises `CommandFailed` where it ends otherwise than `allowed`."""
    done = subprocess.run(
        [str(find_arbiter(program)), *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    stdout, stderr = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode not in allowed:
        raise CommandFailed(arguments[0], done.returncode, stderr)
    return Done(done.returncode, stdout, stderr)


class Done:
    """What a call has printed."""

    def __init__(self, status: int, stdout: str, stderr: str) -> None:
        self.status = status
        self.stdout = stdout
        self.stderr = stderr


def command_of(bot: str, program: Path) -> str:
    """The command line of a bot. The arbiter's own bots, which lie beside it, have short names: `greedy` is
    `arbiter-greedy`; `uci:` stands before the command line of an engine. So it is in `arbiter play`."""
    if bot.startswith("uci:"):
        bot = f"uci {bot.removeprefix('uci:').lstrip()}"
    name, space, rest = bot.partition(" ")
    path = program.resolve().parent / f"arbiter-{name}"
    if not name or "/" in name or not path.is_file():
        return bot
    return f"{shlex.quote(str(path))}{space}{rest}"


__all__ = ["FOLDER", "Done", "command_of", "find_arbiter", "run"]
