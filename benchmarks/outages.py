"""How long after an outage of PostgreSQL until every table goes on.

Run: python -m benchmarks.outages [--channels 10] [--lasts 30]

People play and press on all the time, while the server goes away, only reads, or is full, for so
many seconds. A table goes on when a move is stored that somebody has pressed after the outage. For
the full disk, the server's files lie on a small tmpfs, which only root may mount on Linux.
"""

import argparse
import asyncio
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from benchmarks.crowd import Control, Crowd, Person, Plan
from benchmarks.processes import started
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.postgres import Server
from tests.storage.cable import Cable, cable
from tests.survival.loopback import Click, Shown, Wire, loopback

USER = "cats"
"""The bot's role, from which the server's owner takes rights."""
DISK_MEGABYTES = 400
"""The size of the disk that is filled."""
FILLER = "filler"
GIVE_UP_SECONDS = 1.0
"""Seconds after which people press again if nothing has come."""
END_SESSIONS = (
    f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '{USER}'"
)
TOLD = re.compile("the database cannot be used: (.+)")
"""What the log says of an outage."""
STEPS = "SELECT channel, sum(step) + count(*) FROM tables GROUP BY channel"
"""How much was played in each channel."""


class Restless(Person):
    """Somebody who does not wait long for an answer, and then presses the same again."""

    is_told = False
    """Whether the last press was answered in time."""

    async def _sit_down(self, actions: dict[str, Control]) -> None:
        if self._party.complete and "start" not in actions:  # somebody's seat was not stored
            self._party.seated = {self._party.user(0)}
        await super()._sit_down(actions)

    async def _press(self, control: Control) -> bool:
        return await super()._press(control) and self.is_told

    async def _send(self, kind: int, data: Wire, source: Shown | None = None) -> Click:
        click = await self._crowd.discord.interact(
            self.id, f"Player {self.id}", kind, data, source, self._party.channel
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVE_UP_SECONDS):
                await click.answered.wait()
        self.is_told = click.answered.is_set()
        return click


class Outage(NamedTuple):
    """What is done to a server, and undone."""

    name: str
    begin: Callable[[], object]
    end: Callable[[], object] | None = None
    """None: nothing is undone, for the outage is over at once."""


def list_outages(server: Server, line: Cable, name: str, disk: Path | None) -> list[Outage]:
    """Return all outages of a server, on which the bot has the database `name`."""

    def do(*statements: str) -> Callable[[], object]:
        return lambda: [server.do(each, name) for each in statements]

    def cut(is_cut: bool) -> Callable[[], None]:
        return lambda: setattr(line, "is_cut", is_cut)

    read_only = f"ALTER ROLE {USER} SET default_transaction_read_only = on"
    writable = f"ALTER ROLE {USER} RESET default_transaction_read_only"
    tables = "ALL ON ALL TABLES IN SCHEMA public"
    found = [
        Outage("failover: it is a standby, then promoted", server.demote, server.promote),
        Outage("it is stopped, then started", server.stop, server.start),
        Outage("it crashes, then starts", server.kill, server.start),
        Outage("sessions that begin only read", do(read_only, END_SESSIONS), do(writable)),
        Outage("rights are taken and given back", *map(do, (
            f"REVOKE {tables} FROM {USER}", f"GRANT {tables} TO {USER}"))),
        Outage("all connections are ended", do(END_SESSIONS)),
        Outage("the network passes nothing on", cut(True), cut(False)),
        Outage("connections die, and nobody is told", line.lose),
    ]  # fmt: skip
    if disk is not None:
        full = disk / FILLER
        found.append(Outage("its disk is full", lambda: fill(full), full.unlink))
    return found


def fill(file: Path) -> None:
    """Write a file until the disk is full."""
    with suppress(OSError), file.open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(4096))


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """Return the folder of a disk of its own, or None where none can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["-o", f"size={DISK_MEGABYTES}m,mode=1777"]
        mounted = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], check=False)
        if mounted.returncode:
            print("no disk can be mounted: the row of the full disk is missing")
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


async def goes_on_after(server: Server, name: str, since: float, channels: int) -> list[float]:
    """Return how many seconds after a moment each channel's table went on, in their order."""
    before = dict(await asyncio.to_thread(server.do, STEPS, name))
    waits: dict[int, float] = {}
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while len(waits) < channels:
            await asyncio.sleep(0.05)
            for channel, steps in await asyncio.to_thread(server.do, STEPS, name):
                if steps > before[channel]:
                    waits.setdefault(channel, monotonic() - since)
    return sorted(waits.values())


async def measure(server: Server, disk: Path | None, channels: int, lasts: float) -> None:
    """Let people play, and print how long each outage is felt."""
    name = server.new_database()
    server.do(f"CREATE ROLE {USER} LOGIN; GRANT ALL ON SCHEMA public TO {USER}", name)
    plan = Plan("cloaked_cats", channels, people=2, seats=2, text_only=True)
    with tempfile.TemporaryDirectory(dir=".") as made:
        async with loopback() as discord, cable(server.url(name, USER)) as (line, url):
            crowd, log = Crowd(discord, plan), Path(made) / "log"
            async with started(discord, Path(made), database=url) as bot, crowd.living(Restless):
                await crowd.all_play()
                print("| outage | the log says | first table (s) | every table (s) |")
                print("|---|---|---|---|")
                for outage in list_outages(server, line, name, disk):
                    log.write_bytes(b"")
                    await asyncio.to_thread(outage.begin)
                    if outage.end is not None:
                        await asyncio.sleep(lasts)
                        await asyncio.to_thread(outage.end)
                    waits = await goes_on_after(server, name, monotonic(), channels)
                    told = " ".join(
                        f"`{key}`" for key in dict.fromkeys(TOLD.findall(log.read_text()))
                    )
                    row = (outage.name, told, f"{waits[0]:.1f}", f"{waits[-1]:.1f}")
                    print(f"| {' | '.join(row)} |", flush=True)
                    await asyncio.sleep(lasts / 3)
                if bot.returncode is not None:
                    raise RuntimeError(log.read_text())


async def main(channels: int, lasts: float) -> None:
    """Print a row for each outage."""
    print(f"{channels} tables, outages of {lasts:.0f} s, load {os.getloadavg()[0]:.1f}\n")
    with small_disk() as disk:
        if disk is not None:
            tempfile.tempdir = str(disk)
        server = Server()
        tempfile.tempdir = None
        try:
            await measure(server, disk, channels, lasts)
        finally:
            with suppress(OSError):
                server.close()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--channels", type=int, default=10)
    arguments.add_argument("--lasts", type=float, default=30.0, help="seconds of each outage")
    given = arguments.parse_args()
    asyncio.run(main(given.channels, given.lasts))
