"""What is kept of servers and people, and for how long; all by moved time."""

import sqlite3
from contextlib import closing

from bot.bench.world import World
from tests.play.evening import deal, finish
from tests.play.outages import gateway

DAY = 86_400


def count(world: World, table: str) -> int:
    with closing(sqlite3.connect(world.path)) as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


async def play(world: World) -> None:
    """Play a game to its end, so that there are results, and leave another one running."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await deal(world, ada, ben, clock="none")


async def test_a_server_that_removes_the_bot_is_forgotten_a_month_after_the_bot_knows(
    world: World,
) -> None:
    await play(world)
    emit = world.env.backend.emit
    world.env.backend.emit = lambda event, payload: None  # the bot is down
    world.env.backend.remove_guild(world.guild.id)
    world.env.backend.emit = emit
    await world.jump(20 * DAY)
    assert count(world, "removed_guilds") == 0
    await world.restart(crash=True)
    await world.settle()
    assert count(world, "removed_guilds") == 1
    await world.jump(29 * DAY)
    assert count(world, "results") == 2
    await world.jump(2 * DAY)
    everything = (
        *("tables", "seats", "inputs", "events", "due"),
        *("records", "results", "months", "removed_guilds"),
    )
    assert {name: count(world, name) for name in everything} == dict.fromkeys(everything, 0)


async def test_a_server_that_takes_the_bot_back_is_not_forgotten(world: World) -> None:
    await play(world)
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute("INSERT INTO removed_guilds VALUES (?, ?)", (world.guild.id, world.now()))
    await world.restart(crash=True)
    await world.settle()
    assert count(world, "removed_guilds") == 0
    await world.jump(60 * DAY)
    assert count(world, "results") == 2

    with world.bot_scope():
        guild = world.bot.get_guild(world.guild.id)
        assert guild
        await gateway(world.bot).on_guild_remove(guild)  # while the bot runs
        assert count(world, "removed_guilds") == 1
        await gateway(world.bot).on_raw_guild_join(guild)
    assert count(world, "removed_guilds") == 0
