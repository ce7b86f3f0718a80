"""How long the bot takes to start on a file with many tables, and what a press costs there.

Run: python -m benchmarks.start [--kept 100000] [--running 500]

It starts on an empty folder, plays a game's beginning, starts a second time, and once more when
that table has been copied so often. It needs Linux. Whoever adds an import, or work at the start,
would miss it.
"""

import argparse
import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import monotonic

from msgspec import Struct

from benchmarks.crowd import Crowd, Person, Plan
from benchmarks.processes import check_log, cost, started
from bot.games.registry import GAMES
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import Loopback, loopback

PRESSES = 200


class Start(Struct, frozen=True):
    """What one start took."""

    online: float
    """Seconds until clicks are answered."""
    cpu: float
    """Seconds of CPU time until the bot says that it is ready."""
    megabytes: float
    """Of memory at that moment."""
    press: float
    """Milliseconds until a press is acknowledged, median."""


async def timed(discord: Loopback, folder: Path, crowd: Crowd) -> Start:
    """Start the bot, press, and stop it."""
    log, began = folder / "log", monotonic()
    log.unlink(missing_ok=True)
    discord.online.clear()
    async with started(discord, folder) as process:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
        online = monotonic() - began
        await until(lambda: " ready as " in log.read_text())
        ready = cost(process.pid)
        await crowd.begin()
        crowd.presses, (party, *_) = [], crowd.parties
        people = [Person(crowd, party, number) for number in range(crowd.plan.people)]
        while len(crowd.presses) < PRESSES:
            for person in people:
                await person.act()
    check_log(folder)
    waits = [p.acknowledged - p.clicked for p in crowd.presses if p.acknowledged is not None]
    return Start(online, ready.seconds, ready.megabytes, 1000 * median(waits))


def copy(file: Path, kept: int, running: int) -> None:
    """Copy the file's newest table so often, into other channels; so many of them run."""
    with closing(sqlite3.connect(file)) as db, db:
        (first,) = db.execute("SELECT max(id) FROM tables").fetchone()
        for name in ("tables", "seats", "due", "events", "inputs"):
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            of = "id" if name == "tables" else "table"
            if name == "events":
                columns.remove("id")
            new = {of: "n.value", "channel": "n.value + 1000000"}
            values = ", ".join(new.get(column, f'"{column}"') for column in columns)
            names = ", ".join(f'"{column}"' for column in columns)
            last = running if name == "due" else kept
            db.execute(
                f"INSERT INTO {name} ({names}) WITH RECURSIVE n(value) AS (SELECT {first + 1} "
                f"UNION ALL SELECT value + 1 FROM n WHERE value < {first + last}) "
                f'SELECT {values} FROM n, {name} WHERE {name}."{of}" = {first}'
            )
        db.execute('UPDATE boards SET shown = (SELECT version FROM tables WHERE id = "table")')
        over = "UPDATE tables SET phase = 'over', ended_at = 1000.0 + id WHERE id > ?"
        db.execute(over, (first + running,))


async def measured(kept: int, running: int) -> Sequence[tuple[str, Start]]:
    """Return what the starts took."""
    with tempfile.TemporaryDirectory(dir=".") as made:
        folder, found = Path(made), list[tuple[str, Start]]()
        async with loopback() as discord:
            game = GAMES["cloaked_cats"].game
            plan = Plan("cloaked_cats", 1, game.seats[-1], game.seats[-1], (0.01, 0.02))
            crowd = Crowd(discord, plan)
            for name in ("the first", "the second", f"with {kept:,} tables, {running} running"):
                if name.startswith("with"):
                    await asyncio.to_thread(copy, folder / "data" / "cats.db", kept, running)
                found.append((name, await timed(discord, folder, crowd)))
    return found


def main() -> None:
    """Print one line for each start."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kept", type=int, default=100_000)
    arguments.add_argument("--running", type=int, default=500)
    options = arguments.parse_args()
    for name, start in asyncio.run(measured(options.kept, options.running)):
        print(
            f"{name:40} online after {start.online:.2f} s, ready after {start.cpu:.2f} s of CPU, "
            f"{start.megabytes:.0f} MB; a press {start.press:.1f} ms"
        )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
