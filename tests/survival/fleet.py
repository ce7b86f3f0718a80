"""Workers on one database, which can be killed, frozen and started."""

import os
import re
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.storage.postgres_connections import LockKey
from tests.databases import run_sql
from tests.fake_discord import command
from tests.forked import Forked, at_discord
from tests.patience import until
from tests.survival.loopback import Loopback
from tests.survival.processes import ROOT, TOKEN

OWNERS = f"""
    SELECT objid, pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid::bigint = {LockKey.SHARD:d}
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

JOINED = f"""
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = {LockKey.WORKER:d}
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

END_SESSIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
SHARDS_POLL_SECONDS = 0.1
"""How often workers are asked for their shards, which takes a connection to the server."""
LOST = re.compile(r"store-server-lost$|failed: (ConnectionLost|Refused|CommitOutcomeUnknown)\b")
"""What a worker says that goes on after it lost its connections."""


def unexpected(log: Path) -> list[str]:
    """Return the errors in a log that do not come from lost connections to the database."""
    errors = (line for line in log.read_text().splitlines() if " ERROR " in line)
    return [line for line in errors if not LOST.search(line)]


class Fleet:
    """The workers that run, the oldest first."""

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        database: str,
        constants: Mapping[str, float],
        before: Callable[[], None] | None = None,
    ) -> None:
        self.workers: list[Forked] = []
        self._discord = discord
        self._folder = folder
        self._database = database
        self._constants = constants
        self._before = before

    def start(self, **settings: str) -> Forked:
        """Start one more."""
        environment = os.environ | {"DISCORD_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}
        environment |= {"DATABASE_URL": self._database, **settings}
        log = self._folder / "log"
        words = command(self._discord.address, constants=self._constants)
        worker = Forked(
            at_discord(words, self._before), self._folder, environment, out=log, err=log
        )
        self.workers.append(worker)
        return worker

    async def kill(self, worker: Forked) -> None:
        worker.kill()
        await self._gone(worker)

    async def stop(self, worker: Forked) -> None:
        worker.terminate()
        await self._gone(worker)
        assert worker.returncode == 0

    async def _gone(self, worker: Forked) -> None:
        await worker.wait()
        self.workers.remove(worker)

    def freeze(self, worker: Forked) -> None:
        worker.send_signal(signal.SIGSTOP)

    def thaw(self, worker: Forked) -> None:
        worker.send_signal(signal.SIGCONT)

    def owners(self) -> dict[int, int]:
        return dict(run_sql(self._database, OWNERS))

    def joined(self) -> int:
        return len(run_sql(self._database, JOINED))

    async def wait_until_claimed(self) -> None:
        await until(lambda: len(self.owners()) == self._discord.shards, SHARDS_POLL_SECONDS)

    async def wait_until_shared_out(self) -> None:
        """Wait until all shards are claimed, in equal shares."""
        least = self._discord.shards // len(self.workers)

        def is_so() -> bool:
            owners = [*self.owners().values()]
            each = [owners.count(owner) for owner in set(owners)]
            return (
                len(owners) == self._discord.shards
                and len(each) == min(len(self.workers), self._discord.shards)
                and min(each) >= least
            )

        await until(is_so, SHARDS_POLL_SECONDS)


@asynccontextmanager
async def fleet(
    discord: Loopback,
    folder: Path,
    database: str,
    constants: Mapping[str, float],
    before: Callable[[], None] | None = None,
) -> AsyncIterator[Fleet]:
    """Return workers on a database; those that still run are killed at the end.

    Each does `before` first.
    """
    workers = Fleet(discord, folder, database, constants, before)
    try:
        yield workers
    finally:
        for worker in workers.workers:
            worker.kill()
            await worker.wait()
