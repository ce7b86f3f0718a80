"""Daily puzzles, people's attempts at them, and the days of servers, as they are stored."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.domain.puzzles import (
    Attempt,
    compute_puzzle_hash,
    find_counting_end,
    find_date,
    find_number,
    find_opening,
    take_hint,
)
from bot.storage import sqlite_connection
from bot.storage.puzzle_repository import MAX_SOLVERS_READ, PuzzleProof, PuzzleRepository, Solver
from bot.storage.retention import ATTEMPTS_PER_STEP, PEOPLE_PER_STEP, ROWS_PER_STEP
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.databases import open_transaction, run_sql
from tests.puzzles import (
    DAY,
    GUILD,
    HOUR,
    MARKS,
    NUMBER,
    OPENING,
    STORED,
    make_attempt,
    make_stored_puzzle,
)
from tests.storage.conftest import clean_up
from tests.toys.puzzles import TOY_PUZZLES

DAY_SECONDS = 86_400.0


def rows(url: str, table: str) -> int:
    return int(run_sql(url, f"SELECT count(*) FROM {table}")[0][0])


async def store_all(store: Store, *attempts: Attempt) -> None:
    """Store attempts as if each had been made at one go."""
    for attempt in attempts:
        assert await store.puzzles.store_attempt(attempt, 0)


def test_the_example_of_the_tests_is_the_day_that_it_says() -> None:
    assert find_date(NUMBER) == DAY
    assert find_number(OPENING) == find_number(OPENING + DAY_SECONDS - 1) == NUMBER


async def test_a_puzzle_is_read_as_it_was_stored_and_a_second_one_changes_nothing(
    store: Store,
) -> None:
    assert await store.puzzles.find_puzzle(NUMBER) is None
    await store.puzzles.add_puzzle(STORED)
    await store.puzzles.add_puzzle(make_stored_puzzle(seed=bytes(32)))
    assert await store.puzzles.find_puzzle(NUMBER) == STORED
    await store.puzzles.add_puzzle(make_stored_puzzle(NUMBER + 2))
    assert await store.puzzles.find_numbers(NUMBER - 1, NUMBER + 1) == {NUMBER}


async def test_what_opens_the_hash_is_the_json_as_it_was_stored(store: Store, url: str) -> None:
    await store.puzzles.add_puzzle(STORED)
    proof = await store.puzzles.find_proof(NUMBER)
    assert proof is not None
    seed = bytes.fromhex(STORED.seed)
    assert proof.hash == STORED.hash == compute_puzzle_hash(seed, STORED.puzzle)
    older = proof.json.replace(',"schema":1', "")
    run_sql(url, "UPDATE puzzles SET puzzle = ?", older)
    assert await store.puzzles.find_puzzle(NUMBER) == STORED, "a later release adds a field"
    assert await store.puzzles.find_proof(NUMBER) == PuzzleProof(STORED.seed, older, STORED.hash)


async def test_the_secret_is_made_once(store: Store) -> None:
    assert await store.puzzles.find_secret("cat") == "cat"
    assert await store.puzzles.find_secret("dog") == "cat"


async def test_an_attempt_grows_and_is_written_only_on_top_of_what_was_read(store: Store) -> None:
    first, second = make_attempt(marks=1), make_attempt(marks=2)
    assert await store.puzzles.find_attempt(NUMBER, 7) is None
    assert not await store.puzzles.store_attempt(second, 1), "there is nothing to build on"
    assert await store.puzzles.find_attempt(NUMBER, 7) is None
    assert await store.puzzles.store_attempt(first, 0)
    assert not await store.puzzles.store_attempt(first, 0), "it is there already"
    assert await store.puzzles.store_attempt(second, 1)
    assert not await store.puzzles.store_attempt(second, 1)
    assert await store.puzzles.find_attempt(NUMBER, 7) == second
    other = make_attempt(wrong=1, marks=1)
    assert not await store.puzzles.store_attempt(other, 2), "as many entries, but other ones"
    step = TOY_PUZZLES.find_step(STORED.puzzle, second.found)
    hinted = replace(take_hint(second, step), guild=5, name="Ada 🐈")
    assert await store.puzzles.store_attempt(hinted, 2)
    assert await store.puzzles.find_attempt(NUMBER, 7) == hinted
    assert await store.puzzles.find_attempt(NUMBER, 8) is None


async def test_solving_it_in_time_counts_for_the_server(store: Store) -> None:
    await store_all(
        store,
        make_attempt(1, marks=2),
        make_attempt(2, number=NUMBER - 1, hours=35.9),
        make_attempt(3, number=NUMBER - 2, hours=36.0),
        make_attempt(4, number=NUMBER - 3, guild=0),
        make_attempt(5, number=NUMBER - 4, guild=5),
    )
    assert await store.puzzles.find_server_days(GUILD) == (NUMBER - 1,)
    await store_all(store, make_attempt(5), make_attempt(6))
    assert await store.puzzles.find_server_days(GUILD) == (NUMBER, NUMBER - 1)
    assert await store.puzzles.find_server_days(5) == (NUMBER - 4,)


async def test_a_refused_write_counts_for_no_server(store: Store) -> None:
    await store_all(store, make_attempt(wrong=1, marks=1))
    assert not await store.puzzles.store_attempt(make_attempt(), 2)
    assert await store.puzzles.find_server_days(GUILD) == ()


async def test_a_persons_solved_puzzles_are_those_solved_in_time(store: Store) -> None:
    await store_all(
        store,
        *(make_attempt(number=NUMBER - at, wrong=at) for at in range(3)),
        make_attempt(number=NUMBER - 3, hours=36.0),
        make_attempt(number=NUMBER - 4, hours=35.9),
        make_attempt(number=NUMBER - 5, marks=3),
        make_attempt(number=0, hours=-1.0),
        make_attempt(8, number=NUMBER - 6),
    )
    solved = ((NUMBER, 0), (NUMBER - 1, 1), (NUMBER - 2, 2), (NUMBER - 4, 0))
    assert await store.puzzles.find_solved(7) == solved
    archive = range(NUMBER - 5, NUMBER - 2)
    found = await store.puzzles.find_attempts(7, archive)
    assert [each.number for each in found] == [NUMBER - 3, NUMBER - 4, NUMBER - 5]
    assert [each.number for each in await store.puzzles.find_attempts(7, {0, NUMBER})] == [
        NUMBER,
        0,
    ]


@pytest.mark.parametrize("number", [1, NUMBER, 5000])
def test_in_time_means_within_36_hours(number: int) -> None:
    end = find_counting_end(number)
    attempt = Attempt(number, 7, solved_at=end)
    assert not attempt.is_counted
    assert replace(attempt, solved_at=end - 1).is_counted
    assert end == find_opening(number) + 36 * HOUR


async def test_solvers_are_sorted_by_prints_and_the_hidden_are_marked(store: Store) -> None:
    await store_all(
        store,
        make_attempt(1, name="Ada", wrong=2),
        make_attempt(2, name="Ben", hours=3),
        make_attempt(3, name="Cleo", hours=2),
        make_attempt(4, marks=2),
        make_attempt(5, hours=36.0),
        make_attempt(6, guild=5),
        make_attempt(7, number=NUMBER - 1),
        make_attempt(8, name="Dan", wrong=3),
    )
    await store.people.set_preference(2, "seen_by", "me")
    await store.people.set_preference(3, "in_words", True)
    await store.people.set_preference(8, "served", False)
    assert await store.puzzles.find_solvers(GUILD, NUMBER) == (
        Solver(3, "Cleo", 0, OPENING + 2 * HOUR),
        Solver(2, "Ben", 0, OPENING + 3 * HOUR, is_hidden=True),
        Solver(1, "Ada", 2, OPENING + HOUR),
        Solver(8, "Dan", 3, OPENING + HOUR, is_hidden=True),
    )
    assert await store.puzzles.count_solvers(GUILD, NUMBER) == 4
    assert await store.puzzles.count_prints(NUMBER) == {0: 3, 2: 1, 3: 1}


async def test_each_solver_is_counted_once_whenever_they_solved_it(store: Store) -> None:
    times = (-2.0, 0.0, 0.5, 0.75, 35.5, 35.999)
    for user, hours in enumerate(times):
        await store_all(store, make_attempt(user, hours=hours, wrong=user % 2))
    await store_all(store, make_attempt(99, hours=36.0))
    assert await store.puzzles.count_prints(NUMBER) == {0: 3, 1: 3}


async def test_of_very_many_solvers_only_some_are_read(store: Store, url: str) -> None:
    solved_at, more = OPENING + HOUR, MAX_SOLVERS_READ + 1
    with open_transaction(url) as ask:
        for user in range(more):
            values = (NUMBER, user, GUILD, "Eve", "[]", 0, OPENING, solved_at)
            ask("INSERT INTO puzzle_attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)
    assert len(await store.puzzles.find_solvers(GUILD, NUMBER)) == MAX_SOLVERS_READ
    assert await store.puzzles.count_solvers(GUILD, NUMBER) == more


async def test_whoever_is_erased_has_no_attempt_and_the_server_keeps_its_day(
    store: Store, url: str
) -> None:
    await store_all(store, make_attempt(7), make_attempt(8), make_attempt(7, number=NUMBER - 1))
    (found,) = (await store.personal_data.load_rows(8))["puzzle_attempts"]
    assert (found["number"], found["user"], found["guild"]) == (NUMBER, 8, GUILD)
    await store.personal_data.erase(7)
    assert run_sql(url, 'SELECT "user" FROM puzzle_attempts') == [(8,)]
    assert (await store.personal_data.load_rows(7))["puzzle_attempts"] == []
    assert await store.puzzles.find_server_days(GUILD) == (NUMBER, NUMBER - 1)


async def test_after_the_archive_only_what_streaks_need_is_left(store: Store, url: str) -> None:
    await store_all(
        store,
        make_attempt(7, wrong=1),
        make_attempt(8, marks=2),
        make_attempt(9, number=NUMBER + 1),
    )
    before = [await store.puzzles.find_attempt(NUMBER, user) for user in (7, 8)]
    await clean_up(store, OPENING + 31 * DAY_SECONDS)
    assert [await store.puzzles.find_attempt(NUMBER, user) for user in (7, 8)] == before
    await clean_up(store, OPENING + 31 * DAY_SECONDS + 1)
    assert await store.puzzles.find_attempt(NUMBER, 8) is None, "it was never solved"
    kept = await store.puzzles.find_attempt(NUMBER, 7)
    assert kept == replace(make_attempt(7, wrong=1), guild=0, name="", entries=())
    assert await store.puzzles.find_solved(7) == ((NUMBER, 1),)
    assert await store.puzzles.count_prints(NUMBER) == {1: 1}
    assert await store.puzzles.find_attempt(NUMBER + 1, 9) == make_attempt(9, number=NUMBER + 1)
    assert not await store.puzzles.store_attempt(make_attempt(7, wrong=1), 2)


async def test_more_old_attempts_than_one_step_takes_go(store: Store, url: str) -> None:
    with open_transaction(url) as ask:
        for user in range(ATTEMPTS_PER_STEP + 1):
            values = (NUMBER, user, GUILD, "Eve", '[["hint",[0,1],[]]]', 0, OPENING, None)
            ask("INSERT INTO puzzle_attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)
    await clean_up(store, OPENING + 40 * DAY_SECONDS)
    assert rows(url, "puzzle_attempts") == 0


async def test_attempts_go_a_year_after_a_person_began_the_last_one(store: Store, url: str) -> None:
    await store_all(
        store,
        *(make_attempt(7, number=NUMBER - at) for at in range(3)),
        make_attempt(8, number=NUMBER - 1),
        make_attempt(9, number=0),
    )
    # The lesson was taken long after its number's day.
    run_sql(url, "UPDATE puzzle_attempts SET started_at = ? WHERE number = 0", OPENING)
    year = 365 * DAY_SECONDS
    await clean_up(store, OPENING - DAY_SECONDS + year)
    assert rows(url, "puzzle_attempts") == 5
    await clean_up(store, OPENING + year)
    assert run_sql(url, 'SELECT DISTINCT "user" FROM puzzle_attempts ORDER BY "user"') == [
        (7,),
        (9,),
    ]
    await clean_up(store, OPENING + year + DAY_SECONDS)
    assert rows(url, "puzzle_attempts") == 0


async def test_more_people_than_one_step_reads_go(store: Store, url: str) -> None:
    people = 2 * PEOPLE_PER_STEP + 1
    with open_transaction(url) as ask:
        for user in range(people):
            number = NUMBER + 300 * (user % 2)
            values = (number, user, 0, "", "[]", 0, find_opening(number), OPENING)
            ask("INSERT INTO puzzle_attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)
    await clean_up(store, OPENING + 366 * DAY_SECONDS)
    assert rows(url, "puzzle_attempts") == PEOPLE_PER_STEP
    assert {user % 2 for (user,) in run_sql(url, 'SELECT "user" FROM puzzle_attempts')} == {1}


async def test_a_servers_days_go_with_it_and_people_keep_their_streaks(
    store: Store, url: str
) -> None:
    people = ROWS_PER_STEP + 1
    await store_all(
        store, *(make_attempt(user) for user in range(1, people + 1)), make_attempt(99, guild=5)
    )
    await store.guilds.note_removed([GUILD], OPENING)
    await clean_up(store, OPENING + 29 * DAY_SECONDS)
    assert rows(url, "puzzle_days") == 2
    await clean_up(store, OPENING + 30 * DAY_SECONDS)
    assert run_sql(url, "SELECT guild FROM puzzle_days") == [(5,)]
    assert run_sql(url, "SELECT DISTINCT guild, name FROM puzzle_attempts ORDER BY guild") == [
        (0, ""),
        (5, "Ada"),
    ]
    assert await store.puzzles.find_solved(1) == ((NUMBER, 0),)


async def test_a_server_is_known_by_its_days(store: Store, url: str) -> None:
    await store_all(store, make_attempt())
    await store.guilds.compare({5}, 9.0, ONLY_SHARD)
    assert run_sql(url, "SELECT guild FROM removed_guilds") == [(GUILD,)]


async def test_of_many_writes_at_once_one_that_comes_too_late_refuses_no_other(
    store: Store,
) -> None:
    """They share one transaction."""
    await store_all(store, make_attempt(3, marks=2))
    late = make_attempt(3, wrong=1, marks=0)
    writes = [store.puzzles.store_attempt(make_attempt(user), 0) for user in (1, 2)]
    stored = await asyncio.gather(
        writes[0], store.puzzles.store_attempt(late, 0), writes[1],
        store.puzzles.store_attempt(make_attempt(3), 2),
    )  # fmt: skip
    assert list(stored) == [True, False, True, True]
    assert await store.puzzles.find_attempt(NUMBER, 3) == make_attempt(3)
    assert len(MARKS) == 4


async def test_a_servers_solvers_are_read_in_order_from_an_index(store: Store, path: Path) -> None:
    """However many people solved the puzzle elsewhere, none of them is looked at."""
    with closing(sqlite3.connect(path)) as file:
        for statement in (PuzzleRepository.SELECT_SOLVERS, PuzzleRepository.COUNT_SOLVERS):
            sql = statement.compile_for(sqlite_connection.DIALECT).sql
            asked = f"EXPLAIN QUERY PLAN {sql}", [1] * sql.count("?")
            plan = " ".join(row[3] for row in file.execute(*asked))
            assert "puzzle_attempts_guild (guild=? AND number=?)" in plan
            assert "ORDER BY" not in plan
