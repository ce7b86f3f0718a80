"""Runs commands that change a whole database, each in one transaction.

Such a command copies the database or computes all ratings again. While it runs, its name is stored
in the database. If its process is killed, the name stays, and the next start reports it.
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

MARK_KEY = "unfinished-command"
"""The key of the database setting that names a command which has begun but not ended. It is used
to notice at the next start that the command was interrupted.
"""
COPY_OPTION = "--copy-to"
"""The command-line option that copies a database. The name is also stored while the copy runs."""
REBUILD_OPTION = "--rebuild-ratings"
"""The command-line option that computes all ratings again. The name is also stored while it runs.
"""

T = TypeVar("T")


async def mark_unfinished(db: Transaction, command: str) -> None:
    """Store in the database that a command has begun, so that an interruption is noticed later.

    `command` is the command's option, such as `COPY_OPTION`.
    """
    await write_setting(db, MARK_KEY, command)


async def clear_mark(db: Transaction) -> None:
    """Delete the mark that a command has begun and not ended."""
    await remove_setting(db, MARK_KEY)


async def run_marked(database: Database, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Run a command's work in one transaction, which also clears the mark of an unfinished command.

    If the work fails or is cancelled, it is rolled back and the mark is cleared. A cancellation
    during the commit is ignored, because it could no longer stop the work.

    Returns:
        What `work` returns.
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
    """Check that a database is not an unfinished copy, left by a process that was killed.

    Raises:
        StoreProblem: The database is an unfinished copy.
    """
    marked = sa.select(settings.c.value).where(settings.c.key == MARK_KEY)
    if db.scalar(marked) == COPY_OPTION:
        raise StoreProblem("store-copy-unfinished")


async def report_unfinished(database: Database) -> None:
    """Log a warning if an earlier command was interrupted, and clear its mark.

    The interrupted command has changed nothing, except that a copy may be incomplete.

    Raises:
        StoreProblem: The database is an unfinished copy, which must not be used.
    """
    async with database.reading() as db:
        command = await read_setting(db, MARK_KEY)
    if command == COPY_OPTION:
        raise StoreProblem("store-copy-unfinished")
    if command is not None:
        log.warning("%s was interrupted and has changed nothing: run it again", command)
        async with database.writing() as db:
            await clear_mark(db)
