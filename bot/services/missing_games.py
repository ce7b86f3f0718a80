"""Changes tables whose game is not installed in this process, without the game's rules."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.domain.consequences import set_resting_timers
from bot.domain.table import (
    Commit,
    Deadline,
    Finished,
    IdleCheck,
    Lobby,
    Match,
    RecordSaving,
    Table,
    TableDeletion,
    Timer,
    remove_timer,
)
from bot.services.events import Events, TimersChanged
from bot.services.heartbeat import Clock
from bot.services.sessions import TableSessions
from bot.services.tables import Tables


@dataclass(eq=False)
class MissingGames:
    """Closes tables whose game is not installed, puts them aside, and lets them wait.

    Timers that need no game still work: records are stored, and unused tables are closed and
    deleted. When the game is installed again, a table resumes with the first press. People then
    have the time that was left when this process started.
    """

    _tables: Tables
    _sessions: TableSessions
    _clock: Clock
    _events: Events
    started_at: float = 0.0
    """The time from which tables count as paused: when this process started."""

    async def handle_timer(self, table: Table, timer: Timer | None) -> bool:
        """Handle the next timer of a table, or pause the table if the timer needs the game.

        Returns:
            Whether the table now waits for its game, so that its timers need not be tried again.
        """
        match timer:
            case TableDeletion() if timer.at <= self._clock.now():
                await self._tables.delete_table(table.id)
            case RecordSaving():
                await self._tables.save_record(table.id)
            case IdleCheck(what="evening-end"):
                await self._tables.save_evening(table)
                await self.change(table.id, lambda table: remove_timer(table, timer))
            case Deadline() if isinstance(table, Lobby):
                await self.change(table.id, lambda table: remove_timer(table, timer))
            case IdleCheck(what="close") if timer.at <= self._clock.now():
                await self.close(table.id)
            case _:
                await self.change(table.id, self._pause)
                return True
        return False

    async def close(self, table_id: int) -> None:
        """Close a table."""

        def rest(table: Table) -> Table:
            resting = table if isinstance(table, Finished) else table.close()
            return set_resting_timers(resting, self._clock.now())

        await self.change(table_id, rest)

    async def put_aside(self, table_id: int) -> None:
        """Put a running game aside, so that its channel is free."""

        def aside(table: Table) -> Table:
            waiting = self._pause(table)
            if not isinstance(waiting, Match):
                return waiting
            return replace(waiting, phase="aside", paused="away")  # its board can be shown later

        await self.change(table_id, aside)

    async def change(self, table_id: int, change: Callable[[Table], Table]) -> None:
        """Change a table. Consequences that only the rules of the game know are left out."""
        async with self._sessions.lock(table_id):
            before = await self._tables.load(table_id, allow_missing_game=True)
            commit = Commit(change(before), self._clock.now())
            if commit.table != before:
                table = await self._tables.store_commit(before, commit)
                self._events.publish(TimersChanged(table))

    def _pause(self, table: Table) -> Table:
        """Return a running table as paused, as if the bot could not reach its channel."""
        if not isinstance(table, Match) or table.paused:
            return table
        return replace(table, paused="channel", paused_at=max(self.started_at, table.clicked_at))
