"""The positions, against the vectors of the arbiter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from vectors import FOLDER, load

from uvi import PositionError, read_position
from uvi.positions import (
    KINDS,
    Board,
    CatChess,
    Catalonia,
    Chess,
    FrenchRevolution,
    Isolation,
    Katarenga,
    Orwell,
    Place,
    Text,
    kind_of,
)

FILES = [path.name for path in sorted(FOLDER.glob("positions-*.json"))]


def texts(row: dict[str, Any]) -> list[str]:
    """All positions of a vector: it, what a seat sees of it, the next."""
    return [row["position"], *row.get("views", {}).values(), *([row["next"]] if "next" in row else [])]


def test_there_are_vectors_of_every_variant() -> None:
    variants = {load(name)["variant"] for name in FILES}
    assert len(variants) >= 6 and variants <= set(KINDS)


@pytest.mark.parametrize("name", FILES)
def test_positions_of_games_are_read_and_written_and_name_who_may_act(name: str) -> None:
    vectors = load(name)
    for row in vectors["positions"]:
        for text in texts(row):
            position: Any = read_position(vectors["variant"], text)
            assert str(position) == text
            again = type(position).read(text)
            assert again == position and hash(again) == hash(position)
            if text == row["position"] and "legal" in row:
                asked = position.seats if isinstance(position, CatChess) else (position.seat,)
                assert [str(seat) for seat in asked] == list(row["legal"])
            assert isinstance(position, KINDS[vectors["variant"]])


@pytest.mark.parametrize("name", FILES)
def test_a_position_that_is_cut_or_changed_is_refused(name: str) -> None:
    vectors = load(name)
    kind = KINDS[vectors["variant"]]
    row = vectors["positions"][1]["position"]
    words = row.split(" ")
    wrong = [" ".join(words[:-1]), row + " 1", row.replace(" ", "  ", 1), "", "x" + row, row.replace("/", "", 1)]
    wrong += [" ".join([*words[:at], "!", *words[at + 1 :]]) for at in range(len(words))]
    for text in wrong:
        with pytest.raises(PositionError):
            kind.read(text)


def test_a_position_with_too_few_words_names_all() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert read_position("chess", f"{fen} -")
    with pytest.raises(PositionError, match=r"expected 7 words .*\(men, seat, castling, passed, quiet, turn, past\)"):
        read_position("chess", fen)


def test_positions_of_any_game_are_read_by_what_an_arbiter_tells() -> None:
    """Those of a game that this package has never heard of."""
    told = Path(__file__).resolve().parents[3] / "examples/own-game/tests/told.txt"
    words: dict[str, Any] = {}
    positions: list[str] = []
    for line in told.read_text(encoding="utf-8").splitlines():
        match line.split(" ", 5):
            case ["about", "bid", "word", name, form, _]:
                words[name] = json.loads(form)
            case ["position", "b", *found]:
                positions.append(" ".join(found))
    bid = kind_of("bid", words)
    for text in positions:
        position: Any = bid.read(text)
        assert str(position) == text and position == bid.read(text)
        assert (position.die, position.first, position.own, position.other) == (4, (1, 3, 5, 6), 2, 0)
    assert position.chosen == ("?", "-") and len(positions) == 2
    for text in ("7 1 2 -- 0 0", "4 1356 2456 3- 2", "4 1356 2456 3-- 2 0", "x 1 2 -- 0 0"):
        with pytest.raises(PositionError):
            bid.read(text)


def test_a_variant_that_is_not_known_is_text() -> None:
    assert read_position("halma", "any thing") == Text("any thing")
    assert str(Text("any thing")) == "any thing"


COLOURS = "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY"


@pytest.mark.parametrize("rank", ["44", "7", "9", "08", "w8", "8w", "8/8", "x7", ""])
def test_a_rank_has_eight_squares_and_no_two_digits_together(rank: str) -> None:
    assert Isolation.read(f"{COLOURS} 8/8/8/3w4/8/8/8/8 2")
    with pytest.raises(PositionError):
        Isolation.read(f"{COLOURS} {rank}/8/8/3w4/8/8/8/8 2")


def test_what_a_position_says() -> None:
    katarenga = Katarenga.read(f"{COLOURS} 2w4w/8/8/8/8/8/8/w2b2b1 1 play 10 wb 99 9")
    assert (katarenga.pawns["c8"], katarenga.pawns["g1"], katarenga.colours["a8"]) == (1, 2, "B")
    assert (katarenga.camps, katarenga.moved, katarenga.quiet, katarenga.turn) == ((1, 0), (True, True), 99, 9)
    assert Isolation.read(f"{COLOURS} 8/8/8/8/3w4/8/8/8 2").pawns == {"d4": 1}
    orwell = Orwell.read("2bu4/5rM1/7/4bd2/7/7/7/2wM4/7/4wRwu1/4bJ2/4wd2 3 16 rb- 7 2")
    assert (orwell.men["c12"].owner, orwell.men["c12"].kind, orwell.men["f11"].kind) == (3, "u", "M")
    assert (orwell.seat, orwell.dice, orwell.last, orwell.vacant) == (3, (1, 6), (2, 3, None), (2,))
    french = FrenchRevolution.read("r3k2r/1P6/8/P7/7p/8/8/R3K2R b KQkq piece 9")
    assert isinstance(french.men, Board) and len(french.men.ranks) == 8
    assert (french.men["e1"], french.seat, french.castling, french.part) == ("K", 2, "KQkq", "piece")
    chess = Chess.read("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2 g1f3,g8f6,f3g1")
    assert (chess.men["f6"], chess.seat, chess.castling, chess.passed, chess.quiet) == ("n", 2, "KQkq", None, 3)
    assert chess.past == ("g1f3", "g8f6", "f3g1")
    catalonia = Catalonia.read("2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3 2 escape:d3 9 582 - 3")
    assert (catalonia.men["d3"], catalonia.pits, catalonia.phase) == ("n", ("d2", "d3", "f3"), ("escape", "d3"))
    assert (catalonia.seat, catalonia.total, catalonia.since) == (2, 582, 3)


HEIGHTS = load("positions-cat-chess.json")["positions"][0]["position"].split(" ")[0]
GRIDS = ",".join(["." * 24 + "S"] * 3)


@pytest.mark.parametrize(
    "rest",
    [
        "1 style 1 --- 0 00 -",
        "2 tiles:24 2 --- 0 00 -",
        "1 face:ac 1 xp.* 3 10 -",
        "12 challenge:1a:2b:-,- 1 x.. 7 06 -",
        "12 challenge:1a:2b:?,wash 1 x.. 7 06 -",
        "2 step:2b:1a 1 x.. 7 06 -",
        "- coin:1a:2b 1 x.. 7 06 -",
        "- turn 1 ... 201 06 -",
        "2 misto 2 ppx* 9 00 1",
    ],
)
def test_positions_of_cat_chess(rest: str) -> None:
    cats = "kero:4:g11.3,lina:3:-,style:3:k17.0/misto:3:a11.5,sham:3:q6.1,lucky:2:-"
    text = f"{HEIGHTS} {cats} {GRIDS}/{GRIDS} {rest}"
    position = CatChess.read(text)
    assert str(position) == text
    assert (len(position.heights), position.heights["f11"], position.heights["g11"]) == (273, 6, 5)
    cat = position.cats[0][0]
    assert (cat.sheet, cat.esteem, cat.place) == ("kero", 4, Place("g11", 3)) and position.cats[1][2].place is None
    assert position.grids[0][0] == "." * 24 + "S"
    assert position.acted.free == ("*" in rest) and position.acted.cats in ("---", "xp.", "x..", "...", "ppx")
    assert position.phase == tuple(rest.split(" ")[1].split(":"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("g11.3", "a1.3"),
        ("g11.3", "g11.6"),
        ("kero:4", "kero"),
        (f"{'.' * 24}S,", f"{'.' * 24}X,"),
        ("challenge:1a:2b:-,-", "challenge:1a:2b:wash,-"),
        ("challenge:1a:2b:-,-", "challenge:1a:2b"),
        ("challenge:1a:2b:-,-", "step:1d:2b"),
        ("challenge:1a:2b:-,-", "face:d"),
        (" x.. ", " x. "),
        (" 06 ", " 08 "),
    ],
)
def test_what_is_no_position_of_cat_chess(old: str, new: str) -> None:
    cats = "kero:4:g11.3,lina:3:-,style:3:k17.0/misto:3:a11.5,sham:3:q6.1,lucky:2:-"
    text = f"{HEIGHTS} {cats} {GRIDS}/{GRIDS} 12 challenge:1a:2b:-,- 1 x.. 7 06 -"
    assert old in text
    with pytest.raises(PositionError):
        CatChess.read(text.replace(old, new, 1))
