"""Commands of a host that change a whole database: each is done in one transaction, or not at all.

A mark says that one has begun, until it is done or has said itself why it is not. So the start
after a process that was killed can tell.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import TypeVar

import sqlalchemy as sa

from bot.storage.bot_repository import read_setting, remove_setting, write_setting
from bot.storage.database import Database, Transaction
from bot.storage.problems import StoreProblem
from bot.storage.schema import settings

log = logging.getLogger(__name__)

KEY = "unfinished-command"
"""The setting that is the mark."""
COPY = "--copy-to"
RECKON = "--reckon"

T = TypeVar("T")


async def mark(db: Transaction, command: str) -> None:
    """Note that a command begins."""
    await write_setting(db, KEY, command)


async def clear_mark(db: Transaction) -> None:
    """Note that no command has begun."""
    await remove_setting(db, KEY)


async def run_marked(database: Database, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Do the work of the marked command in one transaction, which also clears the mark.

    If the work fails or is cancelled, it is undone. A cancellation that comes while the transaction
    is being committed comes too late, and is passed over.
    """
    try:
        async with AsyncExitStack() as undone:
            db = await undone.enter_async_context(database.writing())
            await clear_mark(db)
            result = await work(db)
            committing = asyncio.create_task(undone.pop_all().aclose())
        while not committing.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait((committing,))
        committing.result()
    except BaseException:
        with suppress(StoreProblem):
            async with database.writing() as db:
                await clear_mark(db)
        raise
    return result


def check_copied(db: sa.Connection) -> None:
    """Raise `StoreProblem` for a database that should have become a copy, and has not."""
    marked = sa.select(settings.c.value).where(settings.c.key == KEY)
    if db.scalar(marked) == COPY:
        raise StoreProblem("store-copy-unfinished")


async def report_unfinished(database: Database) -> None:
    """Tell in the log of a command that was killed, once.

    Raises `StoreProblem` for a database that should have become a copy, until it is one.
    """
    async with database.reading() as db:
        command = await read_setting(db, KEY)
    if command == COPY:
        raise StoreProblem("store-copy-unfinished")
    if command is not None:
        log.warning("%s was interrupted and has changed nothing: run it again", command)
        async with database.writing() as db:
            await clear_mark(db)
