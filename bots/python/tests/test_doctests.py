"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import uvi

MODULES = sorted(module.name for module in pkgutil.walk_packages(uvi.__path__, "uvi."))


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_run(name: str) -> None:
    if name == "uvi.mcp":
        pytest.importorskip("mcp")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("name", ["arbiter", "asynchronous", "log", "tournament", "pictures"])
def test_the_modules_of_hosts_have_examples(name: str) -> None:
    assert any(test.examples for test in doctest.DocTestFinder().find(importlib.import_module(f"uvi.{name}")))
