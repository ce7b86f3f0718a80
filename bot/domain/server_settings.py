"""What the managers of a server choose for all tables there."""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict

CallSetting = Literal["subscribers", "role", "off"]
"""Whom "Call people" in a lobby mentions: people who asked for it, a role, or nobody."""


class ServerSettings(Struct, frozen=True, gc=False, omit_defaults=True):
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
    """The time limit of a turn, as in `Table.clock`. "" means the default of each game."""
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
]
"""The name of a setting: a field of `ServerSettings`."""
SettingValue = str | int | bool | tuple[int, ...] | tuple[str, ...]
SETTING_DEFAULTS: dict[SettingName, SettingValue] = {
    name: asdict(ServerSettings(0))[name] for name in get_args(SettingName)
}
"""The default value of each setting."""
