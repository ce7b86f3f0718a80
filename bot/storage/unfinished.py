"""Runs commands of a host that change a whole database, each in one transaction.

A mark in the database names the command until it has ended. So the next start knows of a command
whose process was killed.
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
"""The setting that holds the mark."""
COPY_OPTION = "--copy-to"
REBUILD_OPTION = "--rebuild-ratings"

T = TypeVar("T")


async def mark_unfinished(db: Transaction, command: str) -> None:
    """Note that a command begins."""
    await write_setting(db, MARK_KEY, command)


async def clear_mark(db: Transaction) -> None:
    """Note that no command has begun."""
    await remove_setting(db, MARK_KEY)


async def run_marked(database: Database, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Do the work of a marked command in one transaction, which also clears the mark.

    If the work fails or is cancelled, it is undone. A cancellation during the commit is ignored.
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
    """Raise `StoreProblem` for an unfinished copy."""
    marked = sa.select(settings.c.value).where(settings.c.key == MARK_KEY)
    if db.scalar(marked) == COPY_OPTION:
        raise StoreProblem("store-copy-unfinished")


async def report_unfinished(database: Database) -> None:
    """Log once that a command was killed. Raises `StoreProblem` for an unfinished copy."""
    async with database.reading() as db:
        command = await read_setting(db, MARK_KEY)
    if command == COPY_OPTION:
        raise StoreProblem("store-copy-unfinished")
    if command is not None:
        log.warning("%s was interrupted and has changed nothing: run it again", command)
        async with database.writing() as db:
            await clear_mark(db)
