"""Renders the panel of `/cats-settings`, in which people choose for all tables of a server."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import asdict

from bot.domain.calls import HOURS_PER_DAY
from bot.domain.levels import LIKE_US, level_choices, list_all_levels
from bot.domain.options import CLOCKS
from bot.domain.server_settings import (
    SETTING_DEFAULTS,
    ServerSettings,
    SettingName,
    choose_games,
    mention_channels,
    mention_roles,
)
from bot.domain.time_zones import DEFAULT_ZONES
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, EntitySelect, Item, Screen, Select, TableAction
from bot.engine.text_helpers import join_lines
from bot.i18n import LANGUAGES, Text, text
from bot.presenters.lobby import format_clock
from bot.presenters.time_zones import make_zone_select, name_zone
from bot.presenters.welcome import format_title

SHOW_SETTINGS, CHANGE_SETTING = "settings", "settings-set"
"""The actions of the panel's buttons and menus."""
ZONE_PRESS = TableAction(CHANGE_SETTING, "puzzle_zone")
PANEL_ACTIONS = frozenset({(0, SHOW_SETTINGS), (0, CHANGE_SETTING)})
"""As in `Click.shown_actions`."""
LISTED_SETTINGS: tuple[SettingName, ...] = (
    *("channels", "roles", "games", "language", "clock", "text_only", "level", "threads", "calls"),
    "puzzle_channel",
)
"""The settings in the order of the panel."""
SHARED_SCREENS: dict[SettingName, SettingName] = {
    "call_role": "calls",
    "puzzle_hour": "puzzle_channel",
    "puzzle_zone": "puzzle_channel",
}
"""The settings that are chosen on the screen of another one."""
HOURS = tuple(map(str, range(HOURS_PER_DAY)))
FIXED_CHOICES: dict[SettingName, tuple[str, ...]] = {
    "language": LANGUAGES,
    "clock": CLOCKS,
    "text_only": ("no", "yes"),
    "threads": ("no", "yes"),
    "calls": ("subscribers", "off"),
    "puzzle_hour": HOURS,
}
"""The values of settings that take one of a few, as the menu sends them."""
MAX_DESCRIPTION_LENGTH = 100
"""Discord's limit for the description of a menu's option."""


class ShownSettings(Struct, frozen=True):
    """What the panel shows of a server, and the language of its reader."""

    stored: ServerSettings
    current: ServerSettings
    """The settings as they hold: without what was deleted."""
    games: GameRegistry
    """All games that can be chosen."""
    language: str
    now: float

    @property
    def say(self) -> Text:
        """The texts that all games share."""
        return text(self.language)

    @property
    def names(self) -> list[SettingName]:
        """The settings that can be chosen: no level if no game has several."""
        return [
            name for name in LISTED_SETTINGS if name != "level" or list_choices(name, self.games)
        ]


def list_choices(name: SettingName, games: GameRegistry) -> tuple[str, ...]:
    """Return the values of a setting that takes one of a few, as the menu sends them."""
    return list_all_levels(games) if name == "level" else FIXED_CHOICES.get(name, ())


def render_settings(panel: ShownSettings) -> Screen:
    """Return the first screen of the panel: all settings, and who changed one last."""
    say, settings = panel.say, panel.stored
    lines = [
        say("settings-line", setting=_name(say, name), value=_format_value(panel, name))
        for name in panel.names
    ]
    if settings.changed_setting in SETTING_DEFAULTS:
        who = "" if settings.changed_by is None else f"<@{settings.changed_by}>"
        at, changed = str(int(settings.changed_at)), _name(say, settings.changed_setting)
        lines.append(say("settings-changed", setting=changed, who=who or say("somebody"), at=at))
    options = tuple((name, _name(say, name)) for name in panel.names)
    select = Select(say("settings-which"), TableAction(SHOW_SETTINGS), options)
    told = "\n".join((say("settings-text"), "", *lines))
    note = join_lines(_tell_deleted(panel, panel.names), _tell_puzzle_problem(panel))
    return Screen(say("settings-title"), told, rows=((select,),), note=note)


def render_setting(panel: ShownSettings, name: SettingName) -> Screen:
    """Return the screen of one setting: its value, and the menu that changes it."""
    say, name = panel.say, SHARED_SCREENS.get(name, name)
    now = say("settings-now", value=_format_value(panel, name))
    usual = Button(
        say("button-settings-off" if name == "puzzle_channel" else "button-settings-usual"),
        TableAction(CHANGE_SETTING, f"{name}/"),
        emoji="🐾",
        disabled=_is_usual(panel.stored, name),
    )
    back = Button(say("button-settings-back"), TableAction(SHOW_SETTINGS), emoji="↩️")
    rows = (*((menu,) for menu in _make_menus(panel, name)), (usual, back))
    told = f"{say(f'settings-{_slug(name)}-told')}\n\n{now}"
    note = _tell_deleted(panel, (name,))
    if name == "puzzle_channel":
        note = join_lines(note, _tell_puzzle_problem(panel))
        if (due := panel.current.puzzle_due) is not None:
            told = join_lines(told, say("settings-puzzle-next", at=str(int(due))))
    return Screen(_name(say, name), told, rows=rows, note=note)


def _make_menus(panel: ShownSettings, name: SettingName) -> Iterator[Item]:
    """Yield the menus of a setting."""
    say, settings, press = panel.say, panel.current, TableAction(CHANGE_SETTING, name)
    match name:
        case "channels":
            which = say("settings-channels-which")
            yield EntitySelect(which, press, "channels", settings.channels)
        case "puzzle_channel":
            yield from _make_puzzle_menus(panel)
        case "roles":
            yield EntitySelect(say("settings-roles-which"), press, "roles", settings.roles)
        case "games":
            titles = tuple(
                (game, format_title(panel.language, package))
                for game, package in panel.games.items()
            )
            which, chosen = say("settings-games-which"), tuple(choose_games(settings, panel.games))
            yield Select(which, press, titles, max_values=len(titles), chosen=chosen)
        case _ if choices := list_choices(name, panel.games):
            labels = tuple((choice, _format_choice(panel, name, choice)) for choice in choices)
            told = tuple(_describe_choice(panel, name, choice) for choice in choices)
            chosen = tuple(each for each in choices if each == _find_choice(settings, name))
            yield Select(
                _format_value(panel, name),
                press,
                labels,
                chosen=chosen,
                descriptions=told if any(told) else (),
            )
    if name == "calls":
        role = (settings.call_role,) if settings.calls == "role" else ()
        press = TableAction(CHANGE_SETTING, "call_role")
        yield EntitySelect(say("settings-calls-which"), press, "roles", role, max_values=1)


def _make_puzzle_menus(panel: ShownSettings) -> Iterator[Item]:
    say, settings = panel.say, panel.current
    chosen = () if settings.puzzle_due is None else (settings.puzzle_channel,)
    press = TableAction(CHANGE_SETTING, "puzzle_channel")
    which = say("settings-puzzle-channel-which")
    yield EntitySelect(which, press, "channels", chosen, max_values=1, has_forums=False)
    hours = tuple((each, say("settings-puzzle-hour", hour=f"{each:>02}:00")) for each in HOURS)
    press = TableAction(CHANGE_SETTING, "puzzle_hour")
    at_hour = (str(settings.puzzle_hour),)
    yield Select(say("settings-puzzle-hour-which"), press, hours, chosen=at_hour)
    zone = settings.puzzle_zone or DEFAULT_ZONES.get(panel.language, "UTC")
    yield make_zone_select(say, say("settings-puzzle-zone-which"), ZONE_PRESS, zone, panel.now)


def _find_choice(settings: ServerSettings, name: SettingName) -> str:
    """Return the value of a setting as its menu sends it, or "" if it is no choice of a menu."""
    value = asdict(settings)[name]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else ""


def _is_usual(settings: ServerSettings, name: SettingName) -> bool:
    return bool(asdict(settings)[name] == SETTING_DEFAULTS[name])


def _format_value(panel: ShownSettings, name: SettingName) -> str:
    """Return the value of a setting in words, and say if it is the default."""
    say, settings = panel.say, panel.current
    if _is_usual(settings, name):
        choice = _find_choice(settings, name)
        key = f"settings-{_slug(name)}-{choice or 'usual'}"
        return say("settings-usual", value=say(key))
    match name:
        case "channels":
            value = mention_channels(settings.channels)
        case "roles":
            value = mention_roles(settings.roles)
        case "games":
            chosen = choose_games(settings, panel.games).values()
            value = ", ".join(format_title(panel.language, package) for package in chosen)
        case "calls" if settings.calls == "role":
            value = mention_roles((settings.call_role,))
        case "puzzle_channel":
            value = _format_puzzle(panel)
        case _:
            value = _format_choice(panel, name, _find_choice(settings, name))
    return value


def _format_puzzle(panel: ShownSettings) -> str:
    """Return where and when the daily puzzle is posted."""
    say, settings = panel.say, panel.current
    if settings.puzzle_due is None:
        return say("settings-puzzle-channel-off")
    return say(
        "settings-puzzle-on",
        channel=mention_channels((settings.puzzle_channel,)),
        hour=f"{settings.puzzle_hour:02}:00",
        city=name_zone(say, settings.puzzle_zone),
    )


def _format_choice(panel: ShownSettings, name: SettingName, choice: str) -> str:
    """Return one of `list_choices` in words."""
    match name:
        case "language":
            return panel.say(f"language-{choice}")
        case "clock":
            return format_clock(panel.say, choice)
        case "level":
            packages = (each for each in panel.games.values() if choice in level_choices(each))
            said = [text(panel.language, package.text) for package in packages]
            return said[0](f"level-{choice}") if said else choice
    return panel.say(f"settings-{_slug(name)}-{choice}")


def _describe_choice(panel: ShownSettings, name: SettingName, choice: str) -> str:
    """Return which games have a level of computers, or "" for any other choice."""
    if name != "level":
        return ""
    if choice == LIKE_US:
        return panel.say(f"level-{LIKE_US}-told")
    titles = (
        format_title(panel.language, package)
        for package in panel.games.values()
        if choice in level_choices(package)
    )
    return ", ".join(titles)[:MAX_DESCRIPTION_LENGTH]


def _tell_deleted(panel: ShownSettings, names: Iterable[SettingName]) -> str:
    """Return a line about settings for which something was chosen that does not exist any more."""
    stored, current = asdict(panel.stored), asdict(panel.current)
    told = {"puzzle_channel"} if panel.stored.puzzle_problem else set()
    gone = (name for name in names if stored[name] != current[name] and name not in told)
    changed = [_name(panel.say, name) for name in gone]
    return panel.say("settings-deleted", settings=", ".join(changed)) if changed else ""


def _tell_puzzle_problem(panel: ShownSettings) -> str:
    """Return why the daily puzzle is not posted any more, and what to do, or ""."""
    settings = panel.stored
    if not settings.puzzle_problem:
        return ""
    channel = mention_channels((settings.puzzle_channel,))
    return panel.say(f"settings-puzzle-{settings.puzzle_problem}", channel=channel)


def _name(say: Text, name: SettingName) -> str:
    """Return the name of a setting in words."""
    return say(f"settings-{_slug(SHARED_SCREENS.get(name, name))}")


def _slug(name: str) -> str:
    return name.replace("_", "-")
