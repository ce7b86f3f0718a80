"""How soon all boards are right after an outage: `python -m benchmarks.outage [--tables N]`.

The real bot is started as a process on a database of running games that it left two minutes ago.
Its Discord is on a loopback port: each request takes a while, at most 50 a second are taken. Some
people click as soon as they can.
"""

import argparse
import asyncio
import os
import platform
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median

from msgspec import Struct

from benchmarks.processes import check_log, started
from bot.edge.emojis import signs_of
from bot.edge.messages import custom_id
from bot.games.box import games_on
from bot.games.game import ActRecord
from bot.games.registry import GAMES
from bot.games.screen import Look, Press, SubmitMove
from bot.snowflakes import snowflake
from bot.store.due import Deadline
from bot.store.records import Table
from bot.store.shards import ALL
from bot.store.store import Store
from bot.tables import playing
from bot.tables.change import Change, Click
from bot.tables.lobby import dealing, seating
from bot.tables.lobby.seating import Wishes
from bot.tables.showing import screens
from bot.tables.tables import Tables
from tests.patience import until
from tests.survival.loopback import CHANNEL, GUILD, Loopback, Shown, loopback
from tests.survival.people import COMPONENT

DOWN = 120.0
"""Seconds for which nobody could reach the bot."""
MOST_A_SECOND = 50
"""https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
MOVES = 20
"""Moves that are played at each table before, at most: a game is in its midst."""
PACE = 3_000 << 22
"""From one move's Discord id to the next one's: three seconds, which no race finds too quick."""
LONGEST = 300.0
"""Seconds after which it is given up."""


class Outcome(Struct, frozen=True):
    """What came of it; seconds count from when the bot was started."""

    tables: int
    online: float
    """When the gateway was there, so that people could click."""
    right: tuple[float, ...]
    """When each board showed its newest version with all its pictures, in order."""
    clicked: tuple[float, ...]
    """How long after their click those were right on which somebody clicked, in order."""
    requests: int
    edits: int
    """How many of them showed a board."""
    limited: int
    """How many were refused for the global limit."""
    incomplete: int
    """Boards that were shown without a picture first."""


class Seated(Struct, frozen=True):
    """A table, what people see of it, and what its asked person can press."""

    id: int
    board: Shown
    user: int
    presses: tuple[Press, ...]
    pictures: int
    """How many the board has."""


class Dealer:
    """Deals games of all kinds and plays into their midst, by the rules of the tables alone."""

    def __init__(self, store: Store, discord: Loopback, now: float, seed: int) -> None:
        self._discord = discord
        self._luck = Random(seed)
        self._tables = Tables(
            store,
            ALL,
            GAMES,
            lambda: now,
            2.0,
            lambda *_: None,
            self._pass,
            self._pass,
            lambda: None,
        )

    async def _pass(self, *_: object) -> None: ...

    async def seat(self, number: int) -> Seated:
        """Make a table of the `number`th game: one computer, all others are people."""
        name = sorted(GAMES)[number % len(GAMES)]
        box, channel = GAMES[name], CHANNEL + 1 + number
        clicks = [
            Click(self._discord.id(), 10 * channel + seat, f"Player {seat}", "en", channel)
            for seat in range(box.game.seats[1] - 1)
        ]
        host, wishes = clicks[0], Wishes(computers=1)
        made = Change(seating.opened(host, GUILD, channel, name, box, wishes, self._tables.now()))
        table = await self._tables.add(made, host)
        for guest in clicks[1:]:
            table = await self._made(seating.joined(table, box, guest, self._tables.now()))
        table = await self._made(dealing.started(table, box, lambda: self._luck.randbytes(32)))
        return await self._shown(await self._played(table))

    async def _made(self, change: Change) -> Table:
        return await self._tables.submit(change.table.id, lambda _: change)

    async def _played(self, table: Table) -> Table:
        """Play some moves at random, until a clock runs for somebody."""
        box, left = self._tables.box(table), self._luck.randint(MOVES // 2, MOVES)
        while left > 0 or not any(isinstance(due, Deadline) for due in table.dues):
            prompt = self._luck.choice(table.prompts)
            if prompt.seat is None:
                change = playing.elapsed(table, box, prompt.decision)
            else:
                move = self._luck.choice(box.game.legal_paths(table.state, prompt.seat))
                at = snowflake(self._tables.now()) + PACE * table.step
                act = ActRecord(prompt.seat, prompt.decision, move, at)
                change = playing.given(table, box, act)
            if not change.table.prompts:
                return table  # the last move but one
            table = await self._made(change)
            left -= 1
        return table

    async def _shown(self, table: Table) -> Seated:
        """Post the table's board, and note it."""
        box = self._tables.box(table)
        mentions, screen = screens.owing(table), screens.board(table, box)
        pictures = [picture for picture in (screen.picture, screen.below) if picture]
        files = tuple(picture.name for picture in pictures)
        board = self._discord.make({"content": screen.content}, files, None, table.channel)
        await self._tables.note(
            table.id, lambda noted: noted.showing(board.id, table.version, mentions, table.version)
        )
        presses: list[Press] = [Look(0)]
        user = table.players[0].user or table.players[1].user or 0
        for prompt in table.waiting():
            if prompt.seat is not None and prompt.kind != "slap":
                user = table.players[prompt.seat].user or user
                move = self._luck.choice(box.game.legal_paths(table.state, prompt.seat))
                presses.append(SubmitMove(prompt.decision, move))
                break
        return Seated(table.id, board, user, tuple(presses), len(files))


async def click(discord: Loopback, at: Seated, press: Press) -> float:
    """Let the asked person press something on the board; return when."""
    data = {"custom_id": custom_id(at.id, press), "component_type": 2}
    began = time.monotonic()
    await discord.interact(at.user, f"Player {at.user}", COMPONENT, data, at.board)
    return began


class Watch:
    """Looks again and again which boards are right, as the database has it."""

    def __init__(self, file: Path, seated: Mapping[int, Seated]) -> None:
        self._file = file
        self._seated = seated
        self._before = {table: (version, step) for table, version, _, step in self._rows()}
        self.right: dict[int, float] = {}
        """When each board was right for the first time."""
        self.moves: set[int] = set()
        """Tables at which a move was pressed: what it led to must be on the board, too."""

    def _rows(self) -> list[tuple[int, int, int, int]]:
        query = 'SELECT id, version, shown, step FROM tables JOIN boards ON "table" = id'
        with closing(sqlite3.connect(self._file)) as db:
            return db.execute(query).fetchall()

    async def until_all_are_right(self) -> None:
        """Look until each board was right; raises `TimeoutError` after `LONGEST` seconds."""
        async with asyncio.timeout(LONGEST):
            while len(self.right) < len(self._seated):
                await asyncio.sleep(0.05)
                now = time.monotonic()
                for table, version, shown, step in self._rows():
                    old, first = self._before[table]
                    moved = table not in self.moves or step > first
                    if shown >= version > old and moved:
                        self.right.setdefault(table, now)


async def measure(tables: int, latency: float, clicks: int, seed: int = 1) -> Outcome:
    """Let so many tables come back, with people clicking at `clicks` of them."""
    luck = Random(seed)
    with tempfile.TemporaryDirectory(dir=".") as made:
        folder = Path(made)
        async with loopback() as discord:
            for box in GAMES.values():
                for sign in signs_of(box):
                    discord.emojis.add(sign.name)
            store = await Store.open(f"sqlite:///{folder / 'data' / 'cats.db'}", games_on(GAMES))
            left = time.time() - DOWN
            dealer = Dealer(store, discord, left, seed)
            seated = {at.id: at for at in [await dealer.seat(number) for number in range(tables)]}
            await store.beat(left, ALL)
            await store.close()
            with closing(sqlite3.connect(folder / "data" / "cats.db")) as db, db:
                # It was quiet before, and the deals took a while that does not count.
                db.execute("UPDATE tables SET clicked_at = clicked_at - 600")
                db.execute("UPDATE heartbeat SET at = ?", (time.time() - DOWN,))
            discord.latency, discord.limit.most = latency, MOST_A_SECOND
            return await _outage(folder, discord, seated, luck.sample(sorted(seated), clicks))


async def _outage(
    folder: Path, discord: Loopback, seated: Mapping[int, Seated], clicked: list[int]
) -> Outcome:
    """Start the bot, click, and wait until all boards are right. Errors in its log are raised."""
    watch, pressed = Watch(folder / "data" / "cats.db", seated), dict[int, float]()
    began = time.monotonic()
    async with started(discord, folder, REQUESTS=str(MOST_A_SECOND)):
        async with asyncio.timeout(LONGEST):
            await discord.online.wait()
        online = time.monotonic()
        for number, table in enumerate(clicked):
            press = seated[table].presses[number % len(seated[table].presses)]
            if isinstance(press, SubmitMove):
                watch.moves.add(table)
            pressed[table] = await click(discord, seated[table], press)
        await watch.until_all_are_right()
        # discord.py complains in the log where it is stopped before it is ready.
        await until(lambda: " ready as " in (folder / "log").read_text())
    check_log(folder)
    shown = {at.board.id: at for at in seated.values()}
    edits = [
        (shown[int(found[1])], len(request.files))
        for request in discord.requests
        if (found := re.fullmatch(r"/channels/\d+/messages/(\d+)", request.path))
        and request.method == "PATCH"
    ]
    return Outcome(
        tables=len(seated),
        online=online - began,
        right=tuple(sorted(at - began for at in watch.right.values())),
        clicked=tuple(sorted(watch.right[table] - at for table, at in pressed.items())),
        requests=len(discord.requests),
        edits=len(edits),
        limited=discord.limit.refused,
        incomplete=len({at.id for at, files in edits if files < at.pictures}),
    )


def main(argv: list[str]) -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=300)
    arguments.add_argument("--latency", type=float, default=150.0, help="milliseconds a request")
    options = arguments.parse_args(argv)
    clicks = max(1, options.tables // 10)
    came = asyncio.run(measure(options.tables, options.latency / 1000, clicks))
    print(f"{came.tables} tables, {options.latency:.0f} ms a request, {MOST_A_SECOND} a second")
    print(f"people could click after {came.online:.1f} s")
    print(f"boards right: half after {median(came.right):.1f} s, all after {came.right[-1]:.1f} s")
    print(
        f"the {len(came.clicked)} with a click: median {median(came.clicked):.1f} s,"
        f" longest {came.clicked[-1]:.1f} s after it"
    )
    print(
        f"{came.requests} requests, {came.edits} of them edits of boards; {came.limited} beyond the"
        f" limit; {came.incomplete} boards were without a picture first"
    )
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
