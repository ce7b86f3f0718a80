"""What was looked up and still holds: what the database would say, or nothing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.domain.results import Page
from bot.domain.table import Commit, Lobby, Player, Table, lesson_channel
from bot.engine.package import extract_games
from bot.services.lookups import Lookups
from bot.storage.database import Repository
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.patience import until
from tests.tables import in_phase
from tests.toys import REGISTRY

ADA, BEN = 7, 8
LOBBY = Lobby("secret_numbers", 1, 2, "en", "10", 100.0, 100.0, players=(Player("Ada", ADA),))


class Watched:
    """A store with its look-ups; what is read is noted, and waits while the gate is shut."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lookups = Lookups(store)
        self.reads: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        for name in ("find_open", "find_lesson", "find_hosted"):
            setattr(store.tables, name, self._watched(store.tables, name))
        for name in ("has_finished", "find_scores"):
            setattr(store.standings, name, self._watched(store.standings, name))

    def _watched(self, repository: Repository, name: str) -> Callable[..., Awaitable[object]]:
        read = getattr(repository, name)

        async def watched_store(*asked: object) -> object:
            self.reads.append(name)
            found = await read(*asked)
            await self.gate.wait()
            return found

        return watched_store

    async def commit(self, before: Table, after: Table | None = None, **changes: Any) -> Table:
        commit = Commit(replace(after or before, **changes), 1.0)
        table = await self.store.tables.commit(commit)
        self.lookups.note_commit(before, table)
        return table


@pytest_asyncio.fixture
async def watched_store(tmp_path: Path) -> AsyncIterator[Watched]:
    store = await Store.open(f"sqlite:///{tmp_path}/cats.db", extract_games(REGISTRY))
    yield Watched(store)
    await store.close()


async def test_a_channel_is_looked_up_once_and_then_followed(watched_store: Watched) -> None:
    lookups = watched_store.lookups
    assert await lookups.find_open_table(2) is None
    table = await watched_store.commit(LOBBY)
    assert await lookups.find_open_table(2) == table.id
    closed = await watched_store.commit(table, in_phase(table, "closed"))
    assert await lookups.find_open_table(2) is None
    other = await watched_store.commit(LOBBY)
    await watched_store.commit(
        closed, host=ADA
    )  # of what is over, nothing opens or closes any more
    assert await lookups.find_open_table(2) == other.id
    assert watched_store.reads == ["find_open"]


async def test_open_tables_are_known_by_who_is_their_host(watched_store: Watched) -> None:
    lookups = watched_store.lookups
    first = await watched_store.commit(replace(LOBBY, host=ADA))
    assert await lookups.find_hosted_tables(ADA, 1) == (first.id,)
    second = await watched_store.commit(replace(LOBBY, host=ADA, channel=3))
    await watched_store.commit(replace(LOBBY, host=ADA, channel=lesson_channel(ADA)))
    assert await lookups.find_hosted_tables(ADA, 1) == (first.id, second.id)
    assert await lookups.find_hosted_tables(BEN, 1) == ()
    await watched_store.commit(first, host=BEN)
    assert [await lookups.find_hosted_tables(each, 1) for each in (ADA, BEN)] == [
        (second.id,),
        (first.id,),
    ]
    second = await watched_store.commit(second, in_phase(second, "over"))
    await watched_store.commit(second, clock="3")
    assert [await lookups.find_hosted_tables(each, 1) for each in (ADA, BEN)] == [(), (first.id,)]
    assert watched_store.reads == ["find_hosted"] * 2
    assert [await watched_store.store.tables.find_hosted(each, 1) for each in (ADA, BEN)] == [
        (),
        (first.id,),
    ]


async def test_a_lesson_is_looked_up_by_its_person_and_server(watched_store: Watched) -> None:
    lookups = watched_store.lookups
    lesson = await watched_store.commit(replace(LOBBY, channel=lesson_channel(ADA), guild=3))
    assert await lookups.find_open_lesson(ADA, 3) == lesson.id
    assert watched_store.reads == []
    assert await lookups.find_open_lesson(ADA, 4) is None
    assert await lookups.find_open_lesson(BEN, 3) is None
    assert watched_store.reads == ["find_lesson"] * 2


async def test_who_finishes_a_game_is_known_to_have_and_the_scores_are_read_anew(watched_store):
    lookups = watched_store.lookups
    assert not await lookups.has_finished_game(ADA, "secret_numbers")
    page = Page(1, "secret_numbers")
    assert await lookups.load_scores(page) == await lookups.load_scores(page) == ()
    lookups.note_record(
        await store_finished_table(watched_store.store, LOBBY, make_ranked_player(ADA, "Ada", 1))
    )
    assert await lookups.has_finished_game(ADA, "secret_numbers")
    assert [score.name for score in await lookups.load_scores(page)] == ["Ada"]
    assert watched_store.reads == ["has_finished", "find_scores", "find_scores"]


async def test_what_changes_while_it_is_read_is_not_kept_as_it_was(watched_store: Watched) -> None:
    watched_store.gate.clear()
    reading = asyncio.create_task(watched_store.lookups.find_open_table(2))
    await until(lambda: watched_store.reads)
    table = await watched_store.commit(LOBBY)
    watched_store.gate.set()
    assert await reading == table.id
    assert await watched_store.lookups.find_open_table(2) == table.id

    watched_store.gate.clear()
    watched_store.lookups.clear()
    reading = asyncio.create_task(watched_store.lookups.find_open_table(2))
    await until(lambda: len(watched_store.reads) == 2)
    closing = Commit(in_phase(table, "closed"), 2.0)
    await watched_store.store.tables.commit(closing)
    watched_store.lookups.forget_commit(closing)
    watched_store.gate.set()
    await reading
    assert await watched_store.lookups.find_open_table(2) is None
    assert len(watched_store.reads) == 3


async def test_a_reading_that_fails_is_tried_again(watched_store: Watched) -> None:
    async def fails(channel: int) -> int | None:
        raise StoreProblem("store-locked", path=str(channel))

    watched_store.store.tables.find_open = fails
    for _ in range(2):
        with pytest.raises(StoreProblem):
            await watched_store.lookups.find_open_table(2)
