"""Giving up requests that take too long, without silencing the bot."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord


@asynccontextmanager
async def patience(client: discord.Client, seconds: float) -> AsyncIterator[None]:
    """Give up the requests within after so many seconds. Raises `TimeoutError`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, asyncio.CancelledError):
        # During a global rate limit discord.py holds all requests back, and for ever if the one
        # that waits for its end is cancelled.
        client.http._global_over.set()
        raise
