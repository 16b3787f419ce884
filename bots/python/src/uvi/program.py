"""Where the program `arbiter` is, and calls of it that print something and end."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

from .errors import ArbiterNotFound, CommandFailed

DISTRIBUTION = "uvi-arbiter"
"""The name under which this package is installed."""


def find_arbiter(program: str | os.PathLike[str] | None = None) -> Path:
    """The path of the program `arbiter`.

    The first of these that is there: `program`; the program that was installed with this package's wheel; the one that
    the environment variable `ARBITER` names; the first on the `PATH`. Raises `ArbiterNotFound`.
    """
    if program is not None:
        return _checked(program, "the argument program")
    packed = _installed(Path(__file__))
    if packed is not None:
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


def _installed(module: Path) -> Path | None:
    """The arbiter that came in the wheel of a module: the installer has put it beside `python`, its bots beside it."""
    try:
        files = metadata.files(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return None
    located = [Path(os.path.normpath(str(file.locate()))) for file in files or ()]
    # The sources may run beside an environment that has the package too.
    if not any(path.name == module.name and path.exists() and path.samefile(module) for path in located):
        return None
    programs = [path for path in located if path.name == "arbiter"]
    # `pip install --target` moves programs, and keeps the record of where they were.
    programs.append(module.resolve().parent.parent / "bin" / "arbiter")
    return next((path for path in programs if path.is_file()), None)


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
        raise CommandFailed(arguments[0], done.returncode, stderr if stderr.strip() else stdout)
    return Done(done.returncode, stdout, stderr)


class Done:
    """What a call has printed."""

    def __init__(self, status: int, stdout: str, stderr: str) -> None:
        self.status = status
        self.stdout = stdout
        self.stderr = stderr


SHORT_NAMES = ("random", "greedy", "search", "chain", "prowler", "uci")
"""The arbiter's own bots. Only before these a player needs no `bot:`."""


def has_short_name(player: str) -> bool:
    """Whether a player is one of the arbiter's own bots, without `bot:` before it."""
    return player.partition(" ")[0] in SHORT_NAMES or player.startswith("uci:")


def meant(player: str) -> str:
    """The player that somebody probably meant."""
    command = player.removeprefix("bot:").strip()
    if command in ("", "human"):
        return "host" if command else "bot:random"
    close = difflib.get_close_matches(command, SHORT_NAMES, 1, 0.7)
    return close[0] if close else f"bot:{command}"


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


__all__ = ["DISTRIBUTION", "SHORT_NAMES", "Done", "command_of", "find_arbiter", "has_short_name", "meant", "run"]
