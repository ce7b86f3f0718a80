"""Shows people who manage a server its settings, changes them, and says what they forbid."""

import asyncio
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.common.numbers import parse_id
from bot.domain.changes import Click, Refused
from bot.domain.puzzle_posts import plan_posts
from bot.domain.server_settings import (
    SETTING_DEFAULTS,
    ServerSettings,
    SettingName,
    SettingValue,
    choose_games,
    drop_missing,
    find_refusal,
)
from bot.domain.time_zones import DEFAULT_ZONES, find_zone_name
from bot.engine.package import GamePackage, GameRegistry, find_offered_games
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.server_settings import (
    CHANGE_SETTING,
    PANEL_ACTIONS,
    SHOW_SETTINGS,
    ZONE_PRESS,
    ShownSettings,
    list_choices,
    render_setting,
    render_settings,
)
from bot.presenters.time_zones import OTHER_ZONE, explain_unknown_zone, render_zone_form
from bot.services.actions import ActionRequest, action
from bot.services.events import PuzzlePostsPlanned
from bot.services.service import Service, Shared

PUZZLE_SETTINGS = frozenset({"puzzle_channel", "puzzle_hour", "puzzle_zone"})
"""The settings of daily posts, which are stored together with the time of the next one."""
MAX_CHOSEN_IDS = 25
"""The maximum number of channels or roles, which is that of a menu of Discord's."""


class ServerSettingsPanel(Service):
    """Shows and changes the settings of servers, and applies those about opening tables."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock for each server in which somebody is choosing when a puzzle is posted."""

    async def find_games(self, guild: int) -> dict[str, GamePackage]:
        """Return the games on offer in a server."""
        settings = await self._lookups.find_settings(guild)
        return choose_games(settings, find_offered_games(self._registry))

    async def find_current(self, guild: int) -> ServerSettings:
        """Return the settings of a server as they hold now: without what was deleted."""
        settings = await self._lookups.find_settings(guild)
        roles = (*settings.roles, *filter(None, (settings.call_role,)))
        channels = (*settings.channels, *filter(None, (settings.puzzle_channel,)))
        existing = await asyncio.gather(
            self._messenger.find_channels(guild, channels),
            self._messenger.find_roles(guild, roles),
        )
        return drop_missing(settings, find_offered_games(self._registry), *existing)

    async def find_refusal(self, click: Click, game: str = "") -> Refused | None:
        """Return why a person may not open a table of a game here, or None if they may.

        Discord is asked what was deleted only if something is forbidden.
        """
        if game and game not in await self.find_games(click.guild):
            return Refused("open-not-this")
        settings = await self._lookups.find_settings(click.guild)
        if find_refusal(settings, click) is None:
            return None
        return find_refusal(await self.find_current(click.guild), click)

    @action(SHOW_SETTINGS, is_look=True)
    async def show(self, request: ActionRequest) -> Screen:
        """Show the settings of the server, or one of them, whose name is the action's argument.

        Raises:
            Refused: The person may not use the panel.
        """
        _check_may_use(request.click)
        return await self._render(request.click, _find_name(request.argument))

    async def _render(self, click: Click, name: SettingName | None, note: str = "") -> Screen:
        panel = ShownSettings(
            await self._lookups.find_settings(click.guild),
            await self.find_current(click.guild),
            find_offered_games(self._registry),
            click.language,
            self._clock.now(),
        )
        screen = render_setting(panel, name) if name else render_settings(panel)
        return replace(screen, note=note) if note else screen

    @action(CHANGE_SETTING)
    async def change(self, request: ActionRequest) -> Screen:
        """Change a setting, and show it again.

        The action's argument is "<setting>/<value>", with "." between several values, and without a
        value for the default. A time zone can also be what the person has written. If that is
        unknown, nothing changes.

        Raises:
            Refused: The person may not use the panel, or there is no such value.
        """
        click = request.click
        _check_may_use(click)
        asked, _, given = request.argument.partition("/")
        name = _find_name(asked.partition("~")[0])
        if name is None:
            raise Refused("old-button")
        if name == "puzzle_zone":
            if given == OTHER_ZONE:
                return render_zone_form(text(click.language), ZONE_PRESS)
            if not find_zone_name(given):
                note = explain_unknown_zone(text(click.language), given)
                return await self._render(click, name, note)
        value = _parse_value(name, given, find_offered_games(self._registry))
        if name in PUZZLE_SETTINGS:
            await self._store_puzzle(click, name, value)
        else:
            await self._store_value(click, name, value)
        if name == "call_role":
            await self._store_value(click, "calls", "role" if value else SETTING_DEFAULTS["calls"])
        return await self._render(click, name)

    async def _store_puzzle(self, click: Click, name: SettingName, value: SettingValue) -> None:
        """Store one of the settings of daily posts, and when the next one is due, in one write."""
        async with self._locks.setdefault(click.guild, asyncio.Lock()):
            stored, now = await self._store.server_settings.find(click.guild), self._clock.now()
            zone = stored.puzzle_zone or DEFAULT_ZONES.get(click.language, "UTC")
            author = {"changed_by": click.user, "changed_setting": name, "changed_at": now}
            changed = replace(stored, **{"puzzle_zone": zone, **author, name: value})
            await self._lookups.change_puzzle(plan_posts(changed, now))
        self._events.publish(PuzzlePostsPlanned())

    async def _store_value(self, click: Click, name: SettingName, value: SettingValue) -> None:
        now = self._clock.now()
        await self._lookups.change_setting(click.guild, name, value, click.user, now)


def _check_may_use(click: Click) -> None:
    """Raise `Refused` unless a person may use the panel of the server.

    Discord decides who may use the command, which a server can also allow to others than managers:
    https://docs.discord.com/developers/interactions/application-commands#permissions
    A press counts as theirs if it comes from the panel, which nobody else sees.
    """
    is_command = not click.message
    is_from_panel = click.is_ephemeral and click.shown_actions & PANEL_ACTIONS
    if not (click.can_manage_server or is_command or is_from_panel):
        raise Refused("only-server-managers")


def _find_name(argument: str) -> SettingName | None:
    return next((name for name in SETTING_DEFAULTS if name == argument), None)


def _parse_value(name: SettingName, given: str, games: GameRegistry) -> SettingValue:
    """Return the value that was chosen for a setting, or its default if that is "".

    Raises `Refused` if there is no such value, as in an old or forged message.
    """
    if not given:
        return SETTING_DEFAULTS[name]
    if name == "puzzle_zone":
        return find_zone_name(given)
    chosen = given.split(".")
    ids = tuple(map(parse_id, chosen[:MAX_CHOSEN_IDS]))
    match name:
        case "channels" | "roles" if all(ids):
            return ids
        case "call_role" | "puzzle_channel" if ids[0]:
            return ids[0]
        case "games" if {*chosen} <= {*games}:
            return tuple(chosen) if len(chosen) < len(games) else SETTING_DEFAULTS[name]
        case _ if given in list_choices(name, games):
            return _convert(given, SETTING_DEFAULTS[name])
    raise Refused("old-button")


def _convert(choice: str, default: SettingValue) -> SettingValue:
    """Return what a menu sends as a value of the same type as a default."""
    if isinstance(default, bool):
        return choice == "yes"
    return int(choice) if isinstance(default, int) else choice
