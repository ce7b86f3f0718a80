"""Calls people to a lobby with a free seat, and keeps who wants to be called.

Only people who asked for it on this server are called, or the role that the server has chosen.
Nobody is written to privately: the lobby's message is posted again, and mentions them.
"""

import asyncio
from collections.abc import Sequence
from math import ceil, inf
from weakref import WeakValueDictionary

from cachetools import TTLCache
from msgspec.structs import replace

from bot.domain.calls import (
    HOURS_PER_DAY,
    MAX_CALLED_PEOPLE,
    MIN_CALL_INTERVAL_SECONDS,
    CallSubscription,
    LobbyCall,
    select_called,
)
from bot.domain.changes import Click, Refused, check_can_post
from bot.domain.lobby_calls import call_people, check_may_call
from bot.domain.server_settings import ServerSettings
from bot.domain.table import Lobby
from bot.domain.time_zones import DEFAULT_ZONES, find_zone_name
from bot.engine.package import find_offered_games
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.calls import (
    ALL_GAMES,
    ZONE_PRESS,
    render_call_panel,
    render_called,
    render_nobody_to_call,
    render_not_called,
)
from bot.presenters.time_zones import OTHER_ZONE, explain_unknown_zone, render_zone_form
from bot.services.actions import ActionRequest, action
from bot.services.messenger import Audience, MemberGone, RequestFailed
from bot.services.service import Service, Shared
from bot.storage.call_repository import SubscriptionField

MAX_LOOK_SECONDS = 2.0
"""The number of seconds for which a call asks Discord who can see the channel."""
MAX_PARALLEL_LOOKS = 10
MAX_LOOKS = 40
"""The maximum number of people about whom a call asks Discord."""
MIN_LOOK_INTERVAL_SECONDS = 10.0
"""The minimum number of seconds between two calls of a server for which Discord is asked, even if
they reach nobody.
"""


class Calls(Service):
    """Calls people to lobbies, and lets each person choose whether to be called."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock for each server in which somebody is calling people."""
        self._looked_lately: TTLCache[int, None, float] = TTLCache(
            inf, MIN_LOOK_INTERVAL_SECONDS, shared.clock.now
        )
        """The servers about whose people Discord was asked lately."""

    @action("call-people")
    async def call_people(self, request: ActionRequest) -> Screen:
        """Mention people who want to play, or the server's role for that, in a lobby's message.

        A lobby calls once, and a server every `MIN_CALL_INTERVAL_SECONDS`. A call that reaches
        nobody does not count.

        Raises:
            Refused: The person has no seat, no seat is free, or nobody may be called here now.
        """
        click = request.click
        async with self._locks.setdefault(click.guild, asyncio.Lock()):
            table = await self._tables.record_arrival(request.table_id, click)
            package = self._tables.find_package(table)
            lobby = check_may_call(table, package, click.user)
            settings = await self._lookups.find_settings(click.guild)
            self._check_may_call_here(settings, click)
            check_can_post(click, text_only=lobby.text_only)
            call = await self._make_call(lobby, settings, click)
            if call is None:
                return render_nobody_to_call(text(click.language), table.id)
            await self._tables.submit(
                table.id,
                lambda table: call_people(table, self._tables.find_package(table), call),
                click,
            )
            await self._lookups.note_call(click.guild, self._clock.now())
        return render_called(text(click.language), call, table.id)

    def _check_may_call_here(self, settings: ServerSettings, click: Click) -> None:
        """Raise `Refused` if the person, the channel or the server may not call people now."""
        if settings.calls == "off":
            raise Refused("calls-off")
        if not click.can_write:
            raise Refused("call-read-only")
        if click.is_private_thread:
            raise Refused("call-private-thread")
        again_at = settings.called_at + MIN_CALL_INTERVAL_SECONDS
        if self._clock.now() < again_at:
            raise Refused("call-later", until=str(ceil(again_at)))

    async def _make_call(
        self, lobby: Lobby, settings: ServerSettings, click: Click
    ) -> LobbyCall | None:
        """Return whom to call to a lobby, or None if nobody wants to be called.

        If the server's role was deleted, people who asked for it are called.

        Raises:
            Refused: Discord does not tell who can see the channel, or has just been asked.
        """
        users = await self._find_people(lobby, click)
        if settings.calls == "subscribers" and not users:
            return None
        if click.guild in self._looked_lately:
            raise Refused("one-moment")
        self._looked_lately[click.guild] = None
        until = asyncio.get_running_loop().time() + MAX_LOOK_SECONDS
        try:
            async with asyncio.timeout_at(until):
                audience = await self._messenger.find_audience(
                    click.guild, click.parent_channel or click.channel
                )
        except (RequestFailed, TimeoutError):
            raise Refused("call-unsure") from None
        if settings.calls == "role" and audience.has_role(settings.call_role):
            return LobbyCall(click.user, role=settings.call_role)
        found = await self._find_who_can_see(users[:MAX_LOOKS], audience, until, click.guild)
        return LobbyCall(click.user, found) if found else None

    async def _find_people(self, lobby: Lobby, click: Click) -> list[int]:
        """Return users who want to be called for a lobby's game now, at random.

        Those who have a seat, or whom the host has removed, are left out.
        """
        left_out = {player.user for player in lobby.players} | {one.user for one in lobby.removed}
        subscriptions = await self._store.calls.find_of_server(click.guild)
        called = select_called(subscriptions, lobby.game, self._clock.now())
        return [each.user for each in called if each.user not in left_out]

    async def _find_who_can_see(
        self, users: Sequence[int], audience: Audience, until: float, guild: int
    ) -> tuple[int, ...]:
        """Return the first `MAX_CALLED_PEOPLE` of these users who can see a channel.

        People who have left the server are deleted from its list. Whoever Discord does not tell
        about is left out. `until` is a time of the event loop's clock.
        """
        left = iter(users)
        found, gone, is_unsure = list[int](), list[int](), False

        async def look() -> None:
            nonlocal is_unsure
            for user in left:
                try:
                    if await audience.includes(user):
                        found.append(user)
                except MemberGone:
                    gone.append(user)
                except RequestFailed:
                    is_unsure = True
                if len(found) >= MAX_CALLED_PEOPLE:
                    break

        try:
            async with asyncio.timeout_at(until):
                await asyncio.gather(*(look() for _ in range(MAX_PARALLEL_LOOKS)))
        except TimeoutError:
            is_unsure = True
        for user in gone:
            await self._store.calls.delete(guild, user)
        if is_unsure and not found:
            raise Refused("call-unsure")
        return tuple(found[:MAX_CALLED_PEOPLE])

    @action("call-me", is_look=True)
    async def show_subscription(self, request: ActionRequest) -> Screen:
        """Show a person whether they are called on this server, for which games and when."""
        return await self._render_panel(request.click)

    async def _render_panel(self, click: Click, note: str = "") -> Screen:
        say, stored = text(click.language), await self._find_subscription(click)
        settings = await self._lookups.find_settings(click.guild)
        return render_call_panel(
            say,
            stored or _make_default(click),
            find_offered_games(self._registry),
            self._clock.now(),
            is_stored=stored is not None,
            note=note or ("" if settings.calls == "subscribers" else say("call-me-unused")),
        )

    async def _find_subscription(self, click: Click) -> CallSubscription | None:
        subscriptions = await self._store.calls.find_of_person(click.user)
        return next((each for each in subscriptions if each.guild == click.guild), None)

    @action("call-set")
    async def change_subscription(self, request: ActionRequest) -> Screen:
        """Put a person on this server's list of people to call, and change one of their choices.

        The action's argument is "on", or "games", "zone", "from" or "until" with what was chosen. A
        zone can also be what the person has written. If that is unknown, nothing changes.

        Raises:
            Refused: There is no such choice.
        """
        click, say = request.click, text(request.click.language)
        name, _, value = request.argument.partition("/")
        name = name.partition("~")[0]
        if name == "zone" and value == OTHER_ZONE:
            return render_zone_form(say, ZONE_PRESS)
        changed: SubscriptionField | None = None
        new = _make_default(click)
        if name == "games":
            chosen = value.split(".")
            games = tuple(game for game in self._registry if game in chosen)
            changed, new = "games", replace(new, games=() if ALL_GAMES in chosen else games)
        elif name == "zone":
            zone = find_zone_name(value)
            if not zone:
                return await self._render_panel(click, explain_unknown_zone(say, value))
            changed, new = "zone", replace(new, zone=zone)
        elif name == "from" and value in map(str, range(HOURS_PER_DAY)):
            changed, new = "from_hour", replace(new, from_hour=int(value))
        elif name == "until" and value in map(str, range(1, HOURS_PER_DAY + 1)):
            changed, new = "until_hour", replace(new, until_hour=int(value))
        elif name != "on":
            raise Refused("old-button")
        await self._store.calls.store(new, changed)
        return await self._render_panel(click)

    @action("call-off", in_direct_messages=True)
    async def end_subscription(self, request: ActionRequest) -> Screen:
        """Take a person off this server's list of people to call.

        In direct messages there is no server, so it takes them off the lists of all servers.
        """
        click = request.click
        if click.guild:
            await self._store.calls.delete(click.guild, click.user)
        else:
            await self._store.calls.delete_of_person(click.user)
        return render_not_called(text(click.language), is_on_server=bool(click.guild))


def _make_default(click: Click) -> CallSubscription:
    zone = DEFAULT_ZONES.get(click.language, "UTC")
    return CallSubscription(click.guild, click.user, zone=zone)
