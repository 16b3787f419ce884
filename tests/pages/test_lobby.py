"""The lobby: each game with a picture and a line, and one click to a game against a bot that can play it."""

import json

import pytest
from conftest import WIDE, eventually
from live import GAMES, Board, board  # noqa: F401


def cards(board: Board) -> list[dict]:
    """What the lobby shows of each game."""
    return board.run(
        """
        return [...document.querySelectorAll("#games > li")].map((card) => ({
          title: card.querySelector("h3").firstChild.textContent, about: card.querySelector("p").textContent,
          drawn: card.querySelector("img").naturalWidth, buttons: [...card.querySelectorAll("button")].map((one) => one.textContent),
        }));
        """
    )


def test_every_game_has_a_picture_a_line_and_three_strengths(board):
    """Wide and narrow, light and dark, and nothing is wider than the window."""
    for theme in ("light", "dark"):
        for width in (1200, 380):
            board.browser.look(theme, width)
            board.open()
            board.run("for (const image of document.querySelectorAll('#games img')) image.loading = 'eager'")
            eventually(lambda: len(cards(board)) == len(GAMES) and all(card["drawn"] for card in cards(board)))
            assert board.run("return document.documentElement.scrollWidth") <= width
            board.browser.picture(f"board-lobby-{theme}-{width}")
    for card in cards(board):
        assert len(card["about"]) > 20, card
        assert card["buttons"] == ["Easy", "Medium", "Hard", "More…"], card
    board.browser.is_content()


def test_one_click_begins_a_game_against_a_bot_of_that_strength(board):
    """The bot plays at once, moves can be taken back, and the log says how much it may search."""
    for level, (name, options) in enumerate({"search (easy)": [["nodes", "30"]], "search": []}.items()):
        board.open()
        eventually(lambda: len(cards(board)) == len(GAMES))
        at = [card["title"] for card in cards(board)].index("Isolation") + 1
        board.click(f"#games > li:nth-child({at}) .buttons button:nth-child({2 * level + 1})")
        eventually(lambda: board.run("return Boolean(state.view)") and board.view()["legal"] != [])
        view = board.view()
        assert [(seat["name"], seat["mine"]) for seat in view["seats"]] == [("seat 1", True), (name, False)]
        assert view["takeback"] and view["variant"] == "isolation"
        assert board.run("return document.activeElement.id") == "picture", "focus is where a person looks"
        assert board.run("return get('undo').disabled"), "there is nothing to take back"
        board.point(view["legal"][0]["at"][0])
        eventually(lambda: board.view()["plies"] == 2)
        assert not board.run("return get('undo').disabled")
        log = max(board.logs.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        head = json.loads(log.read_text().splitlines()[0])
        assert head["seats"][1]["options"] == options
        board.resign()
        eventually(lambda: board.view()["status"] == "over")
    board.browser.is_content()


def test_only_bots_that_can_play_the_game_are_offered(board):
    """A bot for Catalonia alone is offered there; the form opens with the game of the card."""
    board.open()
    eventually(lambda: len(cards(board)) == len(GAMES))
    titles = [card["title"] for card in cards(board)]
    for title, has in (("Catalonia", True), ("Chess", False)):
        board.click(f"#games > li:nth-child({titles.index(title) + 1}) .quiet")
        assert board.run("return variant().title") == title
        offered = board.run("return [...document.querySelector('#sitters select').options].map((one) => one.value)")
        assert ("bot chain" in offered) == has, offered
        assert "bot search (easy)" in offered


def test_names_stay_when_another_game_is_chosen(board):
    """Whoever typed a name does not type it again."""
    board.open()
    board.choose("#variant", "chess")
    board.choose(".sitter input", "Ada")
    board.choose("#variant", "orwell")
    assert board.run("return [...document.querySelectorAll('.sitter input')].map((one) => one.value)") == ["Ada", "", ""]
    assert board.run("return [...document.querySelectorAll('.sitter select')].map((one) => one.value.split(' ')[0])") == ["here", "bot", "bot"]


def test_a_table_that_is_there_leads_back_to_its_game(board):
    """The list of tables names players as the game does."""
    board.new("chess", 2, {}, ["here", "bot random"])
    eventually(lambda: board.view()["legal"] != [])
    board.click("#leave")
    eventually(lambda: board.run("return document.querySelectorAll('#tables li').length") == 1)
    assert "White, random" in board.run("return get('tables').textContent")
    board.click("#tables button")
    eventually(lambda: board.run("return Boolean(state.view)"))
    board.browser.is_content()


def test_the_card_of_a_table_has_its_board(board):
    """As it is now: the picture follows the game, and what has the focus keeps it."""
    drawn = "const image = document.querySelector('#tables img'); return image?.complete && image.naturalWidth && image.offsetWidth > 100 && image.src"
    board.new("isolation", 2, {}, ["here", "bot random"])
    eventually(lambda: board.view()["legal"] != [])
    board.click("#leave")
    before = eventually(lambda: board.run(drawn))
    board.run("document.querySelector('#tables button').focus(); window.focused = document.activeElement")
    # A person with a second page plays on.
    board.run(
        """
        window.second = new WebSocket(`ws://${location.host}/talk`);
        const told = [];
        second.onopen = () => { second.send(JSON.stringify({do: "hello", key: address()[0]})); second.send(JSON.stringify({do: "open", table: "table-1"})); };
        second.onmessage = ({data}) => {
          const {is, legal, plies} = JSON.parse(data);
          if (is === "table" && plies === 0 && legal?.length) second.send(JSON.stringify({do: "play", seat: 1, action: legal[0].action}));
        };
        """
    )
    eventually(lambda: board.run("return document.querySelector('#tables small').textContent") == "running, 2 played")
    eventually(lambda: (now := board.run(drawn)) and now != before)
    assert board.run("return document.activeElement === window.focused"), "the card is the same"
    board.run("second.close()")
    for theme in ("light", "dark"):
        for width in (1280, 390):
            board.browser.look(theme, width)
            assert board.run("return document.documentElement.scrollWidth") <= width
            board.browser.picture(f"board-tables-{theme}-{width}")
    board.browser.is_content()


def test_rule_options_are_explained_and_a_finished_table_leaves_the_list(board):
    """The words are those of `arbiter variants`; a removed table is gone, and one that runs cannot be removed."""
    board.new("isolation", 2, {}, ["bot random", "bot random"])
    eventually(lambda: board.view()["status"] == "over")
    board.new("congress", 2, {})
    board.click("#leave")
    eventually(lambda: board.run("return document.querySelectorAll('#tables li').length") == 2)
    eventually(lambda: board.run("return document.querySelectorAll('#tables .quiet:not([hidden])').length") == 1)
    board.click("#tables .quiet:not([hidden])")
    eventually(lambda: board.run("return document.querySelectorAll('#tables li').length") == 1)
    assert board.run("return get('tables').textContent").startswith("Congress")
    board.choose("#variant", "congress")
    assert "whether pawns capture: Canadian Congress" in board.run("return get('options').textContent")
    board.browser.is_content()


@pytest.mark.parametrize("gone", ["table-9", "game-12"])
def test_an_address_of_nothing_leads_to_the_hall(board, gone):
    board.open(f"{board.url}/{gone}")
    eventually(lambda: board.run("return !document.querySelector('#hall').hidden && !location.hash.includes('/')"))
    assert board.run("return document.querySelector('#refused').textContent") != ""
    assert not board.run("return document.querySelector('#refused').hidden")
    board.browser.is_content()
