"""How changes of tables are written: what waits goes into one transaction, with one sync.

Each kind of row takes one statement, however many changes there are. Who conflicts or repeats is
told alone: a group that fails is halved until the change is found that fails. A click that changes
nothing else is such a change, too: one that cannot be noted keeps no other from being written.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import asdict, replace
from sqlalchemy import delete, insert, select, update

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import LogThrottle, log_failure
from bot.domain.table import BoardUpdate, Call, Commit, Lobby, Table, kind_of
from bot.storage.database import Batch, Group, Transactions
from bot.storage.problems import Lost, StoreProblem
from bot.storage.schema import boards, due, events, inputs, interactions, seats, tables, told
from bot.storage.statements import Row, Statement, bound

log = logging.getLogger(__name__)

MAX_CHANGES_PER_GROUP = 256

_OWN = {c.name: bound(c.name) for c in tables.c if c.name not in ("id", "version")}
_OF_TABLE = bound("of_table")
_OF_USER = bound("of_user")

_EMPTY = {
    "seed": b"",
    "dealt": b"",
    "rules": 1,
    "leavers": (),
    "removed": (),
    "ended_at": 0.0,
    "ended_by": None,
}
"""What stands in columns that a table has no value for in its phase."""

NEW_TABLE = Statement(
    insert(tables).returning(tables.c.id), [c.name for c in tables.c if c.name != "id"]
)
TABLE = Statement(
    update(tables)
    .where(tables.c.id == _OF_TABLE, tables.c.version == bound("of_version"))
    .values(version=bound("version"), **_OWN)
)
NEW_BOARD = Statement(insert(boards))
BOARD = Statement(
    update(boards)
    .where(boards.c.table == _OF_TABLE)
    .values({c.name: bound(c.name) for c in boards.c if c.name != "table"})
)
INTERACTION = Statement(insert(interactions))
NO_SEATS = Statement(delete(seats).where(seats.c.table == _OF_TABLE))
SEATS = Statement(insert(seats))
NO_DUES = Statement(delete(due).where(due.c.table == _OF_TABLE))
DUES = Statement(insert(due))
_NO_DUE = dict.fromkeys(column.name for column in due.c)
INPUTS = Statement(insert(inputs))
EVENTS = Statement(insert(events).inline(), ["table", "step", "to", "name", "values"])
TOLD = Statement(insert(told))
SEAT_SEEN = Statement(
    update(seats)
    .where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
    .values(clicked_at=bound("at"))
)
TABLE_SEEN = Statement(
    update(tables).where(tables.c.id == _OF_TABLE).values(clicked_at=bound("at"))
)
NOT_CALLED = Statement(
    delete(due).where(
        due.c.table == _OF_TABLE,
        due.c.kind == kind_of(Call),
        due.c.seat.in_(
            select(seats.c.seat).where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
        ),
    )
)


class Seen(NamedTuple):
    """A click of a person who changes nothing else."""

    table: int
    user: int
    at: float


Change = Commit | BoardUpdate | Seen | None
"""None: nothing, but that what would ride with a group is written."""
Waiting = tuple[Change, asyncio.Future[Any]]


class GroupWriter:
    """The one writer of changes; each waits until its group is on the disk."""

    def __init__(self, transactions: Transactions, figures: Counters = NO_COUNTERS) -> None:
        self._transactions = transactions
        self._figures = figures
        self._waiting: list[Waiting] = []
        self._seen: dict[tuple[int, int], float] = {}
        """When people last clicked who changed nothing: by table and user."""
        self._logged = LogThrottle(time.monotonic)
        self._task: asyncio.Task[None] | None = None

    async def write(self, change: Change) -> Any:
        """Write a change with the next group; return the stored table of a `Commit`."""
        self._transactions.check_open()
        return await self._transactions.finish(self._add(change))

    def note_click(self, table: int, user: int, at: float) -> None:
        """Let a click that changes nothing else ride with the next group."""
        self._seen[table, user] = at

    async def flush(self) -> None:
        """Write what waits, and what would have ridden with a next group."""
        if self._task or self._seen:
            await self._transactions.finish(self._add(None))

    def _add(self, change: Change) -> asyncio.Future[Any]:
        stored: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, stored))
        if self._task is None:
            self._task = asyncio.create_task(self._write_waiting())
        return stored

    async def _write_waiting(self) -> None:
        while self._waiting:
            group, self._waiting = (
                self._waiting[:MAX_CHANGES_PER_GROUP],
                self._waiting[MAX_CHANGES_PER_GROUP:],
            )
            await self._settle([*self._take_seen(), *group])
        self._task = None

    def _take_seen(self) -> list[Waiting]:
        """Return the clicks that ride with the next group; they are written before all else."""
        seen, self._seen = self._seen, {}
        create = asyncio.get_running_loop().create_future
        return [(Seen(table, user, at), create()) for (table, user), at in seen.items()]

    async def _settle(self, group: list[Waiting]) -> None:
        """Write a group and tell each what came of it."""
        try:
            changes = [change for change, _ in group]
            tables = await _write(self._transactions, changes)
        except Exception as problem:
            if len(group) == 1 or isinstance(problem, Lost):  # that each of them would find, too
                for change, stored in group:
                    if isinstance(change, Seen):
                        self._not_seen(change, problem)
                    _fail(stored, problem)
                return
            middle = len(group) // 2
            await self._settle(group[:middle])
            await self._settle(group[middle:])
            return
        if count := sum(not isinstance(change, Seen) for change in changes):
            self._figures.grouped(count)
        for (_, stored), table in zip(group, tables, strict=True):
            if not stored.cancelled():
                stored.set_result(table)

    def _not_seen(self, seen: Seen, problem: Exception) -> None:
        """Note a click with a later group, or drop it if the database refuses just that."""
        if isinstance(problem, StoreProblem):
            self._seen.setdefault((seen.table, seen.user), seen.at)
        elif self._logged.is_due(seen.table):
            log_failure(log, f"noting a click at table {seen.table}", problem, logging.WARNING)


def _fail(stored: asyncio.Future[Any], problem: Exception) -> None:
    if not stored.cancelled():
        stored.set_exception(problem)
        stored.exception()  # seen: whoever waited may have been cancelled


async def _write(transactions: Transactions, changes: Sequence[Change]) -> list[Table | None]:
    """Write the changes and return the tables of the commits as they are stored.

    Raises `Conflict`, `Repeated` or `ChannelTaken`, and then wrote nothing.
    """
    seen = [change for change in changes if isinstance(change, Seen)]
    noted = [change for change in changes if isinstance(change, BoardUpdate)]
    commits = [change for change in changes if isinstance(change, Commit)]
    tables = [replace(commit.table, version=commit.table.version + 1) for commit in commits]
    clicks = [{"id": c.interaction, "at": c.at} for c in commits if c.interaction is not None]
    known = [_of(commit.table) for commit in commits if commit.table.id]
    named = (
        *(each.table for each in seen),
        *(n.table for n in noted),
        *(table.id for table in tables),
    )
    notes = [{"of_table": each.table, **asdict(each.board)} for each in noted]

    def rest(ids: Sequence[int]) -> Batch:
        stored = [*zip(commits, _numbered(tables, ids), strict=True)]
        before = [*_seen(seen), (BOARD, notes), (INTERACTION, clicks)]
        return [*before, (TABLE, known), *_rows(stored)]

    new = [_values(table) for table in tables if not table.id]
    hold = sorted({id_ for id_ in named if id_})
    ids = await transactions.write_group(Group(new, NEW_TABLE, rest, TABLE, hold))
    stored = iter(_numbered(tables, ids))
    return [next(stored) if isinstance(change, Commit) else None for change in changes]


def _numbered(tables: Sequence[Table], ids: Sequence[int]) -> list[Table]:
    """Return the tables; the new ones have these ids."""
    of_new = iter(ids)
    return [table if table.id else replace(table, id=next(of_new)) for table in tables]


def _seen(seen: Sequence[Seen]) -> Batch:
    """Note clicks of people, who need no call any more."""
    seats = [{"of_table": each.table, "of_user": each.user, "at": each.at} for each in seen]
    calls = [{"of_table": each.table, "of_user": each.user} for each in seen]
    tables = [{"of_table": each.table, "at": each.at} for each in seen]
    return [(SEAT_SEEN, seats), (TABLE_SEEN, tables), (NOT_CALLED, calls)]


def _rows(commits: Sequence[tuple[Commit, Table]]) -> Batch:
    """Return the rows of commits, with their tables as they are stored."""
    ids = [{"of_table": table.id} for _, table in commits]
    new = [{"table": t.id, **asdict(t.board)} for commit, t in commits if not commit.table.id]
    changed = [
        {"of_table": t.id, **asdict(t.board)}
        for commit, t in commits
        if commit.board and commit.table.id
    ]
    return [
        (NEW_BOARD, new),
        (BOARD, changed),
        (NO_SEATS, ids),
        (SEATS, [row for _, table in commits for row in _seats(table)]),
        (NO_DUES, ids),
        (DUES, [row for _, table in commits for row in _dues(table)]),
        (INPUTS, [row for commit, table in commits for row in _inputs(commit, table)]),
        (EVENTS, [row for commit, table in commits for row in _events(commit, table)]),
        (TOLD, [row for commit, table in commits for row in _told(commit, table)]),
    ]


def _of(table: Table) -> Row:
    """Return the row by which a known table is changed."""
    return {
        **_values(table),
        "version": table.version + 1,
        "of_table": table.id,
        "of_version": table.version,
    }


def _values(table: Table) -> dict[str, object]:
    """Return a table's values by the names of its columns; those of other phases are empty.

    Statements pass over the fields that are no columns.
    """
    state = None if isinstance(table, Lobby) else table.state
    values = _EMPTY | asdict(table) | {"phase": table.phase}
    values["state"] = b"" if state is None else encode(state)
    return values


def _seats(table: Table) -> Iterator[Row]:
    for seat, player in enumerate(table.players):
        yield {"table": table.id, "seat": seat, **asdict(player)}


def _dues(table: Table) -> Iterator[Row]:
    for place, row in enumerate(table.dues):
        of = {"table": table.id, "place": place, "guild": table.guild, "kind": row.kind}
        yield {**_NO_DUE, **of, **asdict(row)}


def _inputs(commit: Commit, table: Table) -> Iterator[Row]:
    first = table.step - len(commit.given) + 1
    for step, entered in enumerate(commit.given, first):
        yield {"table": table.id, "step": step, "given": entered, "at": commit.at}


def _events(commit: Commit, table: Table) -> Iterator[Row]:
    for event in commit.events:
        yield {"table": table.id, "step": table.step, **asdict(event)}


def _told(commit: Commit, table: Table) -> Iterator[Row]:
    if commit.told:
        yield {"table": table.id, "step": table.step, "at": commit.at, "views": commit.told}
