"""How long tests wait: as long as it takes. Real seconds decide nothing, on no machine."""

import asyncio
from collections.abc import Callable

HANGS = 300.0
"""Real seconds after which whatever a test waits for counts as hung."""

UNHURRIED = dict.fromkeys(
    (
        "bot.edge.easel.PATIENCE",
        "bot.edge.client.EMOJIS_AT_START",
        "bot.edge.channels.PATIENCE_WITH_DISCORD",
        "bot.tables.time.heartbeat.MISSED",
        "bot.edge.answers.FOR_A_PICTURE",
        "bot.edge.answers.IN_TIME",
        "bot.edge.answers.PATIENCE_WITH_DISCORD",
        "bot.edge.answers.PROMPT",
        "bot.edge.late_answers.IN_TIME",
        "bot.edge.late_answers.PATIENCE_WITH_DISCORD",
        "bot.edge.reachability.FIRST_ANSWER_TIMEOUT_SECONDS",
        "bot.edge.replies.PATIENCE_WITH_DISCORD",
        "bot.edge.whispers.PATIENCE_WITH_DISCORD",
        "bot.tables.time.aside.MAX_THOUGHT_SECONDS",
        "bot.tables.time.aside.MAX_START_SECONDS",
        "bot.tables.time.thinking.MAX_THINKING_SECONDS",
        "bot.tables.time.thinkers.MAX_THINKING_SECONDS",
    ),
    4 * HANGS,
) | {
    "bot.process.loop_watchdog.MAX_LOOKS_WITHOUT_A_TURN": 4 * HANGS,
    "bot.process.turns.IDENTIFY": 0.0,
    "bot.process.worker.RETRY": 0.2,
    "bot.store.postgres_shard_leases.CALM": 1.0,
    "bot.tables.people.haste.SETTLES": 0.0,
    "bot.tables.showing.leftovers.BETWEEN": 0.0,
}
"""The bot's own patience, by its names, where the bot runs by real time: it gives up nothing.

A test of giving up shortens one of them.
"""


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(HANGS):
        while not condition():  # noqa: ASYNC110 - it may be about anything
            await asyncio.sleep(0.005)
