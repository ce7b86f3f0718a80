"""The bot as a process: it runs until a signal stops it, and then finishes its work."""

import asyncio
import logging
import signal
from collections.abc import Mapping
from contextlib import suppress

import aiohttp
import discord

from bot.config import Secret, Settings, StartProblem
from bot.edge.client import CatsClient
from bot.edge.easel import Easel
from bot.edge.gate import Gate
from bot.edge.give_up import LOGIN_TIMEOUT_SECONDS, patience
from bot.edge.starts import Starts, starts_left
from bot.games.box import Shelf, games_on
from bot.process import memory
from bot.process.health import Health
from bot.process.loop_watchdog import LoopWatchdog
from bot.process.pacing import Pacing
from bot.process.turns import Turns
from bot.process.worker import ShardsChanged, Wanted, Worker
from bot.store.opening import may_migrate
from bot.store.results import OUTDATED_RATINGS
from bot.store.store import Store
from bot.tables.time.thinkers import Thinkers

log = logging.getLogger(__name__)

MIGRATION_RETRY_SECONDS = 1.0
"""Between two looks whether workers of older versions still have the database."""
_ENDED = {4004: "start-token-wrong", 4010: "start-shards-wrong", 4011: "start-shards-few"}
"""What the gateway's close codes mean after which it is of no use to connect again:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes"""
_DISCORD_FAILS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)


async def serve(token: Secret, settings: Settings, health: Health, shelf: Shelf) -> None:
    """Serve the bot with these games, watched by `health`, until a signal stops it.

    Raises `StartProblem` or `StoreProblem`.
    """
    stop = _stop_signal()
    await _wait_for_older_workers(settings.database_url, health, stop)
    if stop.is_set():
        return
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    store = await Store.open(settings.database_url, games_on(shelf), health.figures)
    easel = Easel(health.figures)
    thinkers = Thinkers(in_processes=settings.thinking == "process")
    clients: Mapping[int, CatsClient] = {}
    try:
        if await store.bot.setting(OUTDATED_RATINGS) is not None:
            log.warning(
                "ratings follow an older rule: stop the bot and run `python -m bot --reckon` once"
            )
        async with health.open(store, lambda: clients):
            pacing = Pacing(settings.requests)
            starts = await _starts(token.reveal(), Gate(pacing.requests), stop)
            worker = Worker(
                store,
                lambda session: CatsClient(
                    store,
                    shelf,
                    session=session,
                    easel=easel,
                    thinkers=thinkers,
                    figures=health.figures,
                    support_contact=settings.support_contact,
                ),
                token.reveal(),
                Wanted(starts.shards, settings.shards),
                pacing,
                Turns(store, starts.at_once, health.figures),
            )
            clients = worker.clients
            memory.settle()
            keeping_small = asyncio.create_task(memory.keep_small())
            watching = asyncio.create_task(LoopWatchdog().run())
            try:
                await worker.run(stop)
            finally:
                keeping_small.cancel()
                watching.cancel()
            await store.check()
    except discord.LoginFailure:
        raise StartProblem("start-token-wrong") from None
    except ShardsChanged:
        raise StartProblem("start-shards-changed") from None
    except _DISCORD_FAILS as failure:
        code = failure.code if isinstance(failure, discord.ConnectionClosed) else 0
        raise StartProblem(_ENDED.get(code, "start-discord-silent")) from None
    finally:
        easel.close()
        thinkers.close()
        await store.close()


async def _wait_for_older_workers(url: str, health: Health, stop: asyncio.Event) -> None:
    """Wait until no worker is in the way of a migration, or `stop` is set.

    Meanwhile this process is watched as one that waits for a shard.
    """
    if await may_migrate(url):
        return
    async with health.open(None, dict):
        log.warning(
            "this worker waits until those of older versions end: then it migrates the database"
        )
        while not stop.is_set() and not await may_migrate(url):
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), MIGRATION_RETRY_SECONDS)


async def _starts(token: str, gate: Gate, stop: asyncio.Event) -> Starts:
    """Ask Discord how many shards the bot needs, and how many may identify at the same time.

    A request that hangs is given up and made anew. Whoever is stopped meanwhile needs to know no
    more.
    """

    async def asked() -> Starts:
        intents = discord.Intents(guilds=True)
        while True:
            with suppress(TimeoutError):
                async with (
                    discord.Client(intents=intents, http_trace=gate.trace()) as client,
                    patience(client, LOGIN_TIMEOUT_SECONDS),
                ):
                    await client.login(token)
                    return await starts_left(client)
            log.warning("Discord does not answer at the start: it is asked again")

    asking, stopping = asyncio.create_task(asked()), asyncio.create_task(stop.wait())
    await asyncio.wait((asking, stopping), return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        asking.cancel()
        return Starts(shards=1, at_once=1, total=0, left=0, renewed_in=0.0)
    stopping.cancel()
    return asking.result()


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
