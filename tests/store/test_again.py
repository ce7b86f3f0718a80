"""What is written once more, because the answer was lost, stands there as if written once."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.record import Weight
from bot.store.records import Board, Commit, Noted, Table
from bot.store.schema import metadata
from bot.store.shards import ALL
from bot.store.standings import Reckoned
from bot.store.store import Store
from tests.databases import asking
from tests.store.conftest import clean_up

NOW = 4e8


async def keep(store: Store, id_: int) -> None:
    table = await store.table(id_)
    assert table is not None
    await store.keep(table, Weight(), lambda *_: Reckoned())


WRITES: dict[str, Callable[[Store, int], Awaitable[Any]]] = {
    "beat": lambda store, _: store.beat(NOW, ALL),
    "compare_guilds": lambda store, _: store.compare_guilds({5}, NOW, ALL),
    "end_turn": lambda store, _: store.end_turn(0, NOW),
    "forget": lambda store, table: store.forget(table),
    "greet": lambda store, _: store.greet(7),
    "guild_joined": lambda store, _: store.guild_joined(8),
    "guild_removed": lambda store, _: store.guild_removed(9, NOW),
    "keep": keep,
    "note": lambda store, table: store.note(Noted(table, Board(99, 1, replaced=(98,)))),
    "set_setting": lambda store, _: store.set_setting("cat", "Minka"),
    "shards": lambda store, _: store.shards(2, NOW),
    "retention": lambda store, _: clean_up(store, NOW),
}
OTHERWISE = {
    "commit": "tests/tables/test_unknown.py",
    "finish_forgiving": "tests/store/test_forgiving.py",
    "forgive": "tests/tables/test_unknown.py",
    "take_turn": "waits once more for its turn",
}
"""What keeps writes from being made twice that cannot be: a version, the last beat; and a wait."""


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    with asking(url) as ask:
        names = [table.name for table in metadata.sorted_tables]
        return {name: sorted(ask(f'SELECT * FROM "{name}"'), key=repr) for name in names}


@pytest.mark.parametrize("write", WRITES)
async def test_a_write_that_is_made_twice_is_as_one(
    store: Store, url: str, lobby: Table, write: str
) -> None:
    over = replace(lobby, phase="over")
    table = await store.commit(Commit(over, at=1.0, board=True))
    await store.guild_removed(8, 1.0)
    await store.beat(1.0, ALL)
    before = everything(url)
    await WRITES[write](store, table.id)
    once = everything(url)
    await WRITES[write](store, table.id)
    assert everything(url) == once
    assert once != before, "it writes something"


def test_each_write_is_one_of_these() -> None:
    reads = {
        "check", "claims", "close", "events", "finished", "finished_table", "flush",
        "hosted", "inputs",
        "last_beat", "latest_table", "next_dues", "open", "open_in_guild", "open_lesson",
        "open_table", "phases", "games", "scores", "seen", "setting", "standings",
        "table", "unshown",
    }  # fmt: skip
    methods = {name for name in vars(Store) if not name.startswith("_")}
    assert methods == reads | {*WRITES} - {"retention"} | {*OTHERWISE}
