"""A table that is changed by something else in the same moment: nobody notices."""

import logging

from bot.domain.table import Commit, Table
from bot.services.tables import MAX_CHANGE_TRIES
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.play.evening import deal, find_asked_player, hand, load_table, shows_hand

MINUTE = 60.0


def forgive_before_commits(store: Store, times: int) -> None:
    """Let lost time be forgiven just before each of the next commits."""
    commit, left = store.tables.commit, times

    async def late(change: Commit) -> Table:
        nonlocal left
        if left:
            left -= 1
            since = await store.bot.read_last_heartbeat(ONLY_SHARD) or 0.0
            await store.deadlines.extend(since + MINUTE, since, ONLY_SHARD, keep_minimum=True)
        return await commit(change)

    store.tables.commit = late


def check_moved(before: Table, after: Table, times: int) -> None:
    assert (after.step, after.version) == (before.step + 1, before.version + times + 1)
    (deadline,) = [timer.at for timer in before.timers if timer.kind == "deadline"]
    assert [timer.at for timer in after.timers if timer.kind == "deadline"] == [
        deadline + times * MINUTE
    ]


async def test_a_move_that_meets_other_changes_is_made_on_fresh_data_or_refused(world, caplog):
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    screen, before = await hand(who), await load_table(world)
    caplog.set_level(logging.INFO)
    forgive_before_commits(world.store, MAX_CHANGE_TRIES)
    answer = await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    assert "Somebody was quicker. Please press again." in answer.text
    assert (await load_table(world)).step == before.step
    assert "kind=cat" not in caplog.text

    before = await load_table(world)
    forgive_before_commits(world.store, MAX_CHANGE_TRIES - 1)
    await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    check_moved(before, await load_table(world), MAX_CHANGE_TRIES - 1)

    ada.rename("Adele")
    forgive_before_commits(world.store, 1)
    assert shows_hand(await hand(ada))
    names = {player.name for player in (await load_table(world)).players}
    assert names == {"Adele", "Ben"}, "so is a look taken note of"
