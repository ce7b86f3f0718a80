"""What the managers of a server choose for all tables there."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.domain.changes import Click, Refused

CallSetting = Literal["subscribers", "role", "off"]
"""Whom "Call people" in a lobby mentions: people who asked for it, a role, or nobody."""
PuzzleProblem = Literal["", "gone", "refused"]
"""Why the daily puzzle is not posted: the channel is gone, or the bot may not post there."""
MAX_MENTIONS = 3
"""The maximum number of channels or roles that a sentence names."""

G = TypeVar("G")


class ServerSettings(Struct, frozen=True, gc=False, array_like=True):
    """The settings of a server. A default value means that the bot decides as without settings."""

    guild: int
    channels: tuple[int, ...] = ()
    """The ids of the channels in which tables may be opened. () means everywhere."""
    roles: tuple[int, ...] = ()
    """The ids of the roles that may open tables. () means everybody."""
    games: tuple[str, ...] = ()
    """The names of the games on offer. () means all."""
    language: str = ""
    """The language of boards. "" means that of each host."""
    clock: str = ""
    """The time limit of a turn, as in `Table.clock`, in games that do not count in seconds. ""
    means the default of each game.
    """
    text_only: bool = False
    level: str = ""
    """The level of computers, such as "tomcat", in all games that have it."""
    threads: bool = False
    """Whether each table gets a thread of its own."""
    calls: CallSetting = "subscribers"
    call_role: int = 0
    """The id of the role that is mentioned if `calls` is "role"."""
    changed_by: int | None = None
    """The id of the person who last changed a setting. None means nobody, or a forgotten person."""
    changed_setting: str = ""
    """Which `SettingName` that was."""
    changed_at: float = 0.0
    called_at: float = 0.0
    """When people were last called in this server."""
    puzzle_channel: int = 0
    """The id of the channel in which the daily puzzle is posted, or 0 for none."""
    puzzle_hour: int = 9
    """The hour of each day at which it is posted, 0 to 23."""
    puzzle_zone: str = ""
    """The IANA name of the time zone of that hour. "" means that none was chosen yet."""
    puzzle_due: float | None = None
    """When the next post is due, in seconds since 1970. None means that there are no posts."""
    puzzle_begun: float = 0.0
    """When the last post was begun. From `puzzle_due` on, it is unknown if Discord has it."""
    puzzle_problem: PuzzleProblem = ""
    """Why there are no posts any more, although a channel was chosen."""


SettingName = Literal[
    "channels",
    "roles",
    "games",
    "language",
    "clock",
    "text_only",
    "level",
    "threads",
    "calls",
    "call_role",
    "puzzle_channel",
    "puzzle_hour",
    "puzzle_zone",
]
"""The name of a setting: a field of `ServerSettings`."""
SettingValue = str | int | bool | tuple[int, ...] | tuple[str, ...]
SETTING_DEFAULTS: dict[SettingName, SettingValue] = {
    name: asdict(ServerSettings(0))[name] for name in get_args(SettingName)
}
"""The default value of each setting."""


def drop_missing(
    settings: ServerSettings,
    games: Collection[str],
    channels: Collection[int],
    roles: Collection[int],
) -> ServerSettings:
    """Return the settings as they hold if there are no other games, channels and roles than these.

    What does not exist any more counts as not chosen.
    """
    kept = replace(
        settings,
        games=tuple(each for each in settings.games if each in games),
        channels=tuple(each for each in settings.channels if each in channels),
        roles=tuple(each for each in settings.roles if each in roles),
    )
    if settings.puzzle_channel not in channels:
        kept = replace(kept, puzzle_channel=0, puzzle_due=None)
    if settings.calls != "role" or settings.call_role in roles:
        return kept
    return replace(kept, calls="subscribers", call_role=0)


def choose_games(settings: ServerSettings, offered: Mapping[str, G]) -> dict[str, G]:
    """Return those of the offered games that the server has chosen, or all if none is left."""
    chosen = {name: game for name, game in offered.items() if name in settings.games}
    return chosen or dict(offered)


def find_refusal(settings: ServerSettings, click: Click) -> Refused | None:
    """Return why a person may not open a table where they clicked, or None if they may.

    A thread counts as its channel. Who may manage the server needs none of the roles.
    """
    if settings.channels and not {click.channel, click.parent_channel} & {*settings.channels}:
        return Refused("open-elsewhere", channels=mention_channels(settings.channels))
    is_allowed = click.can_manage_server or {*click.roles} & {*settings.roles}
    if settings.roles and not is_allowed:
        return Refused("open-not-you", roles=mention_roles(settings.roles))
    return None


def mention_channels(channels: Sequence[int]) -> str:
    """Return links to channels, such as "<#7> <#8> <#9> +2" for five."""
    return _list_some([f"<#{channel}>" for channel in channels])


def mention_roles(roles: Sequence[int]) -> str:
    """Return the names of roles as Discord shows them, like `mention_channels`."""
    return _list_some([f"<@&{role}>" for role in roles])


def _list_some(mentions: list[str]) -> str:
    more = len(mentions) - MAX_MENTIONS
    return " ".join([*mentions[:MAX_MENTIONS], *([f"+{more}"] if more > 0 else [])])
