"""How much memory the bot takes, idle and while a crowd presses: `python -m benchmarks.memory`.

The crowd is that of `benchmarks/load.py`, and thinks as little as the bot bears. Memory is read
when so many presses were made, while they go on. The database's folder is made where the command is
run. It needs Linux. Whoever keeps something in memory would miss it, and a host with a small
machine.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.crowd import Crowd, Person, Plan
from benchmarks.measuring import KEEPS, quiet
from benchmarks.processes import check_log, cost, started
from bot.games.registry import GAMES
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.survival.loopback import loopback
from tests.survival.messages import Times

MARKS = (2_000, 10_000, 20_000, 50_000, 100_000)
"""Presses after which memory is read."""
QUICKEST = (0.5, 0.6)
"""Seconds of thought: the bot takes ten presses of one person in five seconds."""


async def measured(plan: Plan, marks: Sequence[int], tell: Callable[[int, float], None]) -> None:
    """Tell after how many presses the bot takes how many megabytes; first of all when idle.

    `marks` are the numbers of presses, ascending. Raises RuntimeError if the bot notes an error.
    """
    with tempfile.TemporaryDirectory(dir=".") as made:
        folder, left = Path(made), [*marks]
        async with loopback(KEEPS) as discord:
            crowd = Crowd(discord, plan)
            presses = crowd.presses = list[Times]()
            async with started(discord, folder) as bot:
                async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                    await discord.online.wait()
                await quiet(discord)
                tell(0, cost(bot.pid).megabytes)
                async with crowd.living(Person):
                    while left:
                        await asyncio.sleep(0.1)
                        if len(presses) >= left[0]:
                            tell(left.pop(0), cost(bot.pid).megabytes)
        check_log(folder)


def shown(presses: int, megabytes: float) -> None:
    """Print a reading."""
    print(f"after {presses:7,} presses {megabytes:6.1f} MB", flush=True)


def main() -> None:
    """Print how much memory the bot takes."""
    arguments = argparse.ArgumentParser(description=__doc__)
    add = arguments.add_argument
    add("--game", choices=sorted(GAMES), default="cloaked_cats")
    add("--channels", type=int, default=20)
    add("--people", type=int, default=4, help="in each channel")
    add("--presses", type=int, default=MARKS[-1], help="at most")
    add("--text-only", action="store_true")
    options = arguments.parse_args()
    seats = GAMES[options.game].game.seats[-1]
    plan = Plan(options.game, options.channels, options.people, seats, QUICKEST, options.text_only)
    marks = [*(mark for mark in MARKS if mark < options.presses), options.presses]
    asyncio.run(measured(plan, marks, shown))
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
