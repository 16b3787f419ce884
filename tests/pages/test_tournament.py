"""A tournament as a spectator finds it: names, clocks, who is ahead, live games on a click, and the projector."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PATIENT, PROGRAMS, WIDE, begin, eventually, rater
from live import Board
from test_board_access import violations


class Cup:
    """A tournament that is played while the test looks on."""

    def __init__(self, browser, folder: Path, bots: dict[str, tuple], *arguments: str):
        self.folder = folder / "cup.games"
        command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--folder", self.folder, "--quiet", *PATIENT, *arguments]
        seats = [f"--bot={name}={rater(*how)}" for name, how in bots.items()]
        self.runner = begin(*command, *seats, "--seed", "7", stdout=subprocess.DEVNULL)
        eventually(lambda: (self.folder / "plan.toml").exists())
        self.board = Board(browser, folder, str(self.folder))


@pytest.fixture
def cup(browser, tmp_path):
    """Starts tournaments."""
    return lambda bots, *arguments: Cup(browser, tmp_path, bots, *arguments)


CARD = """
    const card = document.querySelector("#boards li");
    return card && {
      game: Number(card.dataset.game), told: card.innerText, players: [...card.querySelectorAll(".player > :first-child")].map((one) => one.textContent),
      scores: [...card.querySelectorAll(".player small")].map((one) => one.textContent),
      clocks: [...card.querySelectorAll(".clock")].map((one) => one.textContent),
      last: card.querySelector(".last").textContent, ahead: card.querySelector(".ahead").title,
    };
"""


def test_a_running_game_has_names_clocks_scores_and_last_moves_and_opens_live(cup, gate):
    """The spectator's session: look, click, moves as they come, back to the first board, the end in words."""
    bots = {"<hr>": (400, gate.path), "Ben": (-300, gate.path)}
    played = cup(bots, "--rounds", "2", "-c", "1")
    board = played.board
    gate.open(2)
    board.open()
    eventually(lambda: board.run("return state.course?.boards.length === 1 && state.course.boards[0].plies === 4"))
    eventually(lambda: board.run(CARD)["ahead"] != "")
    card = board.run(CARD)
    assert sorted(card["players"]) == ["<hr>", "Ben"], "names are text"
    assert sorted(card["scores"]) == ["+400", "−300"]
    assert all(re.fullmatch(r"(9|10):\d\d", clock) for clock in card["clocks"]), card
    assert card["ahead"] == "<hr> is ahead"
    assert re.fullmatch(r"1… \w\d 2\. \w\d \w\d", card["last"]), card
    assert board.run("return get('course-told').textContent").startswith("0 of 4 games have ended · 1 is played now")
    board.click("#boards button")
    eventually(lambda: board.run("return Boolean(state.view)"))
    assert board.view()["game"] == card["game"] and board.view()["legal"] == []
    for actions in (3, 4):
        gate.open(actions)
        eventually(lambda: board.run("return state.moves.length") == 2 * actions)
    board.click("#first")
    eventually(lambda: board.run("return state.past === 0 && document.querySelectorAll('#picture g.man').length === 0"))
    gate.open()
    board.run("get('latest-board').click()")
    eventually(lambda: board.view()["status"] == "over")
    assert board.run("return get('over').textContent").endswith(" wins: no pawn can be placed")
    board.click("#leave")
    eventually(lambda: board.run("return document.querySelectorAll('#latest li').length") >= 1)
    # A finished game opens in the same view.
    board.click("#latest button")
    eventually(lambda: board.run("return Boolean(state.view)") and board.view()["status"] == "over")
    board.browser.is_content()


def test_a_game_that_has_ended_is_not_running_although_an_earlier_one_is(cup, gate):
    """The results file has games in the order of the plan; the page does not wait for it."""
    # The pair of the quick bots comes last in the plan, and all games are begun at once.
    played = cup({"quick": (2, 1), "hasty": (3, 1), "slow": (1, gate.path)}, "--rounds", "1", "-c", "6")
    board = played.board
    board.open()
    ended = lambda: board.run("return state.course?.latest.map((one) => one.game) ?? []")  # noqa: E731
    running = lambda: board.run("return state.course.boards.map((one) => one.game)")  # noqa: E731

    def is_early() -> bool:
        results = (played.folder / "results.jsonl").read_text() if (played.folder / "results.jsonl").exists() else ""
        return bool(set(ended()) - {json.loads(line)["game"] for line in results.splitlines() if line.endswith("}")})

    eventually(is_early)
    assert not set(ended()) & set(running())
    gate.open()
    assert played.runner.wait(60) == 0
    eventually(lambda: board.run("return get('course-told').textContent") == "6 of 6 games have ended.")
    eventually(lambda: running() == [])
    table = board.run("return [...document.querySelectorAll('#standings tbody tr')].map((row) => [...row.children].map((one) => one.textContent))")
    assert len(table) == 3
    for place, row in enumerate(table):
        assert row[2] == "4" and row[5 + place] == "", "four games, none against itself"
        points = sum(float(cell.split("/")[0].replace("½", ".5")) for at, cell in enumerate(row[5:]) if at != place)
        assert points == float(row[3]), "the cross table adds up"
    board.browser.is_content()


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_bots_that_are_alike_have_their_names(cup, gate, form):
    """The log has them from its first record on."""
    played = cup({"one": (1, gate.path), "two": (1, gate.path)}, "--rounds", "2", "-c", "1", "--format", form)
    board = played.board
    board.open()
    eventually(lambda: board.run("return state.course?.boards.length === 1"))
    assert sorted(board.run("return state.course.boards[0].seats.map((one) => one.name)")) == ["one", "two"]
    gate.open()
    assert played.runner.wait(60) == 0
    eventually(lambda: board.run("return get('course-told').textContent") == "4 of 4 games have ended.")
    board.click("#latest button")
    eventually(lambda: board.run("return Boolean(state.view)") and board.view()["status"] == "over")
    result = json.loads((played.folder / "results.jsonl").read_text().splitlines()[board.view()["game"] - 1])
    assert [seat["name"] for seat in board.view()["seats"]] == result["seats"]
    winner = result["seats"][result["score"].index("1")]
    assert board.run("return get('over').textContent").startswith(f"{winner} wins")
    board.browser.is_content()


def test_a_sequential_test_is_shown_with_its_course(browser, tmp_path):
    """While it runs the number of games is an upper limit; at its end the verdict stands there."""
    file = tmp_path / "cup.toml"
    file.write_text(
        'variant = "isolation"\nrounds = 60\nseed = "7"\n[sprt]\nelo0 = 0\nelo1 = 200\n'
        '[[bot]]\nname = "new"\ncommand = "greedy"\n[[bot]]\nname = "old"\ncommand = "random"\n'
    )
    folder = tmp_path / "cup.games"
    command = [PROGRAMS / "arbiter", "tournament", file, "--folder", folder, "--quiet"]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"})
    board = Board(browser, tmp_path, str(folder))
    for width in (1200, 380):
        browser.look("light", width)
        board.open()
        eventually(lambda: board.run("return document.querySelectorAll('#test-plot svg').length") == 1)
        assert board.run("return document.documentElement.scrollWidth") <= width
        assert browser.spoiled("#test-plot svg") == []
        browser.picture(f"board-test-light-{width}")
    told = board.run("return get('test-told').textContent")
    assert told.startswith("SPRT of new, Elo 0 (H0) against 200 (H1): Elo "), told
    assert told.endswith(" (bounds -2.94, 2.94), H0 accepted."), told
    words = board.run("return [...document.querySelectorAll('#test-plot text')].map((one) => one.textContent.trim())")
    assert {"blocks", "LLR", "0", "H0 at -2.94", "H1 at 2.94"} <= set(words), words
    assert board.run("return get('course-told').textContent").endswith(" games have ended, and the test has its verdict.")
    assert board.run("return toldOf({...state.course, test: null})").endswith(" of at most 120 games have ended.")
    board.browser.is_content()


def test_the_projector_shows_a_running_game_and_goes_to_the_next_by_itself(cup):
    """Large, without buttons, with the standings; nobody touches it."""
    played = cup({"one": (10, 60), "two": (-5, 60)}, "--rounds", "20", "-c", "1")
    board = played.board
    for theme in ("light", "dark"):
        board.browser.look(theme, 1200)
        board.open(board.url.replace("/#", "/?show=best#"))
        eventually(lambda: board.run("return Boolean(state.view) && state.view.game > 0"))
        board.browser.picture(f"board-projector-{theme}-1200")
    first = board.view()["game"]
    assert board.run("return getComputedStyle(get('leave')).display") == "none"
    # The board takes the height of the screen, and nothing is beyond it.
    for width, height in ((1280, 800), (1920, 1080)):
        board.browser.look("dark", width, height)
        size = "const box = document.querySelector('#picture svg').getBoundingClientRect(); return [box.height, box.top, box.bottom]"
        eventually(lambda height=height: board.run(size)[0] >= 0.97 * height)
        assert 0 <= board.run(size)[1] and board.run(size)[2] <= height
        beyond = "return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert board.run(beyond) == [width, height]
        hidden = "return ['title', 'status', 'chairs', 'caption', 'moves', 'strip-told'].filter((id) => get(id).getBoundingClientRect().right > innerWidth)"
        assert board.run(hidden) == []
    board.browser.look("dark", 1200)
    board.run("lasts.end = 300")
    eventually(lambda: board.run("return state.view.game") > first)
    eventually(lambda: board.run("return document.querySelectorAll('#strip li').length") == 2)
    assert "of 40 games" in board.run("return get('strip-told').textContent")
    board.browser.is_content()


# The boxes of the parts that a spectator looks at, and of the running games.
BOXES = """
    const box = (element) => { const {left, top, right, bottom} = element.getBoundingClientRect(); return {left, top, right, bottom}; };
    return {
      cards: [...document.querySelectorAll("#boards li")].map(box), names: [...document.querySelectorAll("#boards .name")].map(box),
      table: box(document.querySelector("#standings table")), latest: box(get("latest")),
      wide: document.documentElement.scrollWidth,
    };
"""


def is_apart(one: dict, other: dict) -> bool:
    """True if two boxes do not lie on each other."""
    across = one["right"] <= other["left"] or other["right"] <= one["left"]
    return across or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_games_standings_and_latest_games_are_one_view(cup, gate):
    """Running games lie side by side and are the larger, the fewer there are; nothing has to be scrolled at 1280."""
    long = "a-bot-with-a-name-that-is-longer-than-others-2026-11-28"
    played = cup({name: (1, gate.path) for name in (long, "one", "two", "three", "four")}, "--rounds", "4", "-c", "5")
    board = played.board
    board.browser.look("light", 1280)
    board.open()
    gate.open()
    eventually(lambda: board.run("return state.course?.latest.length") >= 6)
    gate.open(2)
    eventually(lambda: board.run("return state.course.boards.length") == 5)
    board.run("cards.lasts = 0")
    sizes = []
    for games in (5, 2, 1):
        some = "showCourse({...state.course, running: arguments[0], boards: state.course.boards.slice(0, arguments[0])})"
        board.run(some, games)
        eventually(lambda games=games: board.run("return room.games") == games)
        for theme, width, height in (("light", 1280, 800), ("dark", 1920, 1080)):
            board.browser.look(theme, width, height)
            eventually(lambda width=width: board.run("return innerWidth") == width)
            board.run("arrange()")
            found = board.run(BOXES)
            parts = [*found["cards"], found["table"], found["latest"]]
            assert all(0 <= box["left"] and box["right"] <= width and 0 <= box["top"] and box["bottom"] <= height for box in parts), found
            assert all(is_apart(one, other) for at, one in enumerate(parts) for other in parts[:at]), found
            assert len({box["bottom"] - box["top"] for box in found["names"]}) == 1, "a long name has one line"
            assert found["wide"] <= width
            board.browser.picture(f"board-hall-{games}-{theme}-{width}")
        sizes.append(found["cards"][0]["right"] - found["cards"][0]["left"])
    # One game and two may both have all the height that there is.
    assert sizes == sorted(sizes) and sizes[0] < sizes[1], "the fewer, the larger"
    # In a narrow window they stand one below the other.
    board.browser.look("light", 390)
    board.run("arrange()")
    assert board.run("return document.documentElement.scrollWidth") <= 390
    board.browser.is_content()


def test_a_ladder_has_a_plot_of_its_strengths_by_day(browser, tmp_path, arbiter):
    """In the hall and on the page of the ladder: the leaders with their names, also as a table."""
    folder = tmp_path / "ladder"
    (folder / "bots").mkdir(parents=True)
    (folder / "ladder.toml").write_text('tables = 12\nseed = "7"\n[[game]]\nvariant = "isolation"\n')
    for bot in range(12):
        (folder / f"bots/bot-{bot}.toml").write_text(f'command = "random"\noptions = {{ seed = {bot + 1} }}\n')
    arbiter(tmp_path, "ladder", "ladder", "--rounds", "3", "--quiet")
    table = json.loads((folder / "table.json").read_text())
    (folder / "days").mkdir()
    for day, shift in ("2024-02-27", -60), ("2024-02-28", -30), ("2024-03-02", 20):
        for at, row in enumerate(table["games"]["isolation"]["bots"]):
            if row.get("rating"):
                row["rating"] = dict.fromkeys(("value", "low", "high"), 150 - 20 * at + shift) | {"high": 180 - 20 * at + shift}
        (folder / f"days/{day}.json").write_text(json.dumps(table))
    arbiter(tmp_path, "report", "ladder", "-o", "page.html")
    board = Board(browser, tmp_path, str(folder))

    def is_whole(selector: str):
        assert browser.spoiled(f"{selector} svg") == []
        assert browser.faint(f"{selector} text, {selector} td, {selector} th, {selector} summary") == []
        told = browser.run("return document.querySelector(arguments[0]).getAttribute('aria-label')", f"{selector} svg")
        assert told.startswith("Strengths by day, from 2024-02-27 to 20"), told
        words = browser.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())", f"{selector} text")
        names = [word for word in words if word.startswith("bot-")]
        assert len(names) == 10, words
        rows = browser.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", f"{selector} tbody td:first-child")
        assert rows[1:] == ["2024-03-02", "2024-02-28", "2024-02-27"]
        heads = browser.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())", f"{selector} thead th")
        assert heads[1:] == [name for name in heads[1:] if name in names] and len(heads) == 11

    for theme in ("light", "dark"):
        for width in (1280, 390):
            browser.look(theme, width)
            browser.load(tmp_path / "page.html")
            is_whole("figure.days")
            board.open()
            eventually(lambda: board.run("return document.querySelectorAll('#strength-plot svg').length") == 1)
            board.run("document.querySelector('#strength-plot summary').click()")
            is_whole("#strength-plot")
            assert board.run("return document.documentElement.scrollWidth") <= width
            browser.picture(f"board-strengths-{theme}-{width}")
    assert violations(board) == []
    browser.is_content()


def test_many_games_are_no_burden(browser, tmp_path):
    """A folder of four hundred games is shown at once, and its page stays small."""
    folder = tmp_path / "cup.games"
    command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--bot", "one=random", "--bot", "two=greedy", "--sync", "off"]
    subprocess.run([*command, "--rounds", "200", "--folder", folder, "--quiet"], check=True, capture_output=True)
    board = Board(browser, tmp_path, str(folder))
    begun = time.monotonic()
    board.open()
    eventually(lambda: board.run("return state.course?.finished") == 400)
    took = time.monotonic() - begun
    weight = board.run("return JSON.stringify(state.course).length")
    print(json.dumps({"seconds": round(took, 2), "bytes of a message": weight}))
    assert board.run("return document.querySelectorAll('#latest li').length") == 50
    assert weight < 20_000


def test_a_board_may_be_there_before_its_tournament(browser, tmp_path, gate):
    """It waits. Faults have a column, one board has the standings beside it, and the games to play are folded in."""
    folder = tmp_path / "cup.games"
    board = Board(browser, tmp_path, str(folder))
    browser.look("light", 1200)
    board.open()
    eventually(lambda: board.run("return get('course-told').textContent") == "No tournament has begun in this folder yet.")
    command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--folder", folder, "--quiet", "--rounds", "2", "-c", "1", *PATIENT]
    # A game of the third bot comes before one of the others, which then waits at the gate.
    bots = [*(f"--bot={name}={rater(1, gate.path)}" for name in ("one", "two")), "--bot=quitter=python3 -c pass"]
    runner = begin(*command, *bots, "--seed", "7", stdout=subprocess.DEVNULL)
    eventually(lambda: board.run("return state.course.boards.length === 1 && state.course.standings.some((bot) => bot.faults)"))
    eventually(lambda: board.run("return document.querySelectorAll('#standings tbody tr').length >= 2"))
    beside = "const [boards, standings] = ['boards', 'standings'].map((id) => get(id).getBoundingClientRect());"
    assert board.run(f"{beside} return boards.right <= standings.left && Math.abs(boards.top - standings.top) < 60")
    browser.picture("board-beside-light-1200")
    assert board.run("return get('games').checkVisibility()") is False
    gate.open()
    assert runner.wait(60) == 0
    eventually(lambda: board.run("return get('course-told').textContent") == "12 of 12 games have ended.")
    table = board.run("return [...document.querySelectorAll('#standings tr')].map((row) => [...row.children].slice(1, 6).map((one) => one.textContent))")
    assert table[0] == ["Bot", "Games", "Points", "Share", "Faults"]
    assert {row[0]: row[4] for row in table[1:]} == {"one": "0", "two": "0", "quitter": "8"}
    board.click("#lobby summary")
    eventually(lambda: board.run("return get('games').checkVisibility()"))
    browser.is_content()


def test_a_folder_that_is_no_tournament_is_refused(tmp_path):
    """At once, and not waited for: what is there is something else."""
    for path, text in [(tmp_path, "is not a tournament folder"), (tmp_path / "none" / "cup.games", "No such file")]:
        said = subprocess.run([PROGRAMS / "arbiter-board", "--no-open", path], capture_output=True, text=True, timeout=20)
        assert said.returncode == 2 and text in said.stderr, said.stderr
