"""The bot at Discord: intents, cogs by name, whose tables it serves, a graceful shutdown."""

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
from bot.common.log import log_failure
from bot.common.timings import DEFAULT_TIMINGS, FINISH_TIMEOUT_SECONDS, Timings
from bot.discord_adapter.application_setup import ApplicationSetup
from bot.discord_adapter.channels import (
    PICTURE_PERMISSION,
    ChannelMessenger,
    list_missing_permissions,
)
from bot.discord_adapter.clicks import ClickLimit, PressAdmission
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
from bot.engine.box import GameRegistry, find_offered_games
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
    """Greets each server once, when the bot joins it."""

    def __init__(self, store: Store, messenger: Messenger) -> None:
        """Post by this way to Discord; the store remembers who was greeted."""
        self._store = store
        self._messenger = messenger

    async def greet(self, guild: discord.Guild, shelf: GameRegistry) -> None:
        """Post what there is to play, silently, unless that was tried in this server before.

        Where the bot may write nowhere, nothing is said. What fails is told in the log.
        """
        try:
            if not await self._store.guilds.greet(guild.id):
                return
            channel = _find_welcome_channel(guild)
            if channel is None:
                log.info("a new server is not greeted: the bot may write in none of its channels")
                return
            screen = render_greeting(match_language(str(guild.preferred_locale)), shelf)
            if PICTURE_PERMISSION in _list_missing_permissions(channel):
                screen = replace(screen, picture=None)
            await self._messenger.post(channel.id, screen, f"hello{guild.id}")
        except RequestFailed as problem:
            log.warning("a new server could not be greeted: %s", type(problem).__name__)
        except Exception as problem:
            log_failure(log, "greeting a new server", problem)


def _find_welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where news of the server go, else its uppermost text channel to write in.

    Without its own member the bot's permissions are not known: Discord sends it along
    (https://docs.discord.com/developers/events/gateway-events#guild-create).
    """
    if guild.me is None:
        return None
    first = [guild.system_channel] if guild.system_channel else []
    channels = (*first, *guild.text_channels)
    return next((channel for channel in channels if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    return _list_missing_permissions(channel) <= {PICTURE_PERMISSION}


def _list_missing_permissions(channel: discord.TextChannel) -> set[str]:
    return {*list_missing_permissions(channel.permissions_for(channel.guild.me))}


COG_MODULES = ("cogs.cats", "cogs.router")
EMOJI_LIST_WAIT_SECONDS = 2.0
"""Seconds that the start waits for the list of the application's emojis."""


UNLIMITED_GATE = RequestGate()
"""Of whoever is alone: Discord says how quickly it takes requests, and nobody else has the tables.
"""


class IdentifyTurns(Protocol):
    """Decides when a client identifies."""

    async def note_identify(self, client: discord.Client) -> None:
        """Return when it is a client's turn to identify, which it does then."""


class ShardSession(Struct, frozen=True):
    """A client's session with Discord: one of its shards."""

    shard: Shard = ONLY_SHARD
    serves_at_once: bool = True
    """Whether the tables are taken up after the login; else when `CatsClient.serve` says so."""
    turns: IdentifyTurns | None = None
    """Where it waits to identify; None: it is alone, and identifies at once."""
    gate: RequestGate = UNLIMITED_GATE
    """What its requests pass."""


SINGLE_SHARD_SESSION = ShardSession()


def _make_client_options(session: ShardSession, figures: Counters) -> dict[str, Any]:
    """Return the library's options for a session: which events it gets, what it keeps of them."""
    return {
        "command_prefix": (),  # all commands are slash commands, and no message is read
        "help_command": None,
        "intents": discord.Intents(guilds=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "allowed_mentions": discord.AllowedMentions.none(),
        "shard_id": session.shard.number,
        "shard_count": session.shard.of,
        "http_trace": session.gate.trace(figures),
    }


class CatsClient(commands.Bot):
    """A shard of the bot as Discord knows it: with few servers, all of the bot."""

    _is_set_up = False
    """Whether the cogs are loaded."""
    _emoji_task: asyncio.Task[None] | None = None
    """Makes the emojis agree."""
    _setup_task: asyncio.Task[None] | None = None
    """Installs commands and settings."""
    _login_timeout: asyncio.Timeout | None = None
    """The time limit of a login, while one is made."""

    def __init__(
        self,
        store: Store,
        shelf: GameRegistry = GAMES,
        now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp(),
        *,
        steady: Callable[[], float] = time.monotonic,
        session: ShardSession = SINGLE_SHARD_SESSION,
        renderer: PictureRenderer | None = None,
        executor: ComputerExecutor | None = None,
        rhythm: Timings = DEFAULT_TIMINGS,
        computers: int = 0,
        emojis: bool = True,
        install_settings: bool = True,
        most_clicks: int = 10,
        figures: Counters = NO_COUNTERS,
        support_contact: str = "",
    ) -> None:
        """Use an open store; renderer and executor are its own, or whoever made them closes them.

        `session`: which of Discord's shards it is for. `rhythm`: how often it does what it does by
        itself. `computers`: how many of them a new lobby starts with. `emojis`: whether the games'
        signs are uploaded as emojis. `install_settings`: whether install settings and an avatar are
        set. `most_clicks`: how many clicks of one person, and looks at what is offered, are taken
        in five seconds. `steady`: a clock that nobody sets. `support_contact`: the host's.
        """
        super().__init__(**_make_client_options(session, figures))
        self.newest = LastMessages(steady)
        GatewayEvents(self, self.newest)
        self.store = store
        self.figures = figures
        self.shard = session.shard
        self.renderer = renderer or PictureRenderer(figures)
        self.shown_pictures = ShownPictures()
        self.overload = PressAdmission()
        self.click_limit, self.typing = ClickLimit(most_clicks), ClickLimit(most_clicks)
        """Clicks, and what people type into commands, which else would count as clicks."""
        channels = ChannelMessenger(self, self.renderer, self.newest, support_contact)
        self._shelf, self._channels, self._executor = shelf, channels, executor
        self._now, self._steady = now, steady
        self._timings, self._initial_computers = rhythm, computers
        self.services = self._make_services()
        self.serving_state = ServingState()
        events = self._subscribe_events()
        self.reachability = Reachability(self, events, steady)
        self._serving_lock = asyncio.Lock()
        """Whatever begins or ends with the tables, happens one after the other."""
        self._session = session
        self._owns_renderer = renderer is None
        self.reply_tasks: set[asyncio.Task[None]] = set()
        """The clicks and commands that are being answered."""
        once = self._does_setup = session.shard.number == 0  # for the whole bot
        self._emojis = Emojis(self, store, shelf, events, uploads=once) if emojis else None
        self._welcome_messages = WelcomeMessages(store, channels)
        self._application_setup = ApplicationSetup(self, store, settings=install_settings)

    def _make_services(self) -> ShardServices:
        """Return services that know nothing of the tables yet."""
        return ShardServices(
            self.store,
            self.shard,
            self._shelf,
            self._channels,
            Clock(self._now, self._steady),
            self._timings,
            self._initial_computers,
            self.figures,
            self._executor,
        )

    def _subscribe_events(self) -> Events:
        """Return the events of this session, which it listens to."""
        events = Events()
        events.subscribe(AnswersLost, self._on_answers_lost)
        events.subscribe(AnswersRegained, self._on_answers_regained)
        events.subscribe(EmojisChanged, self._on_emojis_changed)
        return events

    async def login(self, token: str) -> None:
        """Log in, and take up the tables. Raises `TimeoutError` if Discord does not answer."""
        async with limit_request_time(self, LOGIN_TIMEOUT_SECONDS) as self._login_timeout:
            await super().login(token)

    async def setup_hook(self) -> None:
        """Load the cogs; take up the tables, unless another worker still has them."""
        if self._login_timeout:
            self._login_timeout.reschedule(None)  # Discord has answered
        find_global_limit_event(self)  # if it is gone, that shows at the start and not at a timeout
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
        """Wait for this client's turn to identify."""
        if self._session.turns:
            await self._session.turns.note_identify(self)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Hold the gateway connection, which is made anew when it breaks.

        Raises also `ConnectionError` if the first one is never made: over that discord.py stumbles
        (https://github.com/Rapptz/discord.py/issues/10520).
        """
        try:
            await super().connect(reconnect=reconnect)
        except AttributeError:
            if self.ws is not None:
                raise
            raise ConnectionError from None

    async def serve(self) -> None:
        """See to what Discord keeps of the bot, and take up the tables, once they are our own.

        If that fails, it is undone and raised: the client is away as before. It does nothing but
        while the client is away and has logged in.
        """
        async with self._serving_lock:
            if self.serving_state.stage is not Stage.AWAY or not self._is_set_up:
                return
            with self.serving_state.take_over_tables():
                await self._start_services()
        if self.reachability.is_connected:
            await self._start_serving()

    async def rest(self) -> None:
        """Let go of the tables, which are not our own any more or will be another worker's.

        What runs is finished first. Clicks wait a moment for whoever has the tables next. It does
        nothing but while the client serves.
        """
        async with self._serving_lock:
            if self.serving_state.is_serving:
                with self.serving_state.release_tables():
                    await self._stop_services()

    @asynccontextmanager
    async def hand_over_tables(self) -> AsyncIterator[None]:
        """Release the tables within, for another worker, which answers all clicks from now on.

        What runs is finished first. If releasing them raises, the client is away.
        """
        with ExitStack() as handing_over:
            async with self._serving_lock:
                was_serving = self.serving_state.is_serving
                handing_over.enter_context(self.serving_state.hand_over_tables())
                if was_serving:
                    await self._stop_services()
            yield

    async def _start_services(self) -> None:
        if self._does_setup and self._setup_task is None:
            self._setup_task = asyncio.create_task(self._application_setup.sync())
        if self._emojis and self._emoji_task is None:
            await self._start_emoji_sync(self._emojis)
        try:
            await self.services.start(taken_over=self.reachability.is_reachable)
        except BaseException:
            await self._stop_services()
            raise

    async def _stop_services(self) -> None:
        """Finish what runs; from then on nothing is known of the tables."""
        await self._finish_work()
        shelf = self.services.tables.shelf
        self.services = self._make_services()
        self.services.replace_games(shelf)

    async def _finish_work(self) -> None:
        """Let the answers and the tables finish what they do."""
        self.services.heartbeat.close()
        if self.reply_tasks:
            await asyncio.wait(self.reply_tasks, timeout=FINISH_TIMEOUT_SECONDS / 2)
        await self.services.close(FINISH_TIMEOUT_SECONDS / 2)
        await self.services.heartbeat.wait_closed()

    def _on_emojis_changed(self, event: EmojisChanged) -> None:
        self.services.replace_games(event.shelf)

    async def _start_emoji_sync(self, emojis: Emojis) -> None:
        """Use the emojis that there are from the first board on, unless Discord is slow."""
        self._emoji_task = asyncio.create_task(emojis.sync())
        with suppress(TimeoutError):
            async with asyncio.timeout(EMOJI_LIST_WAIT_SECONDS):
                await emojis.listed.wait()

    async def on_disconnect(self) -> None:
        """Take note that the gateway is lost: no click comes through."""
        self.reachability.is_connected = False
        self.services.heartbeat.mark_unreachable()

    async def on_resumed(self) -> None:
        """Take note that clicks come through again."""
        self.reachability.is_connected = True
        await self._resume_if_reachable()

    async def on_ready(self) -> None:
        """Say in the log that the bot is there; a new session counts as resumed, too."""
        if self.serving_state.closing:
            return
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        self.reachability.is_connected = True
        if self.serving_state.is_serving:
            await self._start_serving()

    async def _start_serving(self) -> None:
        """Take note that people can reach the bot, but for servers that Discord cannot reach."""
        await self._compare_guilds()
        await self._resume_if_reachable()
        for guild in self.guilds:
            if guild.unavailable:
                await self.on_guild_unavailable(guild)

    async def _resume_if_reachable(self) -> None:
        """Let time count and due rows fire, if people can reach the bot."""
        if self.serving_state.is_serving and self.reachability.is_reachable:
            await self.services.heartbeat.mark_reachable()

    def _on_answers_lost(self, event: AnswersLost) -> None:
        """Take note that nobody has been answered for some time."""
        self.services.heartbeat.mark_unreachable(event.seconds)

    def _on_answers_regained(self, _: AnswersRegained) -> None:
        """Take note that people are answered again."""
        self.services.background.run(self._resume_if_reachable())

    async def _compare_guilds(self) -> None:
        """Note which servers the bot was removed from, or added to, while it was away.

        Discord names all that it is in, those that it cannot reach for a while included:
        https://discord.com/developers/docs/events/gateway-events#ready
        """
        try:
            there = {guild.id for guild in self.guilds}
            await self.store.guilds.compare(there, self._now(), self.shard)
        except Exception as problem:
            if not self.serving_state.closing:  # else it is done with the next start
                log_failure(log, "comparing the servers", problem)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server: its data goes 30 days later."""
        await self.store.guilds.note_removed([guild.id], self._now())

    async def on_raw_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is in a server (again), and greet it if it is new there."""
        await self.store.guilds.note_joined([guild.id])
        if self.serving_state.is_serving:
            await self._welcome_messages.greet(
                guild, find_offered_games(self.services.tables.shelf)
            )

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let the tables of a server wait that Discord cannot reach, until it can.

        https://docs.discord.com/developers/events/gateway-events#guild-delete
        """
        if self.serving_state.is_serving:
            await self.services.channel_events.on_server_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let the tables of a server go on, if they waited for it."""
        if self.serving_state.is_serving:
            await self.services.channel_events.on_server_back(guild.id)

    async def on_raw_channel_delete(self, channel: int) -> None:
        """Close the table of a channel or thread that was deleted."""
        if self.serving_state.is_serving:
            await self.services.channel_events.on_channel_delete(channel)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that was deleted."""
        await self.on_raw_channel_delete(thread.thread_id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Tell the tables of a thread that was archived or locked; discord.py forgets such ones.

        Discord does not say whether somebody has archived it or Discord itself:
        https://docs.discord.com/developers/topics/threads#active-archived-threads
        """
        about = thread.data["thread_metadata"]
        if not self.serving_state.is_serving:
            return
        if about.get("locked", False):
            await self.services.channel_events.on_lock(thread.thread_id)
        elif about["archived"]:
            await self.services.channel_events.on_archive(thread.thread_id)

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        """Tell of an event; not after the end, when discord.py may still find itself ready."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Finish what runs, then leave Discord."""
        if self.is_closed():
            return
        if self.serving_state.is_serving:
            self.services.heartbeat.close()  # clicks are told that the bot restarts
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
