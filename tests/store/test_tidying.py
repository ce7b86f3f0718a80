"""What is forgotten, and when."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.game import Elapse, Event
from bot.store import tidying
from bot.store.database import Transaction
from bot.store.records import Commit, Result, Score, Table
from bot.store.shards import ALL, Shard
from bot.store.store import Store
from tests.databases import asked, asking

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
        begin = getattr(store._database, kind)

        @asynccontextmanager
        async def begun() -> AsyncIterator[Counting]:
            async with begin() as transaction:
                yield Counting(transaction, counts, kind)

        return begun

    for kind in ("writing", "reading"):
        monkeypatch.setattr(store._database, kind, counted(kind))
    return counts


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


async def test_looking_for_people_to_forget_holds_up_nobody_who_writes(
    store: Store, lobby: Table, statements: Counter[str]
) -> None:
    await played(store, lobby, DAY, *(Result(user, "Eve", 1, 0) for user in range(1200)))
    statements.clear()
    await store.tidy(YEAR)
    assert "writing" not in statements


async def test_who_plays_while_people_are_forgotten_is_not(
    store: Store, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(store, lobby, 0.0, ADA, BO)
    old_people = tidying.old_people

    async def overtaken(*args: Any, **named: Any) -> tuple[list[int], int | None]:
        found = await old_people(*args, **named)
        if found[0]:
            await played(store, lobby, YEAR, ADA)
        return found

    monkeypatch.setattr(tidying, "old_people", overtaken)
    await store.tidy(YEAR + 1)
    assert await store.scores(lobby.guild) == (Score(7, "Ada", 2, 2, 18),)


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


async def test_of_a_server_with_many_tables_a_few_go_in_each_step(
    store: Store, lobby: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for channel in range(10):
        await played(store, replace(lobby, channel=channel), 0.0, ADA)
    await store.guild_removed(lobby.guild, 0.0)
    forget_some, left = tidying.forget_some, list[int]()

    async def counted(db: Transaction, guild: int, now: float) -> bool:
        left.append(rows(url, "tables"))
        return await forget_some(db, guild, now)

    monkeypatch.setattr(tidying, "forget_some", counted)
    await store.tidy(MONTH)
    assert left == [10, 6, 2, 0, 0]
    assert [rows(url, name) for name in ("tables", "scores", "removed_guilds")] == [0, 0, 0]


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


async def test_a_server_that_takes_the_bot_back_in_the_midst_of_it_keeps_what_is_left(
    store: Store, lobby: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(store, lobby, 0.0, ADA)
    await store.guild_removed(lobby.guild, 0.0)
    gone = tidying.gone

    async def overtaken(*args: Any, **named: Any) -> tuple[list[int], int | None]:
        found = await gone(*args, **named)
        await store.guild_joined(lobby.guild)
        return found

    monkeypatch.setattr(tidying, "gone", overtaken)
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


def known_guilds(url: str, number: int, of: int = 1) -> set[int]:
    """Write scores in so many servers, of shard 0 of so many; return their ids."""
    guilds = {(n * of) << 22 for n in range(1, number + 1)}
    with asking(url) as ask:
        for guild in guilds:
            values = 'guild, "user", game, name, games, wins, points, at'
            ask(f"INSERT INTO scores ({values}) VALUES (?, 7, 'x', '', 1, 1, 1, 1.0)", guild)
    return guilds


def removed(url: str) -> dict[int, float]:
    """Return when the bot was removed from which servers."""
    return dict(asked(url, "SELECT guild, at FROM removed_guilds"))


async def test_comparing_many_servers_holds_up_nobody_who_writes(
    store: Store, url: str, statements: Counter[str]
) -> None:
    known = known_guilds(url, 300)
    await store.compare_guilds(known, 1.0, ALL)
    assert statements == {"reading": 4}
    assert removed(url) == {}


async def test_what_differs_is_written_in_a_few_statements(
    store: Store, url: str, statements: Counter[str]
) -> None:
    known = sorted(known_guilds(url, 300))
    for guild in known[:100]:
        await store.guild_removed(guild, 1.0)
    statements.clear()
    await store.compare_guilds(known[50:200], 2.0, ALL)
    assert statements == {"reading": 4, "writing": 2}
    assert removed(url) == dict.fromkeys(known[:50], 1.0) | dict.fromkeys(known[200:], 2.0)


async def test_more_servers_than_one_step_looks_at_are_compared(store: Store, url: str) -> None:
    known = sorted(known_guilds(url, 2 * tidying.GUILDS_LOOKED_AT + 10, of=2))
    await store.compare_guilds(known[:50], 1.0, Shard(0, 2))
    await store.compare_guilds(known[50:], 2.0, Shard(0, 2))
    assert removed(url) == dict.fromkeys(known[:50], 2.0)


async def test_only_servers_of_the_shard_are_compared(store: Store, url: str) -> None:
    known_guilds(url, 20)
    await store.compare_guilds((), 1.0, Shard(1, 4))
    assert removed(url) == {n << 22: 1.0 for n in range(1, 21, 4)}


async def test_what_is_noted_while_servers_are_compared_stays(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = known_guilds(url, 3)
    find = tidying.known

    async def overtaken(*args: Any, **named: Any) -> tuple[list[int], int | None]:
        found = await find(*args, **named)
        await store.guild_removed(1 << 22, 1.0)
        return found

    monkeypatch.setattr(tidying, "known", overtaken)
    await store.compare_guilds((), 2.0, ALL)
    assert removed(url) == dict.fromkeys(known, 2.0) | {1 << 22: 1.0}
