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
        "bot.services.heartbeat.MAX_MISSED_HEARTBEATS",
        "bot.edge.reply.FOR_A_PICTURE",
        "bot.edge.reply.IN_TIME",
        "bot.edge.reply.PATIENCE_WITH_DISCORD",
        "bot.edge.reply.PROMPT",
        "bot.edge.reply_delivery.IN_TIME",
        "bot.edge.reply_delivery.PATIENCE_WITH_DISCORD",
        "bot.edge.shard_readiness.FIRST_ANSWER_TIMEOUT_SECONDS",
        "bot.edge.reply_delivery.PATIENCE_WITH_DISCORD",
        "bot.edge.whispers.PATIENCE_WITH_DISCORD",
        "bot.services.computer_process.MAX_THOUGHT_SECONDS",
        "bot.services.computer_process.MAX_START_SECONDS",
        "bot.services.computer_moves.MAX_THINKING_SECONDS",
        "bot.services.computer_executor.MAX_THINKING_SECONDS",
    ),
    4 * HANGS,
) | {
    "bot.runtime.MAX_LOOKS_WITHOUT_A_TURN": 4 * HANGS,
    "bot.workers.identify_queue.IDENTIFY_INTERVAL_SECONDS": 0.0,
    "bot.workers.worker.CONNECTION_RETRY_SECONDS": 0.2,
    "bot.store.postgres_shard_leases.REBALANCE_DELAY_SECONDS": 1.0,
    "bot.services.misclicks.MISCLICK_GUARD_SECONDS": 0.0,
    "bot.services.own_screens.STALE_COPY_INTERVAL_SECONDS": 0.0,
}
"""The bot's own patience, by its names, where the bot runs by real time: it gives up nothing.

A test of giving up shortens one of them.
"""


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(HANGS):
        while not condition():  # noqa: ASYNC110 - it may be about anything
            await asyncio.sleep(0.005)
