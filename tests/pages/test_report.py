"""The report of a tournament, as a browser shows it."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import NARROW, WIDE

# A name in which a line cannot be broken.
LONG = "y" * 200
BOTS = f'''
[[bot]]
name = "<script>document.title = 'taken'</script>"
command = "random"
options = {{ seed = 1 }}
[[bot]]
name = "{LONG}"
command = "random"
options = {{ seed = 2 }}
'''
CUPS = {
    "duel": 'variant = "katarenga"\nrounds = 30\nseed = "7"\n[sprt]\nelo0 = 0\nelo1 = 40' + BOTS,
    "three": 'variant = "orwell"\nrounds = 2\nseed = "2a"\n[options]\nmaxrounds = 30' + BOTS
    + '[[bot]]\nname = "greedy"\ncommand = "greedy"\n'
    + '[[bot]]\nname = "crasher"\ncommand = "arbiter-faulty --mode crash"\n',
    "shared": 'variant = "catalonia"\nrounds = 3\nseed = "3"\n[options]\nturns = 8' + BOTS
    + '[[bot]]\nname = "chain"\ncommand = "chain"\n',
}


@pytest.fixture(scope="module", params=CUPS)
def report(request, tmp_path_factory, arbiter) -> tuple[str, Path]:
    name = request.param
    folder = tmp_path_factory.mktemp(name)
    (folder / "cup.toml").write_text(CUPS[name])
    arbiter(folder, "tournament", "cup.toml", "--quiet")
    (folder / "report-replays").mkdir()
    (folder / "report-replays/000002.html").write_text("<!doctype html><title>second</title>")
    arbiter(folder, "report", "cup.games", "-o", "report.html")
    return name, folder / "report.html"


def test_a_report_is_read_and_used(browser, report):
    """Light and dark, wide and narrow; and the page loads nothing beside itself."""
    name, page = report
    browser.load(page)
    assert browser.driver.title.endswith("tournament report")
    assert browser.loaded() == []
    assert browser.run("return document.querySelectorAll('script').length") == 1
    assert outside(browser) == []
    assert browser.run("return document.querySelectorAll('svg').length") >= 4
    browser.run("document.querySelectorAll('details').forEach(part => { part.open = part.closest('#plan') === null })")
    for theme in ("light", "dark"):
        for width in (WIDE, NARROW):
            browser.look(theme, width)
            browser.picture(f"report-{name}-{theme}-{width}")
            assert browser.faint("h1, h2, p, a, td, th, dt, dd, summary, svg text") == []
            # Only what is in a frame of its own is wider than the window.
            assert browser.run("return document.documentElement.scrollWidth") <= width
            assert browser.spoiled("svg") == []
    browser.is_content()
    # A heading sorts its table.
    names = "return [...document.querySelectorAll('#standings tbody tr')].map(row => row.cells[1].textContent)"
    press = "document.querySelectorAll('#standings th button')[1].click()"
    before = browser.run(names)
    browser.run(press)
    assert browser.run(names) == sorted(before, key=str.lower)
    browser.run(press)
    assert browser.run(names) == sorted(before, key=str.lower, reverse=True)
    assert browser.run("return document.querySelectorAll('[aria-sort=descending]').length") == 1
    browser.is_content()
    # Links lead to logs and replays.
    links = browser.run("return [...document.querySelectorAll('#games tbody a')].map(link => link.href)")
    files = [Path(unquote(link.removeprefix("file://"))) for link in links]
    assert files and all(file.is_file() for file in files)
    assert [file for file in files if file.suffix == ".html"] == [page.parent / "report-replays/000002.html"]


def outside(browser) -> list[str]:
    """The parts of plots that are drawn outside their frames."""
    return browser.run(
        """
        const outside = [];
        for (const svg of document.querySelectorAll("svg")) {
          const frame = svg.getBoundingClientRect();
          for (const part of svg.querySelectorAll("*")) {
            const box = part.getBoundingClientRect();
            const near = box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
                         box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
            if (!near) outside.push(part.outerHTML);
          }
        }
        return outside;
        """
    )


def test_the_last_column_of_the_standings_is_whole(browser, tmp_path, arbiter):
    """Also with all tie-breaks. In a narrow window the table is scrolled in a frame of its own."""
    bots = [f"--bot=b{number}=random" for number in range(3)]
    ties = "--tie-breaks=buchholz,sonneborn-berger,head-to-head,wins"
    arbiter(tmp_path, "tournament", "--variant", "isolation", *bots, ties, "--rounds", "1", "--seed", "7", "--folder", "t.games", "--quiet")
    arbiter(tmp_path, "report", "t.games", "-o", "report.html")
    browser.look("light", 1200)
    browser.load(tmp_path / "report.html")
    width = "const frame = document.querySelector('#standings .wide'); return [frame.scrollWidth, frame.clientWidth]"
    needs, has = browser.run(width)
    assert needs <= has
