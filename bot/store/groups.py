"""How changes of tables are written: what waits goes into one transaction, with one sync.

Each kind of row takes one statement, however many changes there are. Who conflicts or repeats is
told alone: a group that fails as a whole is written change by change.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.json import encode
from msgspec.structs import asdict, replace
from sqlalchemy import delete, exists, insert, literal, select, update

from bot.store.problems import Conflict
from bot.store.records import Commit, Shown, Table
from bot.store.schema import due, events, inputs, interactions, scores, seats, tables
from bot.store.sqlite import Database, Transaction
from bot.store.statements import Row, Statement, given

MOST = 256
"""Changes in one group."""

_NOT_ITS_OWN = (
    "id",
    "version",
    "board",
    "board_version",
    "board_asked",
    "board_anew",
    "board_calls",
)
"""Columns of a table that a change does not simply set: the board has its own writer."""
_OWN = {c.name: given(c.name) for c in tables.c if c.name not in _NOT_ITS_OWN}
_OF_TABLE = given("of_table")

NEW_TABLE = Statement(
    insert(tables).returning(tables.c.id), [c.name for c in tables.c if c.name != "id"]
)
TABLE = Statement(
    update(tables)
    .where(tables.c.id == _OF_TABLE, tables.c.version == given("of_version"))
    .values(version=given("version"), **_OWN)
)
BOARD_ANEW = Statement(
    update(tables)
    .where(tables.c.id == _OF_TABLE)
    .values(board_anew=given("board_anew"), board_calls=given("board_calls"))
)
SHOWN = Statement(
    update(tables)
    .where(tables.c.id == _OF_TABLE)
    .values(
        board=given("board"),
        board_version=given("board_version"),
        board_asked=given("board_asked"),
    )
)
CAME = Statement(
    update(tables)
    .where(tables.c.id == _OF_TABLE, tables.c.board_anew <= given("moved"))
    .values(board_anew=0)
)
INTERACTION = Statement(insert(interactions))
NO_SEATS = Statement(delete(seats).where(seats.c.table == _OF_TABLE))
SEATS = Statement(insert(seats))
NO_DUES = Statement(delete(due).where(due.c.table == _OF_TABLE))
DUES = Statement(insert(due))
INPUTS = Statement(insert(inputs))
EVENTS = Statement(insert(events), ["table", "step", "to", "name", "values"])
_OF_SCORE = (
    scores.c.guild == given("of_guild"),
    scores.c.user == given("of_user"),
    scores.c.game == given("of_game"),
)
FIRST_SCORE = Statement(
    insert(scores).from_select(
        [column.name for column in scores.c],
        select(
            given("of_guild"),
            given("of_user"),
            given("of_game"),
            literal(""),
            literal(0),
            literal(0),
            literal(0),
            literal(0.0),
        ).where(~exists().where(*_OF_SCORE)),
    )
)
SCORE = Statement(
    update(scores)
    .where(*_OF_SCORE)
    .values(
        name=given("name"),
        games=scores.c.games + 1,
        wins=scores.c.wins + given("won"),
        points=scores.c.points + given("points"),
        at=given("at"),
    )
)
SEAT_SEEN = Statement(
    update(seats)
    .where(seats.c.table == _OF_TABLE, seats.c.seat == given("of_seat"))
    .values(clicked_at=given("at"))
)
TABLE_SEEN = Statement(
    update(tables).where(tables.c.id == _OF_TABLE).values(clicked_at=given("at"))
)
NOT_CALLED = Statement(
    delete(due).where(
        due.c.table == _OF_TABLE, due.c.kind == "call", due.c.key.like(given("of_call"))
    )
)

Change = Commit | Shown | None
"""None: nothing, but that what would ride with a group is written."""


class Groups:
    """The one writer of changes; each waits until its group is on the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Change, asyncio.Future[Any]]] = []
        self._seen: dict[tuple[int, int], float] = {}
        """When people last clicked who changed nothing: by table and seat."""
        self._task: asyncio.Task[None] | None = None

    def add(self, change: Change) -> "asyncio.Future[Any]":
        """Hand in a change; the future has the stored table of a `Commit`, or what went wrong."""
        stored: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, stored))
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return stored

    def seen(self, table: int, seat: int, at: float) -> None:
        """Let a click that changes nothing else ride with the next group."""
        self._seen[table, seat] = at

    async def flush(self) -> None:
        """Write what waits, and what would have ridden with a next group."""
        if self._task or self._seen:
            await self.add(None)

    async def _write(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            await self._settle(group)
        self._task = None

    async def _settle(self, group: "list[tuple[Change, asyncio.Future[Any]]]") -> None:
        """Write a group and tell each what came of it."""
        try:
            tables = await self._group([change for change, _ in group])
        except Exception as problem:
            if len(group) == 1:
                _fail(group[0][1], problem)
                return
            for alone in group:
                await self._settle([alone])
            return
        for (_, stored), table in zip(group, tables, strict=True):
            if not stored.cancelled():
                stored.set_result(table)

    async def _group(self, changes: Sequence[Change]) -> list[Table | None]:
        seen, self._seen = self._seen, {}
        try:
            async with self._database.writing() as db:
                return await _written(db, changes, seen)
        except BaseException:
            self._seen = seen | self._seen
            raise


def _fail(stored: "asyncio.Future[Any]", problem: Exception) -> None:
    if not stored.cancelled():
        stored.set_exception(problem)
        stored.exception()  # seen: whoever waited may have been cancelled


async def _written(
    db: Transaction, changes: Sequence[Change], seen: dict[tuple[int, int], float]
) -> list[Table | None]:
    """Write the changes of different tables, or of one; return the tables of the commits.

    What is shown comes first: it says what was so before any change that waits with it.
    """
    await _write_seen(db, seen)
    await _write_shown(db, [change for change in changes if isinstance(change, Shown)])
    commits = [change for change in changes if isinstance(change, Commit)]
    stored = iter(await _write_commits(db, commits))
    return [next(stored) if isinstance(change, Commit) else None for change in changes]


async def _run(db: Transaction, statement: Statement, rows: Sequence[Row]) -> int:
    return await db.run(statement, rows) if rows else 0


async def _write_seen(db: Transaction, seen: dict[tuple[int, int], float]) -> None:
    """Note clicks of people, who need no call any more."""
    places = [{"of_table": table, "of_seat": seat, "at": at} for (table, seat), at in seen.items()]
    await _run(db, SEAT_SEEN, places)
    await _run(
        db, TABLE_SEEN, [{"of_table": place["of_table"], "at": place["at"]} for place in places]
    )
    await _run(
        db, NOT_CALLED, [{"of_table": table, "of_call": f"%:{seat}"} for table, seat in seen]
    )


async def _write_shown(db: Transaction, shown: Sequence[Shown]) -> None:
    rows = [
        {
            "of_table": each.table,
            "board": each.board,
            "board_version": each.version,
            "board_asked": each.asked,
        }
        for each in shown
    ]
    await _run(db, SHOWN, rows)
    moved = [{"of_table": each.table, "moved": each.moved} for each in shown if each.moved]
    await _run(db, CAME, moved)


async def _write_commits(db: Transaction, commits: Sequence[Commit]) -> list[Table]:
    """Write commits and return their tables as they are stored.

    Raises `Conflict`, `Repeated` or `ChannelTaken`; the caller rolls back.
    """
    clicks = [{"id": c.interaction, "at": c.at} for c in commits if c.interaction is not None]
    await _run(db, INTERACTION, clicks)
    known = [commit for commit in commits if commit.table.id]
    if await _run(db, TABLE, [_of(c.table) for c in known]) != len(known):
        raise Conflict
    stored = []
    for commit in commits:
        table = replace(commit.table, version=commit.table.version + 1)
        if not table.id:
            ((id_,),) = await db.rows(NEW_TABLE, **_values(table))
            table = replace(table, id=id_)
        stored.append(table)
    whole = list(zip(commits, stored, strict=True))
    anew = [table for commit, table in whole if commit.anew]
    await _run(
        db,
        BOARD_ANEW,
        [
            {"of_table": t.id, "board_anew": t.board_anew, "board_calls": t.board_calls}
            for t in anew
        ],
    )
    ids = [{"of_table": table.id} for table in stored]
    await _run(db, NO_SEATS, ids)
    await _run(db, SEATS, [row for table in stored for row in _seats(table)])
    await _run(db, NO_DUES, ids)
    await _run(db, DUES, [{"table": t.id, **asdict(row)} for t in stored for row in t.dues])
    await _run(db, INPUTS, [row for commit, table in whole for row in _inputs(commit, table)])
    await _run(db, EVENTS, [row for commit, table in whole for row in _events(commit, table)])
    results = [row for commit, table in whole for row in _scores(commit, table)]
    await _run(db, FIRST_SCORE, results)
    await _run(db, SCORE, results)
    return stored


def _of(table: Table) -> Row:
    """Return the row by which a known table is changed."""
    return {
        **_values(table),
        "version": table.version + 1,
        "of_table": table.id,
        "of_version": table.version,
    }


def _values(table: Table) -> dict[str, object]:
    values = asdict(table)
    for name in ("id", "players", "dues", "prompts", "told"):
        del values[name]
    values["state"] = b"" if table.state is None else encode(table.state)
    return values


def _seats(table: Table) -> Iterator[Row]:
    for seat, player in enumerate(table.players):
        yield {"table": table.id, "seat": seat, **asdict(player)}


def _inputs(commit: Commit, table: Table) -> Iterator[Row]:
    first = table.step - len(commit.given) + 1
    for step, entered in enumerate(commit.given, first):
        yield {"table": table.id, "step": step, "given": entered, "at": commit.at}


def _events(commit: Commit, table: Table) -> Iterator[Row]:
    for event in commit.events:
        yield {"table": table.id, "step": table.step, **asdict(event)}


def _scores(commit: Commit, table: Table) -> Iterator[Row]:
    for result in commit.results:
        yield {
            "of_guild": table.guild,
            "of_user": result.user,
            "of_game": table.game,
            "name": result.name,
            "won": int(result.rank == 1),
            "points": result.points,
            "at": commit.at,
        }
