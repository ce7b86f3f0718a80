"""Two workers write the same rows at once, as when a frozen worker comes back."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product

import pytest
from msgspec.structs import replace

from bot.domain.calls import CallSubscription
from bot.domain.game_records import RatingWeight
from bot.domain.puzzles import take_hint
from bot.domain.ratings import make_rating_update
from bot.domain.table import Commit, Lobby
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.shards import Shard
from bot.storage.store import Store
from tests.bench import ends
from tests.databases import run_sql
from tests.evenings import EVENING
from tests.puzzles import NUMBER, STORED, make_attempt, make_stored_puzzle
from tests.storage.conftest import several
from tests.tables import expect_finished, in_phase
from tests.toys.puzzles import TOY_PUZZLES

DATABASES = ("postgresql",)
ROUNDS = 24
Write = Callable[[Store, int], Awaitable[object]]
"""What both workers write in one round, whose number is given."""
WRITES: dict[str, Write] = {
    "evening": lambda store, turn: store.evenings.add(turn, 1, 2, EVENING, 5.0),
    "erasure": lambda store, turn: store.personal_data.request_erasure(turn, 5.0),
    "extension": lambda store, turn: store.deadlines.begin(5.0, 1.0, Shard(turn, 99), False),
    "heartbeat": lambda store, turn: store.bot.record_heartbeat(5.0, Shard(turn, 99)),
    "preference": lambda store, turn: store.people.set_preference(turn, "days", 30),
    "puzzle": lambda store, turn: store.puzzles.add_puzzle(make_stored_puzzle(turn)),
    "puzzles' secret": lambda store, _: store.puzzles.find_secret("cat"),
    "removed person": lambda store, turn: store.removed_people.remove(
        RemovedPerson(turn, 7, "Ada", 5.0)
    ),
    "retention": lambda store, turn: store.people.set_retention_days(turn, 90),
    "call": lambda store, turn: store.calls.store(CallSubscription(1, turn), "zone"),
    "removed server": lambda store, turn: store.guilds.note_removed([turn], 5.0),
    "setting": lambda store, turn: store.bot.set_setting(str(turn), "x"),
}


async def test_both_succeed_at_the_first_try(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.database.MAX_TRIES", 1)
    async with several(store, url, 2) as stores:
        for write, turn in product(WRITES.values(), range(1, ROUNDS + 1)):
            await asyncio.gather(*(write(own, turn) for own in stores))


async def test_one_of_them_greets_a_server_and_one_takes_a_turn(store: Store, url: str) -> None:
    async with several(store, url, 2) as stores:
        for turn in range(ROUNDS):
            greeted = await asyncio.gather(*(own.guilds.greet(turn) for own in stores))
            assert sorted(greeted) == [False, True]
            waits = await asyncio.gather(
                *(own.bot.take_turn(turn, 1000.0, 5.0, 60.0) for own in stores)
            )
            assert sorted(wait > 0 for wait in waits) == [False, True]


async def test_a_finished_game_that_both_keep_counts_once(
    store: Store, url: str, lobby: Lobby
) -> None:
    async with several(store, url, 2) as stores:
        for turn in range(1, ROUNDS // 2):
            people = [ends.make_ranked_player(turn * 10 + user, "Ada", user) for user in (1, 2)]
            over = in_phase(
                replace(lobby, channel=turn, guild=turn), "over", timers=(), players=people
            )
            kept = expect_finished(await store.tables.commit(Commit(over, at=1.0)))
            await asyncio.gather(
                *(
                    own.records.save_record(kept, RatingWeight((0.0, 0.0)), make_rating_update)
                    for own in stores
                )
            )
            games = run_sql(url, "SELECT games FROM standings WHERE guild = ?", turn)
            assert games == [(1,), (1,)]


async def test_who_is_erased_from_a_game_at_once_with_another_stays_erased(
    store: Store, url: str, lobby: Lobby
) -> None:
    async with several(store, url, 2) as stores:
        for turn in range(1, ROUNDS // 2):
            ada, ben = turn * 10 + 1, turn * 10 + 2
            people = (ends.make_ranked_player(user, "Ada", 1) for user in (ada, ben))
            over = await ends.store_finished_table(store, replace(lobby, channel=turn), *people)
            one, other = stores
            await asyncio.gather(one.personal_data.erase(ada), other.personal_data.erase(ben))
            record, _ = await store.records.find_record(over.id) or pytest.fail("it is gone")
            assert [seat.user for seat in record.seats] == [None, None]


async def test_an_old_game_that_both_delete_is_counted_once(
    store: Store, url: str, lobby: Lobby
) -> None:
    async with several(store, url, 2) as stores:
        for turn in range(1, ROUNDS // 2):
            people = [ends.make_ranked_player(turn * 10 + user, "Ada", user) for user in (1, 2)]
            await ends.store_finished_table(store, replace(lobby, channel=turn), *people)
            await asyncio.gather(*(own.retention.steps["old-records"](1e9) for own in stores))
    assert run_sql(url, "SELECT DISTINCT games FROM earlier") == [(1,)]


async def test_of_two_who_go_on_with_a_puzzle_one_is_told_to_read_it_again(
    store: Store, url: str
) -> None:
    async with several(store, url, 2) as stores:
        for user in range(1, ROUNDS + 1):
            begun = make_attempt(user, marks=1)
            hint = take_hint(begun, TOY_PUZZLES.find_step(STORED.puzzle, begun.found))
            beginnings = make_attempt(user, wrong=1, marks=0), begun
            for known, attempts in enumerate((beginnings, (hint, make_attempt(user, marks=2)))):
                tried = zip(stores, attempts, strict=True)
                stored = await asyncio.gather(
                    *(own.puzzles.store_attempt(attempt, known) for own, attempt in tried)
                )
                assert sorted(stored) == [False, True], (user, known)
                found = await store.puzzles.find_attempt(NUMBER, user)
                assert found == attempts[stored.index(True)]
                if found != begun:  # the second round goes on from this one
                    run_sql(url, 'DELETE FROM puzzle_attempts WHERE "user" = ?', user)
                    assert known or await store.puzzles.store_attempt(begun, 0)


async def test_a_day_that_two_people_solve_at_once_counts_once(store: Store, url: str) -> None:
    async with several(store, url, 2) as stores:
        for turn in range(1, ROUNDS + 1):
            attempts = [make_attempt(turn * 10 + at, guild=turn) for at in (1, 2)]
            tried = zip(stores, attempts, strict=True)
            stored = await asyncio.gather(
                *(own.puzzles.store_attempt(attempt, 0) for own, attempt in tried)
            )
            assert stored == [True, True]
            assert len(run_sql(url, "SELECT 1 FROM puzzle_days WHERE guild = ?", turn)) == 1
