"""What is free goes back to the system while the bot runs."""

import asyncio

import pytest

from bot import runtime
from bot.drawing import malloc


async def test_what_is_free_goes_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given, thrice = list[int](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def give_back() -> None:
        given.append(1)
        if len(given) == 3:
            loop.call_soon_threadsafe(thrice.set)

    monkeypatch.setattr(runtime, "GIVE_BACK_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr(malloc, "give_back", give_back)
    keeping = asyncio.create_task(runtime.give_back_memory())
    await thrice.wait()
    keeping.cancel()
    await asyncio.wait((keeping,))
    assert keeping.cancelled()
