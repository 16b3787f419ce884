"""The reference tells of every public name, and what docs/python.md shows runs."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hosting import WAIT
from vectors import FOLDER

import uvi

HERE = Path(__file__).resolve().parents[1]
PAGE = FOLDER.parents[1] / "docs" / "python.md"


def reference() -> ModuleType:
    """The script that makes the reference."""
    spec = importlib.util.spec_from_file_location("reference", HERE / "reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page() -> str:
    """The reference."""
    made = reference().page()
    assert isinstance(made, str)
    return made


def test_every_public_name_stands_in_it_and_says_something() -> None:
    text = page()
    for module in map(importlib.import_module, reference().MODULES):
        assert f"## `{module.__name__}`" in text and inspect.getdoc(module), module
        for name in module.__all__:
            thing = getattr(module, name)
            assert f"`{name}`" in text or f".{name}`" in text, f"{module.__name__}.{name}"
            if inspect.isclass(thing) or inspect.isfunction(thing):
                assert inspect.getdoc(thing), f"{module.__name__}.{name}"
    for name in uvi.__all__:
        assert f"### `{name}`" in text, name
        thing = getattr(uvi, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
    for owner in (uvi.Arbiter, uvi.Match, uvi.Question, uvi.AsyncArbiter, uvi.AsyncMatch, uvi.AsyncQuestion, uvi.Log):
        for word, value in inspect.getmembers(owner):
            if not word.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert value.__doc__, f"{owner.__name__}.{word}"
                assert f"{owner.__name__}.{word}(" in text or f"**`{word}`**" in text, f"{owner.__name__}.{word}"


def test_the_two_libraries_have_the_same_methods() -> None:
    for one, other in ((uvi.Arbiter, uvi.AsyncArbiter), (uvi.Match, uvi.AsyncMatch), (uvi.Question, uvi.AsyncQuestion)):
        words = [{word for word in dir(owner) if not word.startswith("_")} for owner in (one, other)]
        assert words[0] == words[1]
        for word in words[0]:
            method, awaited = getattr(one, word), getattr(other, word)
            if inspect.isfunction(method):
                assert list(inspect.signature(method).parameters) == list(inspect.signature(awaited).parameters), word


@pytest.mark.parametrize("number", range(2))
def test_what_is_shown_runs(tmp_path: Path, number: int) -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 2
    done = subprocess.run(
        [sys.executable, "-c", blocks[number]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=4 * WAIT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout
