"""Stores evenings that have ended."""

from msgspec.structs import asdict

from bot.domain.evenings import Evening
from bot.storage.database import Repository, Transaction, writes
from bot.storage.schema import evenings
from bot.storage.statements import Statement, insert_missing


class EveningRepository(Repository):
    """Stores evenings that have ended."""

    INSERT_MEMBER = Statement(insert_missing(evenings))

    @writes
    async def add(
        self, db: Transaction, id_: int, guild: int, channel: int, evening: Evening, ended_at: float
    ) -> None:
        """Store an evening that has ended, unless it is stored already."""
        of = {"id": id_, "guild": guild, "channel": channel}
        times = {"began_at": evening.began_at, "ended_at": ended_at}
        rows = [
            {**of, **times, "line": line, "played": evening.games, **asdict(member)}
            for line, member in enumerate(evening.members)
        ]
        await db.run(self.INSERT_MEMBER, rows)
