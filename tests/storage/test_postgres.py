"""What only PostgreSQL can do to the store: refuse, go away, come back, serve several at once."""

import asyncio
import os
import signal
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import func, select, update

from bot.domain.results import Page
from bot.domain.table import Board, BoardUpdate, Commit, Reminder, Table
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord
from bot.storage import people_repository, postgres_connections, schema
from bot.storage import postgres_database as postgres
from bot.storage.bot_repository import write_setting
from bot.storage.opening import examine, may_migrate, open_database
from bot.storage.people_repository import PREFERENCE_DEFAULTS, PreferenceName, Preferences
from bot.storage.problems import (
    ChannelTaken,
    CommitOutcomeUnknown,
    ConnectionLost,
    RepeatedInteraction,
    StoreProblem,
    TableConflict,
    TooManyHosted,
    WriteHindered,
)
from bot.storage.statements import Statement, param
from bot.storage.store import Store
from tests.bench import ends
from tests.databases import hold_write_lock, run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.postgres import Server, shared_server
from tests.storage.cable import cable
from tests.storage.conftest import GAMES, make_large_match, several

DATABASES = ("postgresql",)
UNREACHED = tuple(f"store-server-{why}" for why in ("silent", "refuses", "no-ssl", "certificate"))
"""What a start already learns when it looks whether it may migrate."""


def make_next_move(table: Table, by: int = 1) -> Commit:
    """Return the next move at a table; `by` tells one writer from another."""
    step = table.step + 1
    return Commit(
        table=replace(table, step=step, timers=(Reminder(f"turn:{step}", at=float(step)),)),
        at=float(step),
        actions=(ActRecord(0, step, f"by-{by}", step),),
        events=(EventRecord(None, "moved", (by, step)),),
    )


async def refusal(url: str) -> str:
    """Return why a start and a look refuse a database; what migrates learns the first ones, too."""
    keys = set()
    for use in (Store.open(url, GAMES), examine(url)):
        with pytest.raises(StoreProblem) as caught:
            await use
        assert set(caught.value.values) <= {"oldest"}
        assert caught.value.__cause__ is None
        assert "whiskers" not in repr(caught.value)
        keys.add(caught.value.key)
    (key,) = keys
    if key in UNREACHED:
        with pytest.raises(StoreProblem) as looked:
            await may_migrate(url)
        assert looked.value.key == key
    return key


# What the host has to mend


async def test_a_wrong_password_or_user_or_database_is_refused(server_url: str) -> None:
    server, name = shared_server(), server_url.partition("@/")[2].partition("?")[0]
    rules = server.folder / "pg" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"local all locked scram-sha-256\n{before}")
    server.do("CREATE ROLE locked LOGIN PASSWORD 'whiskers'; SELECT pg_reload_conf()")
    try:
        assert await refusal(server.url(name, "locked", "wrong-whiskers")) == "store-server-refuses"
        assert await refusal(server.url(name, "nobody-whiskers")) == "store-server-refuses"
        assert await refusal(server.url("whiskers")) == "store-server-refuses"
        assert await refusal(server.url(name, "locked", "whiskers")) == "store-server-read-only"
        server.do("GRANT ALL ON SCHEMA public TO locked", name)
        await (await Store.open(server.url(name, "locked", "whiskers"), GAMES)).close()
    finally:
        rules.write_text(before)
        server.do("SELECT pg_reload_conf()")
        server.do("DROP OWNED BY locked; REVOKE ALL ON SCHEMA public FROM locked", name)
        server.do("DROP ROLE locked")


async def test_where_no_server_answers_that_is_said(tmp_path: Path) -> None:
    assert await refusal(f"postgresql://cats:whiskers@/cats?host={tmp_path}") == (
        "store-server-silent"
    )
    assert await refusal("postgresql://cats:whiskers@127.0.0.1:1/cats") == "store-server-silent"
    assert await refusal("postgresql://whiskers.invalid/cats") == "store-server-silent"


async def test_what_a_server_lacks_for_ssl_is_told_without_its_address(
    url: str, tmp_path: Path
) -> None:
    async def would_encrypt(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL"""
        await reader.readexactly(8)
        writer.write(b"S")
        await reader.read()
        writer.close()

    async with cable(url) as (_, there):
        for mode in ("require", "verify-full"):
            assert await refusal(f"{there}?sslmode={mode}") == "store-server-no-ssl"
    async with await asyncio.start_server(would_encrypt, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        there = f"postgresql://whiskers:whiskers@127.0.0.1:{port}/whiskers"
        asked_for = f"sslmode=verify-full&sslrootcert={tmp_path / 'whiskers'}"
        assert await refusal(f"{there}?{asked_for}") == "store-server-certificate"


@pytest.mark.parametrize(
    ("parameter", "key"),
    [
        ("sslmode=whiskers", "store-address-parameter"),
        ("channel_binding=whiskers", "store-address-parameter"),
        ("connect_timeout=whiskers", "store-address-parameter"),
        ("port=whiskers", "store-server-silent"),
        ("channel_binding=require", "store-server-channel-binding"),
        ("options=-c%20default_transaction_read_only%3Don", "store-server-read-only"),
    ],
)
async def test_what_a_parameter_asks_for_and_cannot_be_is_told(
    url: str, parameter: str, key: str
) -> None:
    assert await refusal(f"{url}&{parameter}") == key


async def test_a_database_that_knows_not_all_letters_is_refused() -> None:
    server = shared_server()
    name = server.new_database("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    assert await refusal(server.url(name)) == "store-server-encoding"


async def test_a_database_of_something_else_is_foreign_and_left_alone(server_url: str) -> None:
    run_sql(server_url, "CREATE TABLE recipes (name text)")
    assert await refusal(server_url) == "store-server-foreign"
    names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    assert run_sql(server_url, names) == [("recipes",)]


async def test_a_server_or_database_that_is_too_new_or_too_old_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(postgres_connections, "OLDEST_SERVER_VERSION", 99)
        assert await refusal(url) == "store-server-old"
    for revision, key in (("9999", "store-server-newer"), ("0013", "store-server-too-old")):
        run_sql(url, "UPDATE alembic_version SET version_num = ?", revision)
        assert await refusal(url) == key


async def test_what_the_server_cannot_store_changes_nothing_and_what_fits_is_stored(
    store: Store, url: str, lobby: Table
) -> None:
    """The server raises it in the midst of a group, with the code that a full disk has, or so."""
    lobbies = (replace(lobby, channel=channel) for channel in range(5))
    tables = await asyncio.gather(*(store.tables.commit(Commit(each, at=1.0)) for each in lobbies))
    for code, key in (
        ("53100", "store-server-full"),
        ("58030", "store-server-failing"),
        ("XX001", "store-server-failing"),
        ("57014", "store-server-locked"),
    ):
        run_sql(url, FAILS.format(code=code))
        large = make_large_match(tables[2], 100_000)
        changes = [Commit(large if table.id == large.id else table, at=2.0) for table in tables]
        ends = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
        refused = ends[2]
        assert isinstance(refused, StoreProblem)
        assert refused.key == key
        ends[2] = tables[2]
        assert [await store.tables.load(each.id) for each in tables] == ends
        tables = [end for end in ends if isinstance(end, Table)]
    run_sql(url, "DROP TRIGGER fails ON tables")
    assert await store.tables.commit(changes[2]) == await store.tables.load(large.id)


FAILS = """
CREATE OR REPLACE FUNCTION fails() RETURNS trigger AS $$ BEGIN
    IF length(NEW.state) > 50000 THEN
        RAISE EXCEPTION 'whiskers' USING ERRCODE = '{code}';
    END IF;
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE OR REPLACE TRIGGER fails BEFORE UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION fails()
"""


async def test_rows_that_another_program_holds_for_long_are_told(
    store: Store, url: str, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    async with store._transactions.database.writing() as db:
        assert isinstance(db, postgres.PostgresTransaction)
        await db._connection.execute("SET lock_timeout = '50ms'")
    with hold_write_lock(url), pytest.raises(StoreProblem) as caught:
        await store.tables.commit(make_next_move(table))
    assert caught.value.key == "store-server-locked"
    assert (await store.tables.commit(make_next_move(table))).version == 2


async def test_what_was_acknowledged_is_on_the_disk_even_if_the_host_said_otherwise(
    url: str,
) -> None:
    store = await Store.open(f"{url}&options=-c%20synchronous_commit%3Doff", GAMES)
    async with store._transactions.database.writing() as db:
        assert isinstance(db, postgres.PostgresTransaction)
        found = await db._connection.execute("SHOW synchronous_commit")
        assert await found.fetchone() == ("on",)
    await store.close()


async def test_a_role_that_may_take_no_locks_is_refused(url: str) -> None:
    server, name = shared_server(), url.partition("@/")[2].partition("?")[0]
    lock = "FUNCTION pg_try_advisory_lock_shared(integer, integer)"
    server.do("CREATE ROLE unlocked LOGIN")
    server.do(f"REVOKE ALL ON {lock} FROM PUBLIC", name)
    try:
        assert await refusal(server.url(name, "unlocked")) == "store-server-read-only"
    finally:
        server.do(f"GRANT ALL ON {lock} TO PUBLIC", name)
        server.do("DROP ROLE unlocked")


async def test_every_way_to_write_the_address_will_do(url: str) -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg", "postgresql+asyncpg"):
        await (await Store.open(url.replace("postgresql", scheme, 1), GAMES)).close()


# The connection is lost


async def commit_or_problem(store: Store, change: Commit) -> Table | StoreProblem:
    try:
        return await store.tables.commit(change)
    except StoreProblem as problem:
        return problem


async def wait_until_movable(store: Store, table: Table) -> Table:
    """Wait until the table can be moved; the database says from where."""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while True:
            try:
                found = await store.tables.load(table.id)
                assert found is not None
                return await store.tables.commit(make_next_move(found))
            except StoreProblem as problem:
                assert isinstance(problem, ConnectionLost)
                await asyncio.sleep(0.05)


async def test_a_server_that_dies_and_comes_back_loses_nothing(
    server: Server, lobby: Table
) -> None:
    with server.database() as url:
        store = await Store.open(url, GAMES)
        lobbies = [replace(lobby, channel=channel) for channel in range(20)]
        tables = [await store.tables.commit(Commit(each, at=1.0)) for each in lobbies]
        server.stop()
        server.start()
        assert await store.tables.load(tables[0].id) == tables[0], "who was idle notices nothing"
        ends = [asyncio.create_task(move_until_lost(store, table)) for table in tables]
        await asyncio.sleep(0.2)
        server.kill()
        acknowledged = await asyncio.gather(*ends)
        for problem in (
            await commit_or_problem(store, make_next_move(tables[0])),
            await load_or_problem(store, tables[0]),
        ):
            assert isinstance(problem, ConnectionLost), "who comes meanwhile is told at once"
        server.start()

        again = await wait_until_movable(store, tables[0])
        for table, version in zip(tables, acknowledged, strict=True):
            found = await store.tables.load(table.id)
            assert found is not None
            extra = table.id == again.id
            assert found.version - extra in (version, version + 1), "a commit may go unheard"
            steps = [step for step, *_ in await store.tables.find_inputs(table.id)]
            assert steps == list(range(1, found.version))
        await store.close()


async def load_or_problem(store: Store, table: Table) -> object:
    try:
        return await store.tables.load(table.id)
    except StoreProblem as problem:
        return problem


async def move_until_lost(store: Store, table: Table) -> int:
    """Move a table until that fails; return its last version that was acknowledged."""
    while True:
        try:
            table = await store.tables.commit(make_next_move(table))
        except ConnectionLost:
            return table.version


async def test_a_connection_that_is_ended_in_the_midst_of_a_change_undoes_it(
    store: Store, url: str, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    with hold_write_lock(url) as ask:
        lost = asyncio.create_task(
            commit_or_problem(store, replace(make_next_move(table), interaction_id=5))
        )
        waits = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        await until(lambda: ask(waits))
        ask(f"SELECT pg_terminate_backend(pid) FROM ({waits}) AS waiting")
        assert isinstance(await lost, ConnectionLost)
    assert await store.tables.load(table.id) == table
    changed = await store.tables.commit(replace(make_next_move(table), interaction_id=5))
    assert changed.version == 2


async def test_a_group_whose_connection_is_lost_is_not_tried_change_by_change(
    server: Server, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connections, "RECONNECT_PAUSE_SECONDS", 0.0)
    made, tries = postgres_connections.connect, 0

    async def counted(address: str, lock: str) -> postgres_connections.Connection:
        nonlocal tries
        tries += 1
        return await made(address, lock)

    with server.database() as url:
        store = await Store.open(url, GAMES)
        monkeypatch.setattr(postgres_connections, "connect", counted)
        server.stop()
        lobbies = (replace(lobby, channel=channel) for channel in range(200))
        ends = await asyncio.gather(
            *(commit_or_problem(store, Commit(each, at=1.0)) for each in lobbies)
        )
        assert {type(end) for end in ends} == {ConnectionLost}
        assert tries == 1
        server.start()
        await store.close()


@pytest.mark.parametrize("swallow", [b"COMMIT", b"BEGIN"])
async def test_a_cut_network_is_told_and_heals(
    url: str, lobby: Table, swallow: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut after the request was passed on: whether it took place, only the database knows."""
    monkeypatch.setattr(postgres_connections, "DATABASE_TIMEOUT_SECONDS", 0.3)
    async with cable(url) as (line, through):
        store = await Store.open(through, GAMES)
        table = await store.tables.commit(Commit(lobby, at=1.0))
        line.swallow = swallow
        problem = await commit_or_problem(store, replace(make_next_move(table), interaction_id=7))
        assert isinstance(problem, ConnectionLost)
        line.swallow, line.is_cut = b"", False
        monkeypatch.setattr(postgres_connections, "DATABASE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)

        again = await wait_until_movable(store, table)
        written = [interaction for (interaction,) in run_sql(url, "SELECT id FROM interactions")]
        assert again.version == 2 + len(written)
        if swallow == b"COMMIT":
            assert written == [7], "it took place, and nobody heard so"
        if written:
            with pytest.raises(RepeatedInteraction):
                await store.tables.commit(replace(make_next_move(again), interaction_id=7))
        await store.close()


async def test_a_server_that_stands_still_is_given_up(
    server: Server, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.database() as url:
        store = await Store.open(url, GAMES)
        table = await store.tables.commit(Commit(lobby, at=1.0))
        monkeypatch.setattr(postgres_connections, "DATABASE_TIMEOUT_SECONDS", 0.3)
        monkeypatch.setattr(
            postgres_connections,
            "_CONNECTION_PARAMETERS",
            {**postgres_connections._CONNECTION_PARAMETERS, "connect_timeout": "2"},
        )
        processes = [server.pid, *(pid for (pid,) in server.do("SELECT pid FROM pg_stat_activity"))]
        frozen = []
        for process in processes:
            with suppress(ProcessLookupError):  # the one that was asked has gone
                os.kill(process, signal.SIGSTOP)
                frozen.append(process)
        try:
            assert isinstance(await commit_or_problem(store, make_next_move(table)), ConnectionLost)
        finally:
            for process in frozen:
                with suppress(ProcessLookupError):  # it was just ending when it was stopped
                    os.kill(process, signal.SIGCONT)
        monkeypatch.setattr(postgres_connections, "DATABASE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
        assert (await wait_until_movable(store, table)).version in (2, 3)
        await store.close()


# Who owns what


async def test_who_lost_the_connection_owns_the_database_again(store: Store, url: str) -> None:
    """Even where the server has not noticed, and keeps the former session with its lock."""
    database = store._transactions.database
    assert isinstance(database, postgres.PostgresDatabase)
    former = database._writer._connection
    database._writer._connection = None  # forgotten, but alive
    await store.bot.set_setting("a", "b")
    assert await store.bot.find_setting("a") == "b"
    assert former is not None
    with pytest.raises(psycopg.OperationalError):
        await former.execute("SELECT 1")
    await former.close()


async def test_a_database_that_another_one_has_taken_meanwhile_is_told(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connections, "LOCK_WAIT_SECONDS", 0.1)
    table = await store.tables.commit(Commit(lobby, at=1.0))
    run_sql(url, f"SELECT pg_terminate_backend(pid) FROM ({OWNER}) AS owner")
    await until(lambda: not run_sql(url, OWNER))
    mover = await open_database(url, exclusive=True)
    problem = await commit_or_problem(store, make_next_move(table))
    assert isinstance(problem, StoreProblem)
    assert problem.key == "store-server-in-use"
    await mover.close()
    other = await Store.open(url, GAMES)
    assert (await other.tables.commit(make_next_move(table))).version == 2, (
        "another one has played on"
    )
    await other.close()
    await asyncio.sleep(postgres_connections.RECONNECT_PAUSE_SECONDS)
    with pytest.raises(TableConflict):
        await store.tables.commit(make_next_move(table))
    assert (await wait_until_movable(store, table)).version == 3


async def test_a_write_that_is_cancelled_says_so_even_if_another_change_was_before_it(
    store: Store, url: str, lobby: Table
) -> None:
    """What a cancellation is for is lost if something else is raised in its place."""
    table = await store.tables.commit(Commit(lobby, at=1.0))
    steps = update(schema.tables).where(schema.tables.c.id == param("of")).values(step=9)
    guard = Statement(steps, is_guard=True)
    slow = Statement(select(func.pg_sleep(HANG_TIMEOUT_SECONDS)))

    async def write() -> None:
        async with store._transactions.database.writing() as db:
            await db.run_all([(guard, [{"of": table.id + 1}]), (slow, [{}])])

    writing = asyncio.create_task(write())
    await until(lambda: run_sql(url, SLEEPING))
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert (await wait_until_movable(store, table)).version == 2


SLEEPING = """
SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()
"""
OWNER = """
SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


# Several at once: workers, each for its own tables, and for the moment of a hand-over


async def test_groups_of_several_never_wait_for_each_other_in_a_circle(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards of some tables and looks at others meet in opposite order in each store's groups."""
    lobbies = (replace(lobby, channel=channel) for channel in range(6))
    tables = [await store.tables.commit(Commit(each, at=1.0)) for each in lobbies]
    run_sql(url, SLOW)
    log = shared_server().folder / "pg" / "log"
    before = log.read_text().count("deadlock detected")
    async with several(store, url, 2) as stores:
        for turn in range(5):
            orders = ((stores[0], tables, tables[::-1]), (stores[1], tables[::-1], tables))
            for own, shown, seen in orders:
                for table in shown:
                    own._writer._enqueue(BoardUpdate(table.id, Board(turn, 1)))
                for table in seen:
                    own.tables.note_click(table.id, 7, float(turn))
            await asyncio.gather(*(own._writer.flush() for own in stores))
    assert log.read_text().count("deadlock detected") == before


SLOW = """
CREATE FUNCTION slow() RETURNS trigger AS $$ BEGIN
    PERFORM pg_sleep(0.005);
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER slow BEFORE UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION slow();
CREATE TRIGGER slow BEFORE UPDATE ON seats FOR EACH ROW EXECUTE FUNCTION slow()
"""


CUT = """
CREATE FUNCTION cut() RETURNS trigger AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON tables
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()
"""


async def test_nobody_knows_what_became_of_a_change_whose_answer_was_lost(
    store: Store, url: str, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    run_sql(url, CUT)
    with pytest.raises(CommitOutcomeUnknown):
        await store.tables.commit(make_next_move(table, 1))
    run_sql(url, "DROP TRIGGER cut ON tables")
    assert await store.tables.load(table.id) == table
    assert (await store.tables.commit(make_next_move(table, 1))).version == 2


async def test_the_same_interaction_counts_once_for_all(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with several(store, url, 3) as stores:
        tries = (
            own.tables.commit(Commit(replace(lobby, channel=channel), at=1.0, interaction_id=9))
            for channel, own in enumerate(stores)
        )
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(end).__name__ for end in ends) == [
            "Lobby",
            "RepeatedInteraction",
            "RepeatedInteraction",
        ]
        tries = (own.tables.commit(Commit(replace(lobby, channel=77), at=1.0)) for own in stores)
        ends = await asyncio.gather(*tries, return_exceptions=True)
        taken = [type(end) for end in ends]
        assert sorted(kind.__name__ for kind in taken) == ["ChannelTaken", "ChannelTaken", "Lobby"]
        assert ChannelTaken in taken


async def test_rows_that_several_workers_create_at_once_are_all_counted(
    store: Store, url: str, lobby: Table
) -> None:
    async with several(store, url, 3) as stores:
        for turn in range(1, 5):
            people = [ends.make_ranked_player(turn * 50 + user, "Ada", 1) for user in range(20)]
            await asyncio.gather(
                *(
                    ends.store_finished_table(own, replace(lobby, guild=turn), *people)
                    for own in stores
                ),
                *(own.bot.set_setting(f"turn {turn}", "x") for own in stores),
                *(own.guilds.note_removed([turn], 5.0) for own in stores),
            )
            scores = await store.standings.find_scores(Page(turn, lobby.game))
            # The line after a page of ten tells that there is another page.
            assert [score.games for score in scores] == [3] * 11


async def test_a_circle_that_another_program_makes_is_solved_by_trying_again(
    store: Store, url: str, lobby: Table
) -> None:
    first = await store.tables.commit(Commit(lobby, at=1.0))
    second = await store.tables.commit(Commit(replace(lobby, channel=5), at=1.0))
    with psycopg.connect(url) as other:
        other.execute("SET deadlock_timeout = '10s'")  # the store is the one that finds the circle
        other.execute("UPDATE tables SET clock = clock WHERE id = %s", (second.id,))
        both = asyncio.gather(
            store.tables.commit(make_next_move(first)), store.tables.commit(make_next_move(second))
        )
        await asyncio.sleep(0.1)
        update = "UPDATE tables SET clock = clock WHERE id = %s"
        await asyncio.to_thread(other.execute, update, (first.id,))
        other.commit()
        ends = await both
    assert [end.version for end in ends] == [2, 2]


async def test_who_is_hindered_for_ever_is_told(store: Store) -> None:
    tries = 0

    async def hindered(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise WriteHindered("store-server-locked")

    with pytest.raises(StoreProblem):
        await store._transactions.write(hindered)
    assert tries == 5
    await store._transactions.write(lambda db: write_setting(db, "a", "b"))


async def test_of_a_database_that_cannot_be_read_no_session_is_left(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: postgres.PostgresDatabase) -> None:
        raise StoreProblem("store-server-failing")

    monkeypatch.setattr(postgres.PostgresDatabase, "reading", fail)
    with pytest.raises(StoreProblem) as failed:
        await open_database(url)
    assert failed.value.key == "store-server-failing"
    await until(lambda: not run_sql(url, OWNER))


async def test_two_settings_chosen_in_two_workers_at_once_are_both_kept(
    store: Store, url: str
) -> None:
    chosen: dict[PreferenceName, str | int] = {
        "seen_by": "me", "served": False, "days": 30, "in_words": True
    }  # fmt: skip
    async with several(store, url, 2) as (one, other):
        for first, second in permutations(chosen, 2):
            for user in range(1, 4):
                # Going back to the defaults deletes the row, while the other worker writes it.
                await one.people.set_preference(user, first, PREFERENCE_DEFAULTS[first])
                await asyncio.gather(
                    one.people.set_preference(user, first, chosen[first]),
                    other.people.set_preference(user, second, chosen[second]),
                )
                found = await one.people.find_preferences(user)
                assert [getattr(found, name) for name in (first, second)] == [
                    chosen[name] for name in (first, second)
                ]
                for name, default in PREFERENCE_DEFAULTS.items():
                    await one.people.set_preference(user, name, default)


async def test_a_setting_and_its_default_in_two_workers_at_once_lose_no_other_setting(
    store: Store, url: str
) -> None:
    async with several(store, url, 2) as (one, other):
        for user in range(1, 21):
            await one.people.set_preference(user, "in_words", True)
            await asyncio.gather(
                one.people.set_preference(user, "in_words", False),
                other.people.set_preference(user, "seen_by", "me"),
            )
            assert await one.people.find_preferences(user) == Preferences(user, seen_by="me")


async def test_other_workers_learn_a_setting_when_it_is_old(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_repository, "MAX_SETTINGS_AGE_SECONDS", 0.0)
    async with several(store, url, 2) as (one, other):
        assert (await other.people.load_preferences(7)).served
        await one.people.set_preference(7, "served", False)
        assert not (await other.people.load_preferences(7)).served


async def test_two_workers_at_once_open_no_more_tables_than_a_host_may_have(
    store: Store, url: str, lobby: Table
) -> None:
    async def add(own: Store, guild: int, channel: int) -> bool:
        new = replace(lobby, guild=guild, channel=channel)
        try:
            await own.tables.commit(Commit(new, 1.0, max_hosted_tables=5))
        except TooManyHosted:
            return False
        return True

    async with several(store, url, 2) as stores:
        for turn in range(4):
            added = (add(stores[n % 2], turn, turn * 50 + n) for n in range(14))
            assert sum(await asyncio.gather(*added)) == 5
