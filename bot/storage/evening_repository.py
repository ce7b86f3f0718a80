"""Stores evenings that are over, and lists them among finished games."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.evenings import Evening, Member, StoredEvening
from bot.domain.game_records import Record
from bot.storage.database import Query, Repository, Transaction, reads, writes
from bot.storage.record_repository import RECORDS_PER_PAGE
from bot.storage.schema import HIDDEN_PROFILES, evenings, participants, preferences, records
from bot.storage.statements import ZERO_LITERAL, Statement, insert_missing, param

Past = tuple[Record | StoredEvening, ...]
"""Finished games and evenings, the newest first."""

_IS_GAME: sa.ColumnElement[Any] = sa.literal_column("1").label("is_game")


def _select_page(parts: "Sequence[sa.Select[Any]]", *order: str) -> Statement:
    """Return a query for a page of games and evenings: the id of each, and a game's record.

    Args:
        parts: Queries for all games and evenings, without repetitions. They select the columns of
            `order`, and then `_IS_GAME` for games, or `ZERO_LITERAL` for evenings.
        order: The columns that sort all, the highest values first. "id" is the id.
    """
    ordered = sa.union_all(*parts).order_by(*map(sa.desc, order))
    page = ordered.limit(RECORDS_PER_PAGE + 1).offset(param("before")).subquery("page")
    is_record = sa.and_(records.c.id == page.c.id, page.c.is_game != ZERO_LITERAL)
    return Statement(
        sa.select(page.c.id, records.c.about).join_from(page, records, is_record, isouter=True)
    )


class EveningRepository(Repository):
    """Stores evenings that are over, with a row for each member."""

    INSERT_MEMBER = Statement(insert_missing(evenings))

    @writes
    async def add(
        self,
        db: Transaction,
        id_: int,
        guild: int,
        channel: int,
        evening: Evening,
        ended_at: float,
        parent: int | None = None,
    ) -> None:
        """Store an evening that is over, unless it is stored already.

        An evening without a finished game has no members, and is not stored.

        Args:
            id_: The id of the table that closed with the evening.
        """
        of = {"id": id_, "guild": guild, "channel": channel, "parent": parent}
        times = {"began_at": evening.began_at, "ended_at": ended_at}
        rows = [
            {**of, **times, "line": line, "played": evening.games, **asdict(member)}
            for line, member in enumerate(evening.members)
        ]
        await db.run(self.INSERT_MEMBER, rows)

    SELECT_MEMBERS = Statement(
        sa.select(
            evenings.c.guild,
            evenings.c.channel,
            evenings.c.began_at,
            evenings.c.ended_at,
            evenings.c.played,
            evenings.c.parent,
            preferences.c.user,
            *(evenings.c[name] for name in Member.__struct_fields__),
        )
        .join_from(
            evenings,
            preferences,
            sa.and_(preferences.c.user == evenings.c.user, HIDDEN_PROFILES),
            isouter=True,
        )
        .where(evenings.c.id == param("of_id"))
        .order_by(evenings.c.line)
    )

    @reads
    async def find(self, db: Transaction, id_: int) -> StoredEvening | None:
        """Return an evening that is over, or None if it is not stored."""
        return next(iter((await self._find_all(db, [id_])).values()), None)

    async def _find_all(self, db: Transaction, ids: list[int]) -> dict[int, StoredEvening]:
        """Return the evenings with these ids that are stored."""
        if not ids:
            return {}
        asked: list[Query] = [(self.SELECT_MEMBERS, {"of_id": id_}) for id_ in ids]
        found = await db.select_several(*asked)
        return {id_: _make_evening(id_, rows) for id_, rows in zip(ids, found, strict=True) if rows}

    SELECT_OF_CHANNEL = _select_page(
        [
            query
            for place in ("channel", "parent")
            for query in (
                sa.select(records.c.id, records.c.ended_at, _IS_GAME).where(
                    records.c[place] == param("of_channel")
                ),
                sa.select(evenings.c.id, evenings.c.ended_at, ZERO_LITERAL).where(
                    evenings.c[place] == param("of_channel"), evenings.c.line == ZERO_LITERAL
                ),
            )
        ],
        "ended_at",
        "id",
    )

    @reads
    async def find_in_channel(self, db: Transaction, channel: int, page: int) -> Past:
        """Return one page of the games and evenings of a channel and its threads, newest first.

        Pages count from 0. If there is a next page, its first entry follows as the last item.
        """
        before = page * RECORDS_PER_PAGE
        return await self._load(
            db, await db.rows(self.SELECT_OF_CHANNEL, of_channel=channel, before=before)
        )

    SELECT_OF_PERSON = _select_page(
        [
            sa.select(participants.c.record.label("id"), _IS_GAME).where(
                participants.c.user == param("of_user")
            ),
            sa.select(evenings.c.id, ZERO_LITERAL).where(evenings.c.user == param("of_user")),
        ],
        "id",
    )

    @reads
    async def find_of_person(self, db: Transaction, user: int, page: int) -> Past:
        """Return one page of the games and evenings in which a person took part, newest first.

        Pages are those of `find_in_channel`.
        """
        before = page * RECORDS_PER_PAGE
        rows = await db.rows(self.SELECT_OF_PERSON, of_user=user, before=before)
        return await self._load(db, rows)

    async def _load(self, db: Transaction, rows: list[tuple[int, Record | None]]) -> Past:
        """Return finished games as they are, and the evenings of which only the id was read."""
        found = await self._find_all(db, [id_ for id_, record in rows if record is None])
        past = [entry for id_, record in rows if (entry := record or found.get(id_))]
        return tuple(sorted(past, key=lambda entry: (-entry.ended_at, -entry.id)))


def _make_evening(id_: int, rows: list[tuple[Any, ...]]) -> StoredEvening:
    """Return an evening from the rows of `SELECT_MEMBERS`."""
    guild, channel, began_at, ended_at, played, parent, *_ = rows[0]
    members = tuple(Member(*row[7:]) for row in rows)
    hidden_users = frozenset(row[6] for row in rows if row[6] is not None)
    evening = Evening(began_at, members, played)
    return StoredEvening(id_, guild, channel, ended_at, evening, hidden_users, parent)
