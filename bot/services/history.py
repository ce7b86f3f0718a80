"""Lists finished games and evenings, replays games step by step, and shares them."""

import asyncio
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from bot.common.numbers import parse_id, parse_page
from bot.domain.changes import Click, Refused
from bot.domain.display_names import escape_name
from bot.domain.evenings import StoredEvening
from bot.domain.game_records import Record
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.results import RecentGames
from bot.domain.table import Finished
from bot.engine.replays import Highlight
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import films, history_list, replay
from bot.presenters.history_list import EVENING_PREFIX, ListName
from bot.presenters.panels import make_board_link
from bot.presenters.podium import render_podium
from bot.presenters.replay import Replay
from bot.services.actions import ActionRequest, action
from bot.services.lookups import Cache
from bot.services.service import Service, Shared
from bot.services.sharing import Sharing
from bot.storage.evening_repository import Past

MAX_CACHED_REPLAYS = 32
"""The maximum number of replays in memory. The least recently used ones are dropped. A replay
takes half a megabyte at most.
"""

RECENT_SECONDS = 12 * 3600.0
"""The number of seconds for which a finished game counts as recent."""


class ListRequest(Struct, frozen=True):
    """Says which list of finished games to show, and which page of it."""

    list_name: ListName = "channel"
    """Which list: "channel" for the channel's games, or "mine" for the person's own games."""
    page: int = 0
    """The number of the page, from 0."""


FIRST_PAGE = ListRequest()
"""A request for the first page of the channel's finished games, the newest ones."""


def parse_list_request(value: str) -> ListRequest:
    """Parse a button's value such as "mine/2", the name of a list and the number of a page.

    For anything invalid, return the first page, or the channel's list.
    """
    name, page, *_ = [*value.split("/"), "", ""]
    known: ListName = next((each for each in get_args(ListName) if each == name), "channel")
    return ListRequest(known, parse_page(page))


class History(Service):
    """Shows finished games as lists and replays, and shares them in channels."""

    def __init__(self, shared: Shared, sharing: Sharing) -> None:
        super().__init__(shared)
        self._sharing = sharing
        self._film_lock = asyncio.Lock()
        self._replays: Cache[int, Replay] = shared.lookups.add_cache(MAX_CACHED_REPLAYS)
        self._highlights: Cache[tuple[int, str], tuple[Highlight, ...]]
        self._highlights = shared.lookups.add_cache(MAX_CACHED_REPLAYS)

    @action("history", is_look=True)
    async def show_list(self, request: ActionRequest) -> Screen:
        """Show a list of finished games: those of this channel, or those of this person.

        The action's argument has the form that `parse_list_request` reads. If the requested page
        does not exist, the first page is shown. The first page of a channel also says who won how
        often in the last hours, and links to the person's game that was put aside.
        """
        click, asked = request.click, parse_list_request(request.argument)
        past = await self._load_page(click, asked)
        if asked.page and not past:
            return await self.show_list(ActionRequest(click, argument=asked.list_name))
        recent = RecentGames()
        if asked == FIRST_PAGE:
            since = self._clock.now() - RECENT_SECONDS
            recent = await self._store.records.find_recent_games(click.channel, since)
        say = text(click.language)
        screen = history_list.render_list(
            say, past, self._registry, asked.page, asked.list_name, recent
        )
        aside = None
        if asked == FIRST_PAGE:
            aside = await self._tables.find_aside_table(click.channel, click.user)
        if aside is None:
            return screen
        rows = (*screen.rows, (make_board_link(say, aside),))
        return replace(screen, content=say("aside-found"), rows=rows)

    async def _load_page(self, click: Click, request: ListRequest) -> Past:
        """Return the games and evenings of one page, plus one more if another page follows.

        Others who keep their games to themselves have no name in evenings.

        A person who uses a command in a channel can see that channel, so permissions are not
        checked.
        """
        match request.list_name:
            case "channel":
                past = await self._store.evenings.find_in_channel(click.channel, request.page)
            case "mine":
                past = await self._store.evenings.find_of_person(click.user, request.page)
        return tuple(
            each.show_to(click.user) if isinstance(each, StoredEvening) else each for each in past
        )

    @action("open", is_look=True)
    async def open_entry(self, request: ActionRequest) -> Screen:
        """Show the finished game or evening that a person chose in a list.

        The action's argument is the id of a game's table, or `EVENING_PREFIX` and that of an
        evening. A game is shown at its first step.
        """
        click, value = request.click, request.argument
        if value.startswith(EVENING_PREFIX):
            return await self._show_evening(click, parse_id(value.removeprefix(EVENING_PREFIX)))
        return await self._render_replay(click, parse_id(value), "")

    async def _show_evening(self, click: Click, evening: int) -> Screen:
        """Return the podium of an evening that is over.

        People may see evenings of this channel, and those in which they took part.
        """
        stored = await self._store.evenings.find(evening)
        if stored is None or not stored.is_visible_to(click.user, click.channel):
            raise Refused("evening-gone")
        shown, pictures = stored.show_to(click.user), not self._tables.reads_text(click.user)
        return render_podium(shown.evening, self._registry, text(click.language), pictures=pictures)

    @action("replay", is_look=True)
    @action("replay-moment", is_look=True)
    @action("replay-round", is_look=True)
    @action("replay-eyes", is_look=True)
    async def show_step(self, request: ActionRequest) -> Screen:
        """Show one step of a finished game, as a player or onlooker saw it at the time.

        The action's argument holds the step and whose view to show (`replay.ReplayPosition.value`).
        Without an argument, the first step is shown as an onlooker saw it.
        """
        return await self._render_replay(request.click, request.table_id, request.argument)

    async def _render_replay(self, click: Click, record: int, value: str) -> Screen:
        """Return the screen with one step of a finished game.

        `value` is the step and whose view to show, as in `show_step`.
        """
        finished_game = await self.load_replay(click, record)
        shares = may_share_game(finished_game.record, click) and click.can_write
        moments = await self.load_highlights(finished_game, click.language)
        shown = self._adapt_to_reader(finished_game, click.user)
        return replay.render_step(
            shown, replay.parse_replay_position(value), moments, click.language, may_share=shares
        )

    @action("moments", is_look=True)
    async def show_highlights(self, request: ActionRequest) -> Screen:
        """Show how a finished game went, as a list of its highlights.

        A highlight is a remarkable step of the game, with a sentence about it.
        """
        click = request.click
        finished_game = await self.load_replay(click, request.table_id)
        moments = await self.load_highlights(finished_game, click.language)
        shown = self._adapt_to_reader(finished_game, click.user)
        return replay.render_story(shown, moments, click.language)

    def _adapt_to_reader(self, finished_game: Replay, user: int) -> Replay:
        if not self._tables.reads_text(user):
            return finished_game
        return replace(finished_game, table=replace(finished_game.table, text_only=True))

    @action("share")
    async def share(self, request: ActionRequest) -> Screen:
        """Post a finished game or one of its steps in the channel, without notifying anybody.

        The answer to the press is the replay, with a sentence that the post is there.

        Raises:
            Refused: The person did not play in the game, presses in another channel, or may not
                share anything there now (`Sharing.admit`).
        """
        click, value = request.click, request.argument
        finished_game = await self.load_replay(click, request.table_id)
        if not may_share_game(finished_game.record, click):
            raise Refused("share-not-yours")
        with self._sharing.admit(click, text_only=finished_game.table.text_only):
            await self._post_film(click, finished_game, value)
        shown = await self.show_step(request)
        return replace(shown, note=text(click.language)("shared"))

    async def _post_film(self, click: Click, finished_game: Replay, value: str) -> None:
        """Post an animation of the step or the whole game that a button's value names.

        Only one animation is made at a time. If names change meanwhile, because a person's data is
        deleted, it is made again.
        """
        spot, whole = replay.parse_replay_position(value), value.endswith("/game")
        at = min(spot.at, len(finished_game.steps) - 1)
        language, film, named = finished_game.record.language, None, None
        while named != finished_game.table.players:
            named = finished_game.table.players
            moments = await self.load_highlights(finished_game, language)
            frames = await asyncio.to_thread(
                films.make_film, finished_game, at, moments, language, is_whole_game=whole
            )
            async with self._film_lock:
                film = await self._messenger.make_animation(
                    [(frame.picture, frame.seconds) for frame in frames], films.MAX_FILM_BYTES
                )
            finished_game = await self.load_replay(click, finished_game.record.id)
        sharer, url = escape_name(click.name), self._messenger.invitation_url()
        screen = replay.render_shared_post(
            finished_game, at, moments, film, sharer, is_whole_game=whole, invitation_url=url
        )
        await self._sharing.post(click, screen)

    async def load_highlights(self, finished_game: Replay, language: str) -> tuple[Highlight, ...]:
        """Return the remarkable steps of a finished game, each with a sentence about it."""

        async def read() -> tuple[Highlight, ...]:
            context = replay.make_context(finished_game, language, is_last_step=True)
            context = replay.shorten_names(context)
            return await asyncio.to_thread(replay.find_highlights, finished_game, context)

        return await self._highlights.get_or_read((finished_game.record.id, language), read)

    async def load_replay(self, click: Click, record: int) -> Replay:
        """Return the replay of a finished game that this person may see.

        People may see games of this channel, and games in which they had a part.

        Raises:
            Refused: The person may not see the game, its record is not stored, or the game is not
                installed.
        """
        finished_game = await self.find_replay(record, click.language)
        if not finished_game.record.is_visible_to(click.user, click.channel):
            raise Refused("replay-gone")
        return finished_game

    async def find_replay(self, record: int, language: str) -> Replay:
        """Return the replay of a finished game, whoever may see it.

        Args:
            language: The language in which people whose data was erased are called "somebody".

        Raises:
            Refused: The record is not stored, or the game is not installed.
        """
        finished_game = await self._replays.get_or_read(
            record, lambda: self._build_replay(record, language)
        )
        if finished_game.table.game not in self._registry:
            raise Refused("replay-asleep")
        return finished_game

    async def _build_replay(self, record: int, language: str) -> Replay:
        """Read the record of a finished game from the database, and make a replay of it."""
        kept = await self._store.records.find_record(record)
        if kept is None:
            table = self._sessions.find_cached(record)
            ended = isinstance(table, Finished) and bool(table.timers)
            raise Refused("replay-soon" if ended else "replay-gone")
        about, course = kept
        package = self._registry.get(about.game)
        if package is None:
            raise Refused("replay-asleep")
        steps = await asyncio.to_thread(replay_steps, course, package)
        if not steps:
            raise Refused("replay-gone")
        table = make_finished_table(about, course, text(language)("somebody"))
        return Replay(about, table, steps, package)


def may_share_game(record: Record, click: Click) -> bool:
    """Return whether a person played in a game, and clicked in the channel of that game."""
    return click.user in record.people and record.was_played_in(click.channel)
