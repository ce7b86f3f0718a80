"""What settings cost: those of servers, and those of people.

Run: python -m benchmarks.server_settings [--servers N] [--people N] [--presses N]

Presses are made in the simulated Discord, on a SQLite file, in turns with and without settings. The
simulated Discord runs in the same process, so its own work is in all times.
"""

import asyncio
import gc
import os
import sqlite3
import sys
import tracemalloc
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from timeit import timeit
from types import FrameType
from typing import Any

from msgspec.msgpack import decode, encode
from msgspec.structs import asdict, replace

from bot.bench.bots import make_start
from bot.bench.world import Answer, Person, World
from bot.domain.changes import Click
from bot.domain.server_settings import ServerSettings
from bot.games.registry import GAMES
from bot.presenters.server_settings import LISTED_SETTINGS
from bot.services.lookups import Lookups
from bot.services.server_settings import MAX_CHOSEN_IDS

ROLES = 20
"""The number of roles of the person who presses."""
FIRST_ID = 10**18
"""About as large as the ids of Discord are."""
COUNTED_PRESSES = 8
"""The number of presses of each kind whose bytecodes are counted. The first ones warm caches."""
ROOT = Path(__file__).parents[1]
MEASURED_DECODINGS = 100_000
SECONDS_BETWEEN_PRESSES = 2.0
"""By then, the board shows what was pressed."""
Press = Callable[[], Awaitable[Answer]]


async def measure_presses(world: World, presses: int) -> None:
    """Print what presses cost with and without settings of the server, in turns.

    The settings allow all that happens, so that the same screens are shown. The bytecodes that
    Python runs are counted, because times differ by more than settings cost. A bytecode counts as
    the average time of one in that press.
    """
    ada, guild = world.people[0], world.guild.id
    roles = [world.new_role(f"role {number}", ada) for number in range(ROLES)]
    usual = ServerSettings(guild)
    chosen = replace(
        usual,
        channels=(FIRST_ID, world.channel.id),
        roles=(FIRST_ID, roles[-1]),
        games=tuple(GAMES),
        clock="10",
        level="kitten",
    )
    await ada.slash("cats play", text_only=True)
    names = ("c1:d:*:computer-add", "c1:d:*:computer-remove", "c1:d:*:games", "c1:d:*:rules")
    kinds: dict[str, Press] = {"/cats help": partial(ada.slash, "cats help")}
    kinds |= {name.rpartition(":")[2]: partial(_press, world, ada, name) for name in names}
    cache = world.bot.services.lookups._settings
    counted: dict[tuple[str, bool], list[tuple[int, int]]] = {}
    taken: dict[str, list[float]] = {}
    for turn in range(presses):
        for has_settings in (turn % 2 == 0, turn % 2 == 1):
            cache.put(guild, encode(chosen if has_settings else usual))
            for name, press in kinds.items():
                began = process_time()
                if turn < COUNTED_PRESSES:
                    counts = await _count_bytecodes(press)
                    counted.setdefault((name, has_settings), []).append(counts)
                else:
                    await press()
                    taken.setdefault(name, []).append(process_time() - began)
                await world.advance(SECONDS_BETWEEN_PRESSES)
    for name in kinds:
        pairs = zip(counted[name, False], counted[name, True], strict=True)
        more = median(chosen_ - usual_ for (usual_, _), (chosen_, _) in pairs)
        all_ = median(each for _, each in counted[name, False])
        milliseconds = 1000 * median(taken[name])
        print(
            f"{name:20} {milliseconds:7.3f} ms and {all_:,.0f} bytecodes, with settings "
            f"{more:+.0f} bytecodes or {milliseconds * more / all_:+.4f} ms"
        )
    packed = encode(chosen)
    seconds = timeit(partial(decode, packed, type=ServerSettings), number=MEASURED_DECODINGS)
    print(f"to read the settings takes {1e6 * seconds / MEASURED_DECODINGS:.1f} µs more")


async def _count_bytecodes(press: Press) -> tuple[int, int]:
    """Return how many bytecodes of Python a press runs, in the bot alone and in all."""
    counts = {True: 0, False: 0}

    def trace(frame: FrameType, event: str, _: object) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            counts[_is_bots_own(frame.f_code.co_filename)] += 1
        return trace

    sys.settrace(trace)
    try:
        await press()
    finally:
        sys.settrace(None)
    return counts[True], sum(counts.values())


@cache
def _is_bots_own(file: str) -> bool:
    """Tell whether code is the bot's, and not that of a library or of the simulated Discord."""
    folder = Path(file).relative_to(ROOT).parts if Path(file).is_relative_to(ROOT) else ()
    is_simulation = folder[:2] in (("bot", "bench"), ("bot", "demo"))
    return folder[:1] in (("bot",), ("cogs",)) and not is_simulation


async def measure_check(world: World, times: int) -> None:
    """Print how long it takes to find out that a person may open a table."""
    panel, guild = world.bot.services.settings, world.guild.id
    click = Click(1, 2, "Ada", "en", world.channel.id, guild=guild, roles=(FIRST_ID,))
    chosen = replace(
        ServerSettings(guild),
        channels=(*range(FIRST_ID, FIRST_ID + MAX_CHOSEN_IDS - 1), click.channel),
        roles=tuple(range(FIRST_ID, FIRST_ID + MAX_CHOSEN_IDS)),
        games=tuple(GAMES),
    )
    for name, settings in (("without", ServerSettings(guild)), ("with", chosen)):
        world.bot.services.lookups._settings.put(guild, encode(settings))
        began = process_time()
        for _ in range(times):
            assert await panel.find_refusal(click, "liars_dice") is None
        taken = 1000 * (process_time() - began) / times
        print(f"{name} settings, the check before a table opens takes {taken:.3f} ms")


async def _press(world: World, who: Person, button: str) -> Answer:
    return await who.press(button, on=world.board())


async def measure_panel(world: World, times: int) -> None:
    """Print how long the panel takes to open for a server with as much chosen as can be."""
    ada = world.people[0]
    await world.permit(ada, manage_guild=True)
    channels = [str(world.new_channel(f"games-{n}").id) for n in range(MAX_CHOSEN_IDS)]
    roles = [str(world.new_role(f"players {n}")) for n in range(MAX_CHOSEN_IDS)]
    for name, values in (("channels", channels), ("roles", roles)):
        panel = (await ada.slash("cats-settings")).shown
        screen = (await ada.choose("c1:d:0:settings:", name, on=panel)).shown
        await ada.choose(f"c1:d:0:settings-set:{name}", *values, on=screen)
    taken = []
    for number in range(times):
        await world.advance(1)
        began = perf_counter()
        panel = (await ada.slash("cats-settings")).shown
        taken.append(1000 * (perf_counter() - began))
        await ada.choose(
            "c1:d:0:settings:", LISTED_SETTINGS[number % len(LISTED_SETTINGS)], on=panel
        )
    print(
        f"the panel opens in {median(taken):.0f} ms, "
        f"95th percentile {quantiles(taken, n=20)[-1]:.0f} ms"
    )


def fill(file: Path, table: str, key: str, row: dict[str, object], rows: int) -> None:
    """Write so many copies of a row, each with a key of its own."""
    names = ", ".join(f'"{name}"' for name in (key, *row))
    marks = ", ".join(["n.value", *"?" * len(row)])
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            f"INSERT INTO {table} ({names}) WITH RECURSIVE n(value) AS (SELECT {FIRST_ID} UNION ALL"
            f" SELECT value + 1 FROM n WHERE value < {FIRST_ID + rows - 1}) SELECT {marks} FROM n",
            tuple(row.values()),
        )


async def measure_memory(world: World, servers: int) -> None:
    """Print how much memory the settings of many servers take that were all used."""
    settings = replace(
        ServerSettings(0), language="de", clock="60", level="tomcat", changed_by=FIRST_ID + 1,
        changed_setting="channels", changed_at=1.7e9,
    )  # fmt: skip
    ids = f"[{FIRST_ID + 1}, {FIRST_ID + 2}, {FIRST_ID + 3}]"
    row = asdict(settings) | {"channels": ids, "roles": ids, "games": '["cloaked_cats"]'}
    del row["guild"]
    fill(world.path, "guild_settings", "guild", row, servers)
    lookups = Lookups(world.store)
    await lookups.find_settings(FIRST_ID)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(servers):
        await lookups.find_settings(FIRST_ID + number)
    gc.collect()
    taken = (tracemalloc.get_traced_memory()[0] - before) / 2**20
    tracemalloc.stop()
    print(f"the settings of {servers:,} servers take {taken:.1f} MB")


async def measure_preferences(world: World, people: int, presses: int) -> None:
    """Print what a change of a person's settings costs, with many people who have some."""
    row: dict[str, object] = {"seen_by": "everybody", "served": 1, "days": 90, "in_words": 0}
    fill(world.path, "preferences", "user", row, people)
    ada, taken = world.people[0], dict[str, list[float]]()
    panel = (await ada.slash("cats privacy")).shown
    for turn in range(presses):
        choice = ("yes", "no")[turn % 2]
        for name, press in (
            ("a change of one's settings", partial(ada.press, "c1:d:0:in-words:", on=panel)),
            ("adding a computer", partial(_press, world, ada, "c1:d:*:computer-add")),
            ("removing a computer", partial(_press, world, ada, "c1:d:*:computer-remove")),
        ):
            began = perf_counter()
            answer = await press()
            taken.setdefault(name, []).append(1000 * (perf_counter() - began))
            panel = answer.shown if name.startswith("a change") else panel
            await world.advance(1)
        assert panel.matching(f"c1:d:0:in-words:{('yes', 'no')[choice == 'yes']}")
    for name, times in taken.items():
        print(f"{name:26} {median(times):6.1f} ms, with settings of {people:,} people")


async def main(servers: int, people: int, presses: int) -> None:
    """Measure everything in one server."""
    with TemporaryDirectory() as folder:
        world = await World.open(make_start(), f"sqlite:///{folder}/cats.db")
        try:
            await measure_check(world, 20 * presses)
            await measure_presses(world, presses)
            await measure_preferences(world, people, presses)
            await measure_panel(world, presses)
            await measure_memory(world, servers)
        finally:
            await world.close(check=False)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=50_000, help="that have settings")
    parser.add_argument("--people", type=int, default=20_000, help="who have settings")
    parser.add_argument("--presses", type=int, default=200, help="of each kind")
    options = parser.parse_args()
    asyncio.run(main(options.servers, options.people, options.presses))
