"""Work that nobody waits for."""

import asyncio

from bot.services.background import Background


async def test_what_runs_may_begin_more_until_all_has_ended() -> None:
    background, done = Background(), list[str]()

    async def more() -> None:
        done.append("more")

    async def first() -> None:
        await asyncio.sleep(0)
        background.run(more())

    background.run(first())
    await background.close(60.0)
    assert done == ["more"]
    background.run(more())
    await asyncio.sleep(0)
    assert (done, background.is_idle) == (["more"], True)


async def test_what_takes_too_long_at_the_end_is_cancelled_and_begins_nothing() -> None:
    background, done = Background(), list[str]()

    async def more() -> None:
        done.append("more")

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            background.run(more())

    background.run(stubborn())
    await asyncio.sleep(0)
    await background.close(0.01)
    assert (done, background.is_idle) == ([], True)
