"""The host's clock is off: nobody waits for their screen, and no computer wins by it."""

from random import Random

import pytest
from discord.utils import snowflake_time

from bot.bench.plugin import OpenWorld
from bot.engine.records import ActRecord
from bot.services.heartbeat import MIN_SKEW_PRESSES
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    deal,
    find_asked_player,
    find_waiting_player,
    hand,
    load_table,
    step,
    take_turn,
)
from tests.play.outages import HostClock


@pytest.mark.parametrize("ahead", [-900.0, 900.0])
async def test_own_screens_are_pushed_and_computers_moves_have_ids_of_discords_time(
    open_world: OpenWorld, ahead: float
) -> None:
    """A token is used for 840 seconds, fewer than the clock is off."""
    clock = HostClock()
    clock.ahead = ahead
    world = await open_world(now=clock, computers=1)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=0)
    who = find_asked_player(world)
    other = find_waiting_player(world, ada, ben)
    before = await hand(other)
    await take_turn(who)
    assert other.private().text != before.text, "it is not shown that it is their turn"

    world.channel = world.new_channel("computers")
    await deal(world, ada, computers=1)
    for _ in range(MIN_SKEW_PRESSES):
        await hand(ada)
    luck, began = Random(3), world.now()
    for _ in range(12):
        await step(world, luck)
    table = await load_table(world)
    acts = [
        given
        for _, given, _ in await world.store.tables.find_inputs(table.id)
        if isinstance(given, ActRecord)
    ]
    computers = [act for act in acts if not table.players[act.seat].user]
    assert computers
    for act in computers:
        at = snowflake_time(act.at).timestamp()
        assert began - COMPUTER_MOVE_SECONDS <= at <= world.now() + 1.0
    ids = [act.at for act in acts]
    assert ids == sorted(ids), "an id tells which of two moves came first"
