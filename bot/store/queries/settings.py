"""What the store keeps of the bot itself: settings, and which servers were greeted."""

from secrets import token_hex

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.schema import settings
from bot.store.statements import Statement, bound

SETTING = Statement(select(settings.c.value).where(settings.c.key == bound("of")))
SET_SETTING = Statement(
    update(settings).where(settings.c.key == bound("of")).values(value=bound("value"))
)
NEW_SETTING = Statement(insert(settings))
REMOVE_SETTING = Statement(delete(settings).where(settings.c.key == bound("of")))
HOLD_SETTING = Statement(
    update(settings).where(settings.c.key == bound("of")).values(key=settings.c.key)
)
"""Lets nobody else change it until the transaction ends."""


async def setting(db: Transaction, key: str) -> str | None:
    """Return a setting of the bot itself."""
    found = await db.rows(SETTING, of=key)
    return found[0][0] if found else None


async def set_setting(db: Transaction, key: str, value: str) -> None:
    """Keep a setting of the bot itself."""
    if not await db.run(SET_SETTING, [{"of": key, "value": value}]):
        await db.run(NEW_SETTING, [{"key": key, "value": value}])


async def remove_setting(db: Transaction, key: str) -> None:
    """Keep a setting of the bot itself no longer."""
    await db.run(REMOVE_SETTING, [{"of": key}])


FORGOTTEN = "forgotten"
"""The setting that changes whenever something of people is deleted."""


async def mark_forgotten(db: Transaction) -> None:
    """Let every worker read anew what it holds of people."""
    await set_setting(db, FORGOTTEN, token_hex(8))


async def greet(db: Transaction, guild: int) -> bool:
    """Note that a server is greeted; tell whether it was not before."""
    key = f"greeted:{guild}"
    if await setting(db, key) is not None:
        return False
    await set_setting(db, key, "")
    return True
