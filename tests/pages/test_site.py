"""The site to click before installing, on a web server that serves files and nothing else."""

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import PROGRAMS
from test_board_access import violations

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory, arbiter):
    """The address of the site, with a book of two pages."""
    folder = tmp_path_factory.mktemp("site")
    rules = re.search("<main>.*</main>", arbiter(folder, "rules", "orwell", "--format", "html"), re.S).group()
    for place, main in (("index.html", '<main><h1>Book</h1><a href="files/x">x</a></main>'), ("games/RULES.html", rules)):
        page = folder / "book" / place
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"<title>{place}</title>{main}")
    environment = os.environ | {"ARBITER": str(PROGRAMS / "arbiter")}
    command = [sys.executable, ROOT / "docs/site.py", folder / "book", folder / "site"]
    subprocess.run(command, env=environment, check=True)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder / "site")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    command = [sys.executable, ROOT / "docs/site.py", tmp_path, tmp_path]
    done = subprocess.run(command, env=os.environ | {"ARBITER": "none"}, capture_output=True, text=True)
    assert done.returncode == 1 and "found other files" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("place", ["index", "contents", "book/index", "book/games/RULES", "replays/orwell", "report"])
def test_a_page_of_the_site_is_for_everybody(browser, site, place):
    browser.driver.get(f"{site}/{place}.html")
    name = place.replace("/", "-")
    for width in (1280, 390):
        for theme in ("light", "dark"):
            browser.look(theme, width)
            assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), width
            browser.picture(f"site-{name}-{width}-{theme}", whole=False)
    browser.is_content()
    assert violations(SimpleNamespace(browser=browser, run=browser.run)) == []
    if place.startswith("book"):
        assert browser.run("return document.querySelectorAll('a[href*=files]').length") == 0
    if place == "index":
        links = browser.run("return [...document.querySelectorAll('.games a[href^=replays]')].map(link => link.href)")
        assert len(links) >= 12
        for link in links:
            browser.driver.get(link)
        browser.is_content()
