"""How long tests wait: as long as it takes. Real seconds decide nothing, on no machine."""

import asyncio
from collections.abc import Callable

HANG_TIMEOUT_SECONDS = 300.0
"""Real seconds after which whatever a test waits for counts as hung."""

LENIENT_TIMEOUTS = dict.fromkeys(
    (
        "bot.discord_adapter.picture_renderer.DEFAULT_PICTURE_TIMEOUT_SECONDS",
        "bot.discord_adapter.client.EMOJI_LIST_WAIT_SECONDS",
        "bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS",
        "bot.services.heartbeat.MAX_MISSED_HEARTBEATS",
        "bot.discord_adapter.reply.PICTURE_WAIT_SECONDS",
        "bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS",
        "bot.discord_adapter.answers.MESSAGE_REQUEST_TIMEOUT_SECONDS",
        "bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS",
        "bot.discord_adapter.reachability.FIRST_ANSWER_TIMEOUT_SECONDS",
        "bot.discord_adapter.ephemeral_messages.PUSH_TIMEOUT_SECONDS",
        "bot.services.computer_process.MAX_THOUGHT_SECONDS",
        "bot.services.computer_process.MAX_START_SECONDS",
        "bot.services.computer_moves.MAX_THINKING_SECONDS",
        "bot.services.computer_executor.MAX_THINKING_SECONDS",
        "bot.services.puzzle_library.MAX_TASK_SECONDS",
    ),
    4 * HANG_TIMEOUT_SECONDS,
) | {
    "bot.runtime.MAX_CHECKS_WITHOUT_RESPONSE": 4 * HANG_TIMEOUT_SECONDS,
    "bot.workers.identify_queue.IDENTIFY_INTERVAL_SECONDS": 0.0,
    "bot.workers.worker.CONNECTION_RETRY_SECONDS": 0.2,
    "bot.storage.postgres_shard_leases.REBALANCE_DELAY_SECONDS": 1.0,
    "bot.services.sessions.MISCLICK_GUARD_SECONDS": 0.0,
    "bot.services.conversations.MIN_STALE_DELETE_INTERVAL_SECONDS": 0.0,
    "bot.discord_adapter.admission.FLOOD_WINDOW_SECONDS": 0.0,
}
"""The bot's own patience, by its names, where the bot runs by real time: it gives up nothing.

A test of giving up shortens one of them.
"""

WITHOUT_PAUSES = LENIENT_TIMEOUTS | {
    "bot.common.timings.DEFAULT_TIMINGS.pause": 0.1,
    "bot.common.timings.DEFAULT_TIMINGS.between_edits": 0.0,
}
"""The same for a bot in a process of its own, which edits boards at once; computers are quick."""


async def until(condition: Callable[[], object], poll_seconds: float = 0.02) -> None:
    """Wait until the condition holds, which is looked at again after so many seconds."""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110 - it may be about anything
            await asyncio.sleep(poll_seconds)
