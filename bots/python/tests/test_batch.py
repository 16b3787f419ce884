"""Many games at once, by arrays."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")
rules = pytest.importorskip("uvi.rules", reason="the binding is not built", exc_type=ImportError)

SIZE = 7
GAMES = [rules.Game(variant) for variant in rules.variants()] + [
    rules.Game("cat-chess", {"tiles": 6, "maxrounds": 3}, 5),
    rules.Game("catalonia", {"scoring": "claimed", "bombs": "chain"}),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_batch_plays_the_same_games_as_positions(game: Any) -> None:
    batch, lots = rules.Batch(game, SIZE, 9), np.random.default_rng(1)
    mask = np.ones((SIZE, game.numbers), dtype=bool)
    bits = np.full((SIZE, -(-game.numbers // 8)), 255, dtype=np.uint8)
    planes = np.ones((SIZE, *game.shape), dtype=np.float32)
    points, over = np.ones((SIZE, game.seats), dtype=np.float32), np.ones(SIZE, dtype=bool)
    ends = 0
    for _ in range(200):
        numbers, first = batch.legal()
        seats = batch.seats()
        assert batch.legal_mask(mask) is mask and (batch.legal_mask() == mask).all()
        assert batch.legal_bits(bits) is bits and (batch.legal_bits() == bits).all()
        assert (bits == np.packbits(mask, axis=1, bitorder="little")).all()
        batch.observe(planes)
        chosen = np.array([lots.choice(numbers[first[i] : first[i + 1]]) for i in range(SIZE)], dtype=np.int32)
        expected = [batch.position(i) for i in range(SIZE)]
        for i, position in enumerate(expected):
            assert position.seat == seats[i]
            assert sorted(numbers[first[i] : first[i + 1]]) == position.legal_numbers() == mask[i].nonzero()[0].tolist()
            assert (planes[i] == position.observe(int(seats[i]))).all()
            position.act(int(chosen[i]))
        batch.step(chosen, points, over)
        for i, position in enumerate(expected):
            if position.waits_for == "seats" and position.forced is None:
                assert batch.position(i) == position and not over[i] and not points[i].any()
            if over[i] and position.outcome is not None:
                ends += 1
                outcome = position.outcome
                paid = [float(p) for p in outcome.score] or [float(outcome.shared)] * game.seats
                assert points[i].tolist() == pytest.approx(paid)
    assert ends > 0 or game.word in ("chess", "cat-chess", "french-revolution", "orwell", "congress")


def test_the_same_seed_gives_the_same_games() -> None:
    game = rules.Game("katarenga")
    texts = [[rules.Batch(game, 4, seed).position(i).text for i in range(4)] for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2] and len(set(texts[0])) == 4


def test_arrays_that_do_not_fit_are_refused() -> None:
    game = rules.Game("isolation")
    batch = rules.Batch(game, 2, 1)
    before = [batch.position(i) for i in range(2)]
    good = np.array([int(batch.legal()[0][0])] * 2, dtype=np.int32)
    points, over = np.zeros((2, 2), dtype=np.float32), np.zeros(2, dtype=bool)
    for fill, shape, dtype in (
        (batch.legal_mask, (2, game.numbers), bool),
        (batch.legal_bits, (2, game.numbers // 8), np.uint8),
        (batch.observe, (2, *game.shape), np.float32),
        (lambda out: batch.step(good, out, over), (2, 2), np.float32),
        (lambda out: before[0].observe_into(1, out), game.shape, np.float32),
    ):
        with pytest.raises(rules.BadOption, match="in C order, found .* in another order"):
            fill(np.zeros(shape, dtype, order="F"))
    for wrong in [np.zeros((2, 63), dtype=bool), np.zeros((3, 64), dtype=bool), np.zeros((2, 128), dtype=bool)[:, ::2]]:
        with pytest.raises(rules.BadOption, match=r"expected an array of the shape \[2, 64\] in C order"):
            batch.legal_mask(out=wrong)
    with pytest.raises(rules.BadOption, match=r"expected an array of the shape \[2, 8\] in C order, found \[2, 64\]$"):
        batch.legal_bits(np.zeros((2, 64), dtype=np.uint8))
    for method, dtype in ((batch.legal_mask, "bool"), (batch.legal_bits, "uint8")):
        with pytest.raises(TypeError, match=f"^out: expected an array of {dtype}, found int8$"):
            method(np.zeros((2, 64), dtype=np.int8))
    for index, name in enumerate(("numbers", "points", "over")):
        arrays = [good, points, over]
        arrays[index] = arrays[index].astype(np.float64)
        with pytest.raises(TypeError, match=f"^{name}: expected an array of .*, found float64$"):
            batch.step(*arrays)
    with pytest.raises(TypeError, match="^numbers: expected an array of int32, found <class 'list'>$"):
        batch.step([0, 0], points, over)
    locked = np.zeros((2, 64), dtype=bool)
    locked.flags.writeable = False
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        batch.legal_mask(locked)
    with pytest.raises(rules.BadOption, match="shape"):
        batch.observe(np.zeros((2, 1, 8, 8), dtype=np.float32))
    for numbers in [good[:1], np.zeros(3, dtype=np.int32)]:
        with pytest.raises(rules.BadOption, match="shape"):
            batch.step(numbers, points, over)
    with pytest.raises(rules.BadOption, match="shape"):
        batch.step(good, np.zeros((2, 3), dtype=np.float32), over)
    with pytest.raises(rules.BadOption, match="shape"):
        batch.step(good, points, np.zeros(3, dtype=bool))
    for number in [-1, 64, 2**31 - 1]:
        with pytest.raises(rules.IllegalAction, match=rf"game 1: nothing \(number {number}\) is not legal now"):
            batch.step(np.array([good[0], number], dtype=np.int32), points, over)
    assert [batch.position(i) for i in range(2)] == before
    for size in [0, -1, 2**21]:
        with pytest.raises(rules.BadOption, match="games, found"):
            rules.Batch(game, size, 1)
    with pytest.raises(rules.BadOption, match="expected a game below 2"):
        batch.position(2)
