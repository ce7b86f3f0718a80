"""Keeps groups together for an evening of several games: votes, next lobbies, and the end."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from bot.domain import lobby_calls, voting
from bot.domain.changes import Change, Click, Refused, close_table
from bot.domain.evening_games import add_awards, count_game
from bot.domain.evenings import Evening
from bot.domain.host import check_host, format_host_name
from bot.domain.opening import change_game, open_next_game
from bot.domain.seating import require_lobby
from bot.domain.server_settings import choose_games
from bot.domain.table import Finished, Lobby, Match, RecordSaving, Table, is_over
from bot.engine.package import find_offered_games
from bot.engine.screen import Screen
from bot.services.actions import ActionRequest, action
from bot.services.service import Service
from bot.storage.problems import ChannelTaken


class Evenings(Service):
    """Opens the lobbies of evenings, counts votes there, and ends and stores evenings."""

    async def list_choices(self, guild: int) -> tuple[str, ...]:
        """Return the names of the games between which people in a server can choose."""
        settings = await self._lookups.find_settings(guild)
        return tuple(choose_games(settings, find_offered_games(self._registry)))

    async def start(self, lobby: Lobby, evening: Evening | None = None) -> Lobby:
        """Return a lobby as part of an evening, which is new by default, with a vote.

        If its game is not on offer any more, it is another one that has enough seats.
        """
        now, choices = self._clock.now(), await self.list_choices(lobby.guild)
        people = sum(player.user is not None for player in lobby.players)
        possible = [game for game in choices if self._registry[game].game.seats[-1] >= people]
        if possible and lobby.game not in choices:
            old, new = self._registry[lobby.game], self._registry[possible[0]]
            lobby = change_game(lobby, possible[0], old, new)
        return voting.start_vote(lobby, evening or Evening(now), choices, now)

    async def begin(self, table: Lobby | Match, click: Click) -> Table:
        """Make a lobby or a running game the first of an evening, and return the changed table.

        Raises:
            Refused: Somebody else than the host asks, or, once the game runs, than a player.
        """
        choices, now = await self.list_choices(table.guild), self._clock.now()

        def begun(table: Table) -> Change:
            if table.evening is not None:
                return Change(table)
            if isinstance(table, Match):
                if table.seat_of(click.user) is None:
                    raise Refused("not-seated")
                return Change(replace(table, evening=Evening(now)))
            lobby = require_lobby(table)
            check_host(lobby, click)
            return Change(voting.start_vote(lobby, Evening(now), choices, now))

        return await self._tables.submit(table.id, begun, click)

    async def is_latest(self, table: Table) -> bool:
        """Return whether no other table was opened in the channel since this one."""
        latest = await self._tables.find_latest_table(table.channel)
        return latest is not None and latest.id == table.id

    async def make_next_lobby(
        self, table: Finished, click: Click | None = None, *, counts: bool = True
    ) -> Lobby:
        """Return the lobby that follows a finished game in an evening, with a vote.

        Args:
            click: The press that asks for the lobby. None means that it opens by itself.
            counts: Whether the lobby takes the evening over. The game becomes its first if it is
                not part of one. Otherwise a new evening begins without the game.

        Raises:
            Refused: The awards of the game are not stored yet.
        """
        if any(isinstance(timer, RecordSaving) for timer in table.timers):
            raise Refused("try-again")
        package, now = self._tables.find_package(table), self._clock.now()
        lobby = open_next_game(table, package, now, click.user if click else None)
        if not counts:
            return await self.start(lobby)
        if table.evening is None:
            table = count_game(replace(table, evening=Evening(table.opened_at)), package)
        evening = table.evening
        found = await self._store.records.find_record(table.id) if is_over(table) else None
        if found and evening:
            evening = add_awards(evening, *found)
        return await self.start(lobby, evening)

    async def open_next_lobby(self, table_id: int) -> None:
        """Open the lobby of an evening's next game, if nobody has done so yet.

        If another table is open in the channel, it becomes part of the evening.
        """
        table = await self._tables.load(table_id)
        if not isinstance(table, Finished) or table.evening is None:
            return
        holder = await self._tables.find_holder(table.channel)
        if holder is None:
            latest = await self._tables.find_latest_table(table.channel)
            if latest is not None and latest.id != table.id and _is_of_evening(latest, table):
                return
            lobby = await self.make_next_lobby(table)
            try:
                await self._tables.add(lobby_calls.invite_to_rematch(lobby))
            except ChannelTaken:
                raise Refused("try-again") from None
        elif not _is_of_evening(holder, table):
            evening = (await self.make_next_lobby(table)).evening
            await self._tables.submit(holder.id, partial(_join_evening, evening=evening))

    @action("vote", names_game=True)
    async def vote(self, request: ActionRequest) -> Screen | None:
        """Note a person's vote for the next game. The action's argument is the game's name.

        Raises:
            Refused: The person has no seat, the vote is over, or the game has too few seats.
        """
        click, game = request.click, request.argument
        voted = partial(voting.vote, registry=self._registry, click=click, game=game)
        await self._tables.submit(request.table_id, voted, click, answer_shows_change=False)
        return None

    @action("vote-end")
    async def end_vote(self, request: ActionRequest) -> None:
        """End a vote before its time.

        Raises:
            Refused: Somebody else than the host asks, unless the host is silent.
        """
        await self._decide(request, partial(voting.end_vote, registry=self._registry))

    @action("evening-end")
    async def end_evening(self, request: ActionRequest) -> None:
        """Close the lobby of an evening, which ends the evening.

        Raises:
            Refused: Somebody else than the host asks, unless the host is silent.
        """
        await self._decide(request, close_table)

    async def _decide(self, request: ActionRequest, change: Callable[[Table], Change]) -> None:
        """Change a lobby for its host, or for anybody with a seat if the host is silent."""
        click = request.click

        def change_if_allowed(table: Table) -> Change:
            _check_may_decide(table, click)
            return change(table)

        await self._tables.submit(
            request.table_id, change_if_allowed, click, answer_shows_change=False
        )

    async def end_vote_before_start(self, table: Table, click: Click) -> Table:
        """End the vote in a lobby whose game a person is about to start, if they may start it."""
        if not voting.has_vote(table) or not lobby_calls.may_start(table, click.user):
            return table
        return await self._tables.submit(
            table.id, partial(voting.end_vote, registry=self._registry)
        )


def _check_may_decide(table: Table, click: Click) -> None:
    """Raise `Refused` unless a person is the lobby's host, or has a seat and the host is silent."""
    lobby = require_lobby(table)
    if not lobby_calls.may_start(lobby, click.user):
        raise Refused("host-only", name=format_host_name(lobby))


def _is_of_evening(table: Table, other: Table) -> bool:
    """Return whether two tables are part of the same evening."""
    if table.evening is None or other.evening is None:
        return False
    return table.evening.began_at == other.evening.began_at


def _join_evening(table: Table, evening: Evening | None) -> Change:
    """Make an open table part of an evening, as it takes the channel of the next lobby.

    It stays as it is if it is part of another one that has counted a game.
    """
    own = table.evening or Evening(0.0)
    if isinstance(table, Finished) or evening is None or own.games:
        return Change(table)
    return Change(replace(table, evening=replace(evening, choices=own.choices, votes=own.votes)))
