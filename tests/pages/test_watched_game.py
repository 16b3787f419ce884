"""A game of a tournament as a spectator finds it: its turns, its points, its clocks as they were, and keys that lead through it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from conftest import PROGRAMS, WIDE, eventually, rater
from live import Board

TWO = r"[xy] [01½] – [xy] [01½]"
THREE = r"[xyz] \S+ – [xyz] \S+ – [xyz] \S+"
# What a game is played by, and what its seats and its tab say of points.
GAMES = {
    "katarenga": (["random", "random"], [], r"\d pawns? in camp", TWO),
    "congress": (["random", "greedy"], [], "", TWO),
    "isolation": (["random", "greedy"], [], "", TWO),
    "battle-stations": (["random", "greedy"], [], "", TWO),
    "colorado": (["random", "greedy"], [], "", TWO),
    "cornered": (["random", "greedy"], [], "", TWO),
    "troika": (["random", "greedy"], [], "", TWO),
    "orwell": (["random", "greedy", "random"], ["maxrounds=20"], r"\d royals?", THREE),
    "french-revolution": (["random", "random"], [], "", TWO),
    "catalonia": (["chain", "chain"], ["turns=12"], r"\d+ points together", r"\d+ points"),
    "cat-chess": (["prowler", "random", "random"], ["tiles=6", "maxrounds=20"], r"\d peaks?", THREE),
    "chess": (["random", "random"], [], "", TWO),
}


class Watched:
    """A tournament of one game that has ended, and a board that looks on."""

    def __init__(self, browser, folder: Path, variant: str, bots: list[str], *arguments: str):
        self.folder = folder / "cup.games"
        command = [PROGRAMS / "arbiter", "tournament", "--variant", variant, "--folder", self.folder, "--quiet", *arguments]
        names = ("x", "y", "z")
        seats = [f"--bot={name}={bot}" for name, bot in zip(names, bots)]
        subprocess.run([*command, *seats, "--seed", "7", "--rounds", "1", "--seats", str(len(bots))], check=True, capture_output=True)
        self.board = Board(browser, folder, str(self.folder))
        self.board.open(f"{self.board.url}/game-1")
        eventually(lambda: self.board.run("return state.view?.status") == "over")
        log = (self.folder / "games/000001.jsonl").read_text().splitlines()
        self.steps = [step for step in map(json.loads, log) if step["type"] in ("action", "chance")]

    def visit(self, plies: int):
        self.board.run("visitBoard(arguments[0])", plies)
        at = "return (state.past ?? counted()) === arguments[0] && state.drawn === (state.boards.get(arguments[0]) ?? state.view.picture)"
        eventually(lambda: self.board.run(at, plies))


@pytest.fixture
def watched(browser, tmp_path):
    """Plays tournaments."""
    return lambda variant, bots, *arguments: Watched(browser, tmp_path, variant, bots, *arguments)


ROWS = """
    return [...document.querySelectorAll("#moves li")].map((row) => ({
      number: row.querySelector(".number").textContent,
      plies: [...row.querySelectorAll("[data-plies]")].map((move) => Number(move.dataset.plies)),
    }));
"""


@pytest.mark.parametrize("variant", GAMES)
def test_rows_are_turns_and_seats_and_tab_have_points(watched, variant):
    """The number of a row is the one that the board says; a row without a number is setup."""
    bots, options, points, title = GAMES[variant]
    game = watched(variant, bots, *[f"--option={option}" for option in options])
    board = game.board
    rows = board.run(ROWS)
    assert sorted(ply for row in rows for ply in row["plies"]) == list(range(1, len(game.steps) + 1)), "each action once"
    numbered = [int(row["number"].rstrip(".")) for row in rows if row["number"] not in ("", "setup")]
    assert numbered == list(range(1, len(numbered) + 1)), rows
    setup = {"katarenga": 1, "battle-stations": 8, "colorado": 1, "cat-chess": 10 + 2 + 3}.get(variant, 0)
    assert [row["number"] for row in rows[: setup + 1]] == ["setup", *[""] * (setup - 1), "1."][-setup - 1 :]
    # The names are those of the log until the results have been read.
    eventually(lambda: re.fullmatch(rf"({title}) · .+ · game 1", board.run("return document.title")))
    for plies in (len(game.steps), len(game.steps) // 2):
        game.visit(plies)
        board.run("tick()")
        shown = board.run("return [...document.querySelectorAll('#chairs .points')].map((one) => one.textContent.trim())")
        assert len(shown) == len(bots) and all(re.fullmatch(points, text) for text in shown), shown
    for theme in ("light", "dark"):
        for width in (1200, 390):
            board.browser.look(theme, width)
            assert board.run("return document.documentElement.scrollWidth") <= width
            board.browser.picture(f"watched-{variant}-{theme}-{width}")
    board.browser.is_content()


def test_points_are_those_of_the_board_that_is_shown(watched):
    """A shared score grows with the boards; the tab has that of the present one."""
    game = watched("catalonia", ["chain", "chain"], "--option=turns=12")
    board = game.board
    total = board.view()["over"]["shared"]
    points = "return document.querySelector('#chairs .points').textContent"
    assert int(total) > 0
    assert board.run("tick(); " + points) == f"{total} points together"
    game.visit(0)
    eventually(lambda: board.run(points) == "0 points together")
    assert board.run("return document.title").startswith(f"{total} points · Catalonia")


def test_what_a_bomb_did_is_said_at_every_board(watched):
    """A choice of a target has words in the list; who was lost or has escaped stands below each earlier board."""
    game = watched("catalonia", ["chain", "chain"], "--option=turns=12")
    board = game.board
    texts = board.run("return [...document.querySelectorAll('#moves .move')].map((move) => move.textContent)")
    hits = [text for text in texts if text.lstrip().startswith("*")]
    assert hits and all(text.endswith(" is hit") for text in hits), texts
    told = []
    for at, step in enumerate(game.steps, 1):
        if step["type"] == "chance" or step["action"][0] == "*":
            game.visit(at)
            eventually(lambda at=at: board.run("return state.boards.has(arguments[0])", at - 1))
            told.append(board.run("return get('caption').textContent"))
    assert any(re.match(r"(White|Black) \w+ [a-h][1-8] is lost · ", text) for text in told), told
    # A man that has one way to escape goes there without an action.
    escaped = [text for text in told if re.match(r"(White|Black) \w+ [a-h][1-8] escapes to [a-h][1-8] · ", text)]
    assert escaped, told


CHAIRS = """
    return [...document.querySelectorAll("#chairs li")].map((chair) =>
      [chair.querySelector(".clock").textContent, chair.querySelector(".thinks").textContent]);
"""


def test_clocks_and_ratings_are_those_of_the_board_that_is_shown(watched):
    """At the first board the clocks are full and nobody has rated himself; later they are those of the log."""
    game = watched("isolation", [rater(4, 120), rater(-3, 120)], "--clock", "time 19000 inc 0")
    board = game.board
    order = board.run("return [...document.querySelectorAll('#chairs li')].map((chair) => Number(chair.dataset.seat))")

    def shown() -> dict:
        return dict(zip(order, board.run(CHAIRS)))

    def clock(seat: int, plies: int) -> str:
        left = [step["clock"] for step in game.steps[:plies] if step["seat"] == seat]
        return f"{int(left[-1]) / 1000:.1f}" if left else "19.0"

    for plies in (len(game.steps), 3, 1, 0):
        game.visit(plies)
        board.run("tick()")
        now = shown()
        for seat in (1, 2):
            assert abs(float(now[seat][0]) - float(clock(seat, plies))) < 0.11, (plies, now)
            assert bool(now[seat][1]) == (plies >= seat), (plies, now)
    assert {now[seat][1] for seat in (1, 2)} == {""}
    board.run("showNow()")
    assert all("rates itself" in words for _, words in board.run(CHAIRS))


def test_keys_lead_through_the_game_from_anywhere(watched):
    """Not in a field, not with a key held, and not where a player needs the arrows."""
    game = watched("isolation", ["random", "greedy"])
    board = game.board
    last = len(game.steps)
    past = "return state.past"

    def press(key: str, code: int) -> int | None:
        board.press(key, code)
        return board.run(past)

    board.run("document.activeElement.blur()")
    assert press("ArrowLeft", 37) == last - 1
    assert press("Home", 36) == 0
    assert press("ArrowRight", 39) == 1
    assert press("End", 35) is None
    # A click on the board gives it the focus, as one on the list or on a button does.
    for selector in ("#picture", "#moves", "#flip"):
        board.run("document.querySelector(arguments[0]).focus()", selector)
        assert press("ArrowLeft", 37) == last - 1, selector
        assert press("End", 35) is None, selector
    # Up and down begin to look around on the board; Escape ends it.
    board.run("get('picture').focus()")
    board.press("ArrowDown", 40)
    assert press("ArrowLeft", 37) is None
    board.press("Escape", 27)
    assert press("ArrowLeft", 37) == last - 1
    board.run("showNow(); show(get('type'), true); get('action').disabled = false; get('action').focus()")
    assert press("ArrowLeft", 37) is None
    board.run("document.activeElement.blur()")
    board.click("#leave")
    eventually(lambda: board.run("return get('table').hidden") or board.run("return state.view === null"))
    assert press("ArrowLeft", 37) is None
    board.browser.is_content()


def test_the_first_choices_of_cat_chess_are_explained(browser, tmp_path):
    """A new player reads below the board what a counter is for."""
    board = Board(browser, tmp_path)
    for width in (1200, 390):
        browser.look("light", width)
        board.new("cat-chess", 2, {"tiles": "0"})
        eventually(lambda: board.view()["legal"] != [])
        caption = board.run("return get('caption').textContent")
        assert caption.startswith(
            "choose a cell of a grid below the hills · Blue is to put a Style counter into a grid · "
            "rows are challenges, columns responses · "
            "a counter decides where a row meets a column"
        ), caption
        assert board.run("return document.documentElement.scrollWidth") <= width
        browser.picture(f"watched-first-choice-light-{width}")
