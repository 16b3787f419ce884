#!/usr/bin/env python3
"""Makes a folder of static files to click before installing: `site.py BOOK FOLDER`.

The folder has a first page, the book, the replay of a game of each variant, and the report of a tournament. It needs a web
server and nothing else. The arbiter is the program in the variable ARBITER, with its bots beside it.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARBITER = os.environ["ARBITER"]
# The most bytes of the folder.
WEIGHT = 3_000_000

CONTENTS = "contents.html"

# The players of the game of each variant, and its options. All other variants are played by the search.
PLAYERS = {
    "catalonia": ["chain", "chain"],
    "cat-chess": ["prowler", "prowler", "prowler"],
    "orwell": ["greedy", "search --nodes 100", "search --nodes 100"],
}
SEARCH = ["search --nodes 300", "search --nodes 100"]

CUP = """
variant = "isolation"
seed = "1"
rounds = 4
[[bot]]
name = "patient"
command = "search --nodes 60"
[[bot]]
name = "hasty"
command = "search --nodes 20"
[[bot]]
name = "greedy"
command = "greedy"
[[bot]]
name = "random"
command = "random"
"""

# Of the pages of the book only the contents are taken: fonts, scripts and frames of mdBook weigh more.
STYLES = ["report/theme.css", "rules/page.css", "rules/figure.css"]
STYLE = """
.games { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem; padding: 0; list-style: none; }
.games img { display: block; width: 100%; height: 15rem; object-fit: contain; object-position: left; }
.first { max-width: 72rem; }
.table-wrapper { overflow-x: auto; }
.header { color: inherit; text-decoration: none; }
img { max-width: 100%; height: auto; }
"""


def arbiter(*words: str, folder: Path | None = None) -> str:
    done = subprocess.run([ARBITER, *words], capture_output=True, text=True, encoding="utf-8", check=True, cwd=folder)
    return done.stdout


def played(word: str, work: Path) -> Path:
    """The log of a game of a variant."""
    log = work / f"{word}.jsonl"
    players = [f"bot:{bot}" for bot in PLAYERS.get(word, SEARCH)]
    arbiter("play", word, *players, "--seed", "7", "--clock", "none", "--log", str(log), "--quiet")
    return log


def card(word: str) -> str:
    """A variant on the first page: its picture, its aim, and where to go on."""
    title, aim, _ = arbiter("rules", word, "--format", "md").split("\n\n", 2)
    name = html.escape(title.removeprefix("# ").split(" (")[0])
    [path] = re.findall(r"\]\(\.\./(\S+)RULES\.md\)[^|]*\|", line_of(word))
    return (
        f'<li><img src="book/pictures/{word}.svg" alt="A game of {name}"><h3>{name}</h3><p>{html.escape(aim)}</p>'
        f'<p><a href="book/{path}RULES.html">Rules of {name}</a>, <a href="replays/{word}.html">a game of {name}</a></p></li>'
    )


def line_of(word: str) -> str:
    """The row of a variant in the list of games."""
    [row] = [line for line in (ROOT / "docs/games.md").read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{word}` |")]
    return row


def frame(title: str, body: str, up: str = "", kind: str = "") -> str:
    """A page of the site; `up` leads to its folder."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}style.css">
</head>
<body class="{kind}">
<nav aria-label="Site"><a href="{up}index.html">Arbiter</a> <a href="{up}contents.html">Contents of the book</a></nav>
<main>
{body}
</main>
</body>
</html>
"""


def first_page(words: list[str]) -> str:
    cards = "\n".join(card(word) for word in words)
    return f"""<h1>Arbiter</h1>
<p>A referee for board games with dice, secret choices, three or more players, or one score for all. You play in the browser or at
the terminal; bots play in any language.</p>
<p><a href="book/index.html">Read the book</a>, or look at <a href="report.html">the report of a tournament</a>.</p>
<h2>The games</h2>
<ul class="games">
{cards}
</ul>"""


def contents() -> str:
    """The pages of the book in their parts, as `SUMMARY.md` lists them."""
    lines = []
    for line in (ROOT / "docs/SUMMARY.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            lines.append(f"<h2>{line[2:]}</h2>" if lines else "<h1>Contents of the book</h1>")
        for title, path in re.findall(r"\[(.*?)\]\((.*?)\)", line):
            place = "index" if path.endswith("../README.md") and path.count("/") == 1 else path.removeprefix("../").removesuffix(".md")
            lines.append(f'<p><a href="book/{place}.html">{title}</a></p>')
    return "\n".join(lines)


def shelved(book: Path, site: Path) -> None:
    """Takes the contents of each page of the book into a page of the site, without links to sources."""
    for path in book.rglob("*.html"):
        place = path.relative_to(book)
        if place.parts[0] == "files" or place.name in ("print.html", "toc.html"):
            continue
        text = path.read_text(encoding="utf-8")
        title = re.search(r"<title>(.*?)</title>", text).group(1)
        main = re.search(r"<main>(.*?)</main>", text, re.S).group(1)
        main = re.sub(r"<style>.*?</style>", "", main, flags=re.S)
        main = re.sub(r'href="(?:\.\./)*toc.html"', f'href="{"../" * len(place.parts)}contents.html"', main)
        main = re.sub(r'<a href="(?:\.\./)*files/[^"]*"[^>]*>(.*?)</a>', r"\1", main, flags=re.S)
        # Without a mouse only what has the focus scrolls.
        main = re.sub(r'<pre>|<div class="table-wrapper">', lambda found: found.group()[:-1] + ' tabindex="0">', main)
        target = site / "book" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(frame(title, main, "../" * len(place.parts)), encoding="utf-8")


def main(book: Path, site: Path) -> None:
    if site.is_dir() and any(site.iterdir()) and not (site / CONTENTS).is_file():
        sys.exit(f"{site}: expected a new folder or a site that was made before, found other files")
    shutil.rmtree(site, ignore_errors=True)
    (site / "replays").mkdir(parents=True)
    # By this page a folder is known as a site, also if it was not finished.
    (site / CONTENTS).write_text(frame("Arbiter: contents of the book", contents()), encoding="utf-8")
    shutil.copytree(ROOT / "docs/pictures", site / "book/pictures", ignore=shutil.ignore_patterns("*.jsonl"))
    words = [line.split(" ")[0] for line in arbiter("variants").splitlines() if not line.startswith(" ")]
    with tempfile.TemporaryDirectory() as work:
        for word in words:
            arbiter("replay", str(played(word, Path(work))), "-o", str(site / f"replays/{word}.html"))
    # The report has links to the logs of its games.
    (site / "cup.toml").write_text(CUP, encoding="utf-8")
    arbiter("tournament", "cup.toml", "--quiet", folder=site)
    arbiter("report", "cup.games", "-o", "report.html", folder=site)
    styles = [ROOT / "crates/games/src/game/picture.css", *(ROOT / f"crates/pages/src/{path}" for path in STYLES)]
    style = "".join(path.read_text(encoding="utf-8") for path in styles)
    (site / "style.css").write_text(style + STYLE, encoding="utf-8")
    first = frame("Arbiter: a referee for board games", first_page(words), kind="first")
    (site / "index.html").write_text(first, encoding="utf-8")
    shelved(book, site)
    # The server may have another account.
    for path in site.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    weight = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{site}: {weight} bytes")
    if weight > WEIGHT:
        sys.exit(f"{site}: expected at most {WEIGHT} bytes, found {weight}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).resolve())
