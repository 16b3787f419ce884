"""What the tests of pages share: the programs, and a browser that remembers what it complained about."""

import base64
import os
import shlex
import shutil
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
SHARED = Path("/dev/shm")


def eventually(is_so: Callable[[], object]):
    """Waits until something is so, and returns it; a page does some things a moment later, and a busy machine much later.

    Each look costs a browser as much as it costs to draw, so that there are fewer of them the longer it takes.
    """
    deadline, pause = time.monotonic() + 120, 0.01
    while not (found := is_so()):
        assert time.monotonic() < deadline
        time.sleep(pause)
        pause = min(1.3 * pause, 0.2)
    return found


def words(*parts: str | Path) -> str:
    """A command line of these words, whatever signs they have."""
    return shlex.join(map(str, parts))


def rater(score: int, pace: int | Path) -> str:
    """The command line of a bot, see `rater.py`."""
    return words("python3", Path(__file__).with_name("rater.py"), str(score), str(pace))


# Limits that nobody reaches who waits at a gate.
PATIENT = ("--clock", "time 600000 inc 100")


class Gate:
    """A folder with a file that lets raters act. A file named in a command line would belong to the bot, and not change."""

    def __init__(self, folder: Path):
        self.path = folder / "gate"
        self.path.mkdir()
        self.open(0)

    def open(self, actions: int = 10_000):
        """Lets each bot play so many actions in each of its games."""
        new = self.path / "new"
        new.write_text(str(actions))
        new.rename(self.path / "actions")


@pytest.fixture
def gate(tmp_path) -> Gate:
    """A gate that is shut."""
    return Gate(tmp_path)


# What `begin` has started since the last test.
begun: list[subprocess.Popen] = []
# Linux ends a program whose starter is gone, however that came.
BOUND = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []


def begin(*command: str | Path, **how) -> subprocess.Popen:
    """Starts a program that ends with its test, at the latest."""
    begun.append(subprocess.Popen([*BOUND, *command], **how))
    return begun[-1]


@pytest.fixture(autouse=True)
def nothing_is_left():
    """Ends what a test has begun; a board that is asked to end says that all is well."""
    yield
    running = [process for process in begun if process.poll() is None]
    begun.clear()
    boards = [process for process in running if process.args[len(BOUND)] == PROGRAMS / "arbiter-board"]
    for process in running:
        process.terminate() if process in boards else process.kill()
    codes = [process.wait(60) for process in running]
    assert all(code == 0 for process, code in zip(running, codes) if process in boards), codes


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

    def look(self, theme: str, width: int, height: int = 800, motion: str = "reduce"):
        """Sets what the reader prefers, and how large the window is. Nothing moves, except for a test of that."""
        features = [{"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": motion}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
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


@pytest.fixture(scope="session")
def chromium():
    """The browser that all tests share."""
    options = webdriver.ChromeOptions()
    # The shell that never has a window does the same with half of the work.
    options.binary_location = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    # By a pipe it hears that its driver is gone. What it draws is drawn without a device for it.
    flags = ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--remote-debugging-pipe", "--disable-gpu", "--no-proxy-server"]
    # Where shared memory is small, files have to do, which are slow.
    if not SHARED.is_dir() or shutil.disk_usage(SHARED).free < 2**30:
        flags.append("--disable-dev-shm-usage")
    for word in flags:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # What it leaves in its home and its temporary folder goes with that folder; what it writes later, with the folder of
    # `scripts/test-pages`.
    with tempfile.TemporaryDirectory(dir=os.environ["ARBITER_BROWSERS"], ignore_cleanup_errors=True) as folder:
        driver = Path(folder) / "driver"
        driver.write_text(f'#!/bin/sh\nexec {words(*BOUND, "chromedriver")} "$@"\n')
        driver.chmod(0o700)
        service = Service(str(driver), env=os.environ | {"TMPDIR": folder, "HOME": folder})
        driver = webdriver.Chrome(options=options, service=service)
        # A machine that others use may stand still for long.
        driver.command_executor.client_config.timeout = 240
        yield Browser(driver)
        driver.quit()


@pytest.fixture
def browser(chromium):
    """The browser with a clean page."""
    chromium.look("light", WIDE)
    yield chromium
    # A page that talks to a board would go on doing so.
    chromium.driver.get("about:blank")
    chromium.driver.get_log("browser")


@pytest.fixture(scope="session")
def arbiter():
    """Runs the arbiter with these words in a folder, its bots on the path."""

    def run(folder: Path, *arguments: str, code: int = 0) -> str:
        path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [PROGRAMS / "arbiter", *arguments], cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    return run
