"""Stores daily puzzles, people's attempts at them, and the days on which a server solved one."""

from collections import Counter
from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.domain.puzzles import (
    COUNTING_SECONDS,
    FIRST_NUMBER,
    SECONDS_PER_DAY,
    Attempt,
    find_counting_end,
    find_opening,
)
from bot.engine.puzzle_data import Puzzle
from bot.storage.bot_repository import SELECT_SETTING
from bot.storage.database import Batch, Repository, Transaction, Transactions, reads, writes
from bot.storage.group_commit import GroupWriter, StatementRuns
from bot.storage.problems import TableConflict
from bot.storage.schema import (
    HIDDEN_PROFILES,
    preferences,
    puzzle_attempts,
    puzzle_days,
    puzzles,
    settings,
)
from bot.storage.statements import ZERO_LITERAL, Statement, insert_missing, match_key, param

SECRET_SETTING = "puzzle-secret"  # noqa: S105 - the name of one
"""The key of the database setting with the secret from which the seeds of all puzzles follow."""
MAX_SOLVERS_READ = 1000
"""The maximum number of people of a server that are read to list who solved a puzzle."""
COUNTING_PARTS = 24
"""The number of parts in which the people who solved a puzzle are counted, 90 minutes each."""
_NUMBER = param("of_number")
_IS_COUNTED = puzzle_attempts.c.solved_at < (
    puzzle_attempts.c.number * sa.literal_column(f"{SECONDS_PER_DAY}")
    + sa.literal_column(f"{find_opening(0) + COUNTING_SECONDS}")
)
"""The SQL condition that an attempt was solved in time, as `Attempt.is_counted`."""


class StoredPuzzle(Struct, frozen=True, gc=False):
    """The puzzle of a day."""

    number: int
    game: str
    puzzle: Puzzle
    seed: str
    """The seed as hexadecimal digits. It is secret until the day is over."""
    hash: str
    """The hash of the seed and the puzzle, which is shown the day before."""


class PuzzleProof(Struct, frozen=True, gc=False):
    """What opens the hash of a puzzle: it is the SHA-256 of the seed's bytes and the JSON."""

    seed: str
    json: str
    """The puzzle and its answer, exactly as they were stored."""
    hash: str


class Solver(Struct, frozen=True, gc=False):
    """A person of a server who solved a puzzle in time."""

    user: int
    name: str
    prints: int
    solved_at: float
    is_hidden: bool = False
    """Whether only the person may see their own profile, or the bot does not serve them."""


class PuzzleRepository(Repository):
    """Stores daily puzzles, people's attempts at them, and the days of servers."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer

    INSERT_SECRET = Statement(insert_missing(settings))

    @writes
    async def find_secret(self, db: Transaction, new: str) -> str:
        """Return the secret from which the seeds of all puzzles follow.

        Args:
            new: What to store as the secret if there is none.
        """
        await db.run(self.INSERT_SECRET, [{"key": SECRET_SETTING, "value": new}])
        ((secret,),) = await db.rows(SELECT_SETTING, of=SECRET_SETTING)
        return str(secret)

    INSERT_PUZZLE = Statement(insert_missing(puzzles))

    @writes
    async def add_puzzle(self, db: Transaction, stored: StoredPuzzle) -> None:
        """Store the puzzle of a day, unless the day has one already."""
        await db.run(self.INSERT_PUZZLE, [asdict(stored)])

    SELECT_PUZZLE = Statement(sa.select(*puzzles.c).where(*match_key(puzzles)))

    @reads
    async def find_puzzle(self, db: Transaction, number: int) -> StoredPuzzle | None:
        """Return the puzzle of a day, or None if it is not stored."""
        rows = await db.rows(self.SELECT_PUZZLE, of_number=number)
        return StoredPuzzle(*rows[0]) if rows else None

    SELECT_PROOF = Statement(
        sa.select(puzzles.c.seed, sa.type_coerce(puzzles.c.puzzle, sa.Text), puzzles.c.hash).where(
            *match_key(puzzles)
        )
    )

    @reads
    async def find_proof(self, db: Transaction, number: int) -> PuzzleProof | None:
        """Return what opens the hash of a puzzle, or None if the puzzle is not stored."""
        rows = await db.rows(self.SELECT_PROOF, of_number=number)
        return PuzzleProof(*rows[0]) if rows else None

    SELECT_NUMBERS = Statement(
        sa.select(puzzles.c.number).where(puzzles.c.number.between(param("first"), param("last")))
    )

    @reads
    async def find_numbers(self, db: Transaction, first: int, last: int) -> set[int]:
        """Return the numbers of the stored puzzles from the first to the last one."""
        return {number for (number,) in await db.rows(self.SELECT_NUMBERS, first=first, last=last)}

    INSERT_ATTEMPT = Statement(insert_missing(puzzle_attempts), is_guard=True)
    UPDATE_ATTEMPT = Statement(
        sa.update(puzzle_attempts)
        .where(*match_key(puzzle_attempts), puzzle_attempts.c.entries == param("known"))
        .values(
            {name: param(name) for name in ("guild", "name", "entries", "prints", "solved_at")}
        ),
        is_guard=True,
    )
    INSERT_DAY = Statement(insert_missing(puzzle_days))

    async def store_attempt(self, attempt: Attempt, known_entries: int) -> bool:
        """Store a person's attempt, together with other changes that wait.

        If it is solved in time, the day counts for the server. An attempt needs at least one entry.

        Args:
            known_entries: The number of its first entries that are stored already.

        Returns:
            Whether it is stored. False means that nothing was written, because the stored attempt
            has other entries, or is gone.
        """
        row = asdict(attempt)
        if known_entries:
            key = {"of_number": attempt.number, "of_user": attempt.user}
            changed = {**row, **key, "known": attempt.entries[:known_entries]}
            batch: Batch = ((self.UPDATE_ATTEMPT, [changed]),)
        else:
            batch = ((self.INSERT_ATTEMPT, [row]),)
        if attempt.guild and attempt.is_counted:
            day = {"guild": attempt.guild, "number": attempt.number}
            batch = (*batch, (self.INSERT_DAY, [day]))
        try:
            await self._writer.write(StatementRuns(batch))
        except TableConflict:
            return False
        return True

    SELECT_ATTEMPT = Statement(sa.select(*puzzle_attempts.c).where(*match_key(puzzle_attempts)))

    @reads
    async def find_attempt(self, db: Transaction, number: int, user: int) -> Attempt | None:
        """Return a person's attempt at a puzzle, or None if there is none."""
        rows = await db.rows(self.SELECT_ATTEMPT, of_number=number, of_user=user)
        return Attempt(*rows[0]) if rows else None

    SELECT_ATTEMPTS = Statement(
        sa.select(*puzzle_attempts.c)
        .where(
            puzzle_attempts.c.user == param("of_user"),
            puzzle_attempts.c.number.between(param("first"), param("last")),
        )
        .order_by(puzzle_attempts.c.number.desc())
    )

    @reads
    async def find_attempts(
        self, db: Transaction, user: int, numbers: Collection[int]
    ) -> tuple[Attempt, ...]:
        """Return a person's attempts at these puzzles, the newest puzzle first."""
        asked = {"of_user": user, "first": min(numbers), "last": max(numbers)}
        rows = await db.rows(self.SELECT_ATTEMPTS, **asked)
        return tuple(attempt for row in rows if (attempt := Attempt(*row)).number in numbers)

    SELECT_SOLVED = Statement(
        sa.select(puzzle_attempts.c.number, puzzle_attempts.c.prints)
        .where(
            puzzle_attempts.c.user == param("of_user"),
            puzzle_attempts.c.number >= sa.literal_column(f"{FIRST_NUMBER}"),
            _IS_COUNTED,
        )
        .order_by(puzzle_attempts.c.number.desc())
    )

    @reads
    async def find_solved(self, db: Transaction, user: int) -> tuple[tuple[int, int], ...]:
        """Return the puzzles that a person solved in time, the newest first.

        Each is its number, and the number of paw prints that it cost.
        """
        return tuple((int(n), int(p)) for n, p in await db.rows(self.SELECT_SOLVED, of_user=user))

    SELECT_DAYS = Statement(
        sa.select(puzzle_days.c.number)
        .where(puzzle_days.c.guild == param("of_guild"))
        .order_by(puzzle_days.c.number.desc())
    )

    @reads
    async def find_server_days(self, db: Transaction, guild: int) -> tuple[int, ...]:
        """Return the puzzles that anybody of a server solved in time, the newest first."""
        return tuple(number for (number,) in await db.rows(self.SELECT_DAYS, of_guild=guild))

    _IN_TIME_ON_SERVER = (
        puzzle_attempts.c.guild == param("of_guild"),
        puzzle_attempts.c.number == _NUMBER,
        # The sum keeps SQLite from the index of solvers on all servers.
        puzzle_attempts.c.solved_at + ZERO_LITERAL < param("counting_end", sa.Float()),
    )
    SELECT_SOLVERS = Statement(
        sa.select(
            puzzle_attempts.c.user,
            puzzle_attempts.c.name,
            puzzle_attempts.c.prints,
            puzzle_attempts.c.solved_at,
            sa.func.coalesce(sa.or_(HIDDEN_PROFILES, sa.not_(preferences.c.served)), sa.false()),
        )
        .join_from(
            puzzle_attempts, preferences, preferences.c.user == puzzle_attempts.c.user, isouter=True
        )
        .where(*_IN_TIME_ON_SERVER)
        .order_by(puzzle_attempts.c.prints, puzzle_attempts.c.solved_at, puzzle_attempts.c.user)
        .limit(MAX_SOLVERS_READ)
    )

    @reads
    async def find_solvers(self, db: Transaction, guild: int, number: int) -> tuple[Solver, ...]:
        """Return who of a server solved a puzzle in time, at most `MAX_SOLVERS_READ` people.

        Those with the fewest paw prints come first, then those who were faster.
        """
        asked = {"of_guild": guild, "of_number": number, "counting_end": find_counting_end(number)}
        rows = await db.rows(self.SELECT_SOLVERS, **asked)
        return tuple(Solver(*row) for row in rows)

    COUNT_SOLVERS = Statement(
        sa.select(sa.func.count()).select_from(puzzle_attempts).where(*_IN_TIME_ON_SERVER)
    )

    @reads
    async def count_solvers(self, db: Transaction, guild: int, number: int) -> int:
        """Count the people of a server who solved a puzzle in time."""
        asked = {"of_guild": guild, "of_number": number, "counting_end": find_counting_end(number)}
        ((people,),) = await db.rows(self.COUNT_SOLVERS, **asked)
        return int(people)

    async def count_prints(self, number: int) -> dict[int, int]:
        """Count the people who solved a puzzle in time, by the paw prints that it cost them.

        They are counted in many short reads, so that others can read in between.
        """
        counts = Counter[int]()
        end = find_counting_end(number)
        for part in range(COUNTING_PARTS):
            after = 0.0 if part == 0 else end - COUNTING_SECONDS * (1 - part / COUNTING_PARTS)
            until = end - COUNTING_SECONDS * (1 - (part + 1) / COUNTING_PARTS)
            counts.update(await self._count_part(number, after, until))
        return dict(counts)

    COUNT_PRINTS = Statement(
        sa.select(puzzle_attempts.c.prints, sa.func.count())
        .where(
            puzzle_attempts.c.number == _NUMBER,
            puzzle_attempts.c.solved_at >= param("after"),
            puzzle_attempts.c.solved_at < param("until"),
        )
        .group_by(puzzle_attempts.c.prints)
    )

    @reads
    async def _count_part(
        self, db: Transaction, number: int, after: float, until: float
    ) -> dict[int, int]:
        rows = await db.rows(self.COUNT_PRINTS, of_number=number, after=after, until=until)
        return {int(prints): int(people) for prints, people in rows}
