"""The bot as a process: it runs until a signal stops it, and then finishes its work."""

import asyncio
import gc
import signal
from contextlib import suppress

import aiohttp
import discord

from bot.client import CatsClient
from bot.config import Secret, StartProblem
from bot.eyes import Eyes
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.store.store import Store

_CLOSING = 8.5
"""Seconds for all that runs to finish: hosts commonly kill a process after ten."""
COLLECTIONS = (5_000, 4, 10)
"""New objects until the youngest are looked at, and after how many of these also the older ones."""
_TOKEN_REFUSED = 4004
"""The gateway's close code for a token that became invalid."""
_DISCORD_FAILS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)


async def serve(token: Secret, database_url: str, eyes: Eyes) -> None:
    """Run the bot, watched by `eyes`, until a signal stops it.

    Raises `StartProblem` or `StoreProblem`.
    """
    stop = _stop_signal()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    store = await Store.open(database_url, games_on(GAMES), eyes.figures)
    _settle_memory()
    try:
        client = CatsClient(store, figures=eyes.figures)
        async with eyes.open(store, lambda: (client,)):
            await _run(client, token.reveal(), stop)
    except discord.LoginFailure:
        raise StartProblem("start-token-wrong") from None
    except _DISCORD_FAILS as failure:
        if isinstance(failure, discord.ConnectionClosed) and failure.code == _TOKEN_REFUSED:
            raise StartProblem("start-token-wrong") from None
        raise StartProblem("start-discord-silent") from None
    finally:
        await store.close()


def _settle_memory() -> None:
    """Clear up after the start, and keep what is loaded from being looked at again.

    Each garbage collection stops the event loop; one of all that is loaded takes 80 ms. Of what a
    click makes, most is gone by itself before the next thousand objects are there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def _stop_signal() -> asyncio.Event:
    """Return an event that SIGTERM or Ctrl-C sets; a second one ends the process at once."""
    stop = asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal() -> None:
        stop.set()
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)

    for number in numbers:
        # Windows cannot; there Ctrl-C cancels the main task, which closes everything as well.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stop


async def _run(client: CatsClient, token: str, stop: asyncio.Event) -> None:
    """Run the client until `stop` is set or it ends by itself, then let it finish its work."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING):
                await client.close()
    if stop.is_set():
        running.cancel()
        await asyncio.wait((running,))
    else:
        stopping.cancel()
        await running
