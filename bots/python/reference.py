"""Prints the reference of the package as Markdown: every public name with its docstring. The book has it as a page.

    python3 bots/python/reference.py
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import sys
import types

import uvi

INTRODUCTION = """# Reference of the Python package

[Arbiter from Python](python.md) has a start, and [the package's page](../bots/python/README.md) says how to write a bot. This
page has every public name. It is made from the docstrings, whose examples the tests run."""
MODULES = ("uvi.events", "uvi.log", "uvi.tournament", "uvi.positions", "uvi.chat")
"""Modules of which all public names are told too, beside those of `uvi` itself."""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION, "## `uvi`"]
    parts += [entry(name, getattr(uvi, name)) for name in uvi.__all__]
    told = {id(getattr(uvi, name)) for name in uvi.__all__}
    for name in MODULES:
        module = importlib.import_module(name)
        parts.append(f"## `{name}`\n\n{prose(inspect.getdoc(module) or '')}")
        parts += [
            entry(f"{name.removeprefix('uvi.')}.{word}", thing)
            for word, thing in ((word, getattr(module, word)) for word in module.__all__)
            if id(thing) not in told
        ]
    return "\n\n".join(parts) + "\n"


def entry(name: str, thing: object) -> str:
    """A public name: how it is called, and what it does."""
    parts = [f"### `{name}`"]
    if inspect.isclass(thing):
        parts.append(code(f"class {name}{signature(thing)}"))
        parts.append(prose(inspect.getdoc(thing) or ""))
        parts += fields(thing)
        parts += [attribute for owner in ours(thing) for attribute in attributes(owner)]
        members = {word: value for owner in ours(thing) for word, value in vars(owner).items()}
        parts += [member(thing, word, value) for word, value in members.items() if not word.startswith("_")]
    elif inspect.isfunction(thing):
        parts.append(code(f"def {name}{signature(thing)}"))
        parts.append(prose(inspect.getdoc(thing) or ""))
    else:
        parts.append(code(f"{name} = {re.sub(r'uvi[.](?:[a-z_]+[.])*', '', str(thing))}" if named(thing) else name))
    return "\n\n".join(part for part in parts if part)


def named(thing: object) -> bool:
    """Whether its own text says what it is, such as a union of types."""
    return not isinstance(thing, dict)


def signature(thing: types.FunctionType | type) -> str:
    """The arguments, with their types."""
    if isinstance(thing, type) and issubclass(thing, BaseException):
        return ""
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"'([^']*)'", lambda quoted: quoted[1] if re.search(r"[a-zA-Z]", quoted[1]) else quoted[0], text)
    text = re.sub(r"<factory>", "…", text)
    return text.replace(" -> None", "") if isinstance(thing, type) else text


def ours(thing: type) -> list[type]:
    """The class with those of this package that it is made of, the first first."""
    return [owner for owner in reversed(thing.__mro__) if owner.__module__.startswith("uvi")]


def attributes(owner: type) -> list[str]:
    """What is said of attributes that are set when an object is made."""
    found = re.findall(r'^        self\.([a-z]\w*) = [^\n]*\n        """(.*?)"""', inspect.getsource(owner), re.M | re.S)
    return [f"**`{name}`** · {' '.join(text.split())}" for name, text in found]


def fields(thing: type) -> list[str]:
    """What is said of the fields of a dataclass: the text below each."""
    if not dataclasses.is_dataclass(thing):
        return []
    told = []
    for field in dataclasses.fields(thing):
        found = re.search(rf'^    {field.name}: [^\n]*\n    """(.*?)"""', inspect.getsource(thing), re.M | re.S)
        if found:
            told.append(f"- `{field.name}`: {' '.join(found[1].split())}")
    return ["\n".join(told)] if told else []


def member(owner: type, word: str, value: object) -> str:
    """A method or a property."""
    function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    if isinstance(value, property):
        return f"**`{word}`** · {prose(inspect.getdoc(value) or '')}" if value.__doc__ else ""
    if not inspect.isfunction(function) or not function.__doc__:
        return ""
    prefix = "async " if inspect.iscoroutinefunction(function) else ""
    said = signature(function).replace("(self, ", "(").replace("(self)", "()").replace("(cls, ", "(")
    return f"{code(f'{prefix}def {owner.__name__}.{word}{said}')}\n\n{prose(inspect.getdoc(function) or '')}"


def code(text: str) -> str:
    """A block of code, whose lines are not too long."""
    if len(text) > 110 and "(" in text:
        head, _, rest = text.partition("(")
        inner, closed, result = rest.rpartition(")")
        text = head + "(\n" + "".join(f"    {part},\n" for part in split(inner)) + closed + result
    return f"```python\n{text}\n```"


def split(text: str) -> list[str]:
    """The arguments, at the commas that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += letter in "[(" or -(letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def prose(text: str) -> str:
    """A docstring as Markdown: examples become blocks of code, whether they are indented or have prompts."""
    parts: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.splitlines()
        if lines and all(line.startswith("    ") for line in lines) or lines and lines[0].startswith(">>>"):
            if parts and parts[-1].startswith("```") and lines[0].startswith("    "):
                parts[-1] = parts[-1].removesuffix("\n```") + "\n\n" + inspect.cleandoc(paragraph) + "\n```"
                continue
            parts.append("```python\n" + inspect.cleandoc("\n" + paragraph) + "\n```")
        else:
            parts.append(paragraph)
    return "\n\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page())
