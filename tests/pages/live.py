"""A board that runs, with people at its page: the tests click, type and look as they would."""

import random
import re
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PROGRAMS, Browser, begin, eventually


# Who sits there; what makes a game end soon; and how many more decisions there are after the first twelve, before the
# players resign. `tests/it/daemon/pointing.rs` points at every place of whole games, here a hand clicks there.
GAMES = {
    "katarenga": (2, {"baseline": "fixed"}, 8),
    "congress": (2, {"maxturns": "15"}, 8),
    "isolation": (2, {}, 60),
    "battle-stations": (2, {}, 60),
    "colorado": (2, {"baseline": "fixed"}, 8),
    "cornered": (2, {}, 60),
    "troika": (2, {}, 60),
    "orwell": (3, {"maxrounds": "6"}, 12),
    "french-revolution": (2, {}, 8),
    "catalonia": (2, {"turns": "5", "scoring": "claimed"}, 60),
    "cat-chess": (5, {"tiles": "5", "maxrounds": "1"}, 20),
    "chess": (2, {"start": "shuffled"}, 8),
}


class Board:
    """A board that runs, and the browser at its page."""

    def __init__(self, browser: Browser, folder: Path, *arguments: str):
        self.browser, self.logs, self.arguments = browser, folder / "logs", arguments
        self.start()

    def start(self):
        """Starts it, where it was if it was there before."""
        command = [PROGRAMS / "arbiter-board", "--no-open", "--logs", self.logs, *self.arguments]
        self.process = begin(*command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0]

    def press(self, key: str, code: int, is_held: bool = False):
        """Presses a key, or repeats one that is held, and lets it go."""
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            event = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "autoRepeat": is_held, **(text if kind == "keyDown" else {})}
            self.browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", event)

    def open(self, url: str | None = None):
        """Another page, from nothing."""
        self.browser.driver.get("about:blank")
        self.browser.driver.get_log("browser")
        self.browser.driver.get(url or self.url)
        eventually(lambda: self.run("return Boolean(state.hall || state.view)"))

    def run(self, script: str, *arguments):
        return self.browser.run(script, *arguments)

    def view(self) -> dict:
        """What the page has been told of the table, without its picture, which is long."""
        return self.run("return state.view && {...state.view, picture: null}")

    def stage(self) -> list:
        """How far the table is, which each action changes."""
        return self.run("return [state.view.status, state.view.plies, state.view.look]")

    def click_at(self, x: float, y: float):
        """As a hand does it, wherever that leads."""
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def click(self, selector: str):
        """Clicks on something that is seen."""
        place = self.run(
            "const element = document.querySelector(arguments[0]); element.scrollIntoView({block: 'center'});"
            "const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            selector,
        )
        self.click_at(*place)

    def choose(self, selector: str, value: str):
        """Chooses in a form."""
        self.run(
            "const [selector, value] = arguments; const input = document.querySelector(selector); input.value = value;"
            "input.dispatchEvent(new Event('input')); input.dispatchEvent(new Event('change'))",
            selector,
            value,
        )

    def new(self, variant: str, seats: int, options: dict, who=None):
        """Makes a table by the form."""
        self.open()
        self.choose("#variant", variant)
        self.choose("#seats", str(seats))
        for place in range(seats):
            kind = who[place] if who else "here"
            self.run("document.querySelectorAll('#sitters select')[arguments[0]].value = arguments[1]", place, kind)
        for name, value in options.items():
            self.choose(f"[data-option='{name}']", value)
        self.choose("#seed", "2a")
        self.click("#order button[type=submit]")
        eventually(lambda: self.run("return Boolean(state.view)"))

    def point(self, place: str):
        """Clicks into the middle of a place of the board."""
        spot = self.run(
            """
            const name = CSS.escape(arguments[0]);
            const found = [...document.querySelectorAll(`#picture [data-at~="${name}"]`)];
            const part = found.find((one) => one.parentElement.classList.contains("places")) || found[0];
            if (!part) return null;
            part.scrollIntoView({block: "center"});
            const box = part.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
            """,
            place,
        )
        assert spot, f"no picture has the place {place}"
        self.click_at(*spot)

    def resign(self):
        """Resigns: the second click is meant."""
        self.click("#resign")
        self.click("#resign")

    def act(self, lot: random.Random) -> str:
        """Plays one legal action by clicks alone, and says which."""
        curtained, legal = self.run("return [!get('curtain').hidden, state.view.legal]")
        stage = self.stage()
        if curtained:
            self.click("#lift")
        choice = lot.choice(legal)

        def is_done() -> bool:
            return self.stage() != stage or self.run("return state.view.legal.length === 0")

        for place in choice["at"]:
            self.point(place)
        for word, _ in choice["words"]:
            fitting = []

            def is_offered(word=word, fitting=fitting) -> bool:
                buttons = self.run("return [...document.querySelectorAll('#choices button')].map((one) => one.textContent)")
                starts, whole = (f"{word}:", f"{choice['text']}:"), (word, choice["text"])
                fitting[:] = [at for at, text in enumerate(buttons) if text.startswith(starts) or text in whole]
                return fitting != []

            # What is left without a choice is played at once, and its buttons are gone before the answer is there.
            eventually(lambda: is_done() or is_offered())
            if not fitting:
                break
            self.click(f"#choices button:nth-child({fitting[0] + 1})")
        if not choice["at"] and not choice["words"] and not is_done():
            self.click("#choices button")
        return choice["action"]

    def play(self, lot: random.Random, limit: int) -> int:
        """Plays until the game is over, or a player resigns at the limit."""
        count = 0
        while (view := self.view())["status"] != "over":
            if not view["legal"]:
                time.sleep(0.005)
                continue
            before = [view["status"], view["plies"], view["look"]]
            if count >= limit:
                self.resign()
                eventually(lambda: self.view()["status"] == "over" or not self.view()["seats"][before[2] - 1]["asked"])
                continue
            action = self.act(lot)
            count += 1

            eventually(lambda before=before: self.stage() != before)
            refused = self.run("return get('refused').hidden ? '' : get('refused').textContent")
            assert refused == "", (action, refused)
        return count


@pytest.fixture
def board(browser, tmp_path):
    """A board without anything special."""
    return Board(browser, tmp_path)


@pytest.fixture
def tournament(browser, tmp_path):
    """A board that looks on at a tournament of six games."""
    folder = tmp_path / "cup.games"
    command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--bot", "one=random", "--bot", "two=greedy"]
    subprocess.run([*command, "--rounds", "3", "--folder", folder, "--quiet"], check=True, capture_output=True)
    return Board(browser, tmp_path, str(folder))
