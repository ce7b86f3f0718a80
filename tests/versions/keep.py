"""Keep a database of this version: `python -m tests.versions.keep 0.1.0`.

It holds one table in each phase, each in a channel of its own, made by playing. Every later version
must open it and play on.
"""

import asyncio
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bots import real_bot
from tests.bench.sim import World
from tests.play import evening

FOLDER = Path(__file__).parent
PHASES = ("away", "lobby", "cat", "guess", "over", "rematch", "closed")
"""The channels, named after the phase of their table."""


async def play(world: World, phase: str) -> None:
    """Bring the table of the world's channel into a phase."""
    ada, ben = world.people[:2]
    options = {"clock": "3", "text_only": "yes"}
    if phase == "lobby":
        await evening.sit_down(world, ada, computers=1, **options)
        return
    await evening.deal(world, ada, ben, **options)
    if phase == "guess":
        await evening.play_cat(evening.the_asked(world))
    if phase == "away":
        while not (await evening.stored(world)).paused:
            await world.advance(200)
    if phase in ("over", "rematch"):
        await evening.finish(world)
    if phase == "rematch":
        await ada.press("c1:d:*:rematch", on=world.board())
    if phase == "closed":
        await ada.slash("cats end")
        await ada.press("c1:d:*:end-yes")


async def keep(version: str) -> None:
    """Write `<version>.db` into this folder."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cats.db"
        world = await World.open(real_bot(heartbeat=3600.0), path)
        for phase in PHASES:
            world.channel = world.new_channel(phase)
            await play(world, phase)
        await world.close()
        shutil.copy(path, FOLDER / f"{version}.db")


if __name__ == "__main__":
    asyncio.run(keep(sys.argv[1]))
