"""Giving up requests that take too long, without silencing the bot."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

LOGIN_TIMEOUT_SECONDS = 30.0
"""Seconds that the two requests of a login may take together."""


def end_of_global_limit(client: discord.Client) -> asyncio.Event:
    """Return the event for which discord.py holds all requests back in a global rate limit.

    Its name is a private one of discord.py's. It is there once the client begins to log in.
    """
    return client.http._global_over


@asynccontextmanager
async def patience(client: discord.Client, seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Give up the requests within after so many seconds, unless the limit is moved meanwhile.

    Raises `TimeoutError`.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except (TimeoutError, asyncio.CancelledError):
        # During a global rate limit discord.py holds all requests back, and for ever if the one
        # that waits for its end is cancelled.
        end_of_global_limit(client).set()
        raise
