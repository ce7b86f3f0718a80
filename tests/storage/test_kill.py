"""A process that commits is killed again and again."""

import asyncio
import random
from multiprocessing.connection import Connection

import pytest
from msgspec.structs import replace

from bot.domain.table import Commit, Lobby, Player, Reminder
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord
from bot.storage.opening import open_database
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from tests.databases import Ask, is_sqlite, open_left_database
from tests.forked import kill_telling, start_telling
from tests.storage.conftest import GAMES

KILLS, THOROUGH_KILLS = 3, 10
TABLES = 20


async def commit_for_ever(url: str, telling: Connection) -> None:
    """Move the tables of the database on and on, and tell each version that is stored."""
    store = await Store.open(url, GAMES)
    await asyncio.gather(*(_play(store, channel, telling) for channel in range(1, TABLES + 1)))


async def _play(store: Store, channel: int, telling: Connection) -> None:
    table = await store.tables.load(await store.tables.find_open(channel) or 0)
    if table is None:
        players = (Player("Ada", 7),)
        opened = Lobby("secret_numbers", 1, channel, "en", "10", 0.0, 0.0, players=players)
        table = await store.tables.commit(Commit(opened, at=0.0))
    while True:
        step = table.step + 1
        change = Commit(
            table=replace(table, step=step, timers=(Reminder(f"turn:{step}", at=float(step)),)),
            at=float(step),
            actions=(ActRecord(seat=0, decision=step, move="skip", at=step),),
            events=(EventRecord(to=None, name="skipped", values=(step,)),),
            interaction_id=channel << 32 | step,
        )
        table = await store.tables.commit(change)
        telling.send((channel, table.version))


async def test_no_acknowledged_commit_is_lost_when_the_process_is_killed(
    url: str, thorough: bool
) -> None:
    luck, acknowledged = random.Random(19), dict.fromkeys(range(1, TABLES + 1), 1)
    for _ in range(THOROUGH_KILLS if thorough else KILLS):
        told = dict(kill_telling(commit_for_ever, url, after=luck.uniform(0.0, 0.1)))
        assert told
        for channel, version in told.items():
            assert version > acknowledged[channel], "it went on from what was stored"
        acknowledged |= told
        with open_left_database(url) as ask:
            for channel in acknowledged:
                stored = check_table(ask, channel)
                assert stored in (acknowledged[channel], acknowledged[channel] + 1)
                acknowledged[channel] = stored


def check_table(ask: Ask, channel: int) -> int:
    """Check that all rows of a channel's table tell of one version, and return that."""

    def column(query: str) -> list[object]:
        return [row[0] for row in ask(query, table)]

    rows = ask("SELECT id, version, step FROM tables WHERE channel = ?", channel)
    table, version, step = rows[0] if rows else (0, 1, 0)
    assert step == version - 1
    steps = list(range(1, step + 1))
    assert column('SELECT step FROM inputs WHERE "table" = ? ORDER BY step') == steps
    assert column('SELECT step FROM events WHERE "table" = ? ORDER BY id') == steps
    assert column('SELECT clock FROM due WHERE "table" = ?') == [f"turn:{step}"] * bool(step)
    first = channel << 32
    known = "SELECT id FROM interactions WHERE id BETWEEN ? AND ? ORDER BY id"
    clicks = ask(known, first, first + 2**31)
    assert clicks == [(first + number,) for number in steps]
    return int(version)


async def test_a_process_has_the_database_until_it_dies(url: str) -> None:
    process, told = start_telling(commit_for_ever, url)
    channel, _version = await asyncio.to_thread(told.recv)
    with pytest.raises(StoreProblem) as caught:
        await open_database(url, exclusive=True)
    process.kill()
    await asyncio.to_thread(process.join)
    told.close()

    assert caught.value.key == ("store-in-use" if is_sqlite(url) else "store-server-in-use")
    store = await Store.open(url, GAMES)
    assert await store.tables.find_open(channel)
    await store.close()
