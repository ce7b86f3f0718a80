"""The bot's client for Discord, which owns the services of its shard."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import discord
from cachetools import FIFOCache
from discord.ext import commands
from msgspec import Struct

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import log_failure, trace_work
from bot.common.timings import DEFAULT_TIMINGS, FINISH_TIMEOUT_SECONDS, Timings
from bot.discord_adapter.admission import ClickLimit, PressAdmission
from bot.discord_adapter.application_setup import ApplicationSetup
from bot.discord_adapter.channels import ChannelMessenger
from bot.discord_adapter.connection import find_proxy
from bot.discord_adapter.emojis import Emojis, EmojisChanged
from bot.discord_adapter.gateway_events import GatewayEvents, LastMessages
from bot.discord_adapter.messages import MAX_KNOWN_MESSAGES, ShownPictures
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.reachability import AnswersLost, AnswersRegained, Reachability
from bot.discord_adapter.request_gate import (
    LOGIN_TIMEOUT_SECONDS,
    RequestGate,
    find_global_limit_event,
    limit_request_time,
)
from bot.discord_adapter.shard_access import ShardAccess, SingleProcessAccess
from bot.discord_adapter.welcome_messages import WelcomeMessages
from bot.engine.package import GameRegistry
from bot.games.registry import GAMES
from bot.services.computer_executor import ComputerExecutor
from bot.services.events import Events
from bot.services.heartbeat import Clock
from bot.services.shard import ShardServices
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store

log = logging.getLogger(__name__)


COG_MODULES = ("cogs.cats", "cogs.gateway", "cogs.router", "cogs.settings")
EMOJI_LIST_WAIT_SECONDS = 2.0
"""Maximum seconds for which the start waits for the list of the bot's emojis at Discord."""


class ShardSession(Struct, frozen=True):
    """The shard that a client serves, and how it shares the shard and its requests."""

    shard: Shard = ONLY_SHARD
    access: ShardAccess | None = None
    """Decides when the client connects and serves. None means that no other process does."""
    gate: RequestGate | None = None
    """The gate that each request passes, which the clients of a process share. None means one of
    the client's own, without checks.
    """


class ClientOptions(Struct, frozen=True):
    """Options of a client that only tests and the demo set."""

    now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp()
    """Returns the time of the machine's clock, in seconds since 1970."""
    steady: Callable[[], float] = time.monotonic
    """Returns a monotonic time in seconds, for durations."""
    timings: Timings = DEFAULT_TIMINGS
    computers: int = 0
    emojis: bool = True
    """Whether the games' emojis are uploaded to Discord and used."""
    install_settings: bool = True
    """Whether install settings and profile are set at Discord."""
    most_clicks: int = 10
    """How many clicks of one person are accepted within five seconds. Autocomplete requests are
    counted separately, with the same limit. Discord sends one with each typed letter.
    """


DEFAULT_OPTIONS = ClientOptions()
SINGLE_SHARD_SESSION = ShardSession()


def _make_client_options(session: ShardSession, counters: Counters) -> dict[str, Any]:
    """Return the options for discord.py: which events the client gets, and what it caches."""
    return {
        "command_prefix": (),  # all commands are slash commands, and no message is read
        "help_command": None,
        "intents": discord.Intents(guilds=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "allowed_mentions": discord.AllowedMentions.none(),
        "shard_id": session.shard.number,
        "shard_count": session.shard.total,
        "http_trace": (session.gate or RequestGate()).make_trace_config(counters),
        **find_proxy(),
    }


class CatsClient(commands.Bot):
    """The bot's discord.py client, which serves one shard.

    Args:
        store: The open database. The caller closes it.
        session: Which shard the client serves, and how it connects.
        renderer: Draws pictures, and is closed by the caller. None means that the client makes
            and closes its own.
        executor: Runs computer players, and is closed by the caller. None means that the
            services make their own.
        support_contact: How people reach the bot's operator, or "" if that is not set.
        public_invite: Whether shared posts invite people to add the bot to their servers.
        options: What tests and the demo set.
    """

    _emoji_task: asyncio.Task[None] | None = None
    """The task that syncs the games' emojis with Discord, or None if it has not started."""
    _setup_task: asyncio.Task[None] | None = None
    """The task that syncs commands and settings with Discord, or None if it has not started."""
    _login_timeout: asyncio.Timeout | None = None
    """The time limit of the login. None means that no login has begun."""

    def __init__(
        self,
        store: Store,
        registry: GameRegistry = GAMES,
        *,
        session: ShardSession = SINGLE_SHARD_SESSION,
        renderer: PictureRenderer | None = None,
        executor: ComputerExecutor | None = None,
        counters: Counters = NO_COUNTERS,
        support_contact: str = "",
        public_invite: bool = False,
        options: ClientOptions = DEFAULT_OPTIONS,
    ) -> None:
        super().__init__(**_make_client_options(session, counters))
        self.last_messages = messages = LastMessages(options.steady)
        GatewayEvents(self, messages)
        self.store = store
        self.counters = counters
        self.shard = session.shard
        self.renderer = renderer or PictureRenderer(counters)
        self.shown_pictures = ShownPictures()
        self.newest_presses: FIFOCache[int, int] = FIFOCache(MAX_KNOWN_MESSAGES)
        """Maps ephemeral messages to the ids of the newest clicks whose answers replace them."""
        self.press_admission = PressAdmission()
        self.click_limit = ClickLimit(options.most_clicks)
        self.autocomplete_limit = ClickLimit(options.most_clicks)
        channels = ChannelMessenger(
            self, self.renderer, messages, support_contact, public_invite, session.gate
        )
        self.welcome_messages = WelcomeMessages(store, channels)
        self._channels, self._executor = channels, executor
        self._options = options
        self.services = self._make_services(registry)
        events = self._subscribe_events()
        self.reachability = Reachability(self, events, options.steady)
        self._access = session.access or SingleProcessAccess()
        self._owns_renderer = renderer is None
        self.reply_tasks: set[asyncio.Task[None]] = set()
        """The running tasks that answer presses and commands. They end before the services do."""
        once = self._does_setup = session.shard.number == 0  # shard 0 does it for the whole bot
        self._emojis = (
            Emojis(self, store, registry, events, should_upload=once) if options.emojis else None
        )
        self._application_setup = ApplicationSetup(self, store, settings=options.install_settings)

    def _make_services(self, registry: GameRegistry) -> ShardServices:
        """Return new services for the shard, which have not loaded any tables yet."""
        clock, games = Clock(self._options.now, self._options.steady), dict(registry)
        of_shard = self.store, self.shard, games, self._channels, clock, self._options.timings
        return ShardServices(*of_shard, self.counters, self._executor, self._options.computers)

    def _subscribe_events(self) -> Events:
        """Return a new event bus on which the client's own methods listen."""
        events = Events()
        events.subscribe(AnswersLost, self._on_answers_lost)
        events.subscribe(AnswersRegained, self._on_answers_regained)
        events.subscribe(EmojisChanged, self._on_emojis_changed)
        return events

    @property
    def is_serving(self) -> bool:
        """Whether the client serves its tables: it answers clicks, and timers fire."""
        return self._access.is_serving

    async def wait_until_available(self) -> str | None:
        """Wait a moment until clicks are served; return the key of a refusal, or None to go on.

        "" means that another process answers the click.
        """
        return await self._access.wait_until_available()

    async def login(self, token: str) -> None:
        """Log in to Discord, and load the tables as `setup_hook` does.

        Raises:
            TimeoutError: Discord does not answer within `LOGIN_TIMEOUT_SECONDS`.
        """
        with trace_work(shard=self.shard.number):
            async with limit_request_time(self, LOGIN_TIMEOUT_SECONDS) as self._login_timeout:
                await super().login(token)

    async def setup_hook(self) -> None:
        """Load the cogs, and serve the tables unless another process may still serve them.

        discord.py calls this after the login and before the gateway connection.
        """
        if self._login_timeout:
            self._login_timeout.reschedule(None)  # Discord has answered
        find_global_limit_event(self)  # fails here if discord.py lacks it, and not at a time-out
        for cog in COG_MODULES:
            await self.load_extension(cog)
        await self._access.begin(self)

    async def before_identify_hook(
        self,
        shard_id: int | None,  # noqa: ARG002
        *,
        initial: bool = False,  # noqa: ARG002
    ) -> None:
        """Wait until this client may log in to the gateway. discord.py calls this before that."""
        await self._access.wait_to_identify(self)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord's gateway, and stay connected until the client is closed.

        Raises:
            ConnectionError: The first connection could not be made. In this case discord.py itself
                raises `AttributeError` (https://github.com/Rapptz/discord.py/issues/10520).
            discord.ConnectionClosed: Discord has closed the connection, and a reconnect does not
                help.
        """
        try:
            with trace_work(shard=self.shard.number):
                await super().connect(reconnect=reconnect)
        except AttributeError:
            if self.ws is not None:
                raise
            raise ConnectionError from None

    async def start_services(self) -> None:
        """Start the services, and the syncs of settings and emojis if they have not started yet.

        If that fails, the services are closed again. Only the client's `ShardAccess` calls this.
        """
        if self._does_setup and self._setup_task is None:
            self._setup_task = asyncio.create_task(self._application_setup.sync())
        if self._emojis and self._emoji_task is None:
            await self._start_emoji_sync(self._emojis)
        try:
            with trace_work(shard=self.shard.number):
                await self.services.start(is_reachable=self.reachability.is_reachable)
        except BaseException:
            await self.stop_services()
            raise

    async def stop_services(self) -> None:
        """Finish running work, and replace the services by new ones that have loaded no tables."""
        await self._finish_work()
        self.services = self._make_services(self.services.registry)

    async def _finish_work(self) -> None:
        """Wait a limited time until running answers are sent, then close the services."""
        with trace_work(shard=self.shard.number):
            self.services.heartbeat.close()
            if self.reply_tasks:
                await asyncio.wait(self.reply_tasks, timeout=FINISH_TIMEOUT_SECONDS / 2)
            await self.services.close(FINISH_TIMEOUT_SECONDS / 2)
            await self.services.heartbeat.wait_closed()

    def _on_emojis_changed(self, event: EmojisChanged) -> None:
        self.services.replace_games(event.registry)

    async def _start_emoji_sync(self, emojis: Emojis) -> None:
        """Start to sync the emojis, and wait until the existing ones are known.

        The first boards then show these emojis. If Discord is slow, the wait ends after
        `EMOJI_LIST_WAIT_SECONDS`.
        """
        self._emoji_task = asyncio.create_task(emojis.sync())
        with suppress(TimeoutError):
            async with asyncio.timeout(EMOJI_LIST_WAIT_SECONDS):
                await emojis.listed_event.wait()

    async def resume(self) -> None:
        """Let players' deadlines run and timers fire, if people can reach the bot."""
        if self.is_serving and self.reachability.is_reachable:
            await self.services.heartbeat.mark_reachable()

    async def catch_up(self) -> None:
        """Record which servers the bot joined, left or lost meanwhile, and let deadlines run.

        Tables on servers that an outage at Discord affects stay paused.
        """
        if not self.is_serving:
            return
        await self._compare_guilds()
        await self.resume()
        for guild in self.guilds:
            if guild.unavailable and self.is_serving:
                await self.services.channel_events.on_server_lost(guild.id)

    async def _compare_guilds(self) -> None:
        """Record which servers the bot left or joined while it was not connected.

        Discord lists all servers of the bot, including those in an outage:
        https://discord.com/developers/docs/events/gateway-events#ready
        """
        try:
            await self.services.channel_events.compare_servers({guild.id for guild in self.guilds})
        except Exception as problem:
            if self.is_serving:  # otherwise the next start compares them again
                log_failure(log, "comparing the servers", problem)

    def _on_answers_lost(self, event: AnswersLost) -> None:
        self.services.heartbeat.mark_unreachable(event.seconds)

    def _on_answers_regained(self, _: AnswersRegained) -> None:
        self.services.background.run(self.resume())

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        """Pass an event to its listeners, unless the client is closed.

        discord.py may still dispatch its event "ready" after the client is closed.
        """
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Finish running work, then disconnect from Discord.

        People who click meanwhile are told that the bot is restarting.
        """
        if self.is_closed():
            return
        if self.is_serving:
            self.services.heartbeat.close()
        self.reachability.close()
        await self._access.close()
        for task in (self._emoji_task, self._setup_task):
            if task:
                task.cancel()
                await asyncio.wait((task,))
        await self._finish_work()
        if self._owns_renderer:
            self.renderer.close()
        await super().close()
