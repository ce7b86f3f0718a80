"""For a week, servers get their daily puzzle once a day, whatever happens to the two workers."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import cast

import discord as library
from msgspec.structs import replace

from bot.domain.puzzle_posts import plan_posts
from bot.domain.puzzles import find_opening
from bot.domain.server_settings import ServerSettings
from bot.engine.package import GamePackage, extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.databases import run_sql
from tests.patience import WITHOUT_PAUSES, until
from tests.survival.fleet import Fleet, fleet, unexpected
from tests.survival.loopback import CHANNEL, GUILD, Loopback, loopback
from tests.toys.puzzles import TOY_PUZZLES

DATABASES = ("postgresql",)
SHARDS = 2
SERVERS = 6
FIRST_DAY = 40
HOUR, DAY = 3600.0, 86_400.0
POST_HOUR = 9
CONSTANTS = WITHOUT_PAUSES | {
    "bot.services.puzzle_posts.MAX_SLEEP_SECONDS": 0.2,
    "bot.services.puzzle_posts.RETRY_SECONDS": 0.2,
    "bot.discord_adapter.request_gate.MAX_PATIENT_REQUESTS_PER_SECOND": 20.0,
    "bot.common.timings.DEFAULT_TIMINGS.heartbeat": 1.0,
}


def set_up_worker(clock_file: Path) -> None:
    """Let a process have the clock of the test, and puzzles that are made in no time."""
    now = library.utils.utcnow
    library.utils.utcnow = lambda: now() + timedelta(seconds=float(clock_file.read_text()))
    games = cast("dict[str, GamePackage]", GAMES)
    first = next(iter(games))
    games[first] = replace(games[first], puzzles=TOY_PUZZLES)


class Week:
    """The days of two workers' servers."""

    def __init__(self, discord: Loopback, database: str, clock_file: Path) -> None:
        self.discord = discord
        self._database = database
        self._clock_file = clock_file
        self._past = 0
        """How many days are over."""

    def set_clock(self, hours: float) -> None:
        """Let it be so many hours of the present day."""
        at = find_opening(FIRST_DAY + self._past) + hours * HOUR
        self.discord.clock_ahead = at - time.time()
        new = self._clock_file.with_suffix(".new")
        new.write_text(str(self.discord.clock_ahead))
        new.replace(self._clock_file)

    async def want_posts(self) -> None:
        store = await Store.open(self._database, extract_games(GAMES))
        now = find_opening(FIRST_DAY)
        for server in range(SERVERS):
            wish = ServerSettings(
                GUILD + (server << 22),
                puzzle_channel=CHANNEL + server,
                puzzle_hour=POST_HOUR,
                puzzle_zone="UTC",
            )
            await store.server_settings.change_puzzle(plan_posts(wish, now))
            if server >= SHARDS:  # a server that Discord does not tell of has no language
                await store.server_settings.change(wish.guild, "language", "en", 1, now)
        await store.close()

    async def hold_posts(self, *, done: bool) -> asyncio.Event:
        """Hold up a post of each shard, before or after it is made, until an event is set."""
        held = asyncio.Event()
        paths = [f"/channels/{CHANNEL + shard}/messages" for shard in range(SHARDS)]
        faults = [self.discord.fail("POST", path, done=done, held=held) for path in paths]
        self.set_clock(POST_HOUR)
        await asyncio.gather(*(fault.hit.wait() for fault in faults))
        return held

    async def end_day(self) -> None:
        """Wait until all servers have their post of the day, and let the next day begin."""
        self._past += 1
        due = find_opening(FIRST_DAY + self._past) + POST_HOUR * HOUR
        wanted = "SELECT DISTINCT puzzle_due FROM guild_settings"
        await until(lambda: run_sql(self._database, wanted) == [(due,)], 0.2)
        self.check()

    def check(self) -> None:
        for server in range(SERVERS):
            posts = self.discord.messages.public(CHANNEL + server).values()
            titles = [post.wire["embeds"][0]["title"] for post in posts]
            days = range(FIRST_DAY, FIRST_DAY + self._past)
            assert [title.split(" · ")[0] for title in titles] == [f"🧩 Puzzle #{n}" for n in days]
        nonces = [nonce for nonce, _ in self.discord.posted]
        assert len(nonces) == len(set(nonces)) == SERVERS * self._past


@asynccontextmanager
async def week(folder: Path, database: str) -> AsyncIterator[tuple[Week, Fleet]]:
    clock_file = folder / "clock"
    before = partial(set_up_worker, clock_file)
    async with (
        loopback(shards=SHARDS) as discord,
        fleet(discord, folder, database, CONSTANTS, before) as workers,
    ):
        days = Week(discord, database, clock_file)
        days.set_clock(POST_HOUR - 1)
        await days.want_posts()
        workers.start()
        workers.start()
        await discord.online.wait()
        await workers.wait_until_shared_out()
        yield days, workers


async def test_a_week_of_posts_on_two_workers_that_are_killed(
    tmp_path: Path, database: str
) -> None:
    async with week(tmp_path, database) as (days, workers):

        async def replace_worker() -> None:
            workers.start()
            await workers.wait_until_shared_out()

        # Nothing happens.
        assert not days.discord.posted
        days.set_clock(POST_HOUR)
        await days.end_day()

        # A worker is killed after Discord has its post, before it notes that.
        held = await days.hold_posts(done=True)
        await workers.kill(workers.workers[0])
        held.set()
        await days.end_day()
        await replace_worker()

        # A worker is killed before Discord has its post.
        held = await days.hold_posts(done=False)
        await workers.kill(workers.workers[0])
        held.set()
        await days.end_day()
        await replace_worker()

        # A worker hands over while it posts.
        days.set_clock(POST_HOUR)
        await workers.stop(workers.workers[0])
        await days.end_day()
        await replace_worker()

        # A worker stands still after Discord has its post, and goes on later.
        held = await days.hold_posts(done=True)
        frozen = workers.workers[0]
        workers.freeze(frozen)
        held.set()
        await days.end_day()
        workers.thaw(frozen)
        await workers.wait_until_shared_out()

        # Both are killed while they post, and others start three hours later.
        held = await days.hold_posts(done=True)
        for worker in [*workers.workers]:
            await workers.kill(worker)
        days.discord.messages.forget_nonces()
        days.set_clock(POST_HOUR + 3)
        workers.start()
        await replace_worker()
        await days.end_day()

        # Nothing happens.
        days.set_clock(POST_HOUR)
        await days.end_day()
    assert unexpected(tmp_path / "log") == []
