"""What people and servers have chosen for themselves, and whom onlookers take for winners."""

from bot.store.archive import Within
from bot.store.preferences import Preferences
from bot.store.queries import preferences


class Chosen:
    """Each method raises `StoreProblem`."""

    def __init__(self, read: Within, write: Within) -> None:
        """Use the store's transactions."""
        self._read = read
        self._write = write

    async def by(self, user: int) -> Preferences:
        """Return what a person has chosen, or what holds for whoever has not."""
        found: Preferences = await self._read(lambda db: preferences.of_user(db, user))
        return found

    async def choose(self, chosen: Preferences) -> None:
        """Keep what a person has chosen."""
        await self._write(lambda db: preferences.choose(db, chosen))

    async def unserved(self) -> frozenset[int]:
        """Return who does not want to be served."""
        found: frozenset[int] = await self._read(preferences.unserved)
        return found

    async def days_of(self, guild: int) -> int:
        """Return for how many days a server's games are kept; 0: as for all."""
        found: int = await self._read(lambda db: preferences.days_of(db, guild))
        return found

    async def set_days(self, guild: int, days: int) -> None:
        """Keep a server's games for so many days from now on; 0: as for all."""
        await self._write(lambda db: preferences.set_days(db, guild, days))

    async def guess(self, table: int, user: int, name: str, seat: int) -> int:
        """Note whom an onlooker takes for the winner; return the seat that counts: the first."""
        found: int = await self._write(lambda db: preferences.guess(db, table, user, name, seat))
        return found
