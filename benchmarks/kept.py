"""What looking back costs with very many games kept.

Run: python -m benchmarks.kept [--database postgresql] [--games 100000] [--people 42000]

Some real games of each kind are played; all others are copies of them, on one large server and on
many small ones, of other people. The server's table is that of one game with so many people.
"""

import asyncio
import os
import time
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any, TypeVar

from msgspec.json import encode
from msgspec.structs import asdict, replace
from sqlalchemy import create_engine, insert

from benchmarks.growth import empty
from bot import maintenance
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.history.reckoning import month_of, reckoned
from bot.history.replay import replayed, table_of
from bot.store.record import Course, Record, packed
from bot.store.records import Player
from bot.store.schema import months, participants, records, results, standings
from bot.store.standings import EVERYWHERE, Page, Result, Standing
from bot.store.store import Store
from bot.tables.past import replay
from bot.tables.past.replay import Replay, Spot
from bot.tables.playing import awarded, weight
from tests.bench.whole import whole_game
from tests.databases import is_sqlite

REAL = 5
"""Games of each kind that are played."""
FIRST = 10**9
"""The first id of a copy."""
LARGEST, SERVERS = 1, 500
"""A fifth of all games is on the largest server."""
EAGER, EVERY = 5, 100
"""A person who plays in each of so many games."""
DAY = 86_400.0
AT_ONCE = 1000
OFTEN = 15
T = TypeVar("T")


Rows = list[dict[str, Any]]


def copies(
    real: Sequence[tuple[Record, bytes]], games: int, people: int
) -> Iterator[tuple[dict[str, Any], Rows, Rows]]:
    """Yield rows of records with those of their people and results, oldest first."""
    now = time.time()
    for number, (record, course) in zip(range(games), cycle(real), strict=False):
        ended = now - (games - number) * 300.0
        users = [10 + (number * 7 + seat * 13) % people for seat in range(len(record.seats))]
        if number % EVERY == 0:
            users[0] = EAGER
        seats = [
            replace(seat, user=user if seat.user else None)
            for seat, user in zip(record.seats, users, strict=True)
        ]
        guild = LARGEST if number % 5 == 0 else 2 + number % SERVERS
        about = replace(
            record,
            id=FIRST + number,
            guild=guild,
            channel=guild,
            seats=tuple(seats),
            ended_at=ended,
            began_at=ended - 600.0,
        )
        row = {"id": about.id, "guild": guild, "channel": guild, "game": about.game}
        whole = {**row, "ended_at": ended, "about": about, "course": course}
        persons = [{"record": about.id, "user": user} for user in about.people]
        brought = [
            asdict(
                Result(about.id, seat.user, guild, about.game, ended, 2, seat.rank, 3, True, 25.0)
            )
            for seat in seats
            if seat.user
        ]
        yield whole, persons, brought


def fill(url: str, real: Sequence[tuple[Record, bytes]], games: int, people: int) -> None:
    """Write all copies, and how many people stand on a server nobody else is on."""
    engine = create_engine(url if is_sqlite(url) else url.replace("://", "+psycopg://"))
    now = time.time()
    with engine.begin() as db:
        for part in batched(copies(real, games, people), AT_ONCE):
            rows, sat, brought = zip(*part, strict=True)
            db.execute(insert(records), [*rows])
            db.execute(insert(participants), [*chain.from_iterable(sat)])
            db.execute(insert(results), [*chain.from_iterable(brought)])
        stand = [
            asdict(
                Standing(
                    9,
                    "cloaked_cats",
                    user,
                    "Player",
                    15.0 + user % 200 / 10,
                    rated=user % 40,
                    games=1 + user % 50,
                    wins=user % 20,
                    at=now,
                )
            )
            for user in range(1, people + 1)
        ]
        db.execute(insert(standings), stand)
        played = {"guild": 9, "game": "cloaked_cats", "month": month_of(now)}
        db.execute(
            insert(months),
            [{**played, "user": each["user"], "games": 3, "wins": each["wins"]} for each in stand],
        )
    engine.dispose()


async def timed(name: str, work: Callable[[], Awaitable[object]], often: int = OFTEN) -> str:
    """Return a line: the median and the longest of some times, in milliseconds."""
    await work()
    took = []
    for _ in range(often):
        start = time.perf_counter()
        await work()
        took.append(1000 * (time.perf_counter() - start))
    took.sort()
    return f"| {name} | {took[len(took) // 2]:.1f} | {took[-1]:.1f} |"


def batched(rows: Iterator[T], size: int) -> Iterator[list[T]]:
    """Yield some at a time."""
    while part := [*islice(rows, size)]:
        yield part


async def profile(store: Store) -> None:
    """Do what a profile reads."""
    await store.chosen.by(EAGER)
    await store.standings(EAGER)
    await store.archive.results(EAGER, EVERYWHERE)
    await store.archive.foreseen(EAGER, EVERYWHERE)


async def opened(store: Store, record: int) -> Replay:
    """Do what opening a replay takes: its last step, and the moments of the game."""
    kept = await store.archive.kept(record)
    assert kept is not None
    box = GAMES[kept[0].game]
    found = Replay(kept[0], table_of(*kept, "somebody"), replayed(kept[1], box.game), box)
    here = replay.scene(found, "en", ended=True)
    moments = replay.find_moments(found, here)
    replay.screen(found, Spot(), moments, "en", shares=True)
    return found


async def stepped(store: Store, record: int) -> str:
    """Return what a step through a replay takes that is open."""
    found = await opened(store, record)
    steps = cycle(range(len(found.steps)))

    async def step() -> None:
        replay.screen(found, Spot(next(steps), "all"), (), "en", shares=True)

    return await timed("a step of it, with all that was hidden", step, often=200)


async def ending(store: Store, game: str) -> str:
    """Return what keeping a record costs at the end of a game of the most people, in ms of CPU."""
    box, took = GAMES[game], []
    people = [Player(f"Player {user}", 10**6 + user) for user in range(1, box.game.seats[-1] + 1)]
    for seed in range(40, 54):
        at = 1_790_000_000.0 + seed * 3600.0  # a game each hour: those of a day are looked at
        table = await whole_game(store, game, people, guild=3, seed=seed, at=at, keep=False)
        begin = time.process_time()
        await store.keep(table, weight(table, box), reckoned, partial(awarded, table, box))
        took.append(1000 * (time.process_time() - begin))
    took = sorted(took[2:])  # the first ones compile statements
    median, longest = took[len(took) // 2], took[-1]
    return f"| the end of {game} with {len(people)}, CPU | {median:.1f} | {longest:.1f} |"


async def measured(url: str, games: int, people: int) -> list[str]:
    """Return the lines of a table: what, the median and the longest in milliseconds."""
    store = await Store.open(url, games_on(GAMES))
    real: list[tuple[Record, bytes]] = []
    for name, box in GAMES.items():
        for seed in range(1, REAL + 1):
            seats = box.game.seats[seed % len(box.game.seats)]
            players = [Player(str(user), user) for user in range(1, seats + 1)]
            table = await whole_game(store, name, players, seed=seed)
            kept: tuple[Record, Course] | None = await store.archive.kept(table.id)
            if kept is not None:
                real.append((kept[0], packed(kept[1])))
    newest = {record.game: record.id for record, _ in real}
    fill(url, real, games, people)
    sizes = sorted(len(course) + len(encode(record)) for record, course in real)
    lines = [
        f"{games:,} games; a record has {sum(sizes) / len(sizes) / 1024:.1f} KB on average, "
        f"{sizes[-1] / 1024:.1f} KB at most",
        "| what | median, ms | longest, ms |",
        "|---|---|---|",
        await timed("history of the largest channel", lambda: store.archive.of_channel(LARGEST, 0)),
        await timed("its 100th page", lambda: store.archive.of_channel(LARGEST, 99)),
        await timed("history of a person", lambda: store.archive.of_person(EAGER, 0)),
        await timed(f"profile after {games // EVERY:,} games", lambda: profile(store)),
        await timed(f"scores of {people:,}, ever", lambda: store.scores(Page(9, "cloaked_cats"))),
        await timed(
            "the same, this month",
            lambda: store.scores(Page(9, "cloaked_cats", month_of(time.time()))),
        ),
        *[
            await timed(f"a replay of {name} is opened", partial(opened, store, id_))
            for name, id_ in newest.items()
        ],
        *[await stepped(store, id_) for id_ in newest.values()],
        *[await ending(store, game) for game in GAMES],
    ]
    await store.close()
    start = time.perf_counter()
    counted = await maintenance.rebuild_all_ratings(url)
    lines.append(f"all {counted:,} games reckoned anew: {time.perf_counter() - start:.0f} s")
    return lines


def main() -> None:
    """Print the costs."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    arguments.add_argument("--games", type=int, default=100_000)
    arguments.add_argument("--people", type=int, default=42_000)
    options = arguments.parse_args()
    with empty(options.database) as url:
        print("\n".join(asyncio.run(measured(url, options.games, options.people))))
        if is_sqlite(url):
            file = Path(url.removeprefix("sqlite:///"))
            print(f"the file has {file.stat().st_size / 2**20:.0f} MB")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
