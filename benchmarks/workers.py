"""What becomes of workers: `python -m benchmarks.workers --times 20 [--shards 64 --at-once 1]`.

Four of them share the shards of a real PostgreSQL database that is started for it, and whoever ends
is started again at once, as supervisors do; their Discord is on a loopback port, and limits
identifications as the real one does: in each of so many buckets (`--at-once`) one in five seconds,
1,000 in a day. Those five seconds go twenty times as fast here. Twenty tables play as fast as it
goes while a worker is killed (SIGKILL), stopped (SIGTERM), or frozen (SIGSTOP, and later SIGCONT),
all sessions of the database are cut, or all workers are released (a new one started, an old one
stopped, and so on), so many times, by lot (`--seed`). Each time it is measured how long it takes
until a move has counted at every table that was pressed since, and until all shards are served in
equal shares. At the end all tables are replayed by the rules, and each move that was answered must
be there once.
"""

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

from msgspec import Struct

from bot.workers.identify_queue import IDENTIFY_INTERVAL_SECONDS
from tests.databases import asked
from tests.patience import HANGS, until
from tests.postgres import shared_server
from tests.survival.books import books, check
from tests.survival.fleet import END_SESSIONS, Fleet, fleet, unexpected
from tests.survival.loopback import loopback
from tests.survival.town import AS_FAST_AS_IT_GOES, Town, boards, check_clicks, counted

WORKERS = 4
FASTER = 20.0
"""As many times as fast as Discord the identifications go."""
WAYS = ("kill", "stop", "freeze", "cut", "release")


class Found(Struct, frozen=True):
    """What came of one disturbance."""

    way: str
    plays: float
    """Seconds until each table plays on."""
    shared: float
    """Seconds until all shards are served, in equal shares."""
    identified: int
    """How often shards were identified for meanwhile."""


async def disturbed(workers: Fleet, town: Town, database: str, luck: Random) -> Found:
    """Do something to the workers by lot, and wait until all is well."""
    way, worker = luck.choice(WAYS), luck.choice(workers.workers)
    began, identified = monotonic(), len(town.discord.identified)
    match way:
        case "kill":
            await workers.kill(worker)
            workers.start()
        case "stop":
            await workers.stop(worker)
            workers.start()
        case "freeze":
            workers.freeze(worker)
        case "cut":
            asked(database, END_SESSIONS)
        case "release":
            await release(workers)
    seconds = await town.plays_on()
    if way == "freeze":
        workers.thaw(worker)
    await workers.shared_out()
    await town.discord.online.wait()
    anew = len(town.discord.identified) - identified
    return Found(way, seconds, monotonic() - began, anew)


async def release(workers: Fleet) -> None:
    """Put a new worker in the place of each, one after the other."""
    there = [*workers.workers]
    for old in there:
        workers.start()
        await until(lambda: workers.joined() > len(there))
        await workers.stop(old)


async def run(times: int, shards: int, at_once: int, seed: int) -> None:
    """Disturb the workers so many times, and print what came of it."""
    luck, found = Random(seed), list[Found]()
    paced = AS_FAST_AS_IT_GOES | {
        "bot.workers.identify_queue.IDENTIFY_INTERVAL_SECONDS": IDENTIFY_INTERVAL_SECONDS / FASTER
    }
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as made,
        shared_server().database() as database,
    ):
        folder = Path(made)
        async with (
            loopback(shards=shards) as discord,
            fleet(discord, folder, database, paced) as workers,
        ):
            discord.buckets, discord.identify_pause = at_once, 5.0 / FASTER
            town, began = Town(discord), monotonic()
            for _ in range(WORKERS):
                workers.start()
            async with asyncio.timeout(HANGS):
                await discord.online.wait()
            await workers.shared_out()
            print(f"all {shards} shards after {monotonic() - began:.1f} s", flush=True)
            await town.all_play()
            async with town.playing():
                print(f"nothing: {await town.plays_on():.1f} s", flush=True)
                for number in range(times):
                    found.append(one := await disturbed(workers, town, database, luck))
                    print(
                        f"{number + 1:>3}. {one.way:<8}{one.plays:5.1f} s; shared out after"
                        f" {one.shared:.1f} s, {one.identified} identified",
                        flush=True,
                    )
            await town.deliver_again()
            await until(lambda: all(click.acknowledged.is_set() for click in town.moves()))
            await until(lambda: all(boards(discord, each) == {1} for each in town.channels))
            while workers.workers:
                await workers.stop(workers.workers[0])
            held, moves = books(database), counted(discord)
            check(held)
            check_clicks(held, moves)
        if errors := unexpected(folder / "log"):
            raise RuntimeError("\n".join(errors))
    tell(found)
    print(
        f"{len(discord.identified)} identifications, {len(discord.refused)} of them too soon;"
        f" {discord.fewest_left} of 1000 left"
    )
    silent = sum(not click.acknowledged.is_set() for click in discord.clicks.values())
    print(f"{len(moves)} moves counted, each once; {len(held.tables)} tables replayed")
    print(f"{silent} of {len(discord.clicks)} clicks were never answered")
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def tell(found: Sequence[Found]) -> None:
    """Print how long it took after each kind of disturbance."""
    for way in WAYS:
        plays = [one.plays for one in found if one.way == way]
        shared = [one.shared for one in found if one.way == way]
        if plays:
            print(
                f"{way:<8}{len(plays):>3} times: plays on after {median(plays):.1f} s (longest"
                f" {max(plays):.1f}), shared out after {median(shared):.1f} s ({max(shared):.1f})"
            )


def main(argv: Sequence[str]) -> None:
    """Read the arguments."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--times", type=int, default=20)
    arguments.add_argument("--shards", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--at-once", type=int, default=16, help="Discord's max_concurrency")
    options = arguments.parse_args(argv)
    asyncio.run(run(options.times, options.shards, options.at_once, options.seed))


if __name__ == "__main__":
    main(sys.argv[1:])
