"""The table tells what happens: men that move and men that are lost, sounds, ratings, the end, and what to click."""

import random
from pathlib import Path

from conftest import WIDE, eventually, words
from live import Board, board  # noqa: F401
from test_table import MIDDLE, drag, wait

# Notes what is set in motion from now on, and holds it where it begins.
HELD = """
    window.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const motion = animate.call(this, frames, options);
      motion.pause();
      window.motions.push({ at: this.dataset.at ?? null, frames, duration: options.duration, motion });
      return motion;
    };
"""
MOTIONS = "return window.motions.map(({ at, frames, duration }) => ({ at, frames, duration }))"


def play(board: Board, text: str):
    """Plays an action as the list of moves writes it."""
    eventually(lambda: text in board.run("return (state.view.legal ?? []).map((legal) => legal.text)"))
    before = board.stage()
    board.run("play(state.view.legal.find((legal) => legal.text === arguments[0]).action)", text)
    eventually(lambda: board.stage() != before)


def make(board: Board, order: str):
    """Makes a table with two people by a message of the page."""
    board.open()
    board.run(f"say({{do: 'make', seats: [{{who: 'here', name: ''}}, {{who: 'here', name: ''}}], options: {{}}, {order}}})")
    eventually(lambda: board.run("return Boolean(state.view)"))
    wait(board)


def test_men_move_and_nothing_waits_for_them(board):
    """A man goes from its old place to the new one, a captured one fades; the game goes on meanwhile, and so do clicks."""
    board.browser.look("light", WIDE, motion="no-preference")
    board.new("chess", 2, {})
    wait(board)
    board.run(HELD)
    play(board, "e4")
    side = board.run("return boxOf(document.querySelector('#picture svg'), document.querySelector('#picture [data-at=e4]')).width")
    (move,) = board.run(MOTIONS)
    assert move == {"at": "e4", "frames": {"translate": [f"0px {2 * side:g}px", "0px 0px"]}, "duration": 200}
    # The man still seems to stand on e2, where a click means e2.
    x, y = board.run(MIDDLE, "e2")
    assert board.run("return document.elementFromPoint(...arguments).closest('[data-at]').dataset.at", x, y) == "e2"
    play(board, "d5")
    play(board, "exd5")
    gone = [motion for motion in board.run(MOTIONS) if "opacity" in motion["frames"]]
    assert gone == [{"at": None, "frames": {"opacity": [1, 0]}, "duration": 200}]
    men = "return document.querySelectorAll('#picture g.man').length"
    assert board.run(men) == 32, "the captured one is still seen"
    board.run("for (const { motion } of window.motions) motion.finish()")
    eventually(lambda: board.run(men) == 31 and board.run("return document.querySelectorAll('.flying').length") == 0)
    board.browser.is_content()


def test_a_man_takes_the_short_way_round_a_cylinder(board):
    """Orwell Chess: rank 12 is below rank 1, and the man enters from there."""
    board.browser.look("light", WIDE, motion="no-preference")
    board.new("orwell", 3, {})
    wait(board)
    board.point("b1")
    marks = board.run("return ['dot', 'picked'].map((kind) => document.querySelectorAll(`.marks .${kind}`).length)")
    assert marks == [4, 2], "two squares and the man's own, each also where it is repeated"
    board.run("clear()")
    board.run(HELD)
    play(board, "b1-a12")
    (move,) = [motion for motion in board.run(MOTIONS) if motion["at"] == "a12"]
    x, y = (abs(float(part.removesuffix("px"))) for part in move["frames"]["translate"][0].split())
    assert x == y == 36, "one square aside and one up or down"


def test_nothing_moves_for_those_who_ask_for_that(board):
    """Nor does a man that a hand has brought to its place."""
    board.new("chess", 2, {})
    wait(board)
    board.run(HELD)
    play(board, "e4")
    assert board.run(MOTIONS) == []
    board.browser.look("light", WIDE, motion="no-preference")
    wait(board)
    assert drag(board, "e7", "e5") == 1
    eventually(lambda: board.view()["plies"] == 2)
    assert board.run(MOTIONS) == []
    play(board, "d4")
    assert [motion["at"] for motion in board.run(MOTIONS)] == ["d4"]


def test_a_move_sounds_after_the_first_gesture_until_that_is_turned_off(board):
    """The page is silent before it was touched, and remembers what was chosen."""
    ear = """
        window.heard = 0;
        const part = () => ({ connect: (next) => next, start: () => { window.heard += 1; }, stop() {},
          frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
        window.AudioContext = class { createOscillator() { return part(); } createGain() { return part(); } };
    """

    def reload():
        board.browser.driver.refresh()
        eventually(lambda: board.run("return Boolean(state.view)"))
        board.run(ear)

    board.new("chess", 2, {})
    wait(board)
    reload()
    play(board, "e4")
    assert board.run("return window.heard") == 0, "nobody has touched the page"
    board.point("e7")
    board.point("e5")
    eventually(lambda: board.view()["plies"] == 2)
    eventually(lambda: board.run("return window.heard") == 1)
    board.click("#sound")
    play(board, "d4")
    assert board.run("return window.heard") == 1
    reload()
    board.point("d7")
    board.point("d5")
    eventually(lambda: board.view()["plies"] == 4)
    assert board.run("return [window.heard, get('sound').checked]") == [0, False]
    board.click("#sound")
    play(board, "c4")
    eventually(lambda: board.run("return window.heard") == 1)


LOST = "return [...document.querySelectorAll('#chairs .lost')].map((one) => one.querySelector('svg')?.ariaLabel ?? '')"


def test_men_that_are_lost_stand_beside_the_board(board):
    """Each seat has those that it lost, also after a reload and on an earlier board; a promoted man is not lost."""
    board.new("chess", 2, {})
    wait(board)
    assert board.run(LOST) == ["", ""]
    before = board.run("return get('moves').getBoundingClientRect().y")
    for text in ("e4", "d5", "exd5", "Qxd5", "Nc3", "Qxd2+"):
        play(board, text)
    black, white = ["Black pawn"], ["White pawn, White pawn"]
    assert board.run(LOST) == [*black, *white]
    assert board.run("return get('moves').getBoundingClientRect().y") == before, "nothing moves"
    board.browser.picture("board-lost", whole=False)
    board.browser.driver.refresh()
    eventually(lambda: board.run("return Boolean(state.view)") and board.run(LOST) == [*black, *white])
    board.run("visitBoard(3)")
    eventually(lambda: board.run(LOST) == [*black, ""])
    board.run("showNow()")
    assert board.run(LOST) == [*black, *white]
    make(board, "variant: 'chess', position: '8/4P3/8/8/8/8/k7/7K w - - 0 1'")
    play(board, "e8=Q")
    assert board.run(LOST) == ["", ""]
    board.browser.is_content()


def test_every_captured_man_stands_beside_the_board_of_three_seats(board):
    """Orwell Chess: a man that becomes another is not lost, and none is counted twice beyond the edge."""
    board.new("orwell", 3, {})
    for _ in range(30):
        wait(board)
        texts = board.run("return state.view.legal.map((legal) => legal.text)")
        play(board, next((text for text in texts if "x" in text), texts[0]))
        counts = "return [document.querySelectorAll('#chairs .lost svg > g').length, state.moves.filter(({ text }) => text.includes('x')).length]"
        shown, captures = board.run(counts)
        assert shown == captures
        if board.view()["status"] == "over":
            break
    assert captures > 2


def test_a_turn_has_its_time(board):
    """The seconds that its actions took, beside them."""
    board.new("french-revolution", 2, {})
    for _ in range(3):
        wait(board)
        play(board, board.run("return state.view.legal[0].text"))
    white, *black = [move["time"] for move in board.run("return state.moves")]
    shown = board.run("return [...document.querySelectorAll('#moves .time')].map((one) => one.textContent)")
    assert shown == [board.run("return (arguments[0] / 1000).toFixed(1) + ' s'", time) for time in (white, sum(black))]


def test_the_course_of_the_ratings_is_drawn(browser, tmp_path):
    """Where bots rate themselves: one part for two seats, a line for each of three; nothing where they do not."""
    muser = Path(__file__).parents[2] / "frontends" / "board" / "tests" / "muser.py"
    board = Board(browser, tmp_path, "--bot", f"muser={words('python3', muser)}")
    board.new("chess", 2, {}, ["here", "bot muser"])
    wait(board)
    assert board.run("return get('lead').hidden")
    places = "return ['chairs', 'moves', 'steps', 'type', 'deeds'].map((id) => Math.round(get(id).getBoundingClientRect().y))"
    for width in (390, 1200):
        browser.look("light", width)
        board.run("state.moves.forEach((move) => { move.score = null; }); drawLead()")
        before = board.run(places)
        play(board, board.run("return state.view.legal[0].text"))
        wait(board)
        eventually(lambda: not board.run("return get('lead').hidden"))
        assert board.run(places) == before, "nothing moves"
    assert board.run("return document.querySelector('#lead svg').ariaLabel") == "As the bots rate it, muser is ahead"
    way = board.run("return document.querySelector('#lead .part').getAttribute('d')")
    last = float(way.split("L")[-2].split()[1])
    assert last > 0, "the part of White, from the bottom, is smaller"
    board.run("const { left, top } = get('lead').getBoundingClientRect(); get('lead').dispatchEvent(new MouseEvent('click', { clientX: left + 1, clientY: top + 1 }))")
    eventually(lambda: board.run("return state.past") == 0)
    assert board.run("return document.querySelectorAll('#lead .here').length") == 1
    board.new("orwell", 3, {}, ["here", "bot muser", "bot muser"])
    # A pass after the throw is played without a question.
    for _ in range(2):
        wait(board)
        play(board, board.run("return state.view.legal[0].text"))
    eventually(lambda: board.run("return [...document.querySelectorAll('#lead .line')].map((one) => one.getAttribute('class'))") == ["line seat-2", "line seat-3"])
    board.new("isolation", 2, {}, ["bot random", "bot random"])
    eventually(lambda: board.view()["status"] == "over")
    assert board.run("return get('lead').hidden")
    browser.is_content()


def test_resigning_takes_two_clicks_and_the_end_lies_on_the_board(board):
    """A click elsewhere takes the first one back; the end is there until somebody clicks on the board."""
    board.new("chess", 2, {})
    wait(board)
    text = "return get('resign').textContent"
    board.click("#resign")
    assert board.run(text) == "Resign for White?"
    board.point("e2")
    assert board.run(text) == "Resign"
    board.click("#resign")
    assert board.view()["status"] == "running"
    board.click("#resign")
    eventually(lambda: board.view()["status"] == "over")
    end = "return get('end').checkVisibility() && get('end').textContent"
    assert board.run(end) == board.run("return get('over').textContent") == "Black wins: resignation"
    middle = "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2].map(Math.round)"
    assert board.run(middle, board.run("return get('end')")) == board.run(middle, board.run("return document.querySelector('#picture svg')"))
    for theme in ("light", "dark"):
        board.browser.look(theme, WIDE)
        assert board.browser.faint("#end span") == []
        board.browser.picture(f"board-end-{theme}", whole=False)
    board.point("e4")
    assert board.run(end) is False
    assert board.run("return get('over').checkVisibility()")


def mute(folder: Path) -> str:
    """The command line of a bot that never moves."""
    path = folder / "mute.py"
    path.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line == 'uvi 1\\n': print('uviok', flush=True)\n"
        "    if line == 'isready\\n': print('readyok', flush=True)\n"
    )
    return words("python3", path)


def test_a_resignation_out_of_turn_is_said_to_count_later(browser, tmp_path):
    """If the game goes on without the seat."""
    board = Board(browser, tmp_path, "--bot", f"mute={mute(tmp_path)}")
    board.new("orwell", 3, {}, ["bot mute", "here", "bot mute"])
    eventually(lambda: board.view()["status"] == "running")
    board.resign()
    assert board.run("return get('refused').checkVisibility() && get('refused').textContent") == "Red resigns when the present move is made."


def test_a_resignation_that_ends_the_game_counts_at_once(browser, tmp_path):
    """Also while a bot thinks."""
    board = Board(browser, tmp_path, "--bot", f"mute={mute(tmp_path)}")
    board.new("chess", 2, {}, ["bot mute", "here"])
    eventually(lambda: board.view()["status"] == "running")
    board.resign()
    eventually(lambda: board.view()["status"] == "over")
    assert not board.run("return get('refused').checkVisibility()")


def test_a_game_is_stopped_by_two_clicks(board):
    """Without a question of the browser."""
    board.new("chess", 2, {})
    wait(board)
    board.click("#stop")
    assert board.run("return get('stop').textContent") == "Stop without a score?" and board.view()["status"] == "running"
    board.click("#stop")
    eventually(lambda: board.view()["status"] == "over")
    assert board.run("return get('end').textContent") == "No score: the game was stopped"


def test_a_click_that_is_no_step_says_why(board):
    """By the rule that forbids it, where the arbiter knows it; the game waits, and the next click counts."""
    board.new("chess", 2, {})
    wait(board)
    told = "return get('refused').hidden ? '' : get('refused').textContent"
    for places, reason in (
        (["e7"], "Black pawn e7 is not yours: choose a man, then a square."),
        (["e5"], "e5 cannot be chosen: choose a man, then a square."),
        (["a1"], "White rook a1 cannot be chosen now: choose a man, then a square."),
        (["e2", "e5"], "The pawn on e2 cannot go to e5."),
        (["g1", "e7"], "The knight on g1 cannot go to e7."),
    ):
        for place in places:
            board.point(place)
        eventually(lambda: board.run(told) == reason)
        wait(board)
        assert board.run("return get('told').textContent") == reason, "it is also heard"
    assert board.view()["plies"] == 0
    board.point("e2")
    assert board.run(told) == ""
    board.point("e4")
    eventually(lambda: board.view()["plies"] == 1)
    board.new("chess", 2, {}, ["bot random", "here"])
    wait(board)
    board.run("state.view.legal = []; click(['e7'])")
    assert board.run(told).startswith("It is not your turn. ")
    board.new("isolation", 2, {})
    wait(board)
    board.point("a1")
    eventually(lambda: board.view()["plies"] == 1)
    wait(board)
    board.point("a1")
    eventually(lambda: board.run(told) == "A1 is occupied.")
    board.browser.is_content()


def test_the_narrow_frame_follows_what_is_due(board):
    """Cat Chess: whatever is enlarged, something of what may be chosen next is in the frame, after each click too."""
    board.browser.look("light", 390)
    board.new("cat-chess", 2, {"tiles": "5"})
    lot = random.Random(3)
    seen = """
        const frame = get("picture").getBoundingClientRect();
        const parts = [...document.querySelectorAll("#picture [data-at]")].filter((one) => names(one).some((place) => state.next.has(place)));
        return !parts.length || parts.some((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
        });
    """
    large = 0
    for _ in range(30):
        wait(board)
        assert board.run(seen)
        choice = lot.choice(board.view()["legal"])
        for count in range(1, len(choice["at"])):
            board.run("state.chosen = arguments[0]; choose()", choice["at"][:count])
            assert board.run(seen), choice
        large += board.run("return get('picture').classList.contains('large')")
        before = board.stage()
        board.run("play(arguments[0])", choice["action"])
        eventually(lambda: board.stage() != before)
    assert large > 5


def test_the_table_names_what_threatens_in_catalonia(board):
    """Five turns without a chain end the game, and that is said before."""
    board.new("catalonia", 2, {})
    wait(board)
    assert "turn 5 without a chain loses everything" in board.run("return get('caption').textContent")


def test_the_first_row_of_the_list_has_one_line(board):
    """Katarenga: *setup* fits beside the moves."""
    for width in (1200, 390):
        board.browser.look("light", width)
        board.new("katarenga", 2, {})
        wait(board)
        play(board, "turn90")
        play(board, board.run("return state.view.legal[0].text"))
        heights = board.run("return [...document.querySelectorAll('#moves .number')].map((one) => [one.textContent, one.offsetHeight, one.scrollWidth - one.clientWidth])")
        (setup, height, beyond), (_, other, _) = heights
        assert (setup, height, beyond) == ("setup", other, 0)
