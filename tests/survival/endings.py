"""A process that does nothing but end games and keep their records, until it is killed.

It does so as the bot does: the last move comes with a timer, the record follows, whoever comes
next looks for timers first.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Sequence
from functools import partial
from itertools import count
from multiprocessing.synchronize import Event as Flag
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.outcomes import choose_awards, rating_weight
from bot.domain.ratings import make_rating_update
from bot.domain.table import Commit, Finished, Player, RecordSaving
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.bench.whole import whole_game
from tests.databases import open_transaction
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.tables import expect_finished, in_phase, list_events

PEOPLE = (Player("Ada", 7), Player("Ben", 8), Player("Cleo", 9))
MAX_KILL_DELAY_SECONDS = 0.25
"""Seconds after which a process is killed at the latest, once it has begun to end games."""
DUE = "SELECT \"table\" FROM due WHERE kind = 'keep'"
OVER = "SELECT id FROM tables WHERE phase = 'over'"


class Left(Struct, frozen=True):
    """What is stored when a process has been killed."""

    over: frozenset[int]
    """Tables whose game has ended."""
    due: frozenset[int]
    """Those whose record is still to be written."""
    records: frozenset[int]
    results: int
    counted: int
    """Games as they are added up for people."""


def read_left_records(database: str) -> Left:
    """Read what a killed process has left."""
    with open_transaction(database) as ask:
        return Left(
            frozenset(id_ for (id_,) in ask(OVER)),
            frozenset(id_ for (id_,) in ask(DUE)),
            frozenset(id_ for (id_,) in ask("SELECT id FROM records")),
            int(ask("SELECT count(*) FROM results")[0][0]),
            int(ask("SELECT coalesce(sum(games), 0) FROM standings WHERE guild != 0")[0][0]),
        )


def check(found: Left) -> None:
    assert found.records | found.due == found.over, "a record is lost"
    assert not found.records & found.due, "a record would be written twice"
    assert found.results == found.counted == len(PEOPLE) * len(found.records)


def _ends(database: str, games: Sequence[Commit], began: Flag) -> None:
    asyncio.run(_end(database, games, began))


async def _end(database: str, games: Sequence[Commit], began: Flag) -> None:
    store = await Store.open(database, extract_games(GAMES))
    due = await store.tables.find_next_timers(float("inf"), ONLY_SHARD)
    began.set()
    for id_ in due:
        await _keep(store, expect_finished(await store.tables.load(id_)))
    while True:
        for game in games:
            channel = time.time_ns()
            before = in_phase(game.table, "playing", channel=channel, step=0, timers=())
            table = await store.tables.commit(Commit(before, at=1.0))
            over = replace(game.table, id=table.id, version=table.version, channel=channel)
            stored = await store.tables.commit(replace(game, table=over))
            await _keep(store, expect_finished(stored))


async def _keep(store: Store, table: Finished) -> None:
    package = GAMES[table.game]
    await store.records.save_record(
        table,
        rating_weight(table, package),
        make_rating_update,
        partial(choose_awards, table, package),
    )


async def _games(database: str) -> list[Commit]:
    """Return the ends of games, one of each kind, as one change that brings all of them."""
    store = await Store.open(database, extract_games(GAMES))
    try:
        return [await _play_ending(store, game) for game in GAMES]
    finally:
        await store.close()


async def _play_ending(store: Store, game: str) -> Commit:
    table = await whole_game(store, game, PEOPLE, keep=False)
    given = tuple(entered for _, entered, _ in await store.tables.find_inputs(table.id))
    told = tuple(await list_events(store, table.id))
    over = replace(table, id=0, version=0, timers=(RecordSaving(at=2.0),))
    return Commit(over, at=2.0, actions=given, events=told, transcript_step=b"[{}]")


def kill_at_endings(database: str, scratch: str, kills: int, seed: int = 1) -> None:
    """Kill a process while it ends games.

    It is killed at least so many times, and until more games than that have ended, because a slow
    machine ends none between some kills.

    `scratch` is the address of a database in which the games are played before. Raises
    `AssertionError` as soon as a record is lost or there twice.
    """
    luck = Random(seed)
    games = asyncio.run(_games(scratch))
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(["tests.survival.endings"])
    latest = time.monotonic() + HANG_TIMEOUT_SECONDS
    for number in count(1):
        assert time.monotonic() < latest, "no game ends"
        began = forks.Event()
        process = forks.Process(target=_ends, args=(database, games, began), daemon=True)
        process.start()
        while not began.wait(0.1):
            assert process.is_alive(), "the process has ended by itself"
        time.sleep(luck.uniform(0, MAX_KILL_DELAY_SECONDS))
        process.kill()
        process.join()
        found = read_left_records(database)
        check(found)
        if number >= kills and len(found.records) > kills:
            return
