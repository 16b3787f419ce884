"""The board, in a real browser: games of every variant by clicks alone."""

import json
import random
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PATIENT, PROGRAMS, WIDE, begin, eventually, rater, words
from live import GAMES, Board, board, tournament  # noqa: F401
from test_board_access import keeps_nobody_out


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_by_clicks_alone(board, variant):
    """People at one screen play a game to its end, or resign; the log verifies.

    Nothing keeps anybody out where it begins, each phase has words, and it looks right wide and narrow, light and dark.
    """
    seats, options, limit = GAMES[variant]
    board.new(variant, seats, options)
    eventually(lambda: board.view()["legal"] != [])
    assert len(board.run("return get('aim').textContent")) > 30
    keeps_nobody_out(board)
    board.browser.driver.refresh()
    eventually(lambda: board.run("return Boolean(state.view)"))
    lot = random.Random(variant)
    for _ in range(12):
        eventually(lambda: board.view()["legal"] != [] or board.view()["status"] == "over")
        if board.view()["status"] == "over":
            break
        the_caption_says_what_to_click(board)
        before = board.stage()
        board.act(lot)
        eventually(lambda: board.stage() != before)
    eventually(lambda: board.view()["legal"] != [] or board.view()["status"] == "over")
    for theme in ("light", "dark"):
        for width in (WIDE, 360):
            board.browser.look(theme, width)
            time.sleep(0.1)
            assert board.run("return document.documentElement.scrollWidth") <= width, "it is wider than the screen"
            board.browser.picture(f"board-{variant}-{theme}-{width}", whole=False)
    board.browser.look("light", WIDE)
    assert covered(board) == [], "whoever clicks there does not mean the place"
    board.play(lot, limit)
    board.browser.is_content()
    logs = list(board.logs.glob("*.jsonl"))
    assert len(logs) == 1
    verified = subprocess.run([PROGRAMS / "arbiter", "verify", *logs], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout


def the_caption_says_what_to_click(board: Board):
    """The present phase has words, and the click that is due is strong, also after a first one."""
    due = "return document.querySelector('#caption strong')?.textContent"
    clicks = board.run("return clickWords()")
    assert board.run(due) == clicks[0], clicks
    at = board.view()["legal"][0]["at"]
    if len(at) > 1 and len(clicks) > 1:
        board.run("click([arguments[0]])", at[0])
        assert board.run(due) == clicks[1]
        board.run("clear()")


def test_a_man_that_a_bomb_hit_is_named(board):
    """The move says where the bomb fell, and not who was lost or has escaped; men that moved are neither."""
    board.open()

    def became(before: list[str], after: list[str], *moves: str) -> str:
        pictures = ["".join(f"<g><title>{man}</title></g>" for man in men) for men in (before, after)]
        return board.run("return lossText(...arguments)", *pictures, [{"text": move} for move in moves])

    men = ["White Peasant g3", "White Peasant b2", "Black Lady c8", "pit a1"]
    assert became(men, men) == ""
    assert became(men, [*men[:2], "Black Lady c7"], "Lc8-c7") == ""
    assert became(men, men[1:]) == "White Peasant g3 is lost"
    assert became(men, ["White Peasant b3"], "b2-b3") == "White Peasant g3 is lost · Black Lady c8 is lost"
    assert became(men, [*men[:2], "Black Lady e6", "pit c8"]) == "Black Lady c8 escapes to e6"
    assert became(men, [*men[:2], "Black Lady e6", "pit c7"], "Lc8-c7") == "Black Lady c7 escapes to e6"
    # A board that the page has not seen lies between the two.
    assert became(men, [*men[:2], "Black Lady e6", "pit c7"]) == ""


def covered(board: Board) -> list[str]:
    """The places in whose middle something else would be clicked."""
    return board.run(
        """
        const hits = (place) => {
          place.scrollIntoView({ block: "center" });
          const box = place.getBoundingClientRect();
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-at]");
          return hit && hit.dataset.at.split(" ").includes(place.dataset.at);
        };
        if (!get("curtain").hidden) get("lift").click();
        return [...document.querySelectorAll("#picture .places > [data-at]")].filter((place) => !hits(place))
          .map((place) => place.dataset.at);
        """
    )


def test_every_variant_is_tried(board):
    """A variant that comes later is not forgotten here."""
    board.open()
    assert {variant["word"] for variant in board.run("return state.hall.variants")} == set(GAMES)


@pytest.mark.parametrize("who", [["here", "here"], ["here", "bot own"]], ids=["people", "bot"])
def test_a_game_that_the_board_has_never_seen(browser, tmp_path, who):
    """The program of `examples/own-game` stands in for the arbiter: a game outside the tree works unseen."""
    own = PROGRAMS / "own-arbiter"
    # Features are those of all other steps, so that nothing is built twice.
    build = ["cargo", "build", "--quiet", "--offline", "--locked", "--workspace", "--all-features"]
    build += ["--bin", "own-arbiter", "--bin", "own-bot", "--target-dir", PROGRAMS.parent]
    subprocess.run(build, check=True, stdin=subprocess.DEVNULL, cwd=Path(__file__).parents[2])
    board = Board(browser, tmp_path, "--arbiter", str(own), "--bot", f"own={words(PROGRAMS / 'own-bot')}")
    board.new("bid", 2, {}, who)
    answers = board.play(random.Random("bid"), 20)
    assert answers == 6 * who.count("here"), "six rounds"
    assert board.run("return get('over').textContent").endswith(": all cards are played")
    board.browser.is_content()
    board.browser.picture(f"board-bid-{who[1].split()[0]}")
    (log,) = board.logs.glob("*.jsonl")
    verified = subprocess.run([own, "verify", log], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout


def test_an_action_is_typed_and_a_wrong_one_refused(board):
    """The arbiter's own words tell what is wrong."""
    board.new("chess", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    board.run("document.querySelector('#action').value = 'e2e5'")
    board.click("#type button")
    eventually(lambda: board.run("return !document.querySelector('#refused').hidden"))
    assert "e2e5 is not legal" in board.run("return document.querySelector('#refused').textContent")
    # The sign of check may be omitted.
    for plies, typed in enumerate(("e2e4", "f5", "Qh5"), 1):
        board.run("document.querySelector('#action').value = arguments[0]", typed)
        board.click("#type button")
        eventually(lambda plies=plies: board.view()["plies"] == plies and board.view()["legal"] != [])


def test_the_curtain_is_between_any_two_who_choose_in_secret(board):
    """Keys do not reach what it hides, and neither a reload nor another look lifts it."""
    challenge = Path(__file__).parents[2] / "frontends" / "board" / "tests" / "challenge.txt"
    curtain = "return get('curtain').hidden ? '' : get('curtain-text').textContent.split(' now')[0]"

    def falls(text: str):
        eventually(lambda: board.run(curtain) == text)
        assert board.run("return document.activeElement.id") == "lift"

    board.open()
    seats = [{"who": "here", "name": ""}] * 2
    order = {"do": "make", "variant": "cat-chess", "seats": seats, "options": {}, "position": challenge.read_text().strip()}
    board.run("say(arguments[0])", order)
    falls("Blue chooses")
    for _ in range(40):
        board.press("Tab", 9)
        reached = "const here = document.activeElement; return Boolean(here.closest('#picture, .below, #type'))"
        assert board.run(reached) is False
    for seat, name in ((2, "Orange"), (1, "Blue")):
        board.click(f"#looks button:nth-of-type({seat})")
        eventually(lambda name=name: board.run(curtain) == f"{name} chooses")
    board.click("#lift")
    assert board.run(curtain) == ""
    board.run("get('action').value = 'what Blue thought of'")
    board.click("#choices button")
    falls("Orange chooses")
    board.press("Enter", 13, is_held=True)
    assert board.run(curtain) == "Orange chooses"
    assert board.run("return get('action').value") == ""
    board.browser.driver.refresh()
    falls("Orange chooses")
    board.click("#looks button:nth-of-type(1)")
    eventually(lambda: board.run(curtain) == "Blue looks")
    board.click("#looks button:nth-of-type(2)")
    eventually(lambda: board.run(curtain) == "Orange chooses")
    board.click("#lift")
    board.click("#choices button")
    eventually(lambda: board.view()["plies"] >= 2)
    assert board.run(curtain) == ""
    board.browser.is_content()


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


@pytest.mark.parametrize("end", ["kill", "terminate"])
def test_a_game_goes_on_after_the_board_was_killed(board, end):
    """The page that is open comes back by itself, at the table where it was, and the game goes on to its end."""
    board.new("isolation", 2, {}, ["here", "bot random"])
    lot = random.Random(2)
    eventually(lambda: board.view()["legal"] != [])
    board.act(lot)
    eventually(lambda: board.view()["plies"] >= 2 and (board.view()["legal"] != [] or board.view()["status"] == "over"))
    before = board.run("return state.moves.map((move) => move.text)")
    getattr(board.process, end)()
    board.process.wait(20)
    eventually(lambda: board.run("return !document.querySelector('#lost').hidden"))
    url = board.url
    board.start()
    assert board.url == url
    eventually(lambda: board.run("return document.querySelector('#lost').hidden"))
    eventually(lambda: board.view()["legal"] != [])
    assert board.run("return state.moves.map((move) => move.text)") == before
    assert board.run("return document.querySelectorAll('#moves .move').length") == len(before)
    board.play(lot, 60)
    (log,) = board.logs.glob("*.jsonl")
    verified = subprocess.run([PROGRAMS / "arbiter", "verify", log], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout


def test_a_game_that_cannot_continue_says_so_and_its_owner_reads_why(board):
    """People with a link read no folder of this machine, and have neither log nor replay."""
    board.new("isolation", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    key = board.view()["links"][-1]["key"]
    board.process.kill()
    board.process.wait(20)
    (seed,) = board.logs.glob("*.seed")
    seed.unlink()
    board.start()
    eventually(lambda: board.view()["status"] == "failed")
    told = "return document.querySelector('#notices').textContent"
    hidden = "return ['log', 'replay'].map((id) => document.getElementById(id).hidden)"
    assert str(seed) in board.run(told) and board.run(hidden) == [False, False]
    board.open(f"{board.url.split('#')[0]}#{key}")
    eventually(lambda: board.run("return Boolean(state.view)"))
    assert board.run(told) == "the game cannot continue" and board.run(hidden) == [True, True]
    assert not board.run("return document.querySelector('#picture svg')")
    board.browser.is_content()


def test_a_bot_is_asked_about_the_position(browser, tmp_path):
    """What it thinks appears as it comes, it answers when it is told to, and a choice that is under way stays."""
    muser = Path(__file__).parents[2] / "frontends" / "board" / "tests" / "muser.py"
    board = Board(browser, tmp_path, "--bot", f"muser={words('python3', muser)}")
    board.new("chess", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    board.run("document.querySelector('#ask').open = true")
    board.choose("#adviser", "muser")
    board.point("e2")
    assert board.run("return state.chosen") == ["e2"]
    board.click("#analyse")
    told = "return document.querySelector('#advice').textContent"
    eventually(lambda: "score" in board.run(told))
    first = board.run(told)
    eventually(lambda: board.run(told) != first)
    assert board.run("return state.chosen") == ["e2"]
    board.click("#hush")
    eventually(lambda: "muser would play" in board.run(told))
    assert board.run("return document.querySelector('#hush').hidden")
    assert board.view()["plies"] == 0
    board.browser.look("dark", 360)
    board.browser.picture("board-advice-dark-360")
    board.browser.look("light", WIDE)
    board.point("e4")
    eventually(lambda: board.view()["plies"] == 1)
    off = "return document.querySelector('#analyse').disabled"
    board.run("visitBoard(0)")
    assert board.run(off) and board.run(told) == "Bots are asked about the latest board."
    board.run("showNow()")
    assert not board.run(off) and "muser would play" in board.run(told)
    board.browser.is_content()


def test_the_bot_that_comes_with_the_board_reports_while_it_thinks(board):
    """`search` says in words what it would play, again and again until it is stopped."""
    board.new("chess", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    board.run("document.querySelector('#ask').open = true")
    board.click("#analyse")
    told = "return document.querySelector('#advice').textContent"
    form = r"\S+: rates itself [+−]?[\d.]+ pawns after \d+ nodes"
    eventually(lambda: re.fullmatch(form, board.run(told)))
    first = board.run(told)
    eventually(lambda: board.run(told) != first and re.fullmatch(form, board.run(told)))
    board.click("#hush")
    eventually(lambda: "search would play" in board.run(told))
    board.browser.is_content()


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
    winner = ["random", "greedy"][board.view()["over"]["points"].index("1")]
    assert board.run("return document.querySelector('#over').textContent") == f"{winner} wins: no pawn can be placed"
    assert board.run("return document.querySelectorAll('#moves .move').length") == board.view()["plies"]
    board.click("#replay")
    eventually(lambda: board.run("return !document.querySelector('#paper').hidden"))


def test_the_replay_has_the_names_and_the_words_of_the_board(board):
    """The result in words, each player with the name and the colour of the men; a person is no host."""
    for who, name, more in (
        (["here", "bot random"], "", ["person", "Black"]),
        (["bot random", "here"], "Ada", ["White", "person, Black"]),
        (["bot random", "bot random"], "", []),
    ):
        board.open()
        sits = [{"who": "bot", "name": "random"} if one == "bot random" else {"who": one, "name": name} for one in who]
        board.run("say({do: 'make', variant: 'isolation', seats: arguments[0], options: {}})", sits)
        eventually(lambda: board.run("return Boolean(state.view)"))
        if "here" in who:
            eventually(lambda: board.view()["legal"] != [])
            board.resign()
        eventually(lambda: board.view()["status"] == "over")
        spot = "[...document.querySelectorAll(arguments[0])].map((one) => getComputedStyle(one, arguments[1]).backgroundColor)"
        result, names, colours = board.run(
            f"return [get('over').textContent, state.view.seats.map((seat) => nameOf(seat.n)), {spot}]", "#chairs .dot", None
        )
        board.click("#replay")
        eventually(lambda: board.run("return !get('paper').hidden"))
        board.browser.driver.get(board.run("return get('paper-link').href"))
        assert board.run("return document.querySelector('.state').textContent") == result
        assert board.run("return [...document.querySelectorAll('.seats .who bdi')].map((one) => one.textContent)") == names
        # At the board the first seat may be below.
        assert sorted(board.run(f"return {spot}", ".seats .who", "::before")) == sorted(colours)
        assert board.run("return [...document.querySelectorAll('.seats .men')].map((one) => one.textContent.trim())") == more
        board.browser.picture(f"replay-names-{name or who[0]}")


def test_a_tournament_is_looked_on_at(tournament):
    """Standings, finished games and replays of a folder."""
    folder = Path(tournament.arguments[0])
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    for theme in ("light", "dark"):
        for width in (WIDE, 360):
            tournament.browser.look(theme, width)
            tournament.open()
            eventually(lambda: tournament.run("return document.querySelectorAll('#standings tbody tr').length") == 2)
            assert tournament.run("return document.documentElement.scrollWidth") <= width
            tournament.browser.picture(f"board-tournament-{theme}-{width}")
    assert tournament.run("return document.querySelector('#course-told').textContent")== "6 of 6 games have ended."
    assert tournament.run("return document.querySelectorAll('#latest li').length") == 6
    tournament.click("#report")
    eventually(lambda: tournament.run("return document.querySelector('#course-paper').textContent") == "Open the report")
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_a_tournament_is_looked_on_at_while_it_is_played(browser, tmp_path, gate):
    """Running games are small boards that move on; the runner ends as it would have."""
    folder = tmp_path / "cup.games"
    command = [PROGRAMS / "arbiter", "tournament", "--variant", "isolation", "--folder", folder, "--quiet", *PATIENT]
    bots = [f"--bot={name}={rater(1, gate.path)}" for name in ("one", "two")]
    runner = begin(*command, *bots, "--rounds", "4", "--seed", "7", stdout=subprocess.DEVNULL)
    eventually(lambda: (folder / "plan.toml").exists())
    board = Board(browser, tmp_path, str(folder))
    board.open()
    eventually(lambda: board.run("return document.querySelectorAll('#boards img').length") > 0)
    first = board.run("return document.querySelector('#boards img').src")
    gate.open(2)
    eventually(lambda: board.run("return document.querySelector('#boards img').src") != first)
    gate.open()
    assert runner.wait(60) == 0
    eventually(lambda: board.run("return document.querySelector('#course-told').textContent") == "8 of 8 games have ended.")
    eventually(lambda: board.run("return document.querySelectorAll('#boards img').length") == 0)
    board.browser.is_content()
    logs = sorted((folder / "games").glob("*.jsonl"))
    assert len(logs) == 8
    subprocess.run([PROGRAMS / "arbiter", "verify", *logs], check=True, capture_output=True)


def test_a_strangers_bridge_is_a_front_end_too(browser, tmp_path):
    """The page of the documents, in front of the arbiter by a bridge that nobody here wrote."""
    text = (Path(__file__).parents[2] / "docs" / "board.md").read_text()
    (tmp_path / "index.html").write_text(text.split("```html\n")[1].split("```")[0])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["websocketd", f"--port={port}", "--address=127.0.0.1", f"--staticdir={tmp_path}", PROGRAMS / "arbiter"]
    begin(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    eventually(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
    browser.driver.get(f"http://127.0.0.1:{port}/")
    eventually(lambda: browser.run("return document.querySelectorAll('.places [data-at]').length") == 64)
    board = Board.__new__(Board)
    board.browser = browser
    for place, is_next in (("b5", "Black"), ("f2", "White")):
        board.click(f".places [data-at={place}]")
        eventually(lambda: is_next in browser.run("return document.querySelector('#board title').textContent"))
