#!/usr/bin/env python3
"""What the book needs beside mdBook, whose pages all lie in one folder, while ours stand where they belong in the tree.

    book.py pages            a preprocessor of mdBook: gives each page a place in the book, turns links to match, draws
                             the figures of the rules, and adds the reference of the Python package
    book.py finish FOLDER    copies the files of the tree to which pages link into the book, then checks every link

A page outside of docs keeps its path in the tree (`protocol/UVI.md`), a page of docs has its bare name, and the README is
the first page. Any other file of the tree that a page links to is `files/` and its path.
"""

from __future__ import annotations

import html.parser
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path
from typing import Any, Iterator

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

LINK = re.compile(r"(\]\()([^)\s]+)(\))|((?:src|href)=\")([^\"]+)(\")")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


def place(path: str) -> str:
    """Where a page is in the book, by its path in the tree."""
    if path == "README.md":
        return "index.md"
    return path.removeprefix("docs/")


def chapters(items: list[Any]) -> Iterator[dict[str, Any]]:
    """All pages of a book, or of a chapter."""
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter and chapter["path"]:
            yield chapter
            yield from chapters(chapter["sub_items"])


def turned(text: str, page: str, pages: set[str]) -> str:
    """The text of a page, with each link turned to where its target is in the book."""
    here = posixpath.dirname(page)

    def turn(found: re.Match[str]) -> str:
        before, link, after = (part for part in found.groups() if part is not None)
        path, sign, anchor = link.partition("#")
        target = path.removeprefix("/") if path.startswith("/") else posixpath.normpath(posixpath.join(here, path))
        # A link to nothing stays as it is, and is found by its own words.
        if not path or OUTSIDE.match(link) or not (ROOT / target).exists():
            return found.group()
        if target in pages or target.startswith("docs/pictures/"):
            there = place(target)
        elif target == "docs/SUMMARY.md":
            there = "toc.html"
        else:
            there = f"files/{target}" + ("/index.html" if (ROOT / target).is_dir() else "")
        return before + posixpath.relpath(there, posixpath.dirname(place(page)) or ".") + sign + anchor + after

    # What stands in a fence or between backticks is no link.
    parts = re.split(r"(^```.*?^```|`[^`\n]*`)", text, flags=re.S | re.M)
    return "".join(part if number % 2 else LINK.sub(turn, part) for number, part in enumerate(parts))


def pictured(text: str) -> str:
    """A rules page, with its figures as the arbiter draws them."""
    title, rest = text.split("\n\n", 1)
    word = re.findall(r"\(`([^`]+)`\)", title)[0]
    command = [os.environ["ARBITER"], "rules", word, "--format", "html"]
    page = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    rows = iter(re.findall(r'<div class="figures">.*?</div>', page, re.S))
    # A blank line would end the HTML.
    row = lambda _: " ".join(next(rows).split("\n")) + "\n\n"
    rest = re.sub(r"(?:^```board\n(?:(?!```).*\n)*```\n*)+", row, rest, flags=re.M)
    styles = [ROOT / "crates/games/src/game/picture.css", ROOT / "crates/pages/src/rules/figure.css"]
    style = "".join(path.read_text(encoding="utf-8") for path in styles)
    return f"{title}\n\n<style>\n{style}</style>\n\n{rest}"


def reference() -> dict[str, Any]:
    """The chapter that the docstrings of the Python package make."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bots/python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(ROOT / "bots/python/reference.py")]
    text = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    path = "python-reference.md"
    chapter = {"name": "Reference of the package", "content": text, "number": None, "sub_items": []}
    return {"Chapter": {**chapter, "path": path, "source_path": path, "parent_names": ["Arbiter from Python"]}}


def pages() -> None:
    """The preprocessor: a book comes in, and goes out."""
    if sys.argv[2:3] == ["supports"]:
        return
    _, book = json.load(sys.stdin)
    items = book["items"] if "items" in book else book["sections"]
    for chapter in chapters(items):
        if chapter["source_path"] == "python.md":
            chapter["sub_items"].append(reference())
    # mdBook calls each README.md another name; where a page comes from stays.
    known = {posixpath.normpath(posixpath.join("docs", chapter["source_path"])) for chapter in chapters(items)}
    for chapter in chapters(items):
        name = posixpath.normpath(posixpath.join("docs", chapter["source_path"]))
        text = chapter["content"]
        if posixpath.basename(name) == "RULES.md":
            text = pictured(text)
        chapter["content"] = turned(text, name, known)
        chapter["path"] = place(name)
    json.dump(book, sys.stdout)


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def copy(book: Path, path: str) -> None:
    """Copies a file of the tree, or a folder with a list of what is in it."""
    source, target = ROOT / path, book / "files" / path
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        listed = subprocess.run(["git", "ls-files", "-z", path], cwd=ROOT, capture_output=True, text=True, check=True)
        names = [os.path.relpath(name, path) for name in listed.stdout.split("\0") if name]
        for name in names:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)
        rows = "\n".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
        title = f"<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>{path}</title>\n<h1>{path}</h1>\n"
        (target / "index.html").write_text(f"{title}<ul>\n{rows}\n</ul>\n", encoding="utf-8")
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def finish(folder: str) -> None:
    """Copies what pages link to, then checks that each link leads to a file, and each anchor to a place in it."""
    book = Path(folder).resolve()
    for unwanted in ("book.toml", "book.py"):
        (book / unwanted).unlink(missing_ok=True)
    read = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(book.rglob("*.html"))}
    links, wrong = 0, []
    for path, page in read.items():
        for link in page.links:
            if OUTSIDE.match(link):
                continue
            links += 1
            parts = urllib.parse.urlsplit(link)
            target = path if not parts.path else Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path)))
            if target.is_relative_to(book / "files") and not target.exists():
                copy(book, target.relative_to(book / "files").as_posix().removesuffix("/index.html"))
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_relative_to(book) or not target.exists():
                wrong.append(f"{path.relative_to(book)}: {link}: there is no such page or file")
            elif anchor and target in read and anchor not in read[target].anchors:
                wrong.append(f"{path.relative_to(book)}: {link}: the page has no such heading")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(read)} pages, {links} links, all lead somewhere")


if __name__ == "__main__":
    if sys.argv[1:2] == ["pages"]:
        pages()
    elif sys.argv[1:2] == ["finish"] and len(sys.argv) == 3:
        finish(sys.argv[2])
    else:
        sys.exit(__doc__)
