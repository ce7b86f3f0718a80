"""Keep a database of this version: `python -m tests.versions.keep 0.4.0`, when it is released.

It holds one table of each kind, each in a channel of its own, made by playing. Every later version
must open it and play on.
"""

import asyncio
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.bench.bots import make_start
from bot.bench.world import World
from bot.services import sessions
from tests.play import city, evening, island

FOLDER = Path(__file__).parent
PHASES = (
    *("away", "lobby", "cat", "guess", "over", "rematch", "closed"),
    *("city", "race", "outdated", "called", "boardless", "unreachable", "dice"),
    "night",
)
"""The channels, named after the phase of their table, a game or the state of a board.

New ones come last: versions before 0.5.0 kept no night.
"""


async def play(world: World, phase: str) -> None:
    """Bring the table of the world's channel into a phase."""
    ada, ben, cleo, dan = world.people
    options: dict[str, Any] = {"clock": "3", "text_only": True}
    match phase:
        case "lobby":
            await evening.sit_down(world, ada, computers=1, **options)
        case "city":
            await city.begin(world, cleo, dan, computers=1, **options)
        case "race":
            await island.begin(world, cleo, dan, ada, **options)
            mime, mask = await island.draw(world)
            guesser = cleo if mime is dan else dan
            await island.slap(guesser, island.other(mask), on=world.board())
        case "dice":
            await dan.slash("cats play", game="liars_dice", computers=1, **options)
            await ada.press("c1:d:*:join", on=world.board())
            await dan.press("c1:d:*:start", on=world.board())
        case "night":
            await cleo.slash("cats play", game="who_barked", computers=4, **options)
            await cleo.press("c1:d:*:start", on=world.board())
        case "boardless":
            lose(world, "POST")
            await cleo.slash("cats play", game="cloaked_cats", **options)
        case "outdated" | "called" | "unreachable":
            await evening.deal(world, dan, cleo, **options)
            await leave_behind(world, phase)
        case _:
            await evening.deal(world, ada, ben, **options)
            await go_on(world, phase)


async def go_on(world: World, phase: str) -> None:
    """Bring a running game of Ada and Ben into a phase."""
    ada, _, *_ = world.people
    if phase == "guess":
        await evening.play_cat(evening.find_asked_player(world))
    if phase == "away":
        while not (await evening.load_table(world)).paused:
            await world.advance(200)
    if phase in ("over", "rematch"):
        await evening.finish(world)
    if phase == "rematch":
        await ada.press("c1:d:*:rematch", on=world.board())
    if phase == "closed":
        await evening.end_game(ada)


async def leave_behind(world: World, phase: str) -> None:
    """Let the board of a running game fall behind."""
    if phase == "outdated":
        lose(world, "PATCH")
        await evening.play_cat(evening.find_asked_player(world))
    if phase == "called":
        await evening.take_turn(evening.find_asked_player(world))
        lose(world, "POST")
        await world.advance(70)
    if phase == "unreachable":
        await world.permit(send_messages=False, view_channel=False)
        await evening.play_cat(evening.find_asked_player(world))


def lose(world: World, method: str) -> None:
    """Let Discord take no more messages in the world's channel, or no more edits."""
    path = f"/channels/{world.channel.id}/messages{'/*' if method == 'PATCH' else ''}"
    world.fail(method, path, times=None)


async def keep(version: str) -> None:
    """Write `<version>.db` into this folder."""
    sessions.MISCLICK_GUARD_SECONDS = 0.0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cats.db"
        world = await World.open(make_start(heartbeat=3600.0), f"sqlite:///{path}")
        channels = {phase: world.new_channel(phase) for phase in PHASES}
        later = {"closed": -1, "race": 1}  # one may host five; and time passes at the others
        for phase in sorted(PHASES, key=lambda phase: later.get(phase, 0)):
            world.channel = channels[phase]
            await play(world, phase)
        await world.people[2].slash("cats learn", game="quickpick")
        await world.close()
        shutil.copy(path, FOLDER / f"{version}.db")


if __name__ == "__main__":
    asyncio.run(keep(sys.argv[1]))
