"""The Discord client: intents, cogs by name, the way to the channels, a graceful shutdown."""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator

import aiohttp
import discord
from discord.ext import commands
from msgspec.json import encode

from bot.art.easel import Easel
from bot.emojis import Emojis
from bot.flood import Flood
from bot.games.box import Shelf
from bot.games.registry import GAMES
from bot.games.screen import Screen
from bot.log import log_failure
from bot.messages import message
from bot.patience import patience
from bot.store.records import LOST
from bot.store.store import Store
from bot.tables.manager import Manager
from bot.tables.messenger import BoardGone, ChannelGone, NoAccess, Unreachable
from bot.translator import CatalogueTranslator

log = logging.getLogger(__name__)

COGS = ("cogs.cats", "cogs.router")
PATIENCE = 8.0
"""Seconds that a shutdown waits for what runs."""
PATIENCE_WITH_DISCORD = 30.0
"""Seconds after which one request for a board is given up until later."""
EMOJIS_AT_START = 2.0
"""Seconds that the start waits for the list of the application's emojis."""

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
FACTS: dict[int, type[Exception]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    10008: BoardGone,
    30046: BoardGone,  # too many edits of an old message
    50005: BoardGone,
    50083: BoardGone,  # the thread is archived: a new post opens it again
    50001: NoAccess,
    50013: NoAccess,
}


@contextlib.contextmanager
def told_apart() -> Iterator[None]:
    """Turn Discord's errors into what they mean for a board."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in FACTS:
            raise FACTS[error.code] from None
        if error.status >= 500 or error.status == 429:
            raise Unreachable from None
        log.warning("Discord refuses a board: status %s, code %s", error.status, error.code)
        raise NoAccess from None
    except (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited):
        raise Unreachable from None


class Channels:
    """The `Messenger` of the tables, by channel and message id."""

    def __init__(self, client: discord.Client, easel: Easel) -> None:
        self._client = client
        self._easel = easel

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; a repeated nonce posts nothing new."""
        parts, files = await message(screen, self._easel)
        async with self._asking():
            posted = await self._client.get_partial_messageable(channel).send(
                **parts, files=files, nonce=nonce
            )
        return posted.id

    async def edit(self, channel: int, board: int, screen: Screen) -> None:
        """Show another screen in a message of the bot's own."""
        parts, files = await message(screen, self._easel)
        async with self._asking():
            await self._message(channel, board).edit(**parts, attachments=files)

    async def delete(self, channel: int, board: int) -> None:
        """Delete a message of the bot's own."""
        async with self._asking():
            await self._message(channel, board).delete()

    async def newest(self, channel: int) -> int | None:
        """Ask the channel for its newest message's id."""
        async with self._asking():
            found = await self._client.fetch_channel(channel)
        if isinstance(found, discord.abc.Messageable) and not isinstance(
            found, discord.abc.PrivateChannel
        ):
            return found.last_message_id
        return None

    @contextlib.asynccontextmanager
    async def _asking(self) -> AsyncIterator[None]:
        """Give up a request that takes too long; tell errors apart."""
        with told_apart():
            async with patience(self._client, PATIENCE_WITH_DISCORD):
                yield

    def _message(self, channel: int, board: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(board)


class CatsClient(commands.Bot):
    """The bot as Discord knows it."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf = GAMES,
        now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp(),
        *,
        pause: float = 2.0,
        computers: int = 0,
        heartbeat: float = 5.0,
        emojis: bool = True,
        most_clicks: int = 10,
    ) -> None:
        """Use an open store, which whoever opened it closes after this client.

        `pause`: seconds that a computer player waits before it moves. `computers`: how many of
        them a new lobby starts with. `heartbeat`: seconds between two signs of life. `emojis`:
        whether the games' signs are uploaded as the application's emojis. `most_clicks`: how many
        clicks of one person are taken in five seconds.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.store = store
        self.easel = Easel()
        self.flood = Flood(most_clicks)
        channels = Channels(self, self.easel)
        self.manager = Manager(store, shelf, channels, now, pause=pause, computers=computers)
        self.closing = False
        self.answering: set[asyncio.Task[None]] = set()
        """The clicks and commands that are being answered."""
        self._now = now
        self._heartbeat = heartbeat
        self._heart: asyncio.Task[None] | None = None
        self._emojis = Emojis(self, shelf, self.manager.use) if emojis else None
        self._agreeing: asyncio.Task[None] | None = None
        self._lost_at: float | None = None

    async def setup_hook(self) -> None:
        """Load the cogs, sync the commands if they changed, take up the tables and emojis."""
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_commands()
        if self._emojis:
            await self._begin_to_agree(self._emojis)
        await self.manager.start()
        self._heart = asyncio.create_task(self._beat())

    async def _begin_to_agree(self, emojis: Emojis) -> None:
        """Use the emojis that there are from the first board on, unless Discord is slow."""
        self._agreeing = asyncio.create_task(emojis.agree())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EMOJIS_AT_START):
                await emojis.listed.wait()

    async def _sync_commands(self) -> None:
        """Sync the commands when their translated payload is not the one synced last."""
        translator = CatalogueTranslator()
        await self.tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        fingerprint = hashlib.sha256(encode([self.application_id, payload])).hexdigest()
        if await self.store.setting("commands") != fingerprint:
            await self.tree.sync()
            await self.store.set_setting("commands", fingerprint)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            try:
                await self.store.beat(self._now())
            except Exception as problem:
                log_failure(log, "the heartbeat", problem)

    async def on_disconnect(self) -> None:
        """Note when the gateway was lost."""
        self.manager.clockwork.hold()
        if self._lost_at is None:
            self._lost_at = self._now()

    async def on_resumed(self) -> None:
        """Forgive the time in which no click could reach the bot."""
        lost = 0.0 if self._lost_at is None else self._now() - self._lost_at
        try:
            if lost > LOST:
                await self.manager.forgive(lost)
            self._lost_at = None
        finally:
            self.manager.clockwork.release()

    async def on_ready(self) -> None:
        """Say in the log that the bot is there; a new session counts as resumed, too."""
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        await self.on_resumed()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that was deleted."""
        await self.manager.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that was deleted."""
        await self.manager.channel_deleted(thread.thread_id)

    async def close(self) -> None:
        """Finish what runs, then leave Discord."""
        if self.is_closed():
            return
        self.closing = True
        if self._agreeing:
            self._agreeing.cancel()
            await asyncio.wait((self._agreeing,))
        if self.answering:
            await asyncio.wait(self.answering, timeout=PATIENCE / 2)
        await self.manager.close(PATIENCE / 2)
        if self._heart:
            self._heart.cancel()
            await self.store.beat(self._now())
        self.easel.close()
        await super().close()
