"""What people do with games that are over: list them, and look at one again."""

import asyncio
from math import ceil, inf
from typing import get_args

from cachetools import LRUCache, TTLCache
from msgspec import Struct
from msgspec.structs import replace

from bot.domain.changes import Click, Refused, find_missing_permissions
from bot.domain.display_names import escape_name
from bot.domain.game_records import Record
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.table import Finished
from bot.engine.screen import Highlight, Screen
from bot.i18n import text
from bot.presenters import history_list, replay
from bot.presenters.history_list import ListName
from bot.presenters.replay import Replay
from bot.services.actions import ActionRequest, action
from bot.services.lookups import Cache
from bot.services.messenger import Messenger, RequestFailed
from bot.services.tables import Tables

MAX_CACHED_REPLAYS = 32
"""Replays that are in memory: half a MB each at most."""

SECONDS_BETWEEN_SHARES = 60.0
"""How long somebody waits until they can share something in the same channel again."""


class ListRequest(Struct, frozen=True):
    """Which page of which list somebody asks for."""

    of: ListName = "channel"
    page: int = 0


FIRST_PAGE = ListRequest()
"""The newest games of the channel."""


def parse_list_request(value: str) -> ListRequest:
    """Return which list a button asks for: "mine/2"."""
    name, page, *_ = [*value.split("/"), "", ""]
    known: ListName = next((each for each in get_args(ListName) if each == name), "channel")
    number = int(page) if page.isdecimal() and len(page) < 6 else 0
    return ListRequest(known, number)


class History:
    """Games that are over, from their records alone."""

    def __init__(self, tables: Tables, messenger: Messenger) -> None:
        self._messenger = messenger
        self._tables = tables
        self._history = tables.store.history
        self._replays: Cache[int, Replay] = Cache(LRUCache(MAX_CACHED_REPLAYS))
        self._sharing_users: set[int] = set()
        """The user ids of those whose picture is being made."""
        self._last_shared_at: TTLCache[tuple[int, int], float, float] = TTLCache(
            inf, SECONDS_BETWEEN_SHARES, tables.now
        )
        """When somebody shared something last, by user and channel."""
        self._film_lock = asyncio.Lock()
        self._highlights: Cache[tuple[int, str], tuple[Highlight, ...]] = Cache(
            LRUCache(MAX_CACHED_REPLAYS)
        )
        tables.lookups.add_cache(self._replays)
        tables.lookups.add_cache(self._highlights)

    @action("history", is_look=True)
    async def show_list_page(self, request: ActionRequest) -> Screen:
        """List a page of games."""
        return await self.show_list(request.click, parse_list_request(request.argument))

    async def show_list(self, click: Click, asks: ListRequest = FIRST_PAGE) -> Screen:
        """List this channel's games, or those that this person had a part in."""
        records = await self._load_records(click, asks)
        if asks.page and not records:
            return await self.show_list(click, ListRequest(asks.of))
        say = text(click.language)
        return history_list.render_list(say, records, self._tables.shelf, asks.page, asks.of)

    async def _load_records(self, click: Click, asks: ListRequest) -> tuple[Record, ...]:
        """Return a page of the list; whoever uses a command in a channel can see the channel."""
        match asks.of:
            case "channel":
                return await self._history.find_channel_records(click.channel, asks.page)
            case "mine":
                return await self._history.find_person_records(click.user, asks.page)

    @action("open", is_look=True)
    async def open(self, request: ActionRequest) -> Screen:
        """Show the last step of the game that is chosen in a list."""
        value = request.argument
        record = int(value) if value.isdecimal() and len(value) < 19 else 0
        return await self._render_replay(request.click, record, "")

    @action("replay", is_look=True)
    @action("replay-moment", is_look=True)
    @action("replay-eyes", is_look=True)
    async def show_step(self, request: ActionRequest) -> Screen:
        """Show a step of a game; unless the argument says which, the last one."""
        return await self._render_replay(request.click, request.table_id, request.argument)

    async def _render_replay(self, click: Click, record: int, value: str) -> Screen:
        found = await self._load_replay(click, record)
        shares = _may_share(found.record, click) and click.can_write
        moments = await self.load_highlights(found, click.language)
        return replay.render_step(
            found, replay.parse_replay_position(value), moments, click.language, shares=shares
        )

    @action("moments", is_look=True)
    async def show_highlights(self, request: ActionRequest) -> Screen:
        """Tell how a game went: its moments."""
        click = request.click
        found = await self._load_replay(click, request.table_id)
        moments = await self.load_highlights(found, click.language)
        return replay.render_story(found, moments, click.language)

    @action("numbers", is_look=True)
    async def show_statistics(self, request: ActionRequest) -> Screen:
        """Show how a game went in numbers; it may have to be reckoned for 100 ms."""
        click = request.click
        found = await self._load_replay(click, request.table_id)
        if "story" not in found.box.screens.pages(found.steps[-1].views[0]):
            raise Refused("old-button")
        return await asyncio.to_thread(replay.render_statistics, found, click.language)

    @action("share")
    async def share(self, request: ActionRequest) -> Screen:
        """Post a moment, or the whole game, into the channel, silently; nobody is called.

        Only who sat there does that, only in the channel where it was played, where they may write,
        and once in `SECONDS_BETWEEN_SHARES`. The press is answered by the replay, with what became
        of it.
        """
        click, value = request.click, request.argument
        found = await self._load_replay(click, request.table_id)
        if not _may_share(found.record, click):
            raise Refused("share-not-yours")
        if not click.can_write:
            raise Refused("share-read-only")
        if names := find_missing_permissions(found.table, click):
            raise Refused("share-missing", permissions=",".join(names))
        if click.user in self._sharing_users:
            raise Refused("share-soon")
        shared_at = self._last_shared_at.get((click.user, click.channel))
        if shared_at is not None:
            raise Refused("share-wait", until=str(ceil(shared_at + SECONDS_BETWEEN_SHARES)))
        self._sharing_users.add(click.user)
        try:
            await self._post_film(click, found, value)
        except RequestFailed:
            raise Refused("share-not-taken") from None
        else:
            self._last_shared_at[click.user, click.channel] = self._tables.now()
        finally:
            self._sharing_users.discard(click.user)
        shown = await self.show_step(request)
        return replace(shown, note=text(click.language)("shared"))

    async def _post_film(self, click: Click, found: Replay, value: str) -> None:
        """Post what a button stands for, one moving picture after the other."""
        spot, whole = replay.parse_replay_position(value), value.endswith("/game")
        last = len(found.steps) - 1
        at = min(spot.at, last) if spot.at >= 0 else last
        language, film = found.record.language, None
        pictures = await asyncio.to_thread(replay.film_pictures, found, at, language, whole=whole)
        if pictures:
            most = replay.MAX_GAME_BYTES if whole else replay.MAX_MOMENT_BYTES
            seconds = replay.frame_seconds(len(pictures), whole=whole)
            async with self._film_lock:
                film = await self._messenger.make_animation(pictures, seconds, most)
        found = await self._load_replay(click, found.record.id)  # somebody may be forgotten by now
        moments = await self.load_highlights(found, language)
        screen = replay.render_shared_post(
            found, at, moments, film, escape_name(click.name), whole=whole
        )
        await self._messenger.post(click.channel, screen, f"share-{click.id}")

    async def load_highlights(self, found: Replay, language: str) -> tuple[Highlight, ...]:
        """Return a game's moments, told in a language."""

        async def read() -> tuple[Highlight, ...]:
            here = replay.shorten_names(replay.make_context(found, language, ended=True))
            return await asyncio.to_thread(replay.find_highlights, found, here)

        return await self._highlights.ask((found.record.id, language), read)

    async def _load_replay(self, click: Click, record: int) -> Replay:
        """Return a game that this person may look at.

        Raises `Refused` for one of another channel that they had no part in, and one that is not
        kept (any more).
        """
        found = await self._replays.ask(record, lambda: self._build_replay(record, click.language))
        if not found.record.is_visible_to(click.user, click.channel):
            raise Refused("replay-gone")
        if found.table.game not in self._tables.shelf:
            raise Refused("replay-asleep")
        return found

    async def _build_replay(self, record: int, language: str) -> Replay:
        kept = await self._history.record(record)
        if kept is None:
            table = self._tables.sessions.find_cached(record)
            ended = isinstance(table, Finished) and bool(table.dues)
            raise Refused("replay-soon" if ended else "replay-gone")
        about, course = kept
        box = self._tables.shelf.get(about.game)
        if box is None:
            raise Refused("replay-asleep")
        steps = await asyncio.to_thread(replay_steps, course, box.game)
        if not steps:
            raise Refused("replay-gone")
        table = make_finished_table(about, course, text(language)("somebody"))
        return Replay(about, table, steps, box)


def _may_share(record: Record, click: Click) -> bool:
    """Tell whether a person played in the game, and reads the channel where it was played."""
    return click.user in record.people and record.was_played_in(click.channel)
