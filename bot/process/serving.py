"""The bot as a process: it runs until a signal stops it, and then finishes its work."""

import asyncio
import gc
import signal
from collections.abc import Mapping
from contextlib import suppress

import aiohttp
import discord

from bot.config import Secret, Settings, StartProblem
from bot.edge.client import CatsClient
from bot.edge.easel import Easel
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.process.health import Health
from bot.process.pacing import Pacing
from bot.process.worker import ShardsChanged, Worker
from bot.store.store import Store

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


async def serve(token: Secret, settings: Settings, health: Health) -> None:
    """Serve the bot, watched by `health`, until a signal stops it.

    Raises `StartProblem` or `StoreProblem`.
    """
    stop = _stop_signal()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    store = await Store.open(settings.database_url, games_on(GAMES), health.figures)
    easel = Easel(health.figures)
    clients: Mapping[int, CatsClient] = {}
    try:
        async with health.open(store, lambda: clients):
            recommended, buckets = await _recommended(token.reveal(), stop)
            pacing = Pacing(store, buckets, settings.requests)
            worker = Worker(
                store,
                lambda one: CatsClient(store, session=one, easel=easel, figures=health.figures),
                token.reveal(),
                settings.shards or recommended,
                pacing,
            )
            clients = worker.clients
            _settle_memory()
            await worker.run(stop)
            await store.check()
    except discord.LoginFailure:
        raise StartProblem("start-token-wrong") from None
    except ShardsChanged:
        raise StartProblem("start-shards-changed") from None
    except _DISCORD_FAILS as failure:
        if isinstance(failure, discord.ConnectionClosed) and failure.code == _TOKEN_REFUSED:
            raise StartProblem("start-token-wrong") from None
        raise StartProblem("start-discord-silent") from None
    finally:
        easel.close()
        await store.close()


async def _recommended(token: str, stop: asyncio.Event) -> tuple[int, int]:
    """Ask Discord how many shards the bot needs, and how many may identify at the same time.

    Whoever is stopped meanwhile needs to know no more.
    https://docs.discord.com/developers/events/gateway#get-gateway-bot
    """

    async def recommended() -> tuple[int, int]:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            shards, _, limit = await client.http.get_bot_gateway()
            return shards, limit["max_concurrency"]

    asking, stopping = asyncio.create_task(recommended()), asyncio.create_task(stop.wait())
    await asyncio.wait((asking, stopping), return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        asking.cancel()
        return 1, 1
    stopping.cancel()
    return asking.result()


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
