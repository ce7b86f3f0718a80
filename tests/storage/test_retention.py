"""What is forgotten, and when."""

import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from bot.domain.game_records import RatingWeight
from bot.domain.ratings import make_rating_update
from bot.domain.results import ALL_SERVERS, Page
from bot.domain.table import Commit, Player, Table
from bot.engine.events import EventRecord
from bot.engine.game import Elapse
from bot.storage.database import Transaction
from bot.storage.group_commit import INSERT_SEAT, INSERT_TABLE, UPDATE_TABLE
from bot.storage.guild_repository import GUILDS_PER_STEP
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.retention import PEOPLE_PER_STEP, Retention
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.bench.ends import make_ranked_player
from tests.databases import open_transaction, run_sql
from tests.storage.conftest import clean_up
from tests.tables import expect_finished, in_phase

DAY = 86_400.0
YEAR = 365 * DAY
MONTH = 30 * DAY
ADA, BO = make_ranked_player(7, "Ada", 1, 9), make_ranked_player(8, "Bo", 2, 4)


def rows(url: str, table: str) -> int:
    return int(run_sql(url, f"SELECT count(*) FROM {table}")[0][0])


async def store_finished_game(store: Store, lobby: Table, at: float, *people: Player) -> Table:
    """Store a game that was over at that time, with an input and an event."""
    told, given = (EventRecord(None, "said"),), (Elapse(1),)
    over = in_phase(lobby, "over", step=1, players=people, ended_at=at)
    commit = Commit(over, at=at, actions=given, events=told)
    table = expect_finished(await store.tables.commit(commit))
    await store.records.save_record(table, RatingWeight((0.0,) * len(people)), make_rating_update)
    return table.add_events(told)


async def crowd(store: Store, lobby: Table, at: float, users: Iterable[int]) -> None:
    """Let many people finish games, twenty at a table."""
    people = [make_ranked_player(user, "Eve", 1) for user in users]
    for start in range(0, len(people), 20):
        await store_finished_game(store, lobby, at, *people[start : start + 20])


async def lines(store: Store, lobby: Table) -> dict[str, tuple[int, int]]:
    """Return the games and wins on a server by names."""
    found = await store.standings.find_scores(Page(lobby.guild, lobby.game))
    return {line.name: (line.games, line.wins) for line in found}


class Counting:
    """A transaction whose statements are counted."""

    def __init__(self, transaction: Transaction, counts: Counter[str], kind: str) -> None:
        self._transaction = transaction
        self._counts = counts
        self._kind = kind

    def __getattr__(self, name: str) -> Any:
        self._counts[self._kind] += 1
        return getattr(self._transaction, name)


@pytest.fixture
def statements(store: Store, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the statements of transactions: "writing" holds up everybody else who writes."""
    counts: Counter[str] = Counter()

    def counted(kind: str) -> Callable[[], AbstractAsyncContextManager[Counting]]:
        begin = getattr(store._transactions.database, kind)

        @asynccontextmanager
        async def begun() -> AsyncIterator[Counting]:
            async with begin() as transaction:
                yield Counting(transaction, counts, kind)

        return begun

    for kind in ("writing", "reading"):
        monkeypatch.setattr(store._transactions.database, kind, counted(kind))
    return counts


async def test_names_and_ids_go_a_year_after_the_last_game(
    store: Store, lobby: Table, url: str
) -> None:
    await store_finished_game(store, lobby, 0.0, ADA, BO)
    await store_finished_game(
        store, replace(lobby, guild=2), DAY, make_ranked_player(8, "Bobby", 2)
    )
    for user in (7, 8):
        await store.removed_people.remove(RemovedPerson(3, user, "", 0.0))

    await clean_up(store, YEAR)
    assert [*await lines(store, lobby)] == ["Ada", "Bo"]
    await clean_up(store, YEAR + 1)
    assert [*await lines(store, lobby)] == ["Bo"], "Bo has played elsewhere since"
    assert run_sql(url, 'SELECT "user" FROM removed_people') == [(8,)]
    assert run_sql(url, 'SELECT DISTINCT "user" FROM standings') == [(8,)], "no id is left, either"
    await clean_up(store, YEAR + DAY + 1)
    assert rows(url, "standings") == rows(url, "months") == rows(url, "removed_people") == 0
    await store_finished_game(store, lobby, 2 * YEAR, make_ranked_player(7, "Adele", 1))
    await clean_up(store, 2 * YEAR + 1)
    assert await lines(store, lobby) == {"Adele": (1, 1)}, "who plays again begins anew"


async def test_more_people_than_one_step_looks_at_are_forgotten_and_nobody_else_is_held_up(
    store: Store, lobby: Table, url: str, statements: Counter[str]
) -> None:
    old, new = (range(odd, 402, 2) for odd in (2, 1))
    await crowd(store, lobby, 0.0, old)
    await crowd(store, lobby, DAY, new)
    statements.clear()
    await clean_up(store, YEAR)
    assert "writing" not in statements, "there was nobody to forget yet"
    await clean_up(store, YEAR + 1)
    assert {user for (user,) in run_sql(url, 'SELECT "user" FROM standings')} == {*new}


async def test_who_plays_while_people_are_forgotten_is_not(
    store: Store, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_finished_game(store, lobby, 0.0, ADA, BO)
    delete = store.retention.delete_standings

    async def overtaken(*args: Any) -> None:
        await store_finished_game(store, lobby, YEAR, ADA)
        await delete(*args)

    monkeypatch.setattr(store.retention, "delete_standings", overtaken)
    await clean_up(store, YEAR + 1)
    assert await lines(store, lobby) == {"Ada": (2, 2)}


async def test_a_servers_rows_go_a_month_after_the_bot_was_removed(
    store: Store, lobby: Table, url: str
) -> None:
    for channel in range(3):
        await store_finished_game(store, replace(lobby, channel=channel), 0.0, ADA, BO)
    await store.tables.commit(Commit(lobby, at=0.0))
    stays = await store_finished_game(store, replace(lobby, guild=2), 0.0, ADA)
    await store.guilds.note_removed([lobby.guild], 100.0)
    await store.guilds.note_removed([lobby.guild], 200.0)
    for guild in (lobby.guild, 2):
        await store.removed_people.remove(RemovedPerson(guild, 8, "Bo", 0.0))

    await clean_up(store, 99.0 + MONTH)
    assert rows(url, "tables") == 5
    await clean_up(store, 100.0 + MONTH)
    assert [rows(url, name) for name in ("tables", "inputs", "events", "records")] == [1] * 4
    assert [rows(url, name) for name in ("seats", "due")] == [len(stays.players), len(stays.timers)]
    assert await store.tables.load(stays.id) == stays
    assert rows(url, "removed_guilds") == 0
    assert run_sql(url, "SELECT guild FROM removed_people") == [(2,)]
    assert await store.standings.has_finished(BO.user or 0, lobby.game), (
        "who has played is no newcomer"
    )


async def test_of_a_server_with_many_tables_a_few_go_in_each_step(
    store: Store, lobby: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for channel in range(10):
        await store_finished_game(store, replace(lobby, channel=channel), 0.0, ADA)
    run_sql(url, "DELETE FROM records")
    await store.guilds.note_removed([lobby.guild], 0.0)
    delete_some, left = store.retention.delete_some_of_guild, list[int]()

    async def counted(*args: Any) -> bool:
        left.append(rows(url, "tables"))
        return await delete_some(*args)

    monkeypatch.setattr(store.retention, "delete_some_of_guild", counted)
    await clean_up(store, MONTH)
    assert left == [10, 6, 2, 0, 0, 0], "then how people stand, and their months"
    assert [rows(url, name) for name in ("tables", "records", "removed_guilds")] == [0, 0, 0]

    await crowd(store, lobby, MONTH, range(1, 121))  # more people than one step takes
    await store.guilds.note_removed([lobby.guild], MONTH)
    await clean_up(store, 2 * MONTH)
    assert {guild for (guild,) in run_sql(url, "SELECT guild FROM standings")} == {ALL_SERVERS}
    assert rows(url, "months") == 0


@pytest.mark.parametrize("in_the_midst", [False, True])
async def test_a_server_that_takes_the_bot_back_keeps_what_is_left(
    store: Store, lobby: Table, url: str, monkeypatch: pytest.MonkeyPatch, in_the_midst: bool
) -> None:
    await store_finished_game(store, lobby, 0.0, ADA)
    await store.guilds.note_removed([lobby.guild], 0.0)
    iterate_rows = store.retention.iterate_rows

    async def overtaken(*args: Any, **named: Any) -> AsyncIterator[tuple[Any, ...]]:
        async for row in iterate_rows(*args, **named):
            await store.guilds.note_joined([lobby.guild])
            yield row

    if in_the_midst:
        monkeypatch.setattr(store.retention, "iterate_rows", overtaken)
    else:
        await store.guilds.note_joined([lobby.guild])
    await clean_up(store, MONTH)
    assert (rows(url, "tables"), rows(url, "records")) == (1, 1)


async def test_what_happened_to_servers_unnoticed_is_found_by_comparing(
    store: Store, lobby: Table, url: str
) -> None:
    await store_finished_game(store, replace(lobby, guild=1), 0.0, ADA)
    await store_finished_game(store, replace(lobby, guild=2), 0.0, ADA)
    result_alone = await store_finished_game(store, replace(lobby, guild=3), 0.0, ADA)
    await store.tables.delete(result_alone.id)
    await store.guilds.note_removed([1], 50.0)
    await store.guilds.note_removed([2], 60.0)

    await store.guilds.compare({1, 9}, 70.0, ONLY_SHARD)
    found = run_sql(url, "SELECT guild, at FROM removed_guilds ORDER BY guild")
    assert found == [(2, 60.0), (3, 70.0)]


def known_guilds(url: str, number: int, of: int = 1) -> set[int]:
    """Let people stand in so many servers, of shard 0 of so many; return their ids."""
    guilds = {(n * of) << 22 for n in range(1, number + 1)}
    with open_transaction(url) as ask:
        for guild in guilds:
            values = (
                'guild, "user", game, name, games, wins, at, rated, mu, sigma, all_mu, all_sigma'
            )
            row = "(?, 7, 'x', '', 1, 1, 1.0, 0, 25.0, 8.0, 25.0, 8.0)"
            ask(f"INSERT INTO standings ({values}) VALUES {row}", guild)
    return guilds


def read_removed_guilds(url: str) -> dict[int, float]:
    """Return when the bot was removed from which servers."""
    return dict(run_sql(url, "SELECT guild, at FROM removed_guilds"))


async def test_many_servers_are_compared_and_what_differs_is_written_in_a_few_statements(
    store: Store, url: str, statements: Counter[str]
) -> None:
    known = sorted(known_guilds(url, 300))
    await store.guilds.compare(known, 1.0, ONLY_SHARD)
    assert statements == {"reading": 8}, "nobody is held up who writes"
    assert read_removed_guilds(url) == {}
    for guild in known[:100]:
        await store.guilds.note_removed([guild], 1.0)
    statements.clear()
    await store.guilds.compare(known[50:200], 2.0, ONLY_SHARD)
    assert statements == {"reading": 8, "writing": 2}
    assert read_removed_guilds(url) == dict.fromkeys(known[:50], 1.0) | dict.fromkeys(
        known[200:], 2.0
    )


async def test_more_servers_than_one_step_looks_at_are_compared(store: Store, url: str) -> None:
    known = sorted(known_guilds(url, 2 * GUILDS_PER_STEP + 10, of=2))
    await store.guilds.compare(known[:50], 1.0, Shard(0, 2))
    await store.guilds.compare(known[50:], 2.0, Shard(0, 2))
    assert read_removed_guilds(url) == dict.fromkeys(known[:50], 2.0)


async def test_only_servers_of_the_shard_are_compared(store: Store, url: str) -> None:
    known_guilds(url, 20)
    await store.guilds.compare((), 1.0, Shard(1, 4))
    assert read_removed_guilds(url) == {n << 22: 1.0 for n in range(1, 21, 4)}


async def test_what_is_noted_while_servers_are_compared_stays(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = known_guilds(url, 3)
    find = store.guilds.find_known

    async def overtaken(*args: Any, **named: Any) -> tuple[list[int], int | None]:
        found = await find(*args, **named)
        await store.guilds.note_removed([1 << 22], 1.0)
        return found

    monkeypatch.setattr(store.guilds, "find_known", overtaken)
    await store.guilds.compare((), 2.0, ONLY_SHARD)
    assert read_removed_guilds(url) == dict.fromkeys(known, 2.0) | {1 << 22: 1.0}


async def test_a_record_that_is_two_years_old_counts_among_the_earlier_games(
    store: Store, lobby: Table, url: str
) -> None:
    await store_finished_game(store, lobby, 0.0, ADA, BO)
    await store_finished_game(store, lobby, DAY, ADA, BO)
    newer = await store_finished_game(store, lobby, 2 * YEAR, ADA, BO)
    await clean_up(store, 2 * YEAR)
    assert rows(url, "records") == 3
    await clean_up(store, 2 * YEAR + 2 * DAY)
    assert run_sql(url, "SELECT id FROM records") == [(newer.id,)]
    found = run_sql(url, 'SELECT "user", name, games, wins, at FROM earlier ORDER BY "user"')
    assert found == [(7, "Ada", 2, 2, DAY), (8, "Bo", 2, 0, DAY)]
    assert await lines(store, lobby) == {"Ada": (3, 3), "Bo": (3, 0)}


async def test_what_servers_and_people_keep_for_a_while_goes_on_time(
    store: Store, lobby: Table, url: str
) -> None:
    """Each step has to do with somebody whose records are all young."""
    now = 100 * DAY
    old = await store_finished_game(store, replace(lobby, guild=1), now - 40 * DAY, ADA, BO)
    young = await store_finished_game(store, replace(lobby, guild=1), now - 5 * DAY, ADA, BO)
    mine = await store_finished_game(store, replace(lobby, guild=2), now - 100 * DAY, ADA, BO)
    other = await store_finished_game(store, replace(lobby, guild=4), now - 5 * DAY, BO)
    for guild, days in ((1, 30), (3, 30), (4, 30)):
        await store.people.set_retention_days(guild, days)
    await store.people.set_preference(ADA.user or 0, "days", 90)
    await store.people.set_preference(9, "days", 30)
    for record, user in itertools.product((young.id, mine.id), (8, 9)):
        add = 'INSERT INTO predictions (record, "user", correct) VALUES (?, ?, 1)'
        run_sql(url, add, record, user)
    await clean_up(store, now)
    found = run_sql(url, 'SELECT record, "user" FROM predictions ORDER BY record, "user"')
    assert found == [(young.id, 8), (young.id, 9), (mine.id, 8)]
    assert {id_ for (id_,) in run_sql(url, "SELECT id FROM records")} == {
        young.id,
        mine.id,
        other.id,
    }
    about = dict(run_sql(url, "SELECT id, about FROM records"))
    assert "Ada" in about[young.id] and "Ada" not in about[mine.id]
    assert "Bo" in about[mine.id]
    kept = run_sql(url, 'SELECT record FROM results WHERE "user" = 7')
    assert kept == [(young.id,)]
    assert old.id not in {id_ for (id_,) in run_sql(url, "SELECT record FROM results")}


async def test_the_choices_of_more_people_than_one_step_reads_are_kept_to(
    store: Store, lobby: Table, url: str
) -> None:
    users = range(1, PEOPLE_PER_STEP + 2)
    await crowd(store, lobby, 0.0, users)
    for user in users:
        await store.people.set_preference(user, "days", 30)
    await clean_up(store, 40 * DAY)
    assert rows(url, "results") == 0


async def test_a_statement_without_rows_does_nothing(store: Store, lobby: Table) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    async with store._transactions.database.writing() as db:
        assert await db.run(Retention.DELETE_RECORD, []) == 0
        await db.run_all([])
        await db.run_all([(Retention.DELETE_RECORD, []), (INSERT_SEAT, [])])
        assert await db.select_several() == []
        assert await db.insert(INSERT_TABLE, []) == []
        assert await db.run(Retention.DELETE_RECORD, [{"of_record": 1}]) == 0
        await db.run_last([(UPDATE_TABLE, [])], [])
    assert await store.tables.load(table.id) == table
