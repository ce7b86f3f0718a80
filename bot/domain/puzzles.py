"""Daily puzzles: their days, what a person enters, and streaks.

A puzzle is known by its number. A day is a UTC date, and number 1 is that of `FIRST_DATE`.
"""

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Puzzle, Step

FIRST_DATE = date(2026, 5, 1)
FIRST_NUMBER = 1
LESSON_NUMBER = 0
"""The number of the puzzle that teaches how it goes. It belongs to no day."""
SECONDS_PER_DAY = 86_400
COUNTING_SECONDS = 36 * 3600
"""The number of seconds from a puzzle's opening for which it counts for streaks. Everybody's own
day lies within them.
"""
MAX_ARCHIVE_DAYS = 30
"""The number of past puzzles that people can still play."""
HINT_PRINTS = 2
"""The number of paw prints that a hint costs."""
DAYS_PER_REST_DAY = 7
"""A streak survives one day without a solved puzzle in so many days."""

EntryKind = Literal["right", "refused", "hint"]
Square = Literal["clean", "slip", "hint"]
"""How a mark was found: at once, after a refused one, or by a hint."""


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """One thing that a person did in a puzzle, and what came of it."""

    kind: EntryKind
    mark: Mark
    """The mark that was made, or to which the hint leads."""
    cards: tuple[int, ...] = ()
    """The cards that a hint names."""


class Attempt(Struct, frozen=True, gc=False):
    """A person's attempt at a puzzle."""

    number: int
    user: int
    guild: int = 0
    """The server in which the person last did something in it, or 0 for direct messages."""
    name: str = ""
    """The person's display name there."""
    entries: tuple[Entry, ...] = ()
    prints: int = 0
    """The number of paw prints lost so far."""
    started_at: float = 0.0
    solved_at: float | None = None

    @property
    def found(self) -> tuple[Mark, ...]:
        """The right marks, in their order."""
        return tuple(entry.mark for entry in self.entries if entry.kind == "right")

    @property
    def is_counted(self) -> bool:
        """Whether the puzzle was solved in time to count for streaks and par."""
        return self.solved_at is not None and self.solved_at < find_counting_end(self.number)

    @property
    def hint(self) -> Entry | None:
        """The hint for the next mark, or None if the person has taken none."""
        return next((each for each in self.step_entries if each.kind == "hint"), None)

    @property
    def step_entries(self) -> tuple[Entry, ...]:
        """The entries since the last right mark."""
        last = max((at for at, each in enumerate(self.entries) if each.kind == "right"), default=-1)
        return self.entries[last + 1 :]


def find_number(now: float) -> int:
    """Return the number of the puzzle that opened last."""
    return (datetime.fromtimestamp(now, UTC).date() - FIRST_DATE).days + 1


def find_date(number: int) -> date:
    """Return the UTC date of a puzzle."""
    return FIRST_DATE + timedelta(days=number - 1)


def find_opening(number: int) -> float:
    """Return when a puzzle opens, in seconds since 1970."""
    day = find_date(number)
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def find_counting_end(number: int) -> float:
    """Return until when a solved puzzle counts for streaks and par. The lesson never counts."""
    return find_opening(number) + COUNTING_SECONDS if number > LESSON_NUMBER else 0.0


def enter_mark(attempt: Attempt, puzzle: Puzzle, mark: Mark, now: float) -> Attempt:
    """Return the attempt after a mark. A mark that does not follow costs a paw print.

    Nothing changes by a mark of a feature that is marked already, whoever has it, or by one that
    was refused since the last right mark. Whether a refused mark is wrong or only does not follow
    yet is not told.
    """
    found = attempt.found
    entries = attempt.step_entries
    if len(found) == puzzle.length or find_holder(attempt, mark.feature) is not None:
        return attempt
    if Entry("refused", mark) in entries:
        return attempt
    if not puzzle.follows(mark, found):
        refused = (*attempt.entries, Entry("refused", mark))
        return replace(attempt, entries=refused, prints=attempt.prints + 1)
    solved_at = now if len(found) + 1 == puzzle.length else None
    right = (*attempt.entries, Entry("right", mark))
    return replace(attempt, entries=right, solved_at=solved_at)


def find_holder(attempt: Attempt, feature: int) -> int | None:
    """Return who has a feature by the right marks, or None if that is not known."""
    return next((mark.owner for mark in attempt.found if mark.feature == feature), None)


def take_hint(attempt: Attempt, step: Step) -> Attempt:
    """Return the attempt after a hint for its next step.

    A second hint for it costs nothing, nor does one that names the cards of an earlier one.
    """
    if attempt.hint or attempt.solved_at is not None:
        return attempt
    hint = Entry("hint", step.mark, step.cards)
    known = [entry.cards for entry in attempt.entries if entry.kind == "hint"]
    prints = attempt.prints + (0 if hint.cards in known else HINT_PRINTS)
    return replace(attempt, entries=(*attempt.entries, hint), prints=prints)


def list_squares(attempt: Attempt, owners: int) -> tuple[tuple[Square, ...], ...]:
    """Return how each right mark was found: a row for each owner, in the order of the marks."""
    rows: list[list[Square]] = [[] for _ in range(owners)]
    how: Square = "clean"
    for entry in attempt.entries:
        if entry.kind == "right":
            rows[entry.mark.owner].append(how)
            how = "clean"
        elif entry.kind == "hint":
            how = "hint"
        elif how == "clean":
            how = "slip"
    return tuple(map(tuple, rows))


class Streak(Struct, frozen=True, gc=False):
    """How many days in a row somebody, or a server, has solved the puzzle."""

    days: int = 0
    """The number of solved days. Rest days are not among them."""
    rest_day: int | None = None
    """The puzzle of the last rest day, or None if there was none."""


def count_streak(numbers: Collection[int], now: float, *, rests: bool) -> Streak:
    """Return the streak that still goes on, given the numbers of the puzzles solved in time.

    A puzzle that can still be solved in time does not break it.

    Args:
        rests: Whether one day in `DAYS_PER_REST_DAY` may be left out.
    """
    solved, number = set(numbers), find_number(now)
    days, last_rest, next_rest = 0, None, number
    while True:
        if number in solved:
            days += 1
        elif find_counting_end(number) <= now:
            if not (rests and number <= next_rest and number - 1 in solved):
                return Streak(days, last_rest)
            last_rest = last_rest or number
            next_rest = number - DAYS_PER_REST_DAY
        number -= 1


def find_middle(counts: Mapping[int, int]) -> int | None:
    """Return the middle one of some numbers in their order, or None if there is none.

    Of two in the middle, it is the lower one.

    Args:
        counts: How often each number occurs.
    """
    rank = (sum(counts.values()) - 1) // 2
    for number in sorted(counts):
        if rank < counts[number]:
            return number
        rank -= counts[number]
    return None


def is_playable(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle's parts fit, and whether a next mark follows after each."""
    marks = {Mark(owner, each) for owner, own in enumerate(puzzle.answer) for each in own}
    features = [each for own in puzzle.answer for each in own]
    opened = puzzle.open_cards
    return (
        0 < len(marks) == puzzle.length == len(set(features)) == len(opened) - 1
        and all(before <= after for before, after in pairwise((1, *opened, len(puzzle.cards))))
        and all(
            at < len({*following}) and marks.issuperset(following)
            for at, following in enumerate(puzzle.following)
        )
    )


def compute_puzzle_hash(seed: bytes, puzzle: Puzzle) -> str:
    """Return the SHA-256 of a seed and the stored JSON of its puzzle, as 64 hexadecimal digits.

    People see it the day before the puzzle, and seed and JSON the day after.
    """
    return sha256(seed + encode(puzzle)).hexdigest()
