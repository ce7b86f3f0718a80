"""The bot's client for Discord: it handles events and slash commands, and serves the tables."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any, Protocol

import discord
from discord.ext import commands
from msgspec import Struct
from msgspec.structs import replace

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import log_failure, trace_work
from bot.common.timings import DEFAULT_TIMINGS, FINISH_TIMEOUT_SECONDS, Timings
from bot.discord_adapter.admission import ClickLimit, PressAdmission
from bot.discord_adapter.application_setup import ApplicationSetup
from bot.discord_adapter.channels import (
    PICTURE_PERMISSION,
    ChannelMessenger,
    list_missing_permissions,
)
from bot.discord_adapter.connection import find_proxy
from bot.discord_adapter.emojis import Emojis, EmojisChanged
from bot.discord_adapter.gateway_events import GatewayEvents, LastMessages
from bot.discord_adapter.messages import ShownPictures
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.request_gate import (
    LOGIN_TIMEOUT_SECONDS,
    RequestGate,
    find_global_limit_event,
    limit_request_time,
)
from bot.discord_adapter.shard_readiness import (
    AnswersLost,
    AnswersRegained,
    Reachability,
    ServingState,
    Stage,
)
from bot.engine.package import GameRegistry, find_offered_games
from bot.games.registry import GAMES
from bot.i18n import match_language
from bot.presenters.welcome import render_greeting
from bot.services.computer_executor import ComputerExecutor
from bot.services.events import Events
from bot.services.heartbeat import Clock
from bot.services.messenger import Messenger, RequestFailed
from bot.services.shard import ShardServices
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store

log = logging.getLogger(__name__)


class WelcomeMessages:
    """Posts a welcome message to each server once, when the bot joins it."""

    def __init__(self, store: Store, messenger: Messenger) -> None:
        """Prepare to post welcome messages.

        Args:
            store: The open database, which remembers the servers that got a welcome message.
            messenger: Posts the messages in channels.
        """
        self._store = store
        self._messenger = messenger

    async def greet(self, guild: discord.Guild, registry: GameRegistry) -> None:
        """Post a silent message that lists the games, unless this was tried on the server before.

        Nothing is posted if the bot may write in no channel of the server. Errors are logged.

        Args:
            guild: The server that the bot has joined.
            registry: The games that the message lists.
        """
        try:
            if not await self._store.guilds.greet(guild.id):
                return
            channel = _find_welcome_channel(guild)
            if channel is None:
                log.info("a new server is not greeted: the bot may write in none of its channels")
                return
            screen = render_greeting(match_language(str(guild.preferred_locale)), registry)
            if PICTURE_PERMISSION in _list_missing_permissions(channel):
                screen = replace(screen, picture=None)
            await self._messenger.post(channel.id, screen, f"hello{guild.id}")
        except RequestFailed as problem:
            log.warning("a new server could not be greeted: %s", type(problem).__name__)
        except Exception as problem:
            log_failure(log, "greeting a new server", problem)


def _find_welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for the welcome message, or None if the bot may write in no channel.

    It is the channel for system messages if the bot may write there, else the first text channel
    where it may. None is also returned if the bot's own member is missing from the server's data,
    because its permissions are then unknown. Discord sends the member along
    (https://docs.discord.com/developers/events/gateway-events#guild-create).
    """
    if guild.me is None:
        return None
    first = [guild.system_channel] if guild.system_channel else []
    channels = (*first, *guild.text_channels)
    return next((channel for channel in channels if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    """Return whether the bot may post in a channel. It need not be allowed to attach pictures."""
    return _list_missing_permissions(channel) <= {PICTURE_PERMISSION}


def _list_missing_permissions(channel: discord.TextChannel) -> set[str]:
    """Return the names of the permissions that the bot needs in a channel but does not have."""
    return {*list_missing_permissions(channel.permissions_for(channel.guild.me))}


TAKEOVER_WAIT_SECONDS = 1.5
"""Maximum seconds for which a click waits until this process serves the tables.

This process may be about to take them over from another one.
"""
COG_MODULES = ("cogs.cats", "cogs.router")
"""Modules with the bot's discord.py cogs: its slash commands, and the handler of button presses."""
EMOJI_LIST_WAIT_SECONDS = 2.0
"""Maximum seconds for which the start waits for the list of the bot's emojis at Discord.

After that, the bot starts without them.
"""


class IdentifyTurns(Protocol):
    """Decides when a client may identify, which means to log in to Discord's gateway.

    Discord limits how many clients of a bot may do so at the same time.
    """

    async def note_identify(self, client: discord.Client) -> None:
        """Wait until the client may log in to the gateway, which it does right afterwards.

        Args:
            client: The client that is about to identify.
        """


class ShardSession(Struct, frozen=True):
    """Options for one client's session with Discord.

    The client serves one shard.

    A shard is Discord's share of the bot's servers, with a gateway connection of its own.
    """

    shard: Shard = ONLY_SHARD
    """The number of the shard that the client serves, and the number of all shards."""
    serves_at_once: bool = True
    """Whether the client serves the tables right after the login.

    If False, it waits for a call of `CatsClient.serve`, because another process may still serve the
    tables.
    """
    identify_turns: IdentifyTurns | None = None
    """Decides when the client may log in to the gateway (identify). None means without waiting."""
    gate: RequestGate | None = None
    """The gate that each request of the client passes. None means one of its own, without checks.

    Several clients of a process share one.
    """


SINGLE_SHARD_SESSION = ShardSession()
"""The session options of a bot that has a single shard and a single process."""


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
    """The bot's discord.py client, which serves one shard: Discord's share of the bot's servers.

    A bot on few servers has only one shard.

    Args:
        store: The open database. The caller closes it.
        registry: The games that people can play.
        now: Returns the time of the machine's clock, in seconds since 1970.
        steady: Returns a monotonic time in seconds. It is used to measure durations.
        session: Which shard the client serves, and how it connects.
        renderer: Draws pictures, and is closed by the caller. None means that the client makes
            and closes its own.
        executor: Runs computer players, and is closed by the caller. None means that the
            services make their own.
        timings: The intervals of the bot's own work, such as reminders.
        computers: The number of computer players in a new lobby, where people gather before a
            game.
        emojis: Whether the games' emojis are uploaded to Discord and used.
        install_settings: Whether install settings and profile are set at Discord.
        most_clicks: How many clicks of one person are accepted within five seconds.
            Autocomplete requests are counted separately, with the same limit.
        counters: Counts events for monitoring.
        support_contact: How people reach the bot's operator, or "" if that is not set.
        public_invite: Whether shared posts invite people to add the bot to their servers.
    """

    _is_set_up = False
    """Whether the login has succeeded and the cogs are loaded."""
    _emoji_task: asyncio.Task[None] | None = None
    """The task that syncs the games' emojis with Discord. None means that it has not started."""
    _setup_task: asyncio.Task[None] | None = None
    """The task that syncs commands and settings with Discord.

    None means that it has not started.
    """
    _login_timeout: asyncio.Timeout | None = None
    """The time limit of the login. None means that no login has begun."""

    def __init__(
        self,
        store: Store,
        registry: GameRegistry = GAMES,
        now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp(),
        *,
        steady: Callable[[], float] = time.monotonic,
        session: ShardSession = SINGLE_SHARD_SESSION,
        renderer: PictureRenderer | None = None,
        executor: ComputerExecutor | None = None,
        timings: Timings = DEFAULT_TIMINGS,
        computers: int = 0,
        emojis: bool = True,
        install_settings: bool = True,
        most_clicks: int = 10,
        counters: Counters = NO_COUNTERS,
        support_contact: str = "",
        public_invite: bool = False,
    ) -> None:
        """Create a client that is not connected yet."""
        super().__init__(**_make_client_options(session, counters))
        self.last_messages = messages = LastMessages(steady)
        GatewayEvents(self, messages)
        self.store = store
        self.counters = counters
        self.shard = session.shard
        self.renderer = renderer or PictureRenderer(counters)
        self.shown_pictures = ShownPictures()
        self.press_admission = PressAdmission()
        self.click_limit, self.autocomplete_limit = ClickLimit(most_clicks), ClickLimit(most_clicks)
        """Limits for each person's clicks, and separately for each person's autocomplete requests.

        Discord sends an autocomplete request with each typed letter, which would use up the limit
        for clicks.
        """
        channels = ChannelMessenger(self, self.renderer, messages, support_contact, public_invite)
        self._registry, self._channels, self._executor = registry, channels, executor
        self._now, self._monotonic = now, steady
        self._timings, self._initial_computers = timings, computers
        self.services = self._make_services()
        self.serving_state = ServingState()
        events = self._subscribe_events()
        self.reachability = Reachability(self, events, steady)
        self._serving_lock = asyncio.Lock()
        """Held while the client starts or stops serving the tables.

        Only one such change runs at a time.
        """
        self._session = session
        self._owns_renderer = renderer is None
        self.reply_tasks: set[asyncio.Task[None]] = set()
        """The running tasks that answer presses and commands.

        They end before the tables are released.
        """
        once = self._does_setup = session.shard.number == 0  # shard 0 does it for the whole bot
        self._emojis = Emojis(self, store, registry, events, should_upload=once) if emojis else None
        self._welcome_messages = WelcomeMessages(store, channels)
        self._application_setup = ApplicationSetup(self, store, settings=install_settings)

    def _make_services(self) -> ShardServices:
        """Return new services for the shard, which have not loaded any tables yet."""
        return ShardServices(
            self.store,
            self.shard,
            self._registry,
            self._channels,
            Clock(self._now, self._monotonic),
            self._timings,
            self._initial_computers,
            self.counters,
            self._executor,
        )

    def _subscribe_events(self) -> Events:
        """Return a new event bus on which the client's own methods listen."""
        events = Events()
        events.subscribe(AnswersLost, self._on_answers_lost)
        events.subscribe(AnswersRegained, self._on_answers_regained)
        events.subscribe(EmojisChanged, self._on_emojis_changed)
        return events

    async def login(self, token: str) -> None:
        """Log in to Discord, and serve the tables if `ShardSession.serves_at_once` is set.

        Args:
            token: The bot's token at Discord.

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
        self._is_set_up = True
        if self._session.serves_at_once:
            await self.serve()

    async def before_identify_hook(
        self,
        shard_id: int | None,  # noqa: ARG002
        *,
        initial: bool = False,  # noqa: ARG002
    ) -> None:
        """Wait until this client may identify, which means to log in to the gateway.

        discord.py calls this right before each login to the gateway.

        Args:
            shard_id: The number of the shard. Ignored.
            initial: Whether this is the first login. Ignored.
        """
        if self._session.identify_turns:
            await self._session.identify_turns.note_identify(self)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord's gateway, and stay connected until the client is closed.

        Args:
            reconnect: Whether to reconnect after the connection is lost.

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

    async def serve(self) -> None:
        """Start to serve the shard's tables, after this process has got the lease on the shard.

        The lease is the exclusive right to serve the shard. The first call also starts to sync the
        bot's settings at Discord. If the start fails, the error is raised, and the client serves no
        tables. Does nothing if the client has not logged in, or is not in `Stage.AWAY`.
        """
        async with self._serving_lock:
            if self.serving_state.stage is not Stage.AWAY or not self._is_set_up:
                return
            with self.serving_state.take_over_tables():
                await self._start_services()
        if self.reachability.is_connected:
            await self._start_serving()

    async def wait_until_available(self) -> str | None:
        """Wait a moment until clicks are served; return the key of a refusal, or None to go on.

        "" means that another process answers the click.
        """
        state = self.serving_state
        if state.stage is Stage.HANDED_OVER:
            return ""
        if not state.is_serving and not state.closing:
            await state.wait_until_serving(TAKEOVER_WAIT_SECONDS)
        if state.is_serving:
            return None
        return "restarting" if state.closing else "one-moment"

    async def release_tables(self) -> None:
        """Stop serving the shard's tables, because another process has them or will have them.

        Running work is finished first. New clicks wait a moment, in case the tables are served
        again. Does nothing unless the client serves the tables.
        """
        async with self._serving_lock:
            if self.serving_state.is_serving:
                with self.serving_state.release_tables():
                    await self._stop_services()

    @asynccontextmanager
    async def hand_over_tables(self) -> AsyncIterator[None]:
        """Release the tables before the block, so that another process can take them over.

        Running work is finished first. From then on, the other process answers all clicks, and this
        client answers none. If the release or the block raises an error, the client is in
        `Stage.AWAY`, as before a start.
        """
        with ExitStack() as handing_over:
            async with self._serving_lock:
                was_serving = self.serving_state.is_serving
                handing_over.enter_context(self.serving_state.hand_over_tables())
                if was_serving:
                    await self._stop_services()
            yield

    async def _start_services(self) -> None:
        """Start the services, and the syncs of settings and emojis if they have not started yet."""
        if self._does_setup and self._setup_task is None:
            self._setup_task = asyncio.create_task(self._application_setup.sync())
        if self._emojis and self._emoji_task is None:
            await self._start_emoji_sync(self._emojis)
        try:
            with trace_work(shard=self.shard.number):
                await self.services.start(is_takeover=self.reachability.is_reachable)
        except BaseException:
            await self._stop_services()
            raise

    async def _stop_services(self) -> None:
        """Finish running work, and replace the services by new ones that have loaded no tables."""
        await self._finish_work()
        registry = self.services.tables.registry
        self.services = self._make_services()
        self.services.replace_games(registry)

    async def _finish_work(self) -> None:
        """Wait a limited time until running answers are sent, then close the services."""
        with trace_work(shard=self.shard.number):
            self.services.heartbeat.close()
            if self.reply_tasks:
                await asyncio.wait(self.reply_tasks, timeout=FINISH_TIMEOUT_SECONDS / 2)
            await self.services.close(FINISH_TIMEOUT_SECONDS / 2)
            await self.services.heartbeat.wait_closed()

    def _on_emojis_changed(self, event: EmojisChanged) -> None:
        """Show the games' new emojis on all screens from now on."""
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

    async def on_disconnect(self) -> None:
        """Record that the gateway connection is lost, so that no clicks arrive.

        Until clicks arrive again, deadlines of players are extended, because they cannot answer.
        """
        self.reachability.is_connected = False
        self.services.heartbeat.mark_unreachable()

    async def on_resumed(self) -> None:
        """Record that the gateway connection is back, so that clicks arrive again."""
        self.reachability.is_connected = True
        await self._resume_if_reachable()

    async def on_ready(self) -> None:
        """Log that the bot is ready, and record that clicks arrive.

        discord.py calls this for each new gateway session, also after a lost connection.
        """
        if self.serving_state.closing:
            return
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        self.reachability.is_connected = True
        if self.serving_state.is_serving:
            await self._start_serving()

    async def _start_serving(self) -> None:
        """Record that people can reach the bot, so that deadlines run and timers fire.

        Tables on servers that an outage at Discord affects stay paused. Servers that the bot has
        joined or left meanwhile are recorded, too.
        """
        await self._compare_guilds()
        await self._resume_if_reachable()
        for guild in self.guilds:
            if guild.unavailable:
                await self.on_guild_unavailable(guild)

    async def _resume_if_reachable(self) -> None:
        """Let players' deadlines run and timers fire, if people can reach the bot."""
        if self.serving_state.is_serving and self.reachability.is_reachable:
            await self.services.heartbeat.mark_reachable()

    def _on_answers_lost(self, event: AnswersLost) -> None:
        """Extend players' deadlines from the moment when Discord stopped accepting answers."""
        self.services.heartbeat.mark_unreachable(event.seconds)

    def _on_answers_regained(self, _: AnswersRegained) -> None:
        """Let players' deadlines run again, because Discord accepts answers to clicks again."""
        self.services.background.run(self._resume_if_reachable())

    async def _compare_guilds(self) -> None:
        """Record which servers the bot left or joined while it was not connected.

        Discord lists all servers of the bot, including those in an outage:
        https://discord.com/developers/docs/events/gateway-events#ready
        """
        try:
            there = {guild.id for guild in self.guilds}
            await self.store.guilds.compare(there, self._now(), self.shard)
        except Exception as problem:
            if not self.serving_state.closing:  # the next start compares them again
                log_failure(log, "comparing the servers", problem)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a server.

        The server's data are deleted 30 days later.
        """
        await self.store.guilds.note_removed([guild.id], self._now())

    async def on_raw_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot has joined a server, and post a welcome message there once."""
        await self.store.guilds.note_joined([guild.id])
        if self.serving_state.is_serving:
            await self._welcome_messages.greet(
                guild, find_offered_games(self.services.tables.registry)
            )

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Pause the tables of a server that an outage at Discord affects.

        https://docs.discord.com/developers/events/gateway-events#guild-delete
        """
        if self.serving_state.is_serving:
            await self.services.channel_events.on_server_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the tables of a server after an outage at Discord."""
        if self.serving_state.is_serving:
            await self.services.channel_events.on_server_back(guild.id)

    async def on_raw_channel_delete(self, channel: int) -> None:
        """Close the table of a channel or thread that was deleted.

        Args:
            channel: The id of the channel or thread.
        """
        if self.serving_state.is_serving:
            await self.services.channel_events.on_channel_delete(channel)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that was deleted."""
        await self.on_raw_channel_delete(thread.thread_id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Tell the services if a thread was archived or locked, so that its table can react.

        Discord does not say whether a person or Discord itself has archived the thread:
        https://docs.discord.com/developers/topics/threads#active-archived-threads

        The raw event is used, because discord.py dispatches `thread_update` only for threads in its
        cache.
        """
        about = thread.data["thread_metadata"]
        if not self.serving_state.is_serving:
            return
        if about.get("locked", False):
            await self.services.channel_events.on_lock(thread.thread_id)
        elif about["archived"]:
            await self.services.channel_events.on_archive(thread.thread_id)

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
        if self.serving_state.is_serving:
            self.services.heartbeat.close()  # from now on clicks are told that the bot restarts
        self.serving_state.begin_closing()
        self.reachability.close()
        for task in (self._emoji_task, self._setup_task):
            if task:
                task.cancel()
                await asyncio.wait((task,))
        async with self._serving_lock:
            await self._finish_work()
        if self._owns_renderer:
            self.renderer.close()
        await super().close()
