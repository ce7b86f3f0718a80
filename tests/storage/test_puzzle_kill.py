"""A process that stores attempts at puzzles is killed again and again."""

import asyncio
import random
from multiprocessing.connection import Connection

from bot.domain.puzzles import Attempt, enter_mark, find_opening
from bot.storage.store import Store
from tests.databases import open_left_database
from tests.forked import kill_telling
from tests.puzzles import GUILD, MARKS, STORED, WRONG
from tests.storage.conftest import GAMES

KILLS, THOROUGH_KILLS = 2, 8
PEOPLE = 20


async def solve_for_ever(url: str, telling: Connection) -> None:
    """Let people solve one puzzle after the other, and tell each entry that is stored."""
    store = await Store.open(url, GAMES)
    await asyncio.gather(*(_solve(store, user, telling) for user in range(1, PEOPLE + 1)))


async def _solve(store: Store, user: int, telling: Connection) -> None:
    number = max((number for number, _ in await store.puzzles.find_solved(user)), default=0) + 1
    while True:
        now = find_opening(number)
        attempt = Attempt(number, user, GUILD + user, "Ada", started_at=now)
        stored = await store.puzzles.find_attempt(number, user) or attempt
        for mark in (WRONG, *MARKS):
            entered = enter_mark(attempt, STORED.puzzle, mark, now)
            attempt = entered
            if len(entered.entries) <= len(stored.entries):
                continue  # as if the person, who got no answer, pressed once more
            assert await store.puzzles.store_attempt(entered, len(stored.entries))
            stored = entered
            telling.send((user, (number, len(entered.entries))))
        number += 1


async def test_nothing_that_was_answered_is_lost_and_nothing_counts_twice(
    url: str, thorough: bool
) -> None:
    luck = random.Random(7)
    for _ in range(THOROUGH_KILLS if thorough else KILLS):
        told = dict(kill_telling(solve_for_ever, url, after=luck.uniform(0.0, 0.1)))
        assert told
        with open_left_database(url) as ask:
            rows = ask('SELECT "user", number, entries, prints, solved_at FROM puzzle_attempts')
            days = {(guild - GUILD, number) for guild, number in ask("SELECT * FROM puzzle_days")}
        solved = {(user, number) for user, number, *_, at in rows if at is not None}
        assert days == solved, "the day is written with the last mark"
        assert {prints for *_, prints, _ in rows} == {1}, "a slip costs one print"
        lengths = {
            user: max(
                (number, entries.count("right") + 1) for u, number, entries, *_ in rows if u == user
            )
            for user in told
        }
        for user, (number, entries) in told.items():
            following = (number, entries + 1) if entries <= len(MARKS) else (number + 1, 1)
            assert lengths[user] in ((number, entries), following)
