"""What it means that Discord does not do what it is asked."""

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.tables.showing.messenger import (
    BoardGone,
    ChannelGone,
    NoAccess,
    NotTaken,
    Rejected,
    Unreachable,
)

NOT_DONE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What happens then; a timeout is an `OSError`, too."""

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
FACTS: dict[int, type[NotTaken]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    10008: BoardGone,
    30046: BoardGone,  # too many edits of a message that is older than an hour
    50005: BoardGone,
    50083: BoardGone,  # the thread is archived: a new post opens it again
}
NO_ACCESS = (50001, 50013, 160005)
"""Missing access, missing permissions, a locked thread."""


@contextmanager
def as_failures() -> Iterator[None]:
    """Raise what Discord's errors mean for a message in a channel: a `NotTaken`."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in FACTS:
            raise FACTS[error.code] from None
        if error.code in NO_ACCESS:
            raise NoAccess(error.code) from None
        if error.status >= 500 or error.status == 429:
            raise Unreachable from None
        raise Rejected(error.code) from None
    except NOT_DONE:
        raise Unreachable from None
