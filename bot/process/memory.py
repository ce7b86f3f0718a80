"""The memory of the process: what is loaded stays, what becomes free goes back to the system."""

import asyncio
import gc

from bot.art import malloc

COLLECTIONS = (20_000, 5, 5)
"""New objects until the youngest are looked at, and after how many of these also the older ones.

The oldest are few, as what is loaded at the start is never looked at: a look at all takes some
milliseconds. With ten in place of two, 4 MB of garbage more lie about.
"""
PAUSE = 30.0
"""Seconds from one time to the next that what is free goes back."""


def settle() -> None:
    """Clear up after the start, and keep what is loaded from being looked at again.

    Each garbage collection stops the event loop; one of all that is loaded takes 80 ms. Of what a
    click makes, most is gone by itself before the next thousand objects are there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    malloc.give_back()


async def keep_small() -> None:
    """Give back what is free again and again, as long as this runs: 8 MB while many press.

    It takes some milliseconds of a thread, of which the event loop feels little.
    """
    while True:
        await asyncio.sleep(PAUSE)
        await asyncio.to_thread(malloc.give_back)
