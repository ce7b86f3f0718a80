"""The settings of servers: one write for each change, beside those of others."""

import asyncio

from msgspec.structs import replace

from bot.domain.server_settings import SETTING_DEFAULTS, ServerSettings, SettingName, SettingValue
from bot.services.lookups import Lookups
from bot.storage.store import Store

GUILD, ADA, BEN = 10**18, 10**18 + 1, 10**18 + 2
CHOSEN: dict[SettingName, SettingValue] = {
    "channels": (10**18 + 3, 10**18 + 4),
    "roles": (10**18 + 5,),
    "games": ("secret_numbers",),
    "language": "de",
    "clock": "60",
    "text_only": True,
    "level": "kitten",
    "threads": True,
    "calls": "role",
    "call_role": 10**18 + 5,
    "puzzle_channel": 10**18 + 6,
    "puzzle_hour": 20,
    "puzzle_zone": "Europe/Berlin",
}


async def test_every_setting_is_stored_and_taken_back_alone(store: Store) -> None:
    assert CHOSEN.keys() == SETTING_DEFAULTS.keys()
    lookups, expected = Lookups(store), ServerSettings(GUILD)
    assert await lookups.find_settings(GUILD) == expected
    for at, (name, value) in enumerate([*CHOSEN.items(), *SETTING_DEFAULTS.items()]):
        author = {"changed_by": ADA, "changed_setting": name, "changed_at": float(at)}
        expected = replace(expected, **{name: value}, **author)
        assert await lookups.change_setting(GUILD, name, value, ADA, float(at)) == expected
        assert await lookups.find_settings(GUILD) == expected
        assert await store.server_settings.find(GUILD) == expected
    assert await lookups.find_settings(GUILD + 1) == ServerSettings(GUILD + 1)


async def test_changes_at_the_same_moment_keep_each_other(store: Store) -> None:
    lookups = Lookups(store)
    await asyncio.gather(
        *(
            lookups.change_setting(GUILD, name, value, (ADA, BEN)[at % 2], float(at))
            for at, (name, value) in enumerate(CHOSEN.items())
        ),
        lookups.note_call(GUILD, 7.0),
        lookups.change_setting(GUILD, "clock", "3", BEN, 99.0),
    )
    last = {"changed_by": BEN, "changed_setting": "clock", "changed_at": 99.0, "called_at": 7.0}
    expected = replace(ServerSettings(GUILD), **CHOSEN | {"clock": "3"}, **last)
    assert await store.server_settings.find(GUILD) == expected
    assert await lookups.find_settings(GUILD) == expected
