"""How long tests wait: as long as it takes. Real seconds decide nothing, on no machine."""

import asyncio
from collections.abc import Callable

HANGS = 300.0
"""Real seconds after which whatever a test waits for counts as hung."""

UNHURRIED = dict.fromkeys(
    (
        "bot.art.easel.PATIENCE",
        "bot.client.EMOJIS_AT_START",
        "bot.channels.PATIENCE_WITH_DISCORD",
        "bot.tables.heartbeat.MISSED",
        "cogs.answers.FOR_A_PICTURE",
        "cogs.answers.IN_TIME",
        "cogs.answers.PATIENCE_WITH_DISCORD",
        "cogs.answers.PROMPT",
        "cogs.whisper.PATIENCE_WITH_DISCORD",
    ),
    4 * HANGS,
) | {"bot.pacing.IDENTIFY": 0.0, "bot.tables.haste.SETTLES": 0.0}
"""The bot's own patience, by its names, where the bot runs by real time: it gives up nothing.

A test of giving up shortens one of them.
"""


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(HANGS):
        while not condition():  # noqa: ASYNC110 - it may be about anything
            await asyncio.sleep(0.005)
