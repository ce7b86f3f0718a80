"""A pooler between the bot and its server: session mode works, transaction mode is told."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from bot.bench.plugin import OpenWorld
from bot.domain.table import Commit, Table
from bot.storage.opening import examine
from bot.storage.postgres_connections import read_address
from bot.storage.postgres_shard_leases import PostgresShardLeases
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from tests.databases import run_sql
from tests.machine import free_port, lacks
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.play.evening import check_memory, deal, finish
from tests.storage.conftest import GAMES

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SETTINGS = """
[databases]
* = host={socket}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
"""


@contextmanager
def pooler(url: str, mode: str) -> Iterator[str]:
    """Run PgBouncer in a mode before a database; yield the address through it.

    Without Debian's package `pgbouncer` the test is skipped, but where `CI` is set it fails.
    """
    if PGBOUNCER is None:
        lacks(LookupError("PgBouncer is missing: `apt-get install pgbouncer`"))
    (socket,) = parse_qs(urlsplit(url).query)["host"]
    owner = Path(socket, ".s.PGSQL.5432").stat().st_uid  # PgBouncer does not run as root
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="cats-") as folder:
        Path(folder).chmod(0o755)
        Path(folder, "users").write_text('"postgres" ""\n')
        settings = Path(folder, "pgbouncer.ini")
        settings.write_text(
            SETTINGS.format(socket=socket, port=port, folder=folder, mode=mode), encoding="utf-8"
        )
        user = owner if os.getuid() == 0 else None
        process = subprocess.Popen([PGBOUNCER, "--quiet", settings], user=user)
        try:
            through = f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}"
            _until_it_answers(through)
            yield through
        finally:
            process.terminate()
            process.wait(HANG_TIMEOUT_SECONDS)


def _until_it_answers(url: str) -> None:
    until = time.monotonic() + HANG_TIMEOUT_SECONDS
    while time.monotonic() < until:
        with suppress(psycopg.OperationalError), closing(psycopg.connect(url)):
            return
        time.sleep(0.05)
    raise TimeoutError


DATABASES = ("postgresql",)


async def test_through_a_pooler_in_session_mode_workers_know_each_other(
    url: str, lobby: Table
) -> None:
    with pooler(url, "session") as through:
        store = await Store.open(through, GAMES)
        table = await store.tables.commit(Commit(lobby, 1.0))
        assert (await store.tables.load(table.id)) == table
        names = (f"{through}?application_name={name}" for name in ("one", "other"))
        one, other = (PostgresShardLeases(read_address(name)) for name in names)
        async with one.join_workers():
            pass
        async with other.join_workers():
            pass
        assert await one.claim(0)
        assert not await other.claim(0)
        mine, theirs = await one.read_leases(), await other.read_leases()
        assert mine.owners == theirs.owners == {0: mine.own_worker}
        assert set(mine.workers) == {mine.own_worker, theirs.own_worker}
        assert {mine.own_worker, theirs.own_worker} <= {
            pid for (pid,) in run_sql(url, "SELECT pid FROM pg_stat_activity")
        }
        await one.close()
        await other.close()
        await store.close()


async def test_a_game_is_played_through_a_pooler_in_session_mode(
    url: str, open_world: OpenWorld
) -> None:
    with pooler(url, "session") as through:
        world = await open_world(database=through)
        ada, ben, *_ = world.people
        await deal(world, ada, ben)
        await finish(world)
        await check_memory(world)
        await world.close()


async def test_a_pooler_in_transaction_mode_is_told_before_anything_is_done(
    server_url: str,
) -> None:
    with pooler(server_url, "transaction") as through:
        with pytest.raises(StoreProblem) as started:
            await Store.open(through, GAMES)
        with pytest.raises(StoreProblem) as looked:
            await examine(through)
    assert started.value.key == looked.value.key == "store-server-pooled"
    assert not run_sql(server_url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
