"""How what answers a click reaches Discord: where it belongs, once, or else as a new message."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import NamedTuple

import discord

from bot.edge import raw
from bot.edge.channels import PATIENCE_WITH_DISCORD
from bot.edge.clicks import language_of, on_private_message
from bot.edge.client import CatsClient
from bot.edge.errors import NOT_DONE
from bot.edge.messages import Message, message
from bot.edge.whispers import InteractionWhisper
from bot.games.screen import Screen
from bot.log import log_failure
from bot.tables.showing.screens import sentence
from bot.text import text

log = logging.getLogger(__name__)

ANSWERED, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, INVALID = 40060, 10062, 10008, 50035
"""Discord's codes for an interaction that was answered already, for one that it does not know (any
more), for a message that is gone, and for what is in one, such as a file that is gone.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

Click = discord.Interaction[CatsClient]


class Prepared(NamedTuple):
    """The words that a click is answered with."""

    message: Message
    """Ready to be sent."""
    screen: Screen | None = None
    """What it shows; None: a refusal, which takes no private message's place."""
    line: InteractionWhisper | None = None
    """The private line that begins with it."""


async def deferred(click: Click) -> tuple[int | None, bool]:
    """Tell Discord that the answer comes later.

    Return None if it has an answer already, else 0; and whether it is not known what became of
    it: Discord may have taken it all the same, and then waits for the answer.
    """
    try:
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            return await taken(_defer(click)), False
    except NOT_DONE as problem:
        log.info("a deferral may not have arrived: %s", type(problem).__name__)
        return None, True


async def delivered(click: Click, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer; if Discord does not take what is in it, a sentence in its place.

    `late`: Discord was told that it comes later. Return the id of the private message that it is,
    None if Discord has an answer already.
    """
    try:
        there = await _placed(click, prepared, late=late)
    except discord.HTTPException as refusal:
        if not _is_our_fault(refusal):
            raise
        if refusal.code == INVALID and prepared.message.kept:
            anew = await _with_all_files(click, prepared)
            return await delivered(click, anew, late=late)
        log_failure(log, "showing an answer", refusal)
        return await _placed(click, await not_shown(click), late=late)
    if there and prepared.line and not prepared.message.late:
        prepared.line.stands = prepared.screen
    return there


async def _placed(click: Click, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer to where it belongs; as a new message, if the one it belongs to is gone.

    Private messages vanish: their reader dismisses them, or a newer copy takes their place.
    """
    edited = prepared.screen is not None and on_private_message(click)
    deliver = _follow if late else _respond
    try:
        return await taken(deliver(click, prepared.message, edited))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE:
            raise
    return await sent(click, prepared, late=late)


async def _with_all_files(click: Click, prepared: Prepared) -> Prepared:
    """Return an answer that keeps nothing of the message whose place it takes.

    What hung there is gone with that message, or an edit has put something else in its place.
    """
    screen = prepared.screen
    if screen is None or prepared.message.kept is None:
        return prepared
    place = (screen.table, click.user.id)
    return prepared._replace(message=await message(screen, click.client.easel, place))


async def sent(click: Click, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer as a new private message: the first answer, or a further one."""
    ready = (await _with_all_files(click, prepared)).message
    for file in ready.files:
        file.reset()
    if not late:
        try:
            return await _respond(click, ready, edited=False)
        except discord.HTTPException as refusal:
            if refusal.code not in (ANSWERED, UNKNOWN_INTERACTION):
                raise
            for file in ready.files:
                file.reset()
    return await _sent_on(click, ready)


async def taken(first: Awaitable[int | None]) -> int | None:
    """Send a first answer and return the id of its message; None if Discord has one already.

    discord.py repeats a request that failed with a 500. If it took effect all the same, Discord
    refuses the repeated one; so it does with an interaction that was delivered twice.
    """
    try:
        return await first
    except discord.HTTPException as refusal:
        if refusal.code != ANSWERED:
            raise
        return None


async def known(click: Click) -> int | None:
    """Return the id of the answer that Discord has already; None if that is the public board.

    The board it is when a press was delivered twice, and acknowledged without a word at first.
    """
    if on_private_message(click):
        return _pressed(click)
    async with asyncio.timeout(PATIENCE_WITH_DISCORD):
        try:
            original = await click.original_response()
        except discord.NotFound:  # the board has moved on since
            return None
    return original.id if original.flags.ephemeral else None


async def acknowledged(click: Click, *, late: bool) -> int:
    """Answer without a word."""
    if not late:
        await raw.answer(click, raw.Kind.NOTHING)
    elif not on_private_message(click):
        await click.delete_original_response()
    return 0


async def not_shown(click: Click) -> Prepared:
    """Return what is said instead of a screen that cannot be shown."""
    click.client.figures.refused("not-shown")
    screen = sentence(text(language_of(click)), "not-shown")
    return Prepared(await message(screen, click.client.easel))


def _pressed(click: Click) -> int:
    """Return the id of the message that was pressed, 0 if none was."""
    return click.message.id if click.message else 0


def _is_our_fault(refusal: discord.HTTPException) -> bool:
    """Tell whether Discord would take another answer: it refused what is in this one."""
    return 400 <= refusal.status < 500 and not (
        isinstance(refusal, discord.NotFound) or refusal.status == 429 or refusal.code == ANSWERED
    )


async def _defer(click: Click) -> int:
    """Tell Discord that the answer comes later. What it returns is no message's id yet."""
    if on_private_message(click) and click.type is discord.InteractionType.component:
        await raw.answer(click, raw.Kind.NOTHING)
    else:
        await raw.answer(click, raw.Kind.THINKING, {"flags": raw.EPHEMERAL})
    return 0


async def _respond(click: Click, ready: Message, edited: bool) -> int | None:
    """Send a first answer: as an edit of the message that was pressed, or as a new one."""
    if edited:
        reply = await raw.answer(click, raw.Kind.UPDATE, ready.body, ready.files)
        click.client.gallery.note(_pressed(click), ready, reply)
        return _pressed(click)
    body = {**ready.body, "flags": raw.EPHEMERAL}
    reply = await raw.answer(click, raw.Kind.MESSAGE, body, ready.files)
    if reply is None:
        return None  # and never the message that was pressed: the board
    click.client.gallery.note(reply.id, ready, reply)
    return reply.id


async def _follow(click: Click, ready: Message, edited: bool) -> int:
    """Answer after a deferral: the deferred answer is filled, unless buttons must stay in it."""
    if not edited and on_private_message(click):
        await _sent_on(click, ready)
        return _pressed(click)
    reply = await raw.edit_answer(click.followup, None, ready.body, ready.files)
    click.client.gallery.note(reply.id, ready, reply)
    return reply.id


async def _sent_on(click: Click, ready: Message) -> int:
    """Send a further private message, after the first answer."""
    body = {**ready.body, "flags": raw.EPHEMERAL}
    reply = await raw.follow(click.followup, body, ready.files)
    click.client.gallery.note(reply.id, ready, reply)
    return reply.id
