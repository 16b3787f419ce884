"""The board, in a real browser: whole games of every variant by clicks alone."""

import json
import random
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import NARROW, PICTURES, PROGRAMS, WIDE, Browser, chromium, eventually

# What makes a game end soon; who sits there; and a limit after which the players resign.
GAMES = {
    "katarenga": (2, {"baseline": "fixed"}, 30),
    "congress": (2, {"maxturns": "15"}, 40),
    "isolation": (2, {}, 60),
    "orwell": (3, {"maxrounds": "6"}, 40),
    "french-revolution": (2, {}, 30),
    "catalonia": (2, {"turns": "5", "scoring": "claimed"}, 60),
    "cat-chess": (5, {"tiles": "5", "maxrounds": "1"}, 150),
    "chess": (2, {"start": "shuffled"}, 30),
}


class Board:
    """A board that runs, and the browser at its page."""

    def __init__(self, browser: Browser, folder: Path, *arguments: str):
        self.browser, self.logs = browser, folder / "logs"
        command = [PROGRAMS / "arbiter-board", "--no-open", "--logs", self.logs, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0]

    def open(self, url: str | None = None):
        """Another page, from nothing."""
        self.browser.driver.get("about:blank")
        self.browser.driver.get_log("browser")
        self.browser.driver.get(url or self.url)
        eventually(lambda: self.run("return Boolean(state.hall || state.view)"))

    def run(self, script: str, *arguments):
        return self.browser.run(script, *arguments)

    def view(self) -> dict:
        return self.run("return state.view")

    def click_at(self, x: float, y: float):
        """As a hand does it, wherever that leads."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            self.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **button})

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

    def act(self, lot: random.Random) -> str:
        """Plays one legal action by clicks alone, and says which."""
        if self.run("return !document.querySelector('#curtain').hidden"):
            self.click("#lift")
        view = self.view()
        choice = lot.choice(view["legal"])

        def is_done() -> bool:
            now = self.view()
            return now["legal"] == [] or (now["plies"], now["look"]) != (view["plies"], view["look"])

        for place in choice["at"]:
            self.point(place)
        for word, _ in choice["words"]:
            # What is left without a choice is played at once.
            if is_done():
                break
            buttons = self.run("return [...document.querySelectorAll('#choices button')].map((one) => one.textContent)")
            fitting = [at for at, text in enumerate(buttons) if text.startswith((f"{word}:", f"{choice['text']}:")) or text in (word, choice["text"])]
            assert fitting, (choice, buttons)
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
            before = view["plies"], view["look"]
            if count >= limit:
                self.run("window.confirm = () => true")
                self.click("#resign")
                eventually(lambda: self.view()["status"] == "over" or not self.view()["seats"][before[1] - 1]["asked"])
                continue
            action = self.act(lot)
            count += 1

            def answered(before=before):
                view = self.view()
                return view["status"] == "over" or (view["plies"], view["look"]) != before

            eventually(answered)
            refused = self.run("const told = document.querySelector('#refused'); return told.hidden ? '' : told.textContent")
            assert refused == "", (action, refused)
        return count


@pytest.fixture(scope="module")
def browser():
    """One of its own: a page that talks to a board goes on doing so after its test."""
    yield from chromium()


@pytest.fixture
def board(browser, tmp_path):
    """A board without anything special."""
    board = Board(browser, tmp_path)
    yield board
    board.process.terminate()
    assert board.process.wait(20) == 0


@pytest.mark.parametrize("variant", GAMES)
def test_a_whole_game_by_clicks_alone(board, variant):
    """People at one screen play a game; the log verifies; it looks right wide and narrow, light and dark."""
    seats, options, limit = GAMES[variant]
    board.browser.look("light", WIDE)
    board.new(variant, seats, options)
    lot = random.Random(variant)
    pictured = False
    count = 0
    while not pictured:
        eventually(lambda: board.view()["legal"] != [] or board.view()["status"] == "over")
        if board.view()["status"] == "over" or count >= 12:
            pictured = True
            for theme in ("light", "dark"):
                for width in (WIDE, 360):
                    board.browser.look(theme, width)
                    time.sleep(0.1)
                    assert board.run("return document.documentElement.scrollWidth") <= width, "it is wider than the screen"
                    board.browser.driver.save_screenshot(str(PICTURES / f"board-{variant}-{theme}-{width}.png"))
            board.browser.look("light", WIDE)
        else:
            plies = board.view()["plies"], board.view()["look"]
            board.act(lot)
            count += 1
            eventually(lambda: (board.view()["plies"], board.view()["look"]) != plies or board.view()["status"] == "over")
    board.play(lot, limit)
    board.browser.is_content()
    logs = list(board.logs.glob("*.jsonl"))
    assert len(logs) == 1
    verified = subprocess.run([PROGRAMS / "arbiter", "verify", *logs], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout


def test_every_variant_is_tried(board):
    """A variant that comes later is not forgotten here."""
    board.open()
    assert {variant["word"] for variant in board.run("return state.hall.variants")} == set(GAMES)


def test_a_game_by_keyboard_alone(board):
    """Arrows and Enter play; what is said aloud is said."""
    board.new("isolation", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    board.run("document.querySelector('#picture').focus()")

    def press(key, code):
        for kind in ("keyDown", "keyUp"):
            board.browser.driver.execute_cdp_cmd(
                "Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
            )

    press("ArrowRight", 39)
    first = board.run("return state.focus")
    assert board.run("return document.querySelector('#told').textContent").startswith(first)
    press("ArrowRight", 39)
    press("ArrowUp", 38)
    assert board.run("return state.focus") != first
    place = board.run("return state.focus")
    # Whatever square that is, nearly every one is possible on an empty board.
    while place not in [choice["at"][0] for choice in board.view()["legal"]]:
        press("ArrowLeft", 37)
        place = board.run("return state.focus")
    press("Enter", 13)
    eventually(lambda: board.view()["plies"] == 1)
    assert board.run("return state.moves[0].text") == place
    board.browser.is_content()


def test_an_action_is_typed_and_a_wrong_one_refused(board):
    """The arbiter's own words tell what is wrong."""
    board.new("chess", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    board.run("document.querySelector('#action').value = 'e2e5'")
    board.click("#type button")
    eventually(lambda: board.run("return !document.querySelector('#refused').hidden"))
    assert "e2e5 is not legal" in board.run("return document.querySelector('#refused').textContent")
    board.run("document.querySelector('#action').value = 'e2e4'")
    board.click("#type button")
    eventually(lambda: board.view()["plies"] == 1)


def test_a_reload_and_a_lost_connection_lose_nothing(board):
    """The game is on the other side."""
    board.new("isolation", 2, {})
    lot = random.Random(1)
    eventually(lambda: board.view()["legal"] != [])
    board.act(lot)
    eventually(lambda: board.view()["plies"] == 1 and board.view()["legal"] != [])
    board.browser.driver.refresh()
    eventually(lambda: board.run("return Boolean(state.view) && state.view.plies === 1 && state.moves.length === 1"))
    board.run("socket.close()")
    eventually(lambda: board.run("return !document.querySelector('#lost').hidden"))
    eventually(lambda: board.run("return document.querySelector('#lost').hidden"))
    board.play(lot, 60)


def test_a_click_is_answered_at_once(board):
    """How long from the click to the board that shows it; told, and not judged, because machines differ."""
    board.new("isolation", 2, {})
    times = []
    while board.view()["status"] != "over":
        eventually(lambda: board.view()["legal"] != [] or board.view()["status"] == "over")
        if board.view()["status"] == "over":
            break
        board.run(
            """
            const before = state.view.plies, begun = performance.now(), say = window.showTable;
            window.measured = null;
            const look = () => state.view.plies > before ? (window.measured = performance.now() - begun) : setTimeout(look, 1);
            const choice = state.view.legal[0];
            click([choice.at[0]]);
            look();
            """
        )
        eventually(lambda: board.run("return window.measured !== null"))
        times.append(board.run("return window.measured"))
    times.sort()
    print(json.dumps({"clicks": len(times), "median ms": times[len(times) // 2], "worst ms": times[-1]}))
    assert times


def test_bots_play_and_a_person_looks_on(board):
    """A table of bots runs to its end without a hand."""
    board.new("isolation", 2, {}, ["bot random", "bot greedy"])
    eventually(lambda: board.view()["status"] == "over")
    assert board.run("return document.querySelector('#over').textContent").endswith("(isolated)")
    assert board.run("return document.querySelectorAll('#moves li').length") == board.view()["plies"]
    board.click("#replay")
    eventually(lambda: board.run("return !document.querySelector('#paper').hidden"))


def test_a_tournament_is_looked_on_at(browser, tmp_path):
    """Standings, finished games and replays of a folder."""
    folder = tmp_path / "cup.games"
    command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--bot", "one=random", "--bot", "two=greedy"]
    subprocess.run([*command, "--rounds", "3", "--folder", folder, "--quiet"], check=True, capture_output=True)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    board = Board(browser, tmp_path, str(folder))
    try:
        board.browser.look("light", NARROW)
        board.open()
        eventually(lambda: board.run("return document.querySelectorAll('#standings tr').length") == 2)
        assert board.run("return document.querySelector('#course-told').textContent").startswith("6 games")
        assert board.run("return document.querySelectorAll('#latest li').length") == 6
        board.browser.driver.save_screenshot(str(PICTURES / "board-tournament.png"))
        board.click("#report")
        eventually(lambda: board.run("return document.querySelector('#course-paper').textContent") == "Open the report")
    finally:
        board.process.terminate()
        board.process.wait(20)
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_a_strangers_bridge_is_a_front_end_too(browser, tmp_path):
    """The page of the documents, in front of the arbiter by a bridge that nobody here wrote."""
    text = (Path(__file__).parents[2] / "docs" / "board.md").read_text()
    (tmp_path / "index.html").write_text(text.split("```html\n")[1].split("```")[0])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["websocketd", f"--port={port}", "--address=127.0.0.1", f"--staticdir={tmp_path}", PROGRAMS / "arbiter"]
    bridge = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        browser.look("light", WIDE)
        browser.driver.get(f"http://127.0.0.1:{port}/")
        eventually(lambda: browser.run("return document.querySelectorAll('.places [data-at]').length") == 64)
        board = Board.__new__(Board)
        board.browser = browser
        for place, is_next in (("b5", "Black"), ("f2", "White")):
            board.click(f".places [data-at={place}]")
            eventually(lambda: is_next in browser.run("return document.querySelector('#board title').textContent"))
    finally:
        bridge.terminate()
        bridge.wait(20)
