"""Prints what the package's tests need, a line for each, as `pyproject.toml` has it; `scripts/prepare` installs that."""

from __future__ import annotations

from pathlib import Path

try:
    import tomllib
except ImportError:  # Python 3.10
    from pip._vendor import tomli as tomllib

project = tomllib.loads((Path(__file__).parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = ["test"]
for extra in extras:
    for need in project["optional-dependencies"][extra]:
        name, _, more = need.partition("[")
        if name == project["name"]:
            extras += more.rstrip("]").split(",")
        else:
            print(need)
