"""What it means that Discord does not do what it is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    NoAccess,
    NotTaken,
    Rejected,
    ThreadArchived,
    Unreachable,
)

NOT_DONE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What happens then; a timeout is an `OSError`, too."""

UNKNOWN_MESSAGE, ALREADY_ANSWERED = 10008, 40060
FACTS: dict[int, type[NotTaken]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    UNKNOWN_MESSAGE: BoardGone,
    30046: BoardGone,  # too many edits of a message that is older than an hour
    50005: BoardGone,
    50083: ThreadArchived,
}
"""Of the message, the channel or the server:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""
NO_ACCESS = (50001, 50013, 160005)
"""Missing access, missing permissions, a locked thread."""
TOO_MANY = 429
"""The status of what goes beyond a rate limit."""
TOO_LARGE = 413
"""The status of what is too much for whoever stands before Discord, mostly without a code."""
NOT_OF_THE_PLACE = (0, 40001, 40062, 40333)
"""No code of Discord's, as on a page of Cloudflare's; a token that is refused; a limit of what lies
behind; a request that Cloudflare stopped. They say nothing of where the board is."""


@contextmanager
def as_failures() -> Iterator[None]:
    """Raise what Discord's errors mean for a message in a channel: a `NotTaken`."""
    try:
        yield
    except discord.HTTPException as error:
        raise failure(error) from None
    except NOT_DONE:
        raise Unreachable from None


def failure(error: discord.HTTPException) -> NotTaken:
    """Return what an error says of the message, the channel or the server it was for.

    `Unreachable` where it is about the bot's token or address, or Discord itself: then no table
    changes, and it is tried again. docs/operating.md has the table.
    """
    code, status = error.code, error.status
    if status == TOO_LARGE:
        return Rejected(code)
    if status >= 500 or status in (401, TOO_MANY) or code in NOT_OF_THE_PLACE:
        return Unreachable()
    if code == UNKNOWN_MESSAGE and status != 404:
        return Unreachable()
    if code in FACTS:
        return FACTS[code]()
    return NoAccess(code) if code in NO_ACCESS else Rejected(code)


def is_outage(problem: BaseException) -> bool:
    """Tell whether an error is Discord's or the network's as a whole, not about one message."""
    if isinstance(problem, discord.HTTPException):
        return isinstance(failure(problem), Unreachable)
    return isinstance(problem, NOT_DONE)


def may_succeed_later(problem: BaseException) -> bool:
    """Tell whether the same request is worth repeating after an outage.

    It is not after a 401: the token that it carries is not valid any more.
    """
    if isinstance(problem, discord.HTTPException) and problem.status == HTTPStatus.UNAUTHORIZED:
        return False
    return is_outage(problem)


def is_about_the_place(problem: BaseException) -> bool:
    """Tell whether Discord refuses a request because of the channel or message it is for."""
    if not isinstance(problem, discord.HTTPException):
        return False
    return problem.code in FACTS or problem.code in NO_ACCESS
