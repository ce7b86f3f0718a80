"""What people's clocks leave them after time in which nobody could play: `python -m
benchmarks.lost_time`.

For each kind of gap, its seconds, the seconds that were left when it began and the table's clock:
how many seconds people had from its end on, and whether whoever had them was late within three
seconds. All in a simulated Discord, with the real bot on a real file.
"""  # noqa: D205

import asyncio
import logging
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bots import real_bot
from tests.bench.sim import World
from tests.play.outages import ALL, CLOCKS, Gap, Had, HostClock, had


async def measured(gap: Gap, seconds: float) -> list[Had]:
    """Return what all had in a world of their own."""
    with TemporaryDirectory() as folder:
        world = await World.open(real_bot(now=HostClock()), Path(folder) / "cats.db")
        try:
            return await had(world, gap, seconds)
        finally:
            await world.close(check=False)


async def main() -> bool:
    """Print a line for each; return whether all had what was left, and were late then."""
    logging.disable(logging.CRITICAL)
    clocks = " | ".join(f"{clock} min" for clock in CLOCKS)
    print(f"| what | seconds | left | {clocks} | late within 3 s |")
    print("|---|---|---|" + "---|" * (len(CLOCKS) + 1))
    right = True
    for gap, seconds in ALL:
        found = await measured(gap, seconds)
        for left in sorted({each.left for each in found}):
            row = [each for each in found if each.left == left]
            times = " | ".join(f"{each.had:.1f}" for each in row)
            late = all(each.late for each in row)
            right &= late and all(each.had >= left for each in row)
            name = gap.__name__.replace("_", " ")
            said = "yes" if late else "NO"
            print(f"| {name} | {seconds:.0f} | {left:.0f} | {times} | {said} |", flush=True)
    return right


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    sys.exit(0 if asyncio.run(main()) else 1)
