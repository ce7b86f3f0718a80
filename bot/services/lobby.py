"""Handles tables whose game has not started: opening them, seats, options, start and rematch.

Such a table is called a lobby. One person may host only a few open tables in each server.
`HostedTables` lists and closes them. If an action returns None, the table's public message shows
the result.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from secrets import token_bytes

from cachetools import TTLCache
from msgspec.structs import replace

from bot.common.numbers import parse_id, parse_page
from bot.domain import (
    computers,
    consent,
    dealing,
    levels,
    lobby_calls,
    opening,
    options,
    seating,
    voting,
)
from bot.domain.changes import Asleep, Change, Click, Refused, check_can_post, close_table
from bot.domain.host import check_host, format_host_name
from bot.domain.opening import TableOptions, fill_options
from bot.domain.table import Finished, Lobby, Match, Table, is_over
from bot.engine.package import GamePackage
from bot.engine.screen import OwnScreen, QuietScreen, Screen
from bot.engine.screens import ScreenContext
from bot.i18n import Text, text
from bot.presenters import panels, screens
from bot.presenters.lobby import (
    LET_BACK_PREFIX,
    add_lesson_button,
    render_game_options,
    render_games,
    render_options,
)
from bot.presenters.table_threads import lead_to_thread
from bot.services.actions import ActionRequest, action
from bot.services.boards import Boards
from bot.services.evenings import Evenings
from bot.services.leaving import Leaving
from bot.services.making_room import MakingRoom
from bot.services.server_settings import ServerSettingsPanel
from bot.services.service import Service, Shared
from bot.services.table_threads import TableThreads
from bot.storage.problems import ChannelTaken, TooManyHosted

SECONDS_PER_HOUR = 3600.0
MAX_HOSTED_TABLES = 5
"""The maximum number of open tables that one person may host in a server."""
MAX_OPENED_TABLES_PER_HOUR = 30
"""The maximum number of tables that one person may open within an hour, on all servers of a shard.
Each posts a message and is kept for a day or longer, even if nobody plays there.
"""
MAX_LISTED_TABLES = 10
"""The maximum number of tables in the list of those that a person hosts. It is larger than
`MAX_HOSTED_TABLES`, because people can also become the host of tables that others opened.
"""


class HostedTables(Service):
    """Limits, lists and closes the open tables that one person hosts in a server.

    The host of a table chooses its options.
    """

    def __init__(self, shared: Shared, boards: Boards, leaving: Leaving) -> None:
        super().__init__(shared)
        self._boards = boards
        self._leaving = leaving
        self._opened_at: TTLCache[int, tuple[float, ...], float] = TTLCache(
            inf, SECONDS_PER_HOUR, shared.clock.now
        )
        """The times at which people opened tables in the last hour, by user id."""

    @contextmanager
    def count_opening(self, user: int) -> Iterator[None]:
        """Context manager: count a table that a person opens in the block, unless the block fails.

        Raises:
            Refused: The person has opened `MAX_OPENED_TABLES_PER_HOUR` tables within an hour.
        """
        now = self._clock.now()
        self._opened_at[user] = (*self.check_openings(user), now)
        try:
            yield
        except BaseException:
            self._opened_at[user] = tuple(at for at in self._opened_at.get(user, ()) if at != now)
            raise

    def check_openings(self, user: int) -> tuple[float, ...]:
        """Return the times at which a person opened tables in the last hour.

        Raises:
            Refused: These are `MAX_OPENED_TABLES_PER_HOUR` already.
        """
        since = self._clock.now() - SECONDS_PER_HOUR
        recent = tuple(at for at in self._opened_at.get(user, ()) if at > since)
        if len(recent) >= MAX_OPENED_TABLES_PER_HOUR:
            raise Refused("opened-many", until=str(ceil(recent[0] + SECONDS_PER_HOUR)))
        return recent

    async def find_refusal(self, click: Click) -> Screen | None:
        """Return None if a person may open another table.

        Otherwise return the list of their tables. At the limit, tables whose channel was deleted
        are closed first, so that they do not count.
        """
        tables = await self._find_hosted(click)
        if len(tables) < MAX_HOSTED_TABLES:
            return None
        await asyncio.gather(*map(self._boards.close_if_channel_gone, tables[:MAX_LISTED_TABLES]))
        if len(await self._find_hosted(click)) < MAX_HOSTED_TABLES:
            return None
        self._counters.count_refusal("too-many-tables")
        return await self._list_tables(click)

    @action("close-hosted")
    async def close(self, request: ActionRequest) -> Screen:
        """Close one of the tables that the person hosts, which may be in another channel.

        If a game is running there, the person has to confirm first. The action's argument is the
        table's id, followed by "/yes" if the person has confirmed.
        """
        click = request.click
        number, _, confirmed = request.argument.partition("/")
        table_id = parse_id(number)
        say = text(click.language)
        if table_id in await self._find_hosted(click):
            table = await self._tables.load(table_id, allow_missing_game=True)
            if isinstance(table, Match) and not confirmed:
                return self._leaving.ask_to_close_hosted(table, click)
            await self._leaving.end_hosted_table(click, table_id)
        if not await self._find_hosted(click):
            return screens.render_sentence(say, "hosted-closed")
        return await self._list_tables(click)

    async def _find_hosted(self, click: Click) -> tuple[int, ...]:
        return await self._lookups.find_hosted_tables(click.user, click.guild)

    async def _list_tables(self, click: Click) -> Screen:
        ids = await self._find_hosted(click)
        tables = [
            await self._tables.load(id_, allow_missing_game=True) for id_ in ids[:MAX_LISTED_TABLES]
        ]
        say = text(click.language)
        titled = [(table, self._format_title(table, say)) for table in tables]
        return panels.list_hosted(say, titled, hosted_count=len(ids), max_hosted=MAX_HOSTED_TABLES)

    def _format_title(self, table: Table, say: Text) -> str:
        """Return the title of a table's game, or its internal name if it is not installed."""
        package = self._registry.get(table.game)
        return text(say.language, package.text)("game-title") if package else table.game


EVENING_WISH = "evening"
"""The wish for an evening, as the argument of the action "make-room"."""
SEED_BYTES = 32
"""The length in bytes of the secret seed from which all random draws of a game follow."""

make_random_seed = partial(token_bytes, SEED_BYTES)
PanelRenderer = Callable[[Lobby, GamePackage, ScreenContext], Screen]
"""A function that renders one of the screens in which the host chooses the table's options."""


@dataclass(eq=False)
class Lobbies(Service):
    """Handles lobbies, which are tables whose game has not started.

    People open tables, take seats, choose options and start the game.
    """

    _boards: Boards
    _hosted_tables: HostedTables
    _room: MakingRoom
    _threads: TableThreads
    _settings: ServerSettingsPanel
    _evenings: Evenings
    _computers: int
    make_seed: Callable[[], bytes] = make_random_seed
    """Returns a new secret seed for a game, as random bytes. Tests can replace it."""

    async def open_or_find_lobby(
        self,
        click: Click,
        game: str,
        options: TableOptions | None = None,
        abandoned_id: int = 0,
        *,
        begins_evening: bool = False,
    ) -> Screen:
        """Open a new table in this channel, or point to the table that is already open there.

        If that table keeps a seat for the person in the same game, they take the seat. If it is
        abandoned, they may put it aside. In a server with threads for tables, the new table opens
        in a thread of its own, and a table that is open in this channel does not matter.

        Args:
            options: The choices of the person who opens the table. With a level but no number of
                computer players, the table gets at least one. Computer players added later get the
                same level. None means the defaults, some of which are settings of the server.
            abandoned_id: The id of the table to put aside. 0 means that there is none.
            begins_evening: Whether the table is the first of an evening.

        Raises:
            Refused: The game is not offered, a choice in `options` does not exist, the server's
                settings forbid the table, or its public message cannot be shown.
        """
        self._check_offered(game)
        options = options or TableOptions()
        if options.computers is None:
            least = 0 if options.level is None else 1
            options = replace(options, computers=max(self._computers, least))
        package, now = self._registry[game], self._clock.now()
        options = fill_options(options, await self._lookups.find_settings(click.guild), package)
        newcomer = await self._is_new(click.user, game)
        place = (click.guild, click.channel)
        lobby = opening.open_lobby(click, *place, game, package, options, now, is_newcomer=newcomer)
        if begins_evening:
            lobby = await self._evenings.start(lobby)
        if await self._threads.is_wanted(click):
            return await self._open_in_thread(click, lobby)
        wish = EVENING_WISH if begins_evening else _format_play_wish(lobby)
        return await self._open_lobby(click, lobby, wish, abandoned_id)

    async def open_evening(self, click: Click, abandoned_id: int = 0) -> Screen:
        """Open a table for an evening, with the game that the channel played last if possible.

        Raises:
            Refused: The bot offers no game here, or the table's public message cannot be shown.
        """
        games = await self._evenings.list_choices(click.guild)
        if not games:
            raise Refused("game-not-offered")
        last = await self._tables.find_finished_table(click.channel)
        game = last.game if last and last.game in games else games[0]
        return await self.open_or_find_lobby(
            click, game, abandoned_id=abandoned_id, begins_evening=True
        )

    @action("make-room")
    async def make_room(self, request: ActionRequest) -> Screen:
        """Put the abandoned table of the pressed message aside, and do what the person wished.

        The action's argument is the wish: "resume/<table>" for a game that was put aside,
        "rematch/<table>/<game>", "evening" or "evening/<table>", or "play/" with the game and
        options of the new table.
        """
        click, abandoned_id = request.click, request.table_id
        match request.argument.split("/"):
            case ["resume", table]:
                return await self._room.make_room_and_resume(click, abandoned_id, parse_id(table))
            case ["rematch", table, *game]:
                return await self._open_rematch(click, parse_id(table), "".join(game), abandoned_id)
            case [wish] if wish == EVENING_WISH:
                return await self.open_evening(click, abandoned_id)
            case [wish, table] if wish == EVENING_WISH:
                return await self._open_next_game(click, parse_id(table), "", abandoned_id)
            case ["play", game, clock, language, text_only, computers, *level]:
                wished = "/".join(level) or None
                options = TableOptions(
                    clock, language or None, text_only == "1", parse_page(computers), wished
                )
                return await self.open_or_find_lobby(click, game, options, abandoned_id)
        raise Refused("old-button")

    async def _open_lobby(
        self, click: Click, new_lobby: Lobby, wish: str, abandoned_id: int = 0
    ) -> Screen:
        """Store a new table, wait until it is shown, and return the person's own screen.

        The table `abandoned_id` makes room for it. If another table is abandoned, the answer offers
        to put that one aside, and `wish` says what to do after that. If the new table cannot be
        shown in the channel, it is closed and `Refused` is raised with the reason.
        """
        check_can_post(click, text_only=new_lobby.text_only)
        held = await self._tables.find_holder(new_lobby.channel)
        if held is not None and held.id != abandoned_id:
            return await self._point_to_open(click, new_lobby, wish)
        if refusal := await self._find_opening_refusal(click, new_lobby.game):
            return refusal
        if held is not None:
            await self._room.put_aside(click, held.id)
        return await self._add_lobby(click, new_lobby, wish)

    async def _open_in_thread(self, click: Click, new_lobby: Lobby) -> Screen:
        """Open a table in a new thread, and return the answer that leads there.

        Without a table, nothing is left of the thread but its place in Discord's list.
        """
        self._threads.check_can_open(click, text_only=new_lobby.text_only)
        self._hosted_tables.check_openings(click.user)
        if refusal := await self._find_opening_refusal(click, new_lobby.game):
            return refusal
        there = await self._threads.open(click, new_lobby)
        lobby = replace(new_lobby, channel=there.channel, parent=there.public_parent)
        try:
            screen = await self._add_lobby(there, lobby, _format_play_wish(lobby))
        finally:
            table = await self._tables.find_open_table(there.channel)
            if table is None:
                await self._threads.withdraw(click, there.channel)
        if table is None or table.seat_of(click.user) is None:
            return screen
        package = self._tables.find_package(table)
        learns = bool(package.lesson) and await self._is_new(click.user, table.game)
        return lead_to_thread(text(click.language, package.text), table, offers_lesson=learns)

    async def _find_opening_refusal(self, click: Click, game: str) -> Screen | None:
        """Return the list of a person's tables if these are too many, or raise `Refused`.

        None means that the person may open another table in the channel of the click.
        """
        if not click.can_write:
            raise Refused("open-read-only")
        if forbidden := await self._settings.find_refusal(click, game):
            raise forbidden
        return await self._hosted_tables.find_refusal(click)

    async def _add_lobby(self, click: Click, new_lobby: Lobby, wish: str) -> Screen:
        """Store a new table in a channel without one, and wait until it is shown.

        The arguments, the result and the errors are those of `_open_lobby`.
        """
        try:
            with self._hosted_tables.count_opening(click.user):
                opened = lobby_calls.invite_to_rematch(new_lobby)
                opened = replace(opened, max_hosted_tables=MAX_HOSTED_TABLES)
                table = await self._tables.add(opened, click)
        except ChannelTaken:
            return await self._point_to_open(click, new_lobby, wish)
        except TooManyHosted:  # others were opened at the same moment
            if refusal := await self._hosted_tables.find_refusal(click):
                return refusal
            raise Refused("try-again") from None
        try:
            await self._boards.wait_until_shown(table.id, click)
        except Refused:
            await self._tables.submit(table.id, close_table)
            raise
        return await self.render_seat_screen(table, click)

    async def render_seat_screen(self, table: Table, click: Click) -> Screen:
        """Return a person's own screen of the table.

        Before the game starts, it offers a lesson to people who never finished a game of this kind.
        """
        screen, package = self._render_own_screen(table, click), self._tables.find_package(table)
        is_chosen = isinstance(table, Lobby) and not voting.has_vote(table)
        teaches = is_chosen and isinstance(screen, OwnScreen) and package.lesson
        if not teaches or not await self._is_new(click.user, table.game):
            return screen
        return add_lesson_button(screen, text(click.language), table.game)

    async def _is_new(self, user: int, game: str) -> bool:
        return not await self._lookups.has_finished_game(user, game)

    async def _point_to_open(self, click: Click, new_lobby: Table, wish: str) -> Screen:
        """Point to the channel's open table, or show the person their own screen of it.

        They get their own screen if they have a seat, and the table has the game that they want. A
        seat that is kept for them becomes theirs. If the table is abandoned, the answer offers to
        put it aside and to fulfil `wish`. The table's public message is updated first. It may be
        missing if the process that stored the table stopped too early.
        """
        table = await self._tables.find_holder(new_lobby.channel)
        if table is None:
            raise Refused("try-again")
        if self._tables.is_game_missing(table):
            if offer := self._room.offer(click, table, wish):
                return offer
            raise Asleep(table)
        self._boards.prioritize(table.id)
        await self._boards.wait_until_shown(table.id, click)
        table = await self._tables.load(table.id)
        seat = table.seat_of(click.user)
        if seat is not None and table.game == new_lobby.game:
            if not table.players[seat].confirmed:
                return await self._take_seat(click, table.id)
            table = await self._tables.record_arrival(table.id, click)
            return await self.render_seat_screen(table, click)
        forbidden = await self._settings.find_refusal(click, new_lobby.game)
        if not forbidden and (offer := self._room.offer(click, table, wish)):
            return offer
        if isinstance(table, Finished):
            raise forbidden or Refused("try-again")
        game = table.game if forbidden else new_lobby.game
        return panels.point_to_open_table(table, game, click.user, click.language, self._registry)

    @action("join")
    async def join(self, request: ActionRequest) -> Screen:
        """Give the person a seat at the table, or confirm the seat that is kept for them."""
        return await self._take_seat(request.click, request.table_id)

    async def _take_seat(self, click: Click, table_id: int) -> Screen:
        def joined(table: Table) -> Change:
            package = self._tables.find_package(table)
            change = seating.join(table, package, click, self._clock.now())
            return lobby_calls.tell_host_if_full(change, package)

        table = await self._tables.submit(table_id, joined, click)
        return await self.render_seat_screen(table, click)

    @action("computer-add")
    async def add_computer(self, request: ActionRequest) -> Screen | None:
        """Add a computer player to a table whose game has not started.

        The first one gets the server's level, or else the weakest one if the host has never
        finished a game of this kind.

        Raises:
            Refused: The person has no seat at the table, or no computer player fits.
        """
        click = request.click
        table = await self._tables.load(request.table_id)
        level = await self._find_default_level(table, click)

        def added(table: Table) -> Change:
            return computers.add_computer(table, self._tables.find_package(table), level)

        added_if_seated = partial(_change_if_seated, click, added)
        await self._tables.submit(table.id, added_if_seated, click, answer_shows_change=False)
        return None

    @action("computer-remove")
    async def remove_computer(self, request: ActionRequest) -> Screen | None:
        """Remove the computer player that was added last from a table whose game has not started.

        Raises:
            Refused: The person has no seat at the table, or it has no computer player.
        """
        click = request.click
        removed = partial(_change_if_seated, click, computers.remove_computer)
        await self._tables.submit(request.table_id, removed, click, answer_shows_change=False)
        return None

    @action("cancel", only_in_lobby=True)
    async def cancel_lobby(self, request: ActionRequest) -> Screen | None:
        """Close a table whose game has not started, at the host's request.

        The answer replaces the private message in which the host pressed. After a press on a public
        message, the answer is None.
        """
        click = request.click
        cancelled = partial(consent.cancel_lobby, click=click)
        await self._tables.submit(
            request.table_id, cancelled, click, answer_shows_change=click.is_ephemeral
        )
        say = text(click.language)
        return screens.render_sentence(say, "closed") if click.is_ephemeral else None

    @action("start")
    async def start_game(self, request: ActionRequest) -> Screen | None:
        """Start the game.

        If the person may not do that, ask the host to start it. `lobby_calls.may_start` decides who
        may start the game. The answer is the person's private view. Those of the other players are
        updated.
        """
        click, table_id = request.click, request.table_id
        lobby = await self._tables.load(table_id, click)
        lobby = await self._evenings.end_vote_before_start(lobby, click)
        added_level = await self._find_default_level(lobby, click)
        level = await self._find_level_like_us(lobby, added_level)

        def started(table: Table) -> Change:
            if isinstance(table, Match) and table.seat_of(click.user) is not None:
                return Change(table)  # the button was pressed twice
            package = self._tables.find_package(table)
            if lobby_calls.may_start(table, click.user):
                return dealing.start_game(
                    table, package, self.make_seed, level, added_level=added_level
                )
            dealing.require_startable(table, package)
            return lobby_calls.call_host(table, self._clock.now())

        table = await self._tables.submit(table_id, started, click)
        until = lobby_calls.host_answer_deadline(table)
        if until is not None:
            say, name = text(click.language), format_host_name(table)
            return screens.render_sentence(say, "host-called", name=name, until=str(int(until)))
        if isinstance(table, Match):
            self._threads.rename_after_start(table)
        screen = self._render_own_screen(table, click)
        return None if isinstance(screen, QuietScreen) else screen

    async def _find_default_level(self, table: Table, click: Click) -> str:
        """Return the level of computers that join a table which has none yet."""
        newcomer = await self._is_new(table.host or click.user, table.game)
        settings = await self._lookups.find_settings(table.guild)
        package = self._tables.find_package(table)
        return levels.default_level(package, is_newcomer=newcomer, server_level=settings.level)

    async def _find_level_like_us(self, table: Table, added_level: str) -> str | None:
        """Return the level of computers with the choice "our level", or None if there are none.

        It follows from the ratings of the people at the table. `added_level` is that of computers
        that fill free seats.
        """
        package = self._tables.find_package(table)
        if not dealing.find_like_us_seats(table, package) and added_level != levels.LIKE_US:
            return None
        players = seating.confirmed_players(table)
        users = {player.user for player in players if player.user}
        people = [await self._store.standings.find_standings(user) for user in sorted(users)]
        seats = len(players) + seating.count_missing_players(table, package)
        return levels.find_nearest_level(people, package, table.game, seats)

    @action("options", is_look=True, only_in_lobby=True)
    async def show_options(self, request: ActionRequest) -> Screen:
        """Show the host the options that every game has, such as the time limit for a turn."""
        return await self._render_panel(request, render_options)

    @action("game-options", is_look=True, only_in_lobby=True)
    async def show_game_options(self, request: ActionRequest) -> Screen:
        """Show the host the options that only the table's game has."""
        return await self._render_panel(request, render_game_options)

    async def _render_panel(self, request: ActionRequest, panel: PanelRenderer) -> Screen:
        """Return one of the screens in which the host chooses options, or raise `Refused`."""
        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        lobby = seating.require_lobby(table)
        check_host(lobby, click)
        package = self._tables.find_package(lobby)
        return panel(lobby, package, screens.make_context(table, package, click.language))

    @action("set", only_in_lobby=True)
    @action("pick", only_in_lobby=True)
    async def set_option(self, request: ActionRequest) -> Screen:
        """Set one of the table's options, and show the host the options again.

        The action's argument is "<option>/<choice>".
        """
        name, _, choice = request.argument.partition("/")
        table = await self.change_option(request, name, choice)
        own = name in {option.name for option in self._tables.find_package(table).game.options}
        return await self._render_panel(request, render_game_options if own else render_options)

    async def change_option(self, request: ActionRequest, name: str, choice: str) -> Table:
        """Set one of the table's options at the host's request, and return the changed table.

        Raises:
            Refused: Somebody else than the host asks, or there is no such choice.
        """
        click = request.click

        def changed(table: Table) -> Change:
            check_host(table, click)
            return options.set_option(table, self._tables.find_package(table), name, choice)

        return await self._tables.submit(request.table_id, changed, click)

    @action("remove", only_in_lobby=True)
    async def remove_player(self, request: ActionRequest) -> Screen:
        """Remove a player from the table, or let a removed person join again.

        The action's argument is the user id or the computer player's name. To let a person join
        again, it is "back/" followed by the user id.

        Raises:
            Refused: Somebody else than the host asks, or the player has no seat here.
        """
        click, who = request.click, request.argument

        def removed(table: Table) -> Change:
            check_host(table, click)
            back = who.removeprefix(LET_BACK_PREFIX)
            if back != who:
                return seating.allow_back(table, parse_id(back))
            ids = [str(player.user or player.name) for player in table.players]
            if who not in ids:
                raise Refused("seat-empty")
            return seating.remove_by_host(table, ids.index(who))

        await self._tables.submit(request.table_id, removed, click)
        return await self.show_options(request)

    @action("rematch")
    async def open_rematch_lobby(self, request: ActionRequest) -> Screen:
        """Open a table for a rematch, which keeps the seats of the people who have just played.

        The action's argument is the name of another game, or "" for the same one.

        Raises:
            Refused: The person did not play, the game is not over, or the other game has too few
                seats.
        """
        return await self._open_rematch(request.click, request.table_id, request.argument)

    async def _open_rematch(
        self, click: Click, table_id: int, game: str, abandoned_id: int = 0
    ) -> Screen:
        table = await self._tables.load(table_id, click)
        if table.evening is not None and await self._evenings.is_latest(table):
            return await self._open_next_game(click, table_id, game, abandoned_id)
        finished = _require_finished(table, click)
        self._check_offered(game or table.game)
        package, now = self._tables.find_package(table), self._clock.now()
        lobby = opening.open_rematch(finished, package, click, now)
        if game:
            clock = (await self._lookups.find_settings(click.guild)).clock
            lobby = opening.change_game(lobby, game, package, self._registry[game], clock)
        return await self._open_lobby(click, lobby, f"rematch/{table_id}/{game}", abandoned_id)

    @action("evening")
    async def begin_evening_after_game(self, request: ActionRequest) -> Screen:
        """Make a finished game the first of an evening, and open the lobby of the next one.

        Raises:
            Refused: The person did not play, or the game is not over.
        """
        return await self._open_next_game(request.click, request.table_id)

    async def _open_next_game(
        self, click: Click, table_id: int, game: str = "", abandoned_id: int = 0
    ) -> Screen:
        """Open the lobby of an evening's next game, with the person's vote for a game if given.

        The finished game counts for the evening only if it is the channel's latest.
        """
        table = await self._tables.load(table_id, click)
        finished = _require_finished(table, click)
        counts = await self._evenings.is_latest(finished)
        lobby = await self._evenings.make_next_lobby(finished, click, counts=counts)
        if game and voting.has_vote(lobby):
            lobby = seating.require_lobby(voting.vote(lobby, self._registry, click, game).table)
        return await self._open_lobby(click, lobby, f"{EVENING_WISH}/{table_id}", abandoned_id)

    @action("games", is_look=True)
    async def show_games(self, request: ActionRequest) -> Screen:
        """Show the other games that a lobby's host, or a player after a game, can choose.

        Raises:
            Refused: The person is neither, or the server has no other game on offer.
        """
        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        if is_over(table):
            chosen_for: Lobby | Finished = _require_finished(table, click)
        else:
            chosen_for = seating.require_lobby(table)
            check_host(table, click)
        offered = await self._settings.find_games(click.guild)
        games = {name: package for name, package in offered.items() if name != table.game}
        if not games:
            raise Refused("no-other-game")
        package = self._tables.find_package(table)
        return render_games(chosen_for, games, package, click.language)

    @action("change-game", only_in_lobby=True)
    async def change_game(self, request: ActionRequest) -> Screen:
        """Change the game of a lobby at the host's request, and show the host's own screen.

        The action's argument is the game's name.

        Raises:
            Refused: Somebody else than the host asks, the server does not offer the game, or it has
                too few seats.
        """
        click, game = request.click, request.argument
        self._check_offered(game)
        if game not in await self._settings.find_games(click.guild):
            raise Refused("open-not-this")
        clock = (await self._lookups.find_settings(click.guild)).clock

        def replace_game(table: Table) -> Change:
            check_host(table, click)
            lobby, registry = seating.require_lobby(table), self._registry
            packages = registry[table.game], registry[game]
            return Change(opening.change_game(lobby, game, *packages, clock))

        table = await self._tables.submit(request.table_id, replace_game, click)
        return await self.render_seat_screen(table, click)

    def _check_offered(self, game: str) -> None:
        package = self._registry.get(game)
        if package is None:
            raise Refused("game-unknown")
        if not package.offered:
            raise Refused("game-not-offered")


def _require_finished(table: Table, click: Click) -> Finished:
    """Return the table if its game is over and the person has played in it, or raise `Refused`."""
    if not is_over(table) or table.seat_of(click.user) is None or table.is_lesson:
        raise Refused("rematch-players-only")
    return table


def _format_play_wish(lobby: Lobby) -> str:
    """Return the wish for a new table as the argument of the action "make-room".

    It has all that `/cats play` can choose.
    """
    levels = [player.level for player in lobby.players if player.user is None]
    language = lobby.language if lobby.is_language_chosen else ""
    options = (lobby.clock, language, str(int(lobby.text_only)), str(len(levels)), *levels[:1])
    return "/".join(("play", lobby.game, *options))


def _change_if_seated(click: Click, change: Callable[[Table], Change], table: Table) -> Change:
    """Make a change for a person who has confirmed a seat, or raise `Refused`."""
    seat = table.seat_of(click.user)
    if seat is None or not table.players[seat].confirmed:
        raise Refused("join-first")
    return change(table)
