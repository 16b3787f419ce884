"""What the tests of pages share: the programs, and a browser that remembers what it complained about."""

import base64
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from urllib3.exceptions import ReadTimeoutError

PROGRAMS = Path(os.environ["ARBITER_PROGRAMS"])
# Where pictures are left, if somebody wants them.
PICTURES = os.environ.get("ARBITER_PICTURES")
WIDE, NARROW = 1100, 400


def eventually(is_so: Callable[[], bool]):
    """Waits until something is so; a page does some things a moment later."""
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Browser:
    """Chromium without a window."""

    def __init__(self, driver):
        self.driver = driver

    def load(self, page: Path):
        """Loads a page and sees to it that the browser has nothing to say against it."""
        self.driver.get_log("browser")
        self.driver.get(page.as_uri())
        self.is_content()

    def is_content(self):
        """Nothing was thrown, refused or not found since the page was loaded."""
        complaints = self.driver.get_log("browser")
        assert complaints == [], complaints

    def loaded(self) -> list[str]:
        """What the page has fetched beside itself."""
        return self.run("return performance.getEntriesByType('resource').map(entry => entry.name)")

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def look(self, theme: str, width: int):
        """Sets what the reader prefers, and how wide the window is."""
        feature = {"name": "prefers-color-scheme", "value": theme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def faint(self, selector: str) -> list[str]:
        """The elements whose text has too little contrast with what is behind it (WCAG 2, level AA)."""
        return self.run(
            """
            // Red, green and blue from 0 to 1, and how much of what is behind is covered.
            const channels = colour => {
              const [r, g, b, cover = 1] = colour.match(/[\\d.]+/g).map(Number);
              return [...[r, g, b].map(part => colour.startsWith("rgb") ? part / 255 : part), cover];
            };
            const light = parts => {
              const [r, g, b] = parts.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
              return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
            };
            const behind = element => {
              if (!element) return [1, 1, 1];
              const [r, g, b, cover] = channels(getComputedStyle(element).backgroundColor);
              if (cover === 1) return [r, g, b];
              const farther = behind(element.parentElement);
              return [r, g, b].map((part, index) => part * cover + farther[index] * (1 - cover));
            };
            const faint = [];
            for (const element of document.querySelectorAll(arguments[0])) {
              const style = getComputedStyle(element);
              const own = light(channels(element.closest("svg") ? style.fill : style.color));
              const ground = light(behind(element));
              if (Math.max(own, ground) / Math.min(own, ground) < 4.5) faint.push(element.outerHTML);
            }
            return faint;
            """,
            selector,
        )

    def spoiled(self, selector: str) -> list[str]:
        """The plots that are wider than their frames, and their labels that are too small or lie on others."""
        return self.run(
            """
            const spoiled = [];
            for (const plot of document.querySelectorAll(arguments[0])) {
              const scale = plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
              if (plot.parentElement.scrollWidth > plot.parentElement.clientWidth + 1) spoiled.push("too wide");
              const labels = [...plot.querySelectorAll("text")].map(label => [label, label.getBoundingClientRect()]);
              for (const [label, box] of labels) {
                const size = parseFloat(getComputedStyle(label).fontSize) * scale;
                if (size < 10) spoiled.push(`${size}: ${label.textContent}`);
                for (const [other, its] of labels) {
                  const apart = box.right <= its.left + 3 || its.right <= box.left + 3 || box.bottom <= its.top + 5 || its.bottom <= box.top + 5;
                  if (label !== other && !apart) spoiled.push(`${label.textContent} on ${other.textContent}`);
                }
              }
            }
            return spoiled;
            """,
            selector,
        )

    def picture(self, name: str, whole: bool = True):
        """Leaves a picture of the page, or of what the window shows of it, where somebody wants to look at it.

        Without a window Chromium once in a while does not draw one for minutes. Nobody waits for it that long.
        """
        if not PICTURES:
            return
        config = self.driver.command_executor.client_config
        patience, config.timeout = config.timeout, 20
        try:
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})
            (Path(PICTURES) / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        except ReadTimeoutError:
            print(f"the browser has drawn no picture {name}", file=sys.stderr)
        finally:
            config.timeout = patience


def chromium():
    """A new Chromium, until the generator is ended."""
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # What it leaves in its temporary folder goes with that folder.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        service = Service("/usr/bin/chromedriver", env=os.environ | {"TMPDIR": folder})
        driver = webdriver.Chrome(options=options, service=service)
        # A machine that others use may stand still for long.
        driver.command_executor.client_config.timeout = 240
        yield Browser(driver)
        driver.quit()


@pytest.fixture(scope="session")
def browser():
    """The one that all tests of files share."""
    yield from chromium()


@pytest.fixture(scope="session")
def arbiter():
    """Runs the arbiter with these words in a folder, its bots on the path."""

    def run(folder: Path, *words: str, code: int = 0) -> str:
        path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [PROGRAMS / "arbiter", *words], cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    return run
