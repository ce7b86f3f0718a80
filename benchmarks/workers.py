"""What becomes of workers: `python -m benchmarks.workers --times 20 [--shards 4] [--seed 1]`.

Up to four of them share the shards of a real PostgreSQL database that is started for it; their
Discord is on a loopback port. Twenty tables play as fast as it goes while one of the workers is
killed (SIGKILL), stopped (SIGTERM) or frozen (SIGSTOP, and later SIGCONT) and others are started,
so many times, by lot. Each time it is measured how long it takes until a move has counted at every
table that was pressed since. At the end all tables are replayed by the rules, and each move that
was answered must be there once.
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

from tests.patience import HANGS, until
from tests.postgres import shared_server
from tests.survival.books import books, check
from tests.survival.fleet import Fleet, fleet
from tests.survival.loopback import loopback
from tests.survival.town import AS_FAST_AS_IT_GOES, Town, boards, check_clicks, counted

MOST = 4
LOST = "could not be stored or read: store-server-lost", "failed: Lost"
"""What a worker says that goes on after it was frozen: its connections are gone."""
WAYS = ("kill", "stop", "freeze", "start")


async def disturbed(workers: Fleet, town: Town, luck: Random) -> tuple[str, float]:
    """Do something to a worker by lot; return what, and the seconds until every table plays on."""
    ways = [way for way in WAYS if way != "start" or len(workers.workers) < MOST]
    if len(workers.workers) == 1:
        ways = ["kill", "start"]
    way, worker = luck.choice(ways), luck.choice(workers.workers)
    match way:
        case "kill":
            await workers.kill(worker)
            if len(workers.workers) < 2:
                workers.start()
        case "stop":
            await workers.stop(worker)
        case "freeze":
            workers.freeze(worker)
        case "start":
            workers.start()
    seconds = await town.plays_on()
    if way == "freeze":
        workers.thaw(worker)
    await workers.shared_out()
    return way, seconds


async def run(times: int, shards: int, seed: int) -> None:
    """Disturb the workers so many times, and print what came of it."""
    luck, found = Random(seed), list[tuple[str, float]]()
    with tempfile.TemporaryDirectory(dir=".") as made, shared_server().database() as database:
        folder = Path(made)
        async with (
            loopback(shards=shards) as discord,
            fleet(discord, folder, database, AS_FAST_AS_IT_GOES) as workers,
        ):
            town = Town(discord)
            workers.start()
            workers.start()
            async with asyncio.timeout(HANGS):
                await discord.online.wait()
            await workers.shared_out()
            await town.all_play()
            async with town.playing():
                print(f"nothing: {await town.plays_on():.1f} s", flush=True)
                for number in range(times):
                    found.append(await disturbed(workers, town, luck))
                    way, seconds = found[-1]
                    left = f"{len(workers.workers)} workers"
                    print(f"{number + 1:>3}. {way:<7}{seconds:5.1f} s, {left}", flush=True)
            await town.deliver_again()
            await until(lambda: all(click.acknowledged.is_set() for click in town.moves()))
            await until(lambda: all(boards(discord, each) == {1} for each in town.channels))
            while workers.workers:
                await workers.stop(workers.workers[0])
            held, moves = books(database), counted(discord)
            check(held)
            check_clicks(held, moves)
        log = (folder / "log").read_text().splitlines()
        if errors := [line for line in log if " ERROR " in line and not line.endswith(LOST)]:
            raise RuntimeError("\n".join(errors))
    for way in WAYS:
        times_of = [taken for name, taken in found if name == way]
        if times_of:
            spread = f"median {median(times_of):.1f} s, longest {max(times_of):.1f} s"
            print(f"{way:<7}{len(times_of):>3} times: {spread}")
    silent = sum(not click.acknowledged.is_set() for click in discord.clicks.values())
    print(f"{len(moves)} moves counted, each once; {len(held.tables)} tables replayed")
    print(f"{silent} of {len(discord.clicks)} clicks were never answered")
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def main(argv: Sequence[str]) -> None:
    """Read the arguments."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--times", type=int, default=20)
    arguments.add_argument("--shards", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args(argv)
    asyncio.run(run(options.times, options.shards, options.seed))


if __name__ == "__main__":
    main(sys.argv[1:])
