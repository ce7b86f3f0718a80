"""The settings of servers: one write for each change, beside those of others."""

import asyncio

from msgspec.structs import replace

from bot.domain.server_settings import SETTING_DEFAULTS, ServerSettings, SettingName, SettingValue
from bot.services.lookups import Lookups
from bot.storage.server_settings_repository import DUE_SERVERS_PER_READ
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.storage.conftest import GAMES

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
        await lookups.change_setting(GUILD, name, value, ADA, float(at))
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


async def make_due(store: Store, *dues: float | None) -> None:
    """Store servers 1, 2, ... that are due for a post of the daily puzzle."""
    for guild, due in enumerate(dues, 1):
        await store.server_settings.change_puzzle(ServerSettings(guild, puzzle_due=due))


async def test_servers_are_due_in_the_order_of_their_times(store: Store) -> None:
    settings = store.server_settings
    assert await settings.find_next_puzzle(ONLY_SHARD) is None
    await make_due(store, 30.0, 10.0, None, 20.0, 10.0, 40.0)
    assert await settings.find_next_puzzle(ONLY_SHARD) == 10.0
    due = await settings.find_due_puzzles(30.0, ONLY_SHARD)
    assert [each.guild for each in due] == [2, 5, 4, 1]
    after = await settings.find_due_puzzles(30.0, ONLY_SHARD, due[1])
    assert [each.guild for each in after] == [4, 1]
    other = Shard(1, 2)
    assert not await settings.find_due_puzzles(30.0, other)
    assert await settings.find_next_puzzle(other) is None


async def test_servers_are_read_in_pages(store: Store) -> None:
    await make_due(store, *(10.0 for _ in range(DUE_SERVERS_PER_READ + 2)))
    first = await store.server_settings.find_due_puzzles(10.0, ONLY_SHARD)
    rest = await store.server_settings.find_due_puzzles(10.0, ONLY_SHARD, first[-1])
    assert len(first) == DUE_SERVERS_PER_READ
    assert [each.guild for each in (*first, *rest)] == [*range(1, DUE_SERVERS_PER_READ + 3)]


async def test_of_two_workers_one_begins_a_post_and_the_other_learns_when(
    store: Store, url: str
) -> None:
    await make_due(store, 10.0)
    other = await Store.open(url, GAMES) if url.startswith("postgresql") else store
    begun = await asyncio.gather(
        store.server_settings.begin_puzzle_post(1, 10.0, 11.0),
        other.server_settings.begin_puzzle_post(1, 10.0, 12.0),
    )
    if other is not store:
        await other.close()
    times = {each.puzzle_begun if each else None for each in begun}
    assert times in ({11.0}, {12.0})
    assert await store.server_settings.begin_puzzle_post(1, 10.0, 13.0) == begun[0]
    assert await store.server_settings.begin_puzzle_post(1, 9.0, 13.0) is None


async def test_a_post_moves_on_only_from_where_it_was(store: Store) -> None:
    settings = store.server_settings
    await make_due(store, 10.0)
    await settings.change(1, "threads", True, BEN, 1.0)
    await settings.move_puzzle_post(1, 9.0, None, "gone")
    assert (await settings.find(1)).puzzle_due == 10.0
    await settings.move_puzzle_post(1, 10.0, 20.0)
    assert (await settings.find(1)).puzzle_due == 20.0
    await settings.move_puzzle_post(1, 20.0, None, "refused")
    ended = await settings.find(1)
    assert (ended.puzzle_due, ended.puzzle_problem, ended.threads) == (None, "refused", True)


async def test_lookups_know_of_a_plan_that_is_stored_beside_another_setting(store: Store) -> None:
    lookups = Lookups(store)
    planned = ServerSettings(GUILD, puzzle_channel=5, puzzle_due=10.0, puzzle_zone="UTC")
    await lookups.find_settings(GUILD)
    await asyncio.gather(
        lookups.change_setting(GUILD, "clock", "3", BEN, 1.0),
        lookups.change_puzzle(planned),
        lookups.change_setting(GUILD, "threads", True, BEN, 1.0),
    )
    settings = await lookups.find_settings(GUILD)
    assert settings == await store.server_settings.find(GUILD)
    assert (settings.clock, settings.threads, settings.puzzle_due) == ("3", True, 10.0)
