"""What people and servers have chosen for themselves. Each function runs in a transaction."""

from msgspec.structs import asdict
from sqlalchemy import delete, insert, select

from bot.store.database import Transaction
from bot.store.preferences import Preferences
from bot.store.schema import UNSERVED_ONES, guesses, preferences, retention
from bot.store.statements import Statement, bound, insert_unless

_USER = bound("of_user")
_GUILD = bound("of_guild")
OF_USER = Statement(select(*preferences.c).where(preferences.c.user == _USER))
NONE_OF_USER = Statement(delete(preferences).where(preferences.c.user == _USER))
NEW = Statement(insert(preferences))
UNSERVED = Statement(select(preferences.c.user).where(UNSERVED_ONES))
DAYS = Statement(select(retention.c.days).where(retention.c.guild == _GUILD))
NO_DAYS = Statement(delete(retention).where(retention.c.guild == _GUILD))
NEW_DAYS = Statement(insert(retention))
_OF_GUESS = {
    "table": bound("of_table", guesses.c.table.type),
    "user": bound("of_user", guesses.c.user.type),
    "name": bound("name", guesses.c.name.type),
    "seat": bound("seat", guesses.c.seat.type),
}
_SAME_GUESS = (guesses.c.table == _OF_GUESS["table"], guesses.c.user == _OF_GUESS["user"])
GUESS = Statement(insert_unless(guesses, _OF_GUESS, *_SAME_GUESS))
GUESSED = Statement(
    select(guesses.c.seat).where(guesses.c.table == bound("of_table"), guesses.c.user == _USER)
)


async def of_user(db: Transaction, user: int) -> Preferences:
    """Return what a person has chosen, or what holds for whoever has not."""
    found = await db.rows(OF_USER, of_user=user)
    return Preferences(*found[0]) if found else Preferences(user)


async def choose(db: Transaction, chosen: Preferences) -> None:
    """Keep what a person has chosen; whoever chooses what holds for all has no row."""
    await db.run(NONE_OF_USER, [{"of_user": chosen.user}])
    if chosen != Preferences(chosen.user):
        await db.run(NEW, [asdict(chosen)])


async def unserved(db: Transaction) -> frozenset[int]:
    """Return who does not want to be served."""
    return frozenset(user for (user,) in await db.rows(UNSERVED))


async def days_of(db: Transaction, guild: int) -> int:
    """Return for how many days a server's games are kept; 0: as for all."""
    found = await db.rows(DAYS, of_guild=guild)
    return int(found[0][0]) if found else 0


async def set_days(db: Transaction, guild: int, days: int) -> None:
    """Keep a server's games for so many days from now on; 0: as for all."""
    await db.run(NO_DAYS, [{"of_guild": guild}])
    if days:
        await db.run(NEW_DAYS, [{"guild": guild, "days": days}])


async def guess(db: Transaction, table: int, user: int, name: str, seat: int) -> int:
    """Note whom an onlooker takes for the winner; return the seat that counts: the first one."""
    row = {"of_table": table, "of_user": user, "name": name, "seat": seat}
    await db.run(GUESS, [row])
    ((first,),) = await db.rows(GUESSED, of_table=table, of_user=user)
    return int(first)
