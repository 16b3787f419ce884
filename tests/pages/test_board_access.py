"""The board for those who do not see it, or have no mouse."""

import importlib.util
from pathlib import Path

from conftest import WIDE, eventually
from live import Board, board, tournament  # noqa: F401

# Of axe, the accessibility checker, the script alone is used.
AXE = Path(importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"


def violations(board: Board) -> list[str]:
    """What axe finds that keeps people out; in the dark theme the colours are others, and nothing else."""
    found = []
    for theme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast", "link-in-text-block"]})):
        board.browser.look(theme, WIDE)
        if not board.run("return Boolean(window.axe)"):
            board.run(AXE.read_text())
        board.run("window.found = null; axe.run(arguments[0]).then(found => { window.found = found.violations; })", rules)
        eventually(lambda: board.run("return window.found !== null"))
        for one in board.run("return window.found"):
            if one["impact"] in ("serious", "critical"):
                found += [f"{theme}: {one['id']}: {node['html'][:120]}: {node['failureSummary']}" for node in one["nodes"][:3]]
    board.browser.look("light", WIDE)
    return found


def tree(board: Board) -> list[tuple[str, str]]:
    """Role and name of all that a screen reader finds, in its order."""
    nodes = board.browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    value = lambda node, key: node.get(key, {}).get("value", "")  # noqa: E731
    return [(value(node, "role"), value(node, "name")) for node in nodes if not node.get("ignored")]


def test_nothing_keeps_people_out_of_the_hall(board):
    """The list of tables and the form of a new one, with all of it open."""
    board.open()
    board.run("for (const part of document.querySelectorAll('details')) part.open = true")
    assert violations(board) == []
    board.new("isolation", 2, {}, ["bot random", "bot greedy"])
    eventually(lambda: board.view()["status"] == "over")
    board.click("#leave")
    eventually(lambda: board.run("return document.querySelectorAll('#tables li').length") == 1)
    assert violations(board) == []


def keeps_nobody_out(board: Board):
    """Nothing of a table keeps people out, with all of the page open, before and after a first click."""
    board.run("for (const part of document.querySelectorAll('details')) part.open = true")
    if board.run("return !get('curtain').hidden"):
        assert violations(board) == []
        board.run("get('lift').click()")
    choice = board.view()["legal"][0]
    if choice["at"]:
        board.point(choice["at"][0])
    assert violations(board) == []


def test_nothing_keeps_people_from_a_tournament(tournament):
    """Standings and games."""
    tournament.open()
    eventually(lambda: tournament.run("return document.querySelectorAll('#standings tbody tr').length") == 2)
    assert violations(tournament) == []


def test_a_screen_reader_finds_whose_turn_it_is_what_was_played_and_what_stands_where(board):
    """In the tree that the browser hands to it."""
    board.new("chess", 2, {})
    eventually(lambda: board.view()["legal"] != [])
    found = tree(board)
    assert ("application", board.run("return get('picture').ariaLabel")) in found
    assert ("image", "e2, White pawn") in found and ("image", "e4, empty") in found, found
    assert [name for role, name in found if role == "image" and name.startswith("e2, ")] == ["e2, White pawn"]
    texts = [name for role, name in found if role == "StaticText"]
    assert "White: your move" in texts, texts
    board.run("document.querySelector('#action').value = 'e2e4'")
    board.click("#type button")
    eventually(lambda: board.view()["plies"] == 1)
    found = tree(board)
    assert ("image", "e4, White pawn") in found and ("image", "e2, empty") in found
    texts = [name for role, name in found if role == "StaticText"]
    assert "Black: your move" in texts and "e4" in texts and "White: e4" in texts, texts


FOCUS = "return state.focus"


def test_a_game_is_made_and_played_to_its_end_by_keyboard_alone(board):
    """Tab, arrows and Enter; nothing else touches the page."""
    board.open()
    board.choose("#variant", "isolation")
    board.run("document.querySelectorAll('#sitters select')[1].value = 'here'")

    def tab_to(identity: str):
        for _ in range(60):
            board.press("Tab", 9)
            if board.run("const here = document.activeElement; return here.id || here.className") == identity:
                return
        raise AssertionError(f"no way to {identity} by keyboard")

    def press(key: str, code: int) -> str:
        board.press(key, code)
        return board.run(FOCUS)

    tab_to("main")
    board.press("Enter", 13)
    eventually(lambda: board.run("return Boolean(state.view)") and board.view()["legal"] != [])
    tab_to("picture")
    board.press("ArrowRight", 39)
    while board.view()["status"] != "over":
        view = board.view()
        wanted = {choice["at"][0] for choice in view["legal"]}
        # Along the ranks, as somebody would who looks for a place that is possible.
        place = board.run(FOCUS)
        for step in range(200):
            if place in wanted:
                break
            before, place = place, press("ArrowRight", 39)
            if place == before:
                left = [press("ArrowLeft", 37) for _ in range(8)][-1]
                place = press("ArrowDown", 40)
                if place == left:
                    place = [press("ArrowUp", 38) for _ in range(8)][-1]
        assert place in wanted, (place, wanted)
        assert board.run("return get('told').textContent").endswith(", possible")
        board.press("Enter", 13)
        eventually(lambda: board.view()["plies"] > view["plies"])
        eventually(lambda: board.view()["legal"] != [] or board.view()["status"] == "over")
        assert board.run("return document.activeElement.id") == "picture"
    assert board.run("return document.querySelector('#over').textContent").endswith(" wins: no pawn can be placed")
    board.browser.is_content()
