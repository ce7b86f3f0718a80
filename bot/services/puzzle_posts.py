"""Posts the daily puzzle in the servers that want it, each day once.

A post is noted as begun before Discord gets it, and the time of the next one is stored after that.
If the process ends in between, the next one finds out whether Discord has the post. Nobody waits
for these posts, so all other requests go first.
"""

import asyncio
import logging
from contextlib import suppress
from math import inf

from msgspec.structs import replace

from bot.common.log import log_failure, trace_work
from bot.domain.changes import Refused
from bot.domain.puzzle_posts import MAX_LATE_SECONDS, find_closed_number, find_next_post
from bot.domain.puzzles import Attempt, count_streak, find_number
from bot.domain.server_settings import PuzzleProblem, ServerSettings
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.puzzle_posts import ServerNews, make_play_press, render_puzzle_post
from bot.presenters.puzzles import ShownPuzzle
from bot.services.events import PuzzlePostsPlanned, ReachabilityChanged
from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    NoAccess,
    RequestFailed,
    RouteClosed,
    wait_for_pictures,
)
from bot.services.service import Service, Shared
from bot.storage.problems import StoreProblem

log = logging.getLogger(__name__)

MAX_SLEEP_SECONDS = 3600.0
"""The maximum number of seconds between two looks for servers that are due, if any wants posts."""
RETRY_SECONDS = 60.0
"""The number of seconds until a post is tried again that Discord did not take."""
NO_ACCESS_GRACE_SECONDS = 300.0
"""The number of seconds for which Discord must refuse a server's post before the posts end. Access
may be missing for a moment while permissions change, and during outages of Discord.
"""
UNIQUE_NONCE_SECONDS = 60.0
"""The number of seconds for which Discord surely makes no second message with the same nonce. It
promises "the past few minutes".
https://docs.discord.com/developers/resources/message#create-message
"""


class PuzzlePosts(Service):
    """Posts the daily puzzle in the servers of a shard, in the order in which they are due."""

    def __init__(self, shared: Shared) -> None:
        """Prepare to post. Nothing is posted until people can reach the bot."""
        super().__init__(shared)
        self._next_look: asyncio.TimerHandle | None = None
        self._is_looking = False
        self._should_look_again = False
        self._is_closed = False
        self._is_suspended = True
        self._retry_at: dict[int, float] = {}
        """When the posts of servers are tried again that Discord did not take."""
        self._refused_since: dict[int, float] = {}

    def on_reachability_changed(self, event: ReachabilityChanged) -> None:
        """Start to post when people can reach the bot, and stop when they cannot."""
        self._is_suspended = not event.is_reachable
        self.wake()

    def on_posts_planned(self, _: PuzzlePostsPlanned) -> None:
        """Look when a server is due whose managers have just changed that."""
        self.wake()

    def wake(self) -> None:
        """Post in all servers that are due, because these may have changed."""
        self._should_look_again = True
        if not (self._is_stopped or self._is_looking):
            self._is_looking = True
            with trace_work():
                self._background.run(self._look())

    def close(self) -> None:
        """Begin no more posts."""
        self._is_closed = True
        if self._next_look:
            self._next_look.cancel()

    @property
    def _is_stopped(self) -> bool:
        return self._is_closed or self._is_suspended

    async def _look(self) -> None:
        """Post where it is due, as long as `wake` was called meanwhile, and plan the next look."""
        wait: float | None = RETRY_SECONDS
        try:
            with suppress(StoreProblem):  # the database says so itself
                while self._should_look_again and not self._is_stopped:
                    self._should_look_again = False
                    await self._post_where_due()
                    wait = await self._find_wait()
        finally:
            self._is_looking = False
            self._plan_look(wait)

    async def _find_wait(self) -> float | None:
        """Return in how many seconds the next server is due, or None if no server wants posts."""
        due = await self._store.server_settings.find_next_puzzle(self._shard)
        if due is None:
            return None
        wait = due - self._clock.now()
        return min(wait, MAX_SLEEP_SECONDS) if wait > 0 else RETRY_SECONDS

    def _plan_look(self, seconds: float | None) -> None:
        if self._next_look:
            self._next_look.cancel()
        if seconds is not None and not self._is_closed:
            self._next_look = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _post_where_due(self) -> None:
        """Post in the servers that are due, and skip what is too late."""
        last: ServerSettings | None = None
        while servers := await self._store.server_settings.find_due_puzzles(
            self._clock.now(), self._shard, last
        ):
            for last in servers:
                if self._is_stopped:
                    return
                if self._retry_at.get(last.guild, -inf) <= self._clock.now():
                    await self._try_to_post(last)

    async def _try_to_post(self, listed: ServerSettings) -> None:
        """Post in a server that was due when it was listed. If that fails, try it again later."""
        guild, now, due = listed.guild, self._clock.now(), listed.puzzle_due or 0.0
        self._retry_at[guild] = now + RETRY_SECONDS
        try:
            if now - due >= MAX_LATE_SECONDS:
                await self._move(listed, now - MAX_LATE_SECONDS)
            else:
                await self._messenger.wait_for_lull()
                await self._post_once(guild, due)
        except ChannelGone:
            await self._end(listed, "gone")
        except RouteClosed as closed:
            self._retry_at[guild] = now + closed.seconds
        except (NoAccess, BoardGone):
            since = self._refused_since.setdefault(guild, now)
            if now - since >= NO_ACCESS_GRACE_SECONDS:
                await self._end(listed, "refused")
        except RequestFailed:
            log.info("a daily puzzle could not be posted")
        except Refused as refusal:
            log.info("no daily puzzle is posted: %s", refusal.key)
        except StoreProblem:
            raise
        except Exception as problem:
            log_failure(log, "a daily puzzle", problem)
        else:
            self._forget(guild)

    async def _post_once(self, guild: int, due: float) -> None:
        """Post in a server, unless a process may have done so that could not note it."""
        now = self._clock.now()
        number = find_number(now)
        await self._puzzle_library.load(number)
        settings = await self._store.server_settings.begin_puzzle_post(guild, due, now)
        if settings is None:
            return
        if not await self._is_posted(settings, number):
            await self._post(settings, number)
        await self._move(settings, now)

    async def _is_posted(self, settings: ServerSettings, number: int) -> bool:
        """Return whether Discord has a post that was begun so long ago that its nonce may not do.

        It may be about an earlier puzzle than that of today, if it was begun before midnight.
        """
        begun = settings.puzzle_begun
        if self._clock.now() - begun < UNIQUE_NONCE_SECONDS:
            return False
        presses = [make_play_press(each) for each in range(find_number(begun), number + 1)]
        return await self._messenger.has_posted(settings.puzzle_channel, presses, begun)

    async def _post(self, settings: ServerSettings, number: int) -> None:
        """Post in a server. If Discord refuses that, try it without a picture and names."""
        shown, news = await self._prepare(settings, number)
        screen = render_puzzle_post(shown, news)
        try:
            await self._send(settings, screen)
        except RouteClosed:
            raise
        except NoAccess:
            plain = render_puzzle_post(replace(shown, reads_text=True), news, has_names=False)
            await self._send(settings, plain)

    async def _send(self, settings: ServerSettings, screen: Screen) -> None:
        """Post a screen, and add a picture that is drawn late. The nonce is that of the day."""
        channel, due = settings.puzzle_channel, settings.puzzle_due or 0.0
        nonce = f"p{settings.guild:x}-{int(due) // 60:x}"
        posted = await self._messenger.post(channel, screen, nonce)
        if posted.late_pictures and await wait_for_pictures(posted.late_pictures):
            with suppress(RequestFailed):
                await self._messenger.edit(channel, posted.id, screen)

    async def _prepare(
        self, settings: ServerSettings, number: int
    ) -> tuple[ShownPuzzle, ServerNews]:
        """Return what the post of a server shows, in the language of the server's boards."""
        guild, now = settings.guild, self._clock.now()
        stored = await self._puzzle_library.load(number)
        package = self._puzzle_library.find_package(stored)
        if package.puzzles is None:
            raise Refused("puzzle-not-ready")
        language = settings.language or self._messenger.find_language(guild)
        shown = ShownPuzzle(
            package,
            package.puzzles,
            stored.puzzle,
            Attempt(number, user=0),
            text(language, package.text),
            now,
            reads_text=settings.text_only,
        )
        par_number = find_closed_number(now)
        days = await self._store.puzzles.find_server_days(guild)
        news = ServerNews(
            count_streak(days, now, rests=False).days,
            await self._store.puzzles.find_solvers(guild, number - 1),
            await self._puzzle_library.find_par(par_number),
            par_number,
        )
        return shown, news

    async def _move(self, settings: ServerSettings, after: float) -> None:
        """Store when the next post of a server is due, which is after a time."""
        due = settings.puzzle_due or 0.0
        next_due = find_next_post(after, settings.puzzle_hour, settings.puzzle_zone, due)
        await self._store.server_settings.move_puzzle_post(settings.guild, due, next_due)
        self._lookups.forget_settings(settings.guild)

    async def _end(self, settings: ServerSettings, problem: PuzzleProblem) -> None:
        """End the posts of a server. The panel of `/cats-settings` says what to do."""
        guild, due = settings.guild, settings.puzzle_due or 0.0
        log.info("the daily puzzle of a server is off: %s", problem)
        await self._store.server_settings.move_puzzle_post(guild, due, None, problem)
        self._lookups.forget_settings(guild)
        self._forget(guild)

    def _forget(self, guild: int) -> None:
        self._retry_at.pop(guild, None)
        self._refused_since.pop(guild, None)
