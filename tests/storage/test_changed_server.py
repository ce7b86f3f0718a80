"""A PostgreSQL server that changes under a running store: it goes on by itself once it can."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.domain.table import Commit, Table
from bot.storage.postgres_database import PostgresTransaction
from bot.storage.problems import ConnectionLost, StoreProblem
from bot.storage.store import Store
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.postgres import Server, shared_server
from tests.storage.cable import cable
from tests.storage.conftest import GAMES

DATABASES = ("postgresql",)
USER = "changed"
"""A role with its own settings and rights, which the server's owner changes."""


class Change(NamedTuple):
    """What the server's owner does to a role's database and the role `{user}`, and undoes."""

    does: str
    undoes: str
    key: str
    is_new: bool
    """Whether only sessions that begin from now on meet it."""


CHANGES = {
    "rights": Change(
        "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {user}",
        "GRANT ALL ON ALL TABLES IN SCHEMA public TO {user}",
        "store-server-read-only",
        is_new=False,
    ),
    "role that only reads": Change(
        "ALTER ROLE {user} SET default_transaction_read_only = on",
        "ALTER ROLE {user} RESET default_transaction_read_only",
        "store-server-read-only",
        is_new=True,
    ),
    "search path": Change(
        "ALTER ROLE {user} SET search_path = elsewhere",
        "ALTER ROLE {user} RESET search_path",
        "store-server-no-tables",
        is_new=True,
    ),
    "free connections": Change(
        "ALTER ROLE {user} CONNECTION LIMIT 0",
        "ALTER ROLE {user} CONNECTION LIMIT -1",
        "store-server-refuses",
        is_new=True,
    ),
}


@pytest.fixture
def owned_url(server_url: str) -> Iterator[str]:
    """The address of an empty database in which `USER` may do all that the bot needs."""
    server, name = shared_server(), server_url.partition("@/")[2].partition("?")[0]
    server.do(f"CREATE ROLE {USER} LOGIN; GRANT ALL ON SCHEMA public TO {USER}", name)
    yield server.url(name, USER)
    server.do(f"DROP OWNED BY {USER}; DROP ROLE {USER}", name)


async def commit(store: Store, table: Table) -> Table:
    """Store the table once more, with the same values."""
    return await store.tables.commit(Commit(table, at=1.0))


async def retry(use: Callable[[], Awaitable[Table | None]]) -> Table:
    """Use the store until that works."""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while True:
            try:
                found = await use()
            except StoreProblem:
                await asyncio.sleep(0.05)
            else:
                assert found is not None
                return found


async def check_goes_on(store: Store, table: Table) -> None:
    """Check that a table can be stored and read again."""
    changed = replace(table, version=table.version + 1)
    assert await retry(lambda: commit(store, table)) == changed
    assert await retry(lambda: store.tables.load(table.id)) == changed


async def wait_until_told(use: Callable[[], Awaitable[object]], key: str) -> None:
    """Use the store until it says that; at first, it may say that the connection was lost."""
    told = ""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while told != key:
            with pytest.raises(ConnectionLost) as problem:
                await use()
            told = problem.value.key
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("what", CHANGES)
async def test_what_the_owner_takes_and_gives_back_needs_no_restart(
    owned_url: str, lobby: Table, what: str
) -> None:
    change, server = CHANGES[what], shared_server()
    name = owned_url.partition("@/")[2].partition("?")[0]
    store = await Store.open(owned_url, GAMES)
    table = await commit(store, lobby)
    owner = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '{USER}'"
    server.do(change.does.format(user=USER), name)
    if change.is_new:
        server.do(owner)
    with pytest.raises(ConnectionLost) as lost:
        await commit(store, table)
    assert lost.value.key == change.key
    server.do(change.undoes.format(user=USER), name)
    await check_goes_on(store, table)
    await store.close()


async def test_a_session_whose_prepared_statements_are_gone_is_replaced(
    url: str, lobby: Table
) -> None:
    store = await Store.open(url, GAMES)
    table = await commit(store, lobby)
    for version in (2, 3):
        table = await commit(store, table)
        assert table.version == version
    async with store._transactions.database.writing() as db:
        assert isinstance(db, PostgresTransaction)
        # The driver would see `DEALLOCATE ALL` itself, and prepare its statements anew.
        await db._connection.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$")
    with pytest.raises(ConnectionLost):
        await commit(store, table)
    await check_goes_on(store, table)
    await store.close()


@pytest.mark.parametrize("primary", ["elsewhere", "promoted"])
async def test_a_standby_is_left_for_the_primary(
    server: Server, lobby: Table, primary: str
) -> None:
    """For a while, the address still leads to the old primary, which has become a standby."""
    with server.database() as url:
        store = await Store.open(url, GAMES)
        table = await commit(store, lobby)
        await store.close()
        server.stop()
        other = Server(server.folder / "pg")
        server.start()
        async with cable(url) as (line, through):
            store = await Store.open(through, GAMES)
            server.demote()
            for use in (lambda: commit(store, table), lambda: store.tables.load(table.id)):
                await wait_until_told(use, "store-server-standby")
            if primary == "elsewhere":
                line.socket = other.socket
            else:
                server.promote()
            await check_goes_on(store, table)
            await store.close()
        other.close()
        if primary == "elsewhere":
            server.promote()
