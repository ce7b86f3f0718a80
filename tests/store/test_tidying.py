"""What is forgotten, and when."""

from msgspec.structs import replace

from bot.games.game import Elapse, Event
from bot.store.records import Commit, Result, Score, Table
from bot.store.shards import ALL
from bot.store.store import Store
from tests.databases import asked

DAY = 86_400.0
YEAR = 365 * DAY
MONTH = 30 * DAY
ADA, BO = Result(7, "Ada", 1, 9), Result(8, "Bo", 2, 4)


def rows(url: str, table: str) -> int:
    return int(asked(url, f"SELECT count(*) FROM {table}")[0][0])


async def played(store: Store, lobby: Table, at: float, *results: Result) -> Table:
    """Store a game that was over at that time, with an input and an event."""
    over = replace(lobby, phase="over", step=1)
    told, given = (Event(None, "said"),), (Elapse(1),)
    table = await store.commit(Commit(over, at=at, given=given, events=told, results=results))
    return table.telling(told)


async def names(store: Store, guild: int) -> dict[int, str]:
    return {score.user: score.name for score in await store.scores(guild)}


async def test_names_and_ids_go_a_year_after_the_last_game(
    store: Store, lobby: Table, url: str
) -> None:
    await played(store, lobby, 0.0, ADA, BO)
    await played(store, replace(lobby, guild=2), DAY, replace(BO, name="Bobby"))

    await store.tidy(YEAR)
    assert await names(store, lobby.guild) == {7: "Ada", 8: "Bo"}
    await store.tidy(YEAR + 1)
    assert await names(store, lobby.guild) == {8: "Bo"}, "Bo has played elsewhere since"
    assert asked(url, 'SELECT DISTINCT "user" FROM scores') == [(8,)], "no id is left, either"
    await store.tidy(YEAR + DAY + 1)
    assert rows(url, "scores") == 0


async def test_who_plays_again_begins_anew(store: Store, lobby: Table) -> None:
    await played(store, lobby, 0.0, ADA)
    await store.tidy(2 * YEAR)
    await played(store, lobby, 2 * YEAR, replace(ADA, name="Adele"))
    await store.tidy(2 * YEAR + 1)
    assert await store.scores(lobby.guild) == (Score(7, "Adele", 1, 1, 9),)


async def test_more_people_than_one_step_looks_at_are_forgotten(
    store: Store, lobby: Table, url: str
) -> None:
    old, new = (tuple(Result(n, "Eve", 1, 0) for n in range(odd, 2402, 2)) for odd in (0, 1))
    await played(store, lobby, 0.0, *old)
    await played(store, lobby, DAY, *new)
    await store.tidy(YEAR + 1)
    left = {user for (user,) in asked(url, 'SELECT "user" FROM scores')}
    assert left == {result.user for result in new}


async def test_a_servers_rows_go_a_month_after_the_bot_was_removed(
    store: Store, lobby: Table, url: str
) -> None:
    for channel in range(3):
        await played(store, replace(lobby, channel=channel), 0.0, ADA, BO)
    await store.commit(Commit(lobby, at=0.0))
    stays = await played(store, replace(lobby, guild=2), 0.0, ADA)
    await store.guild_removed(lobby.guild, 100.0)
    await store.guild_removed(lobby.guild, 200.0)

    await store.tidy(99.0 + MONTH)
    assert rows(url, "tables") == 5
    await store.tidy(100.0 + MONTH)
    assert [rows(url, name) for name in ("tables", "inputs", "events", "scores")] == [1] * 4
    assert [rows(url, name) for name in ("seats", "due")] == [len(stays.players), len(stays.dues)]
    assert await store.table(stays.id) == stays
    assert rows(url, "removed_guilds") == 0


async def test_more_people_than_one_step_takes_are_forgotten(
    store: Store, lobby: Table, url: str
) -> None:
    await played(store, lobby, 0.0, *(Result(user, "Eve", 1, 0) for user in range(120)))
    await store.guild_removed(lobby.guild, 0.0)
    await store.tidy(MONTH)
    assert rows(url, "scores") == 0


async def test_a_server_that_takes_the_bot_back_keeps_its_rows(
    store: Store, lobby: Table, url: str
) -> None:
    await played(store, lobby, 0.0, ADA)
    await store.guild_removed(lobby.guild, 0.0)
    await store.guild_joined(lobby.guild)
    await store.tidy(MONTH)
    assert (rows(url, "tables"), rows(url, "scores")) == (1, 1)


async def test_what_happened_to_servers_unnoticed_is_found_by_comparing(
    store: Store, lobby: Table, url: str
) -> None:
    await played(store, replace(lobby, guild=1), 0.0, ADA)
    await played(store, replace(lobby, guild=2), 0.0, ADA)
    result_alone = await played(store, replace(lobby, guild=3), 0.0, ADA)
    await store.forget(result_alone.id)
    await store.guild_removed(1, 50.0)
    await store.guild_removed(2, 60.0)

    await store.compare_guilds({1, 9}, 70.0, ALL)
    found = asked(url, "SELECT guild, at FROM removed_guilds ORDER BY guild")
    assert found == [(2, 60.0), (3, 70.0)]
