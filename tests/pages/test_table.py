"""The table as a person at it finds it: dragging, marks, dice, results in words, earlier boards, nothing that jumps."""

import random
import time
from pathlib import Path

from conftest import WIDE, eventually, words
from live import Board, board  # noqa: F401

# Asked for a place on the board: the middle of what stands there, as the window shows it.
MIDDLE = """
    const part = [...document.querySelectorAll(`#picture [data-at~="${arguments[0]}"]`)]
      .find((one) => one.parentElement.classList.contains("places"));
    const box = part.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
"""


def mouse(board: Board, kind: str, place: str):
    """Moves, presses or releases the mouse at a place of the board."""
    x, y = board.run(MIDDLE, place)
    button = {"button": "left", "buttons": 1, "clickCount": 1}
    board.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **button})


def drag(board: Board, start: str, end: str):
    """Drags what stands at one place to another, and says what the page shows on the way."""
    mouse(board, "mousePressed", start)
    for place in (start, end, end):
        mouse(board, "mouseMoved", place)
    held = board.run("return document.querySelectorAll('#picture .held').length")
    mouse(board, "mouseReleased", end)
    return held


# Asked for the places of these elements in the window.
BOXES = """
    return arguments[0].map((id) => {
      const { left, top, right, bottom } = get(id).getBoundingClientRect();
      return { left, top, right, bottom };
    });
"""


def overlap(one: dict, other: dict) -> bool:
    """True if one of them covers a part of the other."""
    return (
        one["left"] < other["right"] and other["left"] < one["right"]
        and one["top"] < other["bottom"] and other["top"] < one["bottom"]
    )  # fmt: skip


def marked(board: Board) -> int:
    """How many places have a mark that says: here you may go."""
    return board.run("return document.querySelectorAll('.marks .dot, .marks .ring').length")


def wait(board: Board):
    """Until a person is to act."""
    eventually(lambda: board.view()["legal"] != [])


def test_a_man_is_dragged_where_it_may_go_and_goes_back_elsewhere(board):
    """A drop is a move; a drop where the man may not go is none, and the man stays chosen."""
    board.new("chess", 2, {})
    wait(board)
    assert drag(board, "e2", "e6") == 1, "the man follows the pointer"
    assert board.run("return state.chosen") == ["e2"]
    assert board.view()["plies"] == 0
    assert board.run("return document.querySelectorAll('#picture .held, #picture .away').length") == 0
    assert drag(board, "e7", "e5") == 0, "the man of the other seat stays"
    assert drag(board, "e2", "e4") == 1
    eventually(lambda: board.view()["plies"] == 1)
    assert board.run("return state.moves[0].text") == "e4"
    # A click after a drop is a click.
    wait(board)
    board.point("d7")
    assert board.run("return state.chosen") == ["d7"]
    board.browser.is_content()


def test_only_the_man_that_is_touched_has_marks(board):
    """Nothing is marked before; the places of a pawn after. Where a pawn is placed, the places are marked at once."""
    board.new("chess", 2, {})
    wait(board)
    assert marked(board) == 0
    board.point("e2")
    assert marked(board) == 2
    assert board.run("return document.querySelectorAll('#picture .places .may').length") == 0, "no square is coloured"
    board.point("a5")
    assert marked(board) == 0
    board.new("isolation", 2, {})
    wait(board)
    assert marked(board) == 64


def test_what_the_list_of_moves_shows_can_be_typed(board):
    """`e4`, where the protocol has e2e4; the protocol's word as well."""
    board.new("chess", 2, {})
    for plies, text in ((1, "e4"), (2, "e7e5"), (3, "Nf3")):
        wait(board)
        board.run("get('action').value = arguments[0]", text)
        board.click("#type button")
        eventually(lambda: board.view()["plies"] == plies)
    assert board.run("return state.moves.map((move) => move.text)") == ["e4", "e5", "Nf3"]
    parts = "[...row.querySelectorAll('.number, .move')].map((one) => one.textContent)"
    rows = board.run(f"return [...document.querySelectorAll('#moves li')].map((row) => {parts})")
    assert rows == [["1.", "e4", "e5"], ["2.", "Nf3"]], "moves stand in pairs"


def test_what_is_refused_has_a_reason_and_can_be_corrected(board):
    """In the notation of the list and in that of the protocol; the message moves and hides nothing that is needed."""
    for width in (1200, 390):
        board.browser.look("light", width)
        board.new("chess", 2, {})
        wait(board)
        for typed, reason in (("e5", "the pawn on e2 cannot go to e5"), ("e2e5", "the pawn on e2 cannot go to e5"),
                              ("Nd5", "the knight on b1 cannot go to d5; the knight on g1 cannot go to d5")):
            board.run("get('refused').hidden = true; get('action').value = arguments[0]", typed)
            board.click("#type button")
            eventually(lambda: board.run("return !get('refused').hidden"))
            assert board.run("return get('refused').textContent") == f"{typed} is not legal: {reason}"
            assert board.run("return get('action').value") == typed
        told = board.run(BOXES, ["refused"])[0]
        others = board.run(BOXES, ["chairs", "picture", "choices", "type", "deeds"])
        assert not any(overlap(told, box) for box in others), (told, others)
        assert 0 <= told["top"] and told["bottom"] <= 800, "it is seen"
        assert abs(others[3]["top"] - told["bottom"]) < 20, "beside what was typed"
        board.browser.picture(f"board-refused-light-{width}", whole=False)
        board.run("get('refused').hidden = true")
        assert board.run(BOXES, ["chairs", "picture", "choices", "type", "deeds"]) == others, "nothing moves"
        # Whoever plays on the board looks there.
        board.run("window.scrollTo(0, 0); get('picture').focus({ preventScroll: true }); refuse('time is up')")
        told, *others = board.run(BOXES, ["refused", "picture", "choices", "type", "chairs"])
        assert not any(overlap(told, box) for box in others), (told, others)
        assert 0 <= told["top"] - others[0]["bottom"] < 20, "just below the board"
        board.browser.picture(f"board-refused-board-light-{width}", whole=False)
    board.run("get('action').value = 'e4'")
    board.click("#type button")
    eventually(lambda: board.view()["plies"] == 1 and board.run("return get('action').value") == "")
    board.browser.is_content()


def test_a_promotion_offers_the_queen_first(board):
    """Q, R, B, N; the list of the arbiter is in another order."""
    board.open()
    board.run(
        "say({do: 'make', variant: 'chess', seats: [{who: 'here', name: ''}, {who: 'here', name: ''}], options: {},"
        "position: '8/4P3/8/8/8/8/k7/7K w - - 0 1'})"
    )
    eventually(lambda: board.run("return Boolean(state.view)"))
    wait(board)
    board.point("e7")
    board.point("e8")
    buttons = board.run("return [...document.querySelectorAll('#choices button')].map((one) => one.textContent)")
    assert [text.split(":")[0] for text in buttons] == ["e8=Q", "e8=R", "e8=B", "e8=N", "Cancel"]


def test_a_new_table_begins_at_its_top_and_nothing_of_the_last_one_stays(board):
    """A narrow window: the second table is not scrolled down, and the frame of the keyboard is gone."""
    board.browser.look("light", 380)
    board.new("katarenga", 2, {"baseline": "fixed"})
    wait(board)
    board.run("get('picture').focus()")
    board.press("ArrowRight", 39)
    assert board.run("return document.querySelectorAll('.marks .focus').length") == 1
    board.click("#leave")
    eventually(lambda: board.run("return state.view === null"))
    board.run("get('order').scrollIntoView({block: 'end'})")
    board.run("begin(state.hall.variants.find((one) => one.word === 'chess'), state.hall.bots.find((one) => one.level === 1))")
    eventually(lambda: board.run("return state.view?.variant") == "chess")
    assert board.run("return window.scrollY") == 0
    assert board.run("return document.querySelectorAll('.marks .focus').length") == 0
    # The way back of the browser leaves the table while the board has the focus.
    board.run("history.back()")
    eventually(lambda: board.run("return state.view === null"))
    board.browser.is_content()


def test_a_table_that_was_left_does_not_come_back(board):
    """What the board had sent before it heard of that is of no use any more."""
    board.new("isolation", 2, {})
    wait(board)
    board.run("[location.hash] = address(); showTable({...state.view, from: state.moves.length, moves: []})")
    eventually(lambda: board.run("return state.view === null && !get('hall').hidden"))


def test_the_board_is_flipped_and_the_players_play_again(board):
    """Flip turns the board and the seats; the next game has the colours changed."""
    board.new("chess", 2, {}, ["here", "bot random"])
    wait(board)
    below = "return document.querySelector('#chairs li:last-child .name').textContent"
    assert board.run(MIDDLE, "e7")[1] < board.run(MIDDLE, "e2")[1] and board.run(below).startswith("White")
    board.click("#flip")
    assert board.run(MIDDLE, "e7")[1] > board.run(MIDDLE, "e2")[1] and board.run(below).startswith("random")
    board.resign()
    eventually(lambda: board.view()["status"] == "over")
    board.click("#again")
    eventually(lambda: board.view()["status"] != "over" and board.view()["legal"] != [])
    assert [(seat["name"], seat["mine"]) for seat in board.view()["seats"]] == [("random", False), ("seat 2", True)]
    assert board.run(MIDDLE, "e7")[1] > board.run(MIDDLE, "e2")[1]
    board.browser.is_content()


def test_nothing_moves_when_the_board_is_flipped(board):
    """The squares stay where they are, also where letters or camps are on one side only."""
    squares = """
        const boxes = [...document.querySelectorAll("#picture .places [data-at]")].map((one) => one.getBoundingClientRect());
        const ends = [["left", Math.min], ["top", Math.min], ["right", Math.max], ["bottom", Math.max]];
        return ends.map(([end, most]) => Math.round(most(...boxes.map((box) => box[end]))));
    """
    for width in (1200, 390):
        board.browser.look("light", width)
        for variant in ("chess", "katarenga", "isolation", "catalonia"):
            board.new(variant, 2, {})
            wait(board)
            before = board.run(squares), board.run(BOXES, ["picture", "caption", "choices", "moves", "deeds"])
            board.run("get('flip').click()")
            after = board.run(squares), board.run(BOXES, ["picture", "caption", "choices", "moves", "deeds"])
            assert after == before, variant
        board.browser.picture(f"board-flipped-light-{width}", whole=False)


def test_a_finger_hits_every_place_of_a_small_board(board):
    """Cat Chess in a narrow window: the board is enlarged in its frame, and nothing beside it moves."""
    board.browser.look("light", 390)
    board.new("cat-chess", 2, {})
    lot = random.Random(3)
    sides = """
        const sides = new Map();
        for (const part of document.querySelectorAll("#picture [data-at]")) {
          const { width, height } = part.getBoundingClientRect();
          for (const place of names(part)) sides.set(place, Math.max(sides.get(place) || 0, Math.min(width, height)));
        }
        return [...new Set(state.view.legal.flatMap(({ at }) => at))].map((place) => sides.get(place));
    """
    seen = set()
    for _ in range(30):
        wait(board)
        if found := board.run(sides):
            assert min(found) > 23.9, found
        assert board.run("return document.documentElement.scrollWidth") <= 390
        left, right = board.run("const { left, right } = get('picture').getBoundingClientRect(); return [left, right]")
        assert (left, right) == (8, 382)
        zoom = board.run("return get('picture').style.getPropertyValue('--zoom')")
        if zoom not in seen:
            seen.add(zoom)
            board.browser.picture(f"board-cats-light-390-{len(seen)}", whole=False)
        before = board.stage()
        board.act(lot)
        eventually(lambda before=before: board.stage() != before)
    assert len(seen) > 1
    # The next table is whole again.
    board.new("chess", 2, {}, ["bot random", "bot random"])
    assert board.run("return get('picture').classList.contains('large')") is False
    board.browser.is_content()


def test_players_of_one_name_are_told_apart(board):
    """Two bots of one name: the result says which of them has won, and who is thinking."""
    board.new("isolation", 2, {}, ["bot random", "bot random"])
    eventually(lambda: board.view()["status"] == "over")
    winner = ["White", "Black"][board.view()["over"]["points"].index("1")]
    assert board.run("return get('over').textContent") == f"random as {winner} wins: no pawn can be placed"


def test_the_frame_of_a_choice_is_around_the_man(board):
    """Cat Chess: a cat has a pointer of the same name, which is no place of its own."""
    board.new("cat-chess", 2, {"tiles": "5"})
    lot = random.Random(3)
    for _ in range(200):
        wait(board)
        cat = board.run("return state.view.legal.map((one) => one.at[0]).find((place) => place && manOn(place) && "
                        "!parts(place).some((one) => one.parentElement.classList.contains('places'))) || null")
        if cat:
            break
        before = board.stage()
        board.run("play(state.view.legal[arguments[0] % state.view.legal.length].action)", lot.randrange(1000))
        eventually(lambda: board.stage() != before)
    assert cat, "no cat could be chosen"
    wide, man = board.run(
        "const svg = get('picture').querySelector('svg'); return [outlines(svg, arguments[0])[0].width, boxOf(svg, manOn(arguments[0])).width]", cat
    )
    assert wide == man > 15


def test_dice_are_dice_and_turns_of_three_seats_are_one_row(board):
    """Orwell Chess: no `@54` anywhere; each seat has its dice and its moves in its own column."""
    board.new("orwell", 3, {"maxrounds": "2"})
    lot = random.Random(4)
    board.play(lot, 20)
    text = board.run("return get('moves').innerText")
    assert "@" not in text, text
    throws = board.run("return state.moves.filter((move) => move.counts && !move.seat).length")
    assert throws >= 6
    assert board.run("return document.querySelectorAll('#moves svg.die').length") == 2 * throws
    assert board.run("return document.querySelectorAll('#moves li').length") == 2
    assert board.run("return document.querySelector('#moves li').children.length") == 4, "a number and three turns"
    assert board.run("return get('over').textContent") == "Draw: the last round is over"


def test_an_earlier_board_is_shown_and_the_game_waits(board):
    """Back to the start and on again, also boards that this page has never seen; a secret look stays one's own."""
    board.new("chess", 2, {})
    for plies, text in ((1, "e4"), (2, "e5"), (3, "Nf3")):
        wait(board)
        board.run("get('action').value = arguments[0]", text)
        board.click("#type button")
        eventually(lambda: board.view()["plies"] == plies)
    board.browser.driver.refresh()
    eventually(lambda: board.run("return Boolean(state.view) && state.moves.length === 3"))
    has = "return Boolean([...document.querySelectorAll('#picture g.man')].find((man) => man.dataset.at === arguments[0]))"
    assert board.run(has, "f3")
    board.click("#first")
    eventually(lambda: board.run(has, "e2") and board.run(has, "g1"))
    assert "an earlier board" in board.run("return get('caption').textContent")
    board.click("#moves .move")
    eventually(lambda: board.run(has, "e4") and board.run(has, "e7"))
    # Whoever clicks on the board comes back to the present.
    board.point("e7")
    eventually(lambda: board.run(has, "f3"))
    assert board.run("return state.past") is None and board.view()["plies"] == 3
    assert not list(board.logs.glob("*.past")), "what was written for it is gone"
    board.browser.is_content()


def test_the_board_has_the_room_and_is_turned_to_the_seat(board):
    """In a wide window the board is as high as it may be; Black sits at the lower side."""
    board.browser.look("light", 1200)
    for variant, seats, options in (("chess", 2, {}), ("orwell", 3, {}), ("katarenga", 2, {"baseline": "fixed"})):
        board.new(variant, seats, options)
        wait(board)
        width, height = board.run("const box = document.querySelector('#picture svg').getBoundingClientRect(); return [box.width, box.height]")
        assert height > 600 or width > 700, (variant, width, height)
        assert board.run("return document.documentElement.scrollHeight") <= 800, f"{variant} has to be scrolled"
    # A table where the second seat begins; until then the page looked as the first.
    board.new("katarenga", 2, {})
    eventually(lambda: board.view()["look"] == 2 and board.view()["legal"] != [])
    assert board.run(MIDDLE, "a8")[1] > board.run(MIDDLE, "a1")[1]
    board.new("chess", 2, {}, ["bot random", "here"])
    wait(board)
    assert board.run(MIDDLE, "e7")[1] > board.run(MIDDLE, "e2")[1]
    drag(board, "e7", "e5")
    eventually(lambda: any(move["text"] == "e5" for move in board.run("return state.moves")))


def test_a_bot_that_thinks_shows_its_time_and_how_it_rates_itself(browser, tmp_path):
    """What it reports is shown in figures, and nothing beside it moves."""
    muser = Path(__file__).parents[2] / "frontends" / "board" / "tests" / "muser.py"
    board = Board(browser, tmp_path, "--bot", f"muser={words('python3', muser)}")
    board.new("chess", 2, {}, ["here", "bot muser"])
    wait(board)
    places = """
        return ["#picture", "#chairs", "#moves", "#deeds", "#type", "#choices"]
          .map((id) => Math.round(document.querySelector(id).getBoundingClientRect().y));
    """
    before = board.run(places)
    board.run("play(state.view.legal[0].action)")
    told = "return document.querySelector('#chairs [data-seat=\"2\"] .thinks').textContent"
    eventually(lambda: "thinks 0." in board.run(told))
    eventually(lambda: "rates itself +" in board.run(told))
    first = board.run(told)
    eventually(lambda: board.run(told) != first)
    assert board.run(places) == before
    wait(board)
    assert board.run(places) == before
    board.run("refuse('something was wrong')")
    assert board.run(places) == before
    board.resign()
    eventually(lambda: board.view()["status"] == "over")
    assert board.run(places)[:3] == before[:3]
    assert board.run("return get('over').textContent") == "muser wins: resignation"
    board.browser.is_content()


def test_what_bots_say_is_text(browser, tmp_path):
    """A bot whose name and whose words are tags changes nothing but text."""
    path = tmp_path / "tags.py"
    path.write_text(
        "import sys\n"
        "legal = []\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0] == 'uvi': print('id name <b id=evil>x</b>\\nfeature legal\\nuviok', flush=True)\n"
        "    if words[0] == 'isready': print('readyok', flush=True)\n"
        "    if words[0] == 'legal': legal = words[1:]\n"
        "    if words[0] == 'go': print('info score 1 <b id=evil>x</b>\\nbestmove ' + legal[0], flush=True)\n"
        "    if words[0] == 'quit': break\n"
    )
    board = Board(browser, tmp_path, "--bot", f"<hr>={words('python3', path)}")
    board.new("chess", 2, {}, ["here", "bot <hr>"])
    wait(board)
    board.click("#debug")
    board.run("play(state.view.legal[0].action)")
    eventually(lambda: board.view()["plies"] == 2)
    eventually(lambda: "evil" in board.run("return document.querySelector('.says').textContent"))
    assert board.run("return document.getElementById('evil')") is None
    assert board.run("return document.querySelector('#table hr')") is None
    assert "<hr>" in board.run("return get('chairs').textContent")


def test_men_beside_the_board_are_marked_until_they_stand_on_it(board):
    """Nobody looks beside the hills for the cats that are to be placed."""
    board.new("cat-chess", 2, {"tiles": "5"}, ["here", "bot random"])
    lot = random.Random(3)
    # Tiles, styles and faces come before the cats.
    is_cat = lambda at: len(at) == 2 and at[0] in ("1a", "1b", "1c")  # noqa: E731
    choices = []
    while not any(map(is_cat, choices)):
        if choices:
            board.run("play(state.view.legal[arguments[0] % state.view.legal.length].action)", lot.randrange(1000))
        time.sleep(0.02)
        choices = [one["at"] for one in board.view()["legal"]]
    marks = "return document.querySelectorAll('#picture .marks circle').length"
    eventually(lambda: board.run(marks) == len({at[0] for at in choices}))
    board.point(choices[0][0])
    assert board.run(marks) == len({at[1] for at in choices if at[0] == choices[0][0]})
    # The list of moves is at its end, also after a reload.
    board.run("location.reload()")
    eventually(lambda: board.run("return typeof state !== 'undefined' && Boolean(state.view)"))
    eventually(lambda: board.run("const list = get('moves'); return list.scrollHeight - list.scrollTop - list.clientHeight < 2"))
