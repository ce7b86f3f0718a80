"""How long the daily posts of many servers take that are due at the same hour.

Run: python -m benchmarks.puzzle_posts [--servers N]

One process posts in the simulated Discord, on a SQLite file, by a simulated clock. In each server,
some people have solved the puzzles of the last month. Halfway, the process is killed and started
again. The simulated Discord runs in the same process, so its own work is in the time that a post
takes.
"""

import asyncio
import sqlite3
from argparse import ArgumentParser
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from msgspec.json import encode

from bot.bench.bots import make_start
from bot.bench.world import World
from bot.discord_adapter.client import ShardSession
from bot.discord_adapter.request_gate import RateLimit, RequestGate
from bot.domain.puzzles import Entry, find_opening
from bot.engine.puzzle_data import Mark

TODAY = 40
POST_HOUR = 9
SOLVERS, DAYS = 10, 30
"""The number of people of each server, and of the puzzles that they have solved."""
FIRST_SERVER = 10**18
STEP_SECONDS = 30.0
MAX_POSTING_HOURS = 2.0
"""The number of hours after which missing posts are no longer waited for."""


def fill(path: Path, servers: int, channel: int, due: float) -> None:
    """Store servers that are due, and who has solved the puzzles there."""
    entries = encode((Entry("right", Mark(0, 1)),)).decode()
    guilds = range(FIRST_SERVER, FIRST_SERVER + servers)
    with closing(sqlite3.connect(path)) as db:
        db.executemany(
            "INSERT INTO guild_settings (guild, channels, roles, games, language, clock, text_only,"
            " level, threads, calls, call_role, changed_setting, changed_at, called_at,"
            " puzzle_channel, puzzle_zone, puzzle_due)"
            " VALUES (?, '[]', '[]', '[]', 'en', '', 0, '', 0, 'off', 0, '', 0, 0, ?, 'UTC', ?)",
            ((guild, channel, due) for guild in guilds),
        )
        db.executemany(
            "INSERT INTO puzzle_attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (n, guild * SOLVERS % 2**62 + who, guild, f"Cat {who}", entries, who % 4, at, at)
                for n in range(TODAY - 2, TODAY)
                for guild in guilds
                for who in range(SOLVERS)
                for at in (find_opening(n) + 60.0 * who,)
            ),
        )
        db.executemany(
            "INSERT INTO puzzle_days VALUES (?, ?)",
            ((guild, n) for guild in guilds for n in range(TODAY - DAYS, TODAY)),
        )
        db.commit()


def take_posts(world: World) -> list[tuple[int, float]]:
    """Return the servers that got a post since the last call, in order, each with the time of it.

    The posts are deleted, because their pictures would fill the memory.
    """
    sent = [each for each in world.requests if each.path.endswith("/messages") and each.json]
    nonces = [(str(each.json.get("nonce", "")), each.at) for each in sent]
    world.requests.clear()
    world.env.backend.messages[world.channel.id].clear()
    return [(int(nonce[1:].partition("-")[0], 16), at) for nonce, at in nonces]


async def measure(folder: Path, servers: int) -> None:
    """Print how long the posts take, and whether each server gets one."""
    rate_limit = RateLimit(10**6)  # its pace for posts is what limits them
    session = ShardSession(gate=RequestGate(rate_limit))
    path = folder / "cats.db"
    world = await World.open(make_start(session=session, heartbeat=86_400.0), f"sqlite:///{path}")
    due = find_opening(TODAY) + POST_HOUR * 3600.0
    await world.freeze(due - world.now())
    fill(path, servers, world.channel.id, due)
    with world.bot_scope():
        world.bot.services.puzzle_posts.wake()
    began, has_restarted, posts = process_time(), False, list[tuple[int, float]]()
    until = world.now() + MAX_POSTING_HOURS * 3600.0
    while len(posts) < servers and world.now() < until:
        await world.advance(STEP_SECONDS, step=STEP_SECONDS)
        posts += take_posts(world)
        if not has_restarted and len(posts) >= servers / 2:
            has_restarted = True
            await world.restart(crash=True)
    await world.advance(STEP_SECONDS, step=STEP_SECONDS)
    posts += take_posts(world)
    taken = process_time() - began
    twice = sum(count > 1 for count in Counter(guild for guild, _ in posts).values())
    in_order = [guild for guild, _ in posts] == [*range(FIRST_SERVER, FIRST_SERVER + servers)]
    print(f"{len(posts)} posts to {servers} servers in {(posts[-1][1] - posts[0][1]) / 60:.1f} min")
    print(f"servers with two posts: {twice}; in the order in which they are due: {in_order}")
    print(f"{1000 * taken / len(posts):.1f} ms of processor time for a post")
    await world.close()


def main() -> None:
    """Measure with the given number of servers."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=10_000)
    servers = parser.parse_args().servers
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), servers))


if __name__ == "__main__":
    main()
