"""Evenings that are over: how they are listed among games, and how long they are kept."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.domain.calls import CallSubscription
from bot.domain.evenings import Evening, StoredEvening
from bot.domain.game_records import Record
from bot.domain.table import Table
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import run_sql
from tests.evenings import ADA, BEN, EVENING, MOMO
from tests.storage.conftest import clean_up

DAY = 86_400.0
GUILD, CHANNEL, EVENING_ID = 1 << 62, 1 << 61, 900


async def add(store: Store, id_: int = EVENING_ID, at: float = 200.0, guild: int = GUILD) -> None:
    await store.evenings.add(id_, guild, CHANNEL, EVENING, at)


def subscribe(url: str, *users: int, guild: int = GUILD) -> None:
    for user in users:
        wish = CallSubscription(guild, user)
        values = guild, user, "[]", wish.zone, wish.from_hour, wish.until_hour
        run_sql(url, "INSERT INTO call_subscriptions VALUES (?, ?, ?, ?, ?, ?)", *values)


def rows(url: str, table: str) -> int:
    return int(run_sql(url, f"SELECT count(*) FROM {table}")[0][0])


async def test_an_evening_is_read_as_it_was_stored(store: Store, url: str) -> None:
    assert await store.evenings.find(EVENING_ID) is None
    await add(store)
    await store.people.set_preference(8, "seen_by", "me")
    stored = StoredEvening(EVENING_ID, GUILD, CHANNEL, 200.0, EVENING, frozenset({8}))
    assert await store.evenings.find(EVENING_ID) == stored
    assert stored.show_to(8) == stored
    hidden = stored.show_to(7).evening
    assert [each.name for each in hidden.members] == ["", "Momo", "Ada"]
    assert [stored.is_visible_to(user, 5) for user in (7, 8, 9)] == [True, True, False]
    assert stored.is_visible_to(9, CHANNEL)


async def test_an_evening_of_a_thread_stands_in_the_list_of_its_channel(store: Store) -> None:
    parent = CHANNEL + 1
    await store.evenings.add(EVENING_ID, GUILD, CHANNEL, EVENING, 200.0, parent)
    for channel in (CHANNEL, parent):
        (found,) = await store.evenings.find_in_channel(channel, 0)
        assert isinstance(found, StoredEvening)
        assert found.is_visible_to(9, channel)
        assert not found.is_visible_to(9, parent + 1)
    assert await store.evenings.find_in_channel(parent + 1, 0) == ()


async def test_a_repeat_changes_nothing_even_if_somebody_was_erased_meanwhile(
    store: Store, url: str
) -> None:
    await add(store)
    await store.personal_data.erase(7)
    before = run_sql(url, "SELECT * FROM evenings ORDER BY line")
    await store.evenings.add(EVENING_ID, GUILD, CHANNEL, replace(EVENING, members=(ADA,)), 300.0)
    assert run_sql(url, "SELECT * FROM evenings ORDER BY line") == before


async def test_an_evening_without_a_finished_game_is_not_stored(store: Store, url: str) -> None:
    await store.evenings.add(EVENING_ID, GUILD, CHANNEL, Evening(1.0), 2.0)
    assert rows(url, "evenings") == 0
    assert await store.evenings.find_in_channel(CHANNEL, 0) == ()


def ids(page: Sequence[Record | StoredEvening]) -> list[int]:
    return [each.id for each in page]


async def test_evenings_stand_at_their_time_among_the_games(store: Store, lobby: Table) -> None:
    here = replace(lobby, channel=CHANNEL)
    first, later = [
        (await store_finished_table(store, here, make_ranked_player(7, "Ada", 1), at=at)).id
        for at in (100.0, 300.0)
    ]
    await add(store, later + 1, at=200.0)
    await store.evenings.add(later + 2, GUILD, 5, EVENING, 400.0)
    await store.evenings.add(later + 3, GUILD, 5, replace(EVENING, members=(BEN,)), 500.0)
    assert ids(await store.evenings.find_in_channel(CHANNEL, 0)) == [later, later + 1, first]
    mine = await store.evenings.find_of_person(7, 0)
    assert ids(mine) == [later + 2, later, later + 1, first]
    assert isinstance(mine[0], StoredEvening) and mine[0].evening == EVENING


async def test_an_evening_and_a_game_of_the_same_table_are_two_entries(
    store: Store, lobby: Table
) -> None:
    here = replace(lobby, channel=CHANNEL)
    over = await store_finished_table(store, here, make_ranked_player(7, "Ada", 1), at=1.0)
    await add(store, over.id, at=2.0)
    for page in (
        await store.evenings.find_in_channel(CHANNEL, 0),
        await store.evenings.find_of_person(7, 0),
    ):
        assert [type(each) for each in page] == [StoredEvening, Record]


async def test_pages_have_games_and_evenings_together(store: Store, lobby: Table) -> None:
    here, made = replace(lobby, channel=CHANNEL), []
    for number in range(20):
        player = make_ranked_player(7, "Ada", 1)
        over = await store_finished_table(store, here, player, at=float(2 * number))
        await add(store, 1000 + over.id, at=2.0 * number + 1)
        made += [over.id, 1000 + over.id]
    pages = [await store.evenings.find_in_channel(CHANNEL, page) for page in range(3)]
    assert [len(page) for page in pages] == [26, 15, 0]
    assert ids([*pages[0][:25], *pages[1]]) == made[::-1]
    pages = [await store.evenings.find_of_person(7, page) for page in range(3)]
    assert [len(page) for page in pages] == [26, 15, 0]


async def test_whoever_is_erased_has_no_name_in_evenings_and_settings_and_is_not_called(
    store: Store, url: str
) -> None:
    await add(store)
    subscribe(url, 7, 8)
    await store.server_settings.change(GUILD, "threads", True, 7, 1.0)
    await store.personal_data.erase(7)
    stored = await store.evenings.find(EVENING_ID)
    assert stored is not None
    erased = replace(ADA, user=None, name="")
    assert stored.evening.members == (BEN, MOMO, erased)
    assert not erased.is_computer
    assert run_sql(url, 'SELECT "user" FROM call_subscriptions') == [(8,)]
    settings = await store.server_settings.find(GUILD)
    assert settings.threads
    assert settings.changed_by is None
    assert ids(await store.evenings.find_of_person(7, 0)) == []
    assert (await store.personal_data.load_rows(7))["evenings"] == []


async def test_a_person_gets_only_their_own_rows(store: Store, url: str) -> None:
    await add(store)
    subscribe(url, 7, 8)
    await store.server_settings.change(GUILD, "clock", "60", 7, 3.0)
    await store.server_settings.change(5, "clock", "60", 8, 3.0)
    found = await store.personal_data.load_rows(7)
    (settings,), (wish,) = found["guild_settings"], found["call_subscriptions"]
    assert settings == {"guild": GUILD, "changed_setting": "clock", "changed_at": 3.0}
    assert (wish["guild"], wish["user"], wish["zone"]) == (GUILD, 7, "UTC")
    (evening,) = found["evenings"]
    assert (evening["name"], evening["points"], evening["line"]) == ("Ada", 9, 2)


@pytest.mark.parametrize(
    ("days", "guild", "kept"),
    [(729, GUILD, True), (731, GUILD, False), (31, 5, False), (29, 5, True)],
    ids=["two years", "older", "a server's thirty days", "younger"],
)
async def test_evenings_go_when_games_do(
    store: Store, url: str, days: int, guild: int, kept: bool
) -> None:
    now = 1000 * DAY
    await store.people.set_retention_days(5, 30)
    await add(store, at=now - days * DAY, guild=guild)
    await clean_up(store, now)
    assert rows(url, "evenings") == 3 * kept


async def test_more_old_evenings_than_one_step_deletes_go(store: Store, url: str) -> None:
    for number in range(1, 121):
        await add(store, number, at=1.0 + number % 7)
    await add(store, 500, at=999 * DAY)
    await clean_up(store, 1000 * DAY)
    assert run_sql(url, "SELECT DISTINCT id FROM evenings") == [(500,)]


async def test_people_go_from_evenings_as_from_games(store: Store) -> None:
    now = 100 * DAY
    await store.people.set_preference(7, "days", 30)
    await add(store, 1, at=now - 31 * DAY)
    await add(store, 2, at=now - 29 * DAY)
    await clean_up(store, now)
    names = [
        [each.name for each in stored.evening.members]
        for id_ in (1, 2)
        if (stored := await store.evenings.find(id_))
    ]
    assert names == [["Ben", "Momo", ""], ["Ben", "Momo", "Ada"]]


async def test_a_servers_evenings_settings_and_calls_go_after_thirty_days(
    store: Store, url: str
) -> None:
    for guild in (GUILD, 5):
        for number in range(60):
            await add(store, guild % 1000 + number, guild=guild)
        subscribe(url, *range(1, 61), guild=guild)
        await store.server_settings.change(guild, "threads", True, 7, 1.0)
    await store.guilds.note_removed([GUILD], 0.0)
    names = ("evenings", "call_subscriptions", "guild_settings")
    await clean_up(store, 29 * DAY)
    assert [rows(url, name) for name in names] == [360, 120, 2]
    await clean_up(store, 30 * DAY)
    for name in names:
        assert run_sql(url, f"SELECT DISTINCT guild FROM {name}") == [(5,)], name


@pytest.mark.parametrize("kind", ["evenings", "call_subscriptions", "guild_settings"])
async def test_a_server_is_known_by_each_of_them(store: Store, url: str, kind: str) -> None:
    match kind:
        case "evenings":
            await add(store)
        case "call_subscriptions":
            subscribe(url, 7)
        case _:
            await store.server_settings.change(GUILD, "threads", True, 7, 1.0)
    await store.guilds.compare({5}, 9.0, ONLY_SHARD)
    assert run_sql(url, "SELECT guild FROM removed_guilds") == [(GUILD,)]
