"""The host library for coroutines, with a real arbiter."""

from __future__ import annotations

import asyncio

import pytest
from hosting import WAIT, is_alive, threads, until

import uvi
from uvi import events


async def played_out(match: uvi.AsyncMatch) -> events.Over:
    async for question in match.questions():
        assert question.is_open
        await question.play((await question.legal())[0])
    return await match.wait()


def test_a_hundred_matches_at_once_take_no_threads() -> None:
    async def play() -> list[str]:
        async with uvi.AsyncArbiter() as arbiter:
            before = len(threads())

            async def one(seed: int) -> str:
                match = await arbiter.match("isolation", ["host", "host"], seed=seed)
                over = await played_out(match)
                await match.drop()
                return over.reason

            reasons = await asyncio.gather(*map(one, range(100)))
            assert len(threads()) == before
            return reasons

    assert asyncio.run(play()) == ["isolated"] * 100


def test_all_that_a_match_has_can_be_awaited() -> None:
    async def play() -> None:
        async with uvi.AsyncArbiter() as arbiter:
            assert arbiter.name.startswith("Arbiter") and "chess" in arbiter.variants
            async with await arbiter.match("chess", ["host", "host"], takebacks=True) as match:
                question = await match.next_question(timeout=WAIT)
                assert question and "e2e4" in await question.legal()
                assert [place.text for place in await question.places() if place.action == "e2e4"] == ["e4"]
                with pytest.raises(uvi.HostError) as refused:
                    await question.play("e2e5")
                assert refused.value.code == "illegal-action" and question.is_open
                await question.play("e2e4")
                assert (await match.history()).moves == ("e2e4",)
                assert str(await match.position()).startswith("rnbqkbnr/pppppppp/8/8/4P3")
                assert (await match.picture()).startswith("<svg") and "8  | r" in await match.board()
                await match.undo()
                assert (await match.history(1)).moves == ()
                again = await match.next_question(timeout=WAIT)
                assert again
                await again.resign()
                assert (await match.wait(WAIT)).reason == "resign"
                told = [type(event).__name__ async for event in match.follow()]
                assert told[0] == "Started" and told[-1] == "Over"
            with pytest.raises(uvi.HostError) as refused:
                await match.position()
            assert refused.value.code == "no-such-match"
            analysis = await arbiter.analyse("chess", "bot:random", clock="movetime 5000")
            assert (await analysis.wait(WAIT)).reason == "analysed"

    asyncio.run(play())


def test_a_loop_that_is_left_gives_its_question_back() -> None:
    async def play() -> None:
        async with uvi.AsyncArbiter() as arbiter:
            match = await arbiter.match("chess", ["host", "host"])
            async for _ in match.questions():
                break
            # Only when this one waits is that one closed.
            async for question in match.questions():
                await question.resign()
            assert match.over

    asyncio.run(asyncio.wait_for(play(), WAIT))


def test_a_cancelled_wait_leaves_the_match_as_it_was() -> None:
    async def play() -> None:
        async with uvi.AsyncArbiter() as arbiter:
            match = await arbiter.match("chess", ["host", "host"])
            waiting = asyncio.create_task(match.wait())
            await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            with pytest.raises(uvi.ArbiterTimeout):
                await match.wait(0.05)
            await match.resign(1)
            assert (await match.wait(WAIT)).reason == "resign"

    asyncio.run(play())


def test_an_async_with_that_raises_ends_the_arbiter() -> None:
    pids: list[int] = []

    async def play() -> None:
        async with uvi.AsyncArbiter() as arbiter:
            pids.append(arbiter.pid)
            await arbiter.match("chess", ["bot:random", "host"])
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        asyncio.run(play())
    assert until(lambda: not is_alive(pids[0])) and not threads()
