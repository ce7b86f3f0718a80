"""A stored puzzle of the toy, and people's attempts at it."""

from datetime import date

from msgspec.structs import replace

from bot.domain.puzzles import (
    Attempt,
    compute_puzzle_hash,
    enter_mark,
    find_date,
    find_opening,
)
from bot.engine.puzzle_data import Mark
from bot.storage.puzzle_repository import StoredPuzzle
from tests.toys.puzzles import TOY_PUZZLES, list_marks

NUMBER = 214
DAY = date(2026, 11, 30)
OPENING = find_opening(NUMBER)
HOUR = 3600.0
GUILD = 1 << 62
WRONG = Mark(1, 99)


def make_stored_puzzle(number: int = NUMBER, seed: bytes = bytes(range(32))) -> StoredPuzzle:
    puzzle = TOY_PUZZLES.make(seed, find_date(number).weekday())
    hash_ = compute_puzzle_hash(seed, puzzle)
    return StoredPuzzle(number, "secret_numbers", puzzle, seed.hex(), hash_)


STORED = make_stored_puzzle()
MARKS = list_marks(STORED.puzzle)


def make_attempt(
    user: int = 7,
    *,
    marks: int = len(MARKS),
    wrong: int = 0,
    number: int = NUMBER,
    guild: int = GUILD,
    name: str = "Ada",
    hours: float = 1.0,
) -> Attempt:
    """Return an attempt with so many right marks, which took so many hours from the opening on.

    Args:
        wrong: The number of wrong marks at the beginning.
    """
    now = find_opening(number) + hours * HOUR
    attempt = Attempt(number, user, guild, name, started_at=find_opening(number))
    tried = (*(replace(WRONG, feature=90 + at) for at in range(wrong)), *MARKS[:marks])
    for mark in tried:
        attempt = enter_mark(attempt, STORED.puzzle, mark, now)
    return attempt
