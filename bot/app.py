"""Creates and connects all parts of the bot, and runs it until a signal stops the process."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec

import aiohttp
import discord

from bot.common.config import MetricsAddress, Secret, Settings, StartProblem
from bot.common.counters import NO_COUNTERS, Counters
from bot.discord_adapter.client import CatsClient, ShardSession
from bot.discord_adapter.connection import explain_failure
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.request_gate import RateLimit, RequestGate, use_addresses
from bot.domain.results import OUTDATED_RATINGS
from bot.engine.package import GameRegistry, extract_games
from bot.i18n import Text
from bot.runtime import LoopWatchdog, freeze_loaded_objects, release_memory_periodically
from bot.services.computer_executor import ComputerExecutor
from bot.storage.opening import may_migrate, names_server
from bot.storage.store import Store
from bot.workers.identify_queue import IdentifyQueue, fetch_budget_at_start
from bot.workers.worker import ShardCountMismatch, WantedShards, Worker

log = logging.getLogger(__name__)

MIGRATION_RETRY_SECONDS = 1.0
"""Seconds between two checks whether processes of older versions still use the database."""
_CLOSE_CODE_KEYS = {4004: "start-token-wrong", 4010: "start-shards-wrong", 4011: "start-shards-few"}
"""Maps close codes after which connecting again does not help to messages for the bot's host.

https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""
_DISCORD_ERRORS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)
"""Errors of Discord or of the network after which the bot ends with a message for its host."""


class Monitoring:
    """Counts events of this process, and serves the counts over HTTP.

    Without an address in the settings, nothing is counted or served. Modules that are only used for
    monitoring are then not loaded, which saves memory.
    """

    def __init__(self, address: MetricsAddress | None, say: Text) -> None:
        """Prepare monitoring, without opening a port yet.

        Raises:
            StartProblem: `address` is given, but the package `prometheus_client` is not installed.
        """
        self.counters: Counters = NO_COUNTERS
        self._address = address
        self._say = say
        if address is None:
            return
        if find_spec("prometheus_client") is None:
            raise StartProblem("start-metrics-missing")
        from bot.metrics import Metrics  # noqa: PLC0415 - takes memory

        self.counters = self._metrics = Metrics()

    @asynccontextmanager
    async def serve_endpoints_within(
        self, store: Store | None, clients: Mapping[int, CatsClient]
    ) -> AsyncIterator[None]:
        """Serve `/metrics`, `/health`, `/ready` and `/live` over HTTP until the block ends.

        Args:
            store: The open database. None means that it cannot be opened yet.
            clients: The running clients by shard number. The mapping may change meanwhile.

        Raises:
            StartProblem: The process cannot listen on the configured address.
        """
        if self._address is None:
            yield
            return
        from bot.http_endpoints import serve_endpoints  # noqa: PLC0415 - takes memory

        with self._metrics.count_errors():
            async with serve_endpoints(self._address, self._metrics, store, clients, self._say):
                yield


async def serve_bot(token: Secret, settings: Settings, registry: GameRegistry, say: Text) -> None:
    """Connect to Discord and serve games until a signal stops the process.

    Args:
        registry: The games that people can play.
        say: Looks up texts for the bot's host.

    Raises:
        StartProblem: The bot cannot run because of the token, the number of shards or the network.
        StoreProblem: The database cannot be used.
    """
    use_addresses(settings.api_base, settings.gateway_url)
    monitoring, stop = Monitoring(settings.metrics_address, say), _make_stop_event()
    await _wait_for_older_workers(settings.database_url, monitoring, stop)
    if stop.is_set():
        return
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    store = await Store.open(settings.database_url, extract_games(registry), monitoring.counters)
    try:
        if await store.bot.find_setting(OUTDATED_RATINGS) is not None:
            log.warning(
                "ratings follow an older rule:"
                " stop the bot and run `python -m bot --rebuild-ratings` once"
            )
        await _run_worker(token.reveal(), settings, registry, store, monitoring, stop)
    except discord.LoginFailure:
        raise StartProblem("start-token-wrong") from None
    except ShardCountMismatch:
        raise StartProblem("start-shards-changed") from None
    except _DISCORD_ERRORS as failure:
        if isinstance(failure, discord.ConnectionClosed):
            key = _CLOSE_CODE_KEYS.get(failure.code, "start-discord-silent")
            raise StartProblem(key) from None
        raise await explain_failure(failure) from None
    finally:
        await store.close()


async def _run_worker(
    token: str,
    settings: Settings,
    registry: GameRegistry,
    store: Store,
    monitoring: Monitoring,
    stop: asyncio.Event,
) -> None:
    """Create the worker, which serves shards in this process, and run it until `stop` is set."""
    counters = monitoring.counters
    renderer = PictureRenderer(counters)
    executor = ComputerExecutor(in_processes=settings.computer_players == "process")
    clients: dict[int, CatsClient] = {}

    def connect(session: ShardSession) -> CatsClient:
        return CatsClient(
            store,
            registry,
            session=session,
            renderer=renderer,
            executor=executor,
            counters=counters,
            support_contact=settings.support_contact,
            public_invite=settings.public_invite,
        )

    try:
        async with monitoring.serve_endpoints_within(store, clients):
            rate_limit = RateLimit(settings.requests_per_second)
            budget = await fetch_budget_at_start(token, RequestGate(rate_limit), stop)
            queue = IdentifyQueue(store, budget.max_concurrency, counters)
            wanted = WantedShards(budget.shards, settings.shards)
            alone = not names_server(settings.database_url)
            worker = Worker(
                store, connect, token, wanted, rate_limit, queue, clients, is_only_worker=alone
            )
            freeze_loaded_objects()
            upkeep = (release_memory_periodically(), LoopWatchdog().run())
            tasks = [asyncio.create_task(each) for each in upkeep]
            try:
                await worker.run(stop)
            finally:
                for task in tasks:
                    task.cancel()
            await store.check()
    finally:
        renderer.close()
        executor.close()


async def _wait_for_older_workers(url: str, monitoring: Monitoring, stop: asyncio.Event) -> None:
    """Wait until no process of an older version prevents a migration, or `stop` is set.

    Meanwhile, the monitoring endpoints answer as for a process that serves no shards.
    """
    if await may_migrate(url):
        return
    async with monitoring.serve_endpoints_within(None, {}):
        log.warning(
            "this worker waits until those of older versions end: then it migrates the database"
        )
        while not stop.is_set() and not await may_migrate(url):
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), MIGRATION_RETRY_SECONDS)


def _make_stop_event() -> asyncio.Event:
    """Return an event that SIGTERM or Ctrl-C sets.

    A second signal kills the process immediately.
    """
    stop = asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal() -> None:
        stop.set()
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)

    for number in numbers:
        # On Windows, event loops have no signal handlers. There, Ctrl-C cancels the main task,
        # and that also closes everything.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stop
