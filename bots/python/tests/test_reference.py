"""docs/python.md tells of every public name, as the docstrings do, and what it shows runs."""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import WAIT
from vectors import FOLDER

import uvi

HERE = Path(__file__).resolve().parents[1]
PAGE = FOLDER.parents[1] / "docs" / "python.md"


def page() -> str:
    """The page, made anew."""
    spec = importlib.util.spec_from_file_location("reference", HERE / "reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.page()
    assert isinstance(made, str)
    return made


def test_the_page_is_what_the_docstrings_say() -> None:
    made = page()
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == made, "write it anew: python3 bots/python/reference.py > docs/python.md"


def test_every_public_name_stands_in_it_and_says_something() -> None:
    text = PAGE.read_text(encoding="utf-8")
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
    text = (HERE / "reference.md").read_text(encoding="utf-8")
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
