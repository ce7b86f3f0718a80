"""How the answer to a click reaches Discord: where it belongs, once, or else as a new message."""

import asyncio
import logging
from collections.abc import Awaitable
from http import HTTPStatus
from typing import NamedTuple

import discord

from bot.common.log import log_failure
from bot.discord_adapter import rest
from bot.discord_adapter.channels import PATIENCE_WITH_DISCORD
from bot.discord_adapter.clicks import language_of, on_private_message
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.ephemeral_messages import EphemeralMessage
from bot.discord_adapter.messages import Message, message
from bot.discord_adapter.request_gate import Purpose, sending
from bot.discord_adapter.rest import (
    ALREADY_ANSWERED,
    REQUEST_ERRORS,
    TOO_LARGE,
    UNKNOWN_MESSAGE,
    is_about_the_place,
    may_succeed_later,
)
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.screens import sentence
from bot.services.messenger import Unreachable

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, INVALID = 10062, 50035
"""Discord's codes for an interaction that it does not know (any more), and for what is in a
message, such as a file that is gone.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

Interaction = discord.Interaction[CatsClient]


IN_TIME = 3.0
"""Seconds after a click for which Discord takes a first answer."""


class Prepared(NamedTuple):
    """The words that a click is answered with."""

    message: Message
    """Ready to be sent."""
    screen: Screen | None = None
    """What it shows; None: a refusal, which takes no private message's place."""
    line: EphemeralMessage | None = None
    """The private line that begins with it."""


async def deferred(interaction: Interaction) -> tuple[int | None, bool]:
    """Tell Discord that the answer comes later.

    Return None if it has an answer already, else 0; and whether it is not known what became of
    it: Discord may have taken it all the same, and then waits for the answer. Raises
    `discord.HTTPException` if Discord has refused it: then no other answer is taken either.
    """
    try:
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            return await taken(_defer(interaction)), False
    except REQUEST_ERRORS as problem:
        if isinstance(problem, discord.HTTPException) and problem.status < 500:
            raise
        log.info("a deferral may not have arrived: %s", type(problem).__name__)
        return None, True


async def answer(interaction: Interaction, prepared: Prepared | None, *, late: bool) -> int | None:
    """Answer with what is prepared, or without a word.

    `late`: Discord has a first answer, which says that this one comes later. Return the id of the
    private message that it is, 0 if there are no words, None if Discord has an answer already.
    """
    if prepared is None:
        await taken(acknowledged(interaction, late=late))
        return 0
    return await delivered(interaction, prepared, late=late)


async def delivered(interaction: Interaction, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer; if Discord does not take what is in it, a sentence in its place.

    `late`: Discord was told that it comes later. Return the id of the private message that it is,
    None if Discord has an answer already.
    """
    try:
        there = await _placed(interaction, prepared, late=late)
    except discord.HTTPException as refusal:
        if not _is_our_fault(refusal):
            raise
        if refusal.code == INVALID and prepared.message.kept:
            anew = await _with_all_files(interaction, prepared)
            return await delivered(interaction, anew, late=late)
        log_failure(log, "showing an answer", refusal)
        return await _placed(interaction, await not_shown(interaction), late=late)
    if there and prepared.line and prepared.message.whole:
        prepared.line.stands = prepared.screen
    return there


async def _placed(interaction: Interaction, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer to where it belongs; as a new message, if the one it belongs to is gone.

    Private messages vanish: their reader dismisses them, or a newer copy takes their place.
    """
    for file in prepared.message.files:
        file.reset()
    edited = prepared.screen is not None and on_private_message(interaction)
    deliver = _follow if late else _respond
    try:
        return await taken(deliver(interaction, prepared.message, edited))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE:
            raise
    return await sent(interaction, prepared, late=late)


async def _with_all_files(interaction: Interaction, prepared: Prepared) -> Prepared:
    """Return an answer that keeps nothing of the message whose place it takes.

    What hung there is gone with that message, or an edit has put something else in its place.
    """
    screen = prepared.screen
    if screen is None or prepared.message.kept is None:
        return prepared
    place = (screen.table, interaction.user.id)
    return prepared._replace(message=await message(screen, interaction.client.renderer, place))


async def sent(interaction: Interaction, prepared: Prepared, *, late: bool) -> int | None:
    """Send an answer as a new private message: the first answer, or a further one."""
    ready = (await _with_all_files(interaction, prepared)).message
    for file in ready.files:
        file.reset()
    if not late:
        try:
            return await _respond(interaction, ready, edited=False)
        except discord.HTTPException as refusal:
            if refusal.code not in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
                raise
            for file in ready.files:
                file.reset()
    return await _sent_on(interaction, ready)


async def taken(first: Awaitable[int | None]) -> int | None:
    """Send a first answer and return the id of its message; None if Discord has one already.

    discord.py repeats a request that failed with a 500. If it took effect all the same, Discord
    refuses the repeated one; so it does with an interaction that was delivered twice.
    """
    try:
        return await first
    except discord.HTTPException as refusal:
        if refusal.code != ALREADY_ANSWERED:
            raise
        return None


async def known(interaction: Interaction) -> int | None:
    """Return the id of the answer that Discord has already; None if that is the public board.

    The board it is when a press was delivered twice, and acknowledged without a word at first.
    """
    if on_private_message(interaction):
        return _pressed(interaction)
    async with asyncio.timeout(PATIENCE_WITH_DISCORD):
        try:
            original = await interaction.original_response()
        except discord.NotFound:  # the board has moved on since
            return None
    return original.id if original.flags.ephemeral else None


async def acknowledged(interaction: Interaction, *, late: bool) -> int:
    """Answer without a word."""
    if not late:
        await rest.answer(interaction, rest.FirstAnswer.NOTHING)
    elif not on_private_message(interaction):
        await interaction.delete_original_response()
    return 0


async def not_shown(interaction: Interaction) -> Prepared:
    """Return what is said instead of a screen that cannot be shown."""
    interaction.client.figures.count_refusal("not-shown")
    screen = sentence(text(language_of(interaction)), "not-shown")
    return Prepared(await message(screen, interaction.client.renderer))


def _pressed(interaction: Interaction) -> int:
    """Return the id of the message that was pressed, 0 if none was."""
    return interaction.message.id if interaction.message else 0


def _is_our_fault(refusal: discord.HTTPException) -> bool:
    """Tell whether Discord would take another answer: it refused what is in this one."""
    if refusal.code == ALREADY_ANSWERED or is_about_the_place(refusal):
        return False
    return refusal.status in (HTTPStatus.BAD_REQUEST, TOO_LARGE)


async def _defer(interaction: Interaction) -> int:
    """Tell Discord that the answer comes later. What it returns is no message's id yet."""
    if on_private_message(interaction) and interaction.type is discord.InteractionType.component:
        await rest.answer(interaction, rest.FirstAnswer.NOTHING)
    else:
        await rest.answer(interaction, rest.FirstAnswer.THINKING, {"flags": rest.EPHEMERAL})
    return 0


async def _respond(interaction: Interaction, ready: Message, edited: bool) -> int | None:
    """Send a first answer: as an edit of the message that was pressed, or as a new one."""
    if edited:
        reply = await rest.answer(interaction, rest.FirstAnswer.UPDATE, ready.body, ready.files)
        interaction.client.gallery.note(_pressed(interaction), ready, reply)
        return _pressed(interaction)
    body = {**ready.body, "flags": rest.EPHEMERAL}
    reply = await rest.answer(interaction, rest.FirstAnswer.MESSAGE, body, ready.files)
    if reply is None:
        return None  # and never the message that was pressed: the board
    interaction.client.gallery.note(reply.id, ready, reply)
    return reply.id


async def _follow(interaction: Interaction, ready: Message, edited: bool) -> int:
    """Answer after a deferral: the deferred answer is filled, unless buttons must stay in it."""
    if not edited and on_private_message(interaction):
        await _sent_on(interaction, ready)
        return _pressed(interaction)
    reply = await rest.edit_answer(interaction.followup, None, ready.body, ready.files)
    interaction.client.gallery.note(reply.id, ready, reply)
    return reply.id


async def _sent_on(interaction: Interaction, ready: Message) -> int:
    """Send a further private message, after the first answer."""
    body = {**ready.body, "flags": rest.EPHEMERAL}
    reply = await rest.follow(interaction.followup, body, ready.files)
    interaction.client.gallery.note(reply.id, ready, reply)
    return reply.id


class TooLate(Exception):  # noqa: N818 - it is a fact about an answer, and no error of ours
    """Discord has no deferral of a click, and takes no first answer any more."""


class LateAnswer:
    """The answer to a click of which Discord was told that its answer comes later."""

    def __init__(
        self,
        interaction: Interaction,
        prepared: Prepared | None,
        came_at: float,
        *,
        lost: bool,
    ) -> None:
        """Answer a click that came at this time of the loop; `prepared` None: without a word.

        `lost`: it is not known whether Discord has the deferral.
        """
        self._interaction = interaction
        self._prepared = prepared
        self._too_late_at = came_at + IN_TIME
        self._lost = lost

    async def send(self, there: int | None) -> int | None:
        """Edit the answer that Discord has; if it has none, send the answer as the first one.

        `there`: what `deferred` returned. Return the id as `answer` does. An edit
        is right even if the deferral arrives late: Discord takes a further message in its place
        only for backwards compatibility (https://github.com/discord/discord-api-docs/pull/7091).
        Raises what discord.py does, and `TooLate`.
        """
        if there is None and await known(self._interaction) is None:
            if not self._lost:
                return 0 if self._prepared is None else None
            if asyncio.get_running_loop().time() > self._too_late_at:
                raise TooLate
            there = await answer(self._interaction, self._prepared, late=False)
            if there is not None or await known(self._interaction) is None:
                return there
        return await answer(self._interaction, self._prepared, late=True)

    def send_later(self, table: int) -> None:
        """Try again until Discord takes it, as long as the interaction's token is valid."""
        interaction = self._interaction
        target = (table, interaction.user.id, interaction.id)
        interaction.client.services.delivery.want(target, self._try_again, first=False)

    async def _try_again(self) -> None:
        if self._interaction.is_expired():
            return
        try:
            with sending(Purpose.ANSWER):
                async with asyncio.timeout(PATIENCE_WITH_DISCORD):
                    await self.send(None)
        except TooLate:
            return
        except REQUEST_ERRORS as problem:
            if may_succeed_later(problem):
                raise Unreachable from None
            code = problem.code if isinstance(problem, discord.HTTPException) else 0
            log.info("an answer could not be made up for: code %s", code)
