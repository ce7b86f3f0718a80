"""How a click or command is answered: once, privately, in time, in the person's language."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.client import PATIENCE_WITH_DISCORD, CatsClient
from bot.games.screen import Screen
from bot.log import log_failure
from bot.messages import Message, message
from bot.tables.actions import Where
from bot.tables.change import Click, Refused
from bot.tables.screens import sentence
from bot.text import Text, nearest, text

log = logging.getLogger(__name__)

PROMPT = 1.2
"""Seconds after which Discord is told that the answer comes later (it waits for three)."""
IN_TIME = 3.0
"""Seconds after which Discord takes no first answer any more."""
NOT_TAKEN = (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""What happens when Discord does not take an answer; a timeout is an `OSError`, too."""
ANSWERED = 40060
"""Discord's code for an interaction that was answered already."""
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files")


def language_of(interaction: discord.Interaction) -> str:
    """Return the catalogue language of the person who clicked."""
    return nearest(str(interaction.locale))


def click_of(interaction: discord.Interaction) -> Click:
    """Return what the tables need to know of an interaction."""
    needed = [*NEEDED]
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    return Click(
        id=interaction.id,
        user=interaction.user.id,
        name=interaction.user.display_name,
        language=language_of(interaction),
        manager=interaction.permissions.manage_messages,
        private=_on_private_message(interaction),
        missing=tuple(name for name in needed if not getattr(interaction.app_permissions, name)),
    )


def where_of(interaction: discord.Interaction) -> Where:
    """Return where an interaction comes from."""
    return Where(interaction.guild_id or 0, interaction.channel_id or 0)


class InteractionWhisper:
    """A private line to the person behind an interaction."""

    def __init__(
        self,
        interaction: discord.Interaction[CatsClient],
        answered: asyncio.Future[bool],
        *,
        own: bool,
    ) -> None:
        """Take an interaction whose answer may still be on its way.

        `answered` tells when it has arrived, or that it has not: then what the interaction's
        messages are is not known for sure, and nothing private goes to them.
        """
        self.language = language_of(interaction)
        self.at = interaction.created_at.timestamp()
        self.own = own
        self._answer_is_own = own
        """False: the interaction's original message may be the public board."""
        self._interaction = interaction
        self._answered = answered
        self._sent: discord.WebhookMessage | None = None

    async def show(self, screen: Screen) -> bool:
        """Edit the person's own screen, or send it if there is none yet, after the answer."""
        if not await asyncio.shield(self._answered):
            return False
        parts, files, _ = await message(screen, self._interaction.client.easel)
        try:
            async with asyncio.timeout(PATIENCE_WITH_DISCORD):
                if self._sent:
                    await self._sent.edit(**parts, attachments=files)
                elif self._answer_is_own:
                    await self._interaction.edit_original_response(**parts, attachments=files)
                else:
                    self._sent = await self._interaction.followup.send(
                        **parts, files=files, ephemeral=True, wait=True
                    )
                    self.own = True
        except NOT_TAKEN as problem:
            log.info("could not push a private screen: %s", type(problem).__name__)
            return False
        return True


async def answer(
    interaction: discord.Interaction[CatsClient],
    work: Callable[[], Awaitable[Screen | None]],
    table: int = 0,
) -> None:
    """Do the work and answer with its screen; None only acknowledges the click.

    The answer to a click on a private message edits that message; a refusal comes as a message of
    its own, so that the buttons stay. `table` is where the click came from, 0 if from none.
    """
    client = interaction.client
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    task = asyncio.current_task()
    if task:
        client.answering.add(task)
    try:
        await _answer(interaction, work, table, answered)
        answered.set_result(True)
    except NOT_TAKEN as problem:
        log.warning("a click could not be answered: %s", type(problem).__name__)
    except Exception as problem:
        log_failure(log, "answering a click", problem)
    finally:
        if not answered.done():
            answered.set_result(False)
        if task:
            client.answering.discard(task)


async def _answer(
    interaction: discord.Interaction[CatsClient],
    work: Callable[[], Awaitable[Screen | None]],
    table: int,
    answered: asyncio.Future[bool],
) -> None:
    in_time = asyncio.get_running_loop().time() + IN_TIME
    preparing = asyncio.ensure_future(_prepared(interaction, work, table, answered))
    await asyncio.wait((preparing,), timeout=PROMPT)
    late = not preparing.done()
    private = _on_private_message(interaction)
    try:
        if late:
            async with asyncio.timeout_at(in_time):
                await _defer(interaction, private)
    finally:
        ready, refused = await preparing
    deliver = _follow if late else _respond
    async with asyncio.timeout(PATIENCE_WITH_DISCORD) if late else asyncio.timeout_at(in_time):
        if ready is None:
            await _acknowledge(interaction, late, private)
            return
        try:
            await deliver(interaction, ready, private and not refused)
        except discord.HTTPException as refusal:
            if not _is_our_fault(refusal):
                raise
            log_failure(log, "showing an answer", refusal)
            await deliver(interaction, await _not_shown(interaction), False)


async def _prepared(
    interaction: discord.Interaction[CatsClient],
    work: Callable[[], Awaitable[Screen | None]],
    table: int,
    answered: asyncio.Future[bool],
) -> tuple[Message | None, bool]:
    """Return the message ready to be sent, and whether it is a refusal.

    The private line is remembered in the same moment in which the work is done: what is pushed
    from then on comes after the answer.
    """
    client = interaction.client
    say = text(language_of(interaction))
    try:
        if client.closing:
            raise Refused("restarting")
        screen = await work()
    except Refused as refusal:
        return await message(_refusal(say, refusal), client.easel), True
    except Exception as problem:
        log_failure(log, f"a click at table {table}" if table else "a command", problem)
        return await message(sentence(say, "went-wrong"), client.easel), True
    if screen is None or screen.own:
        whisper = InteractionWhisper(interaction, answered, own=screen is not None)
        at = screen.table if screen else table
        client.manager.whispers.remember(at, interaction.user.id, whisper)
    try:
        return await message(screen, client.easel) if screen else None, False
    except Exception as problem:
        log_failure(log, "showing an answer", problem)
        return await _not_shown(interaction), True


async def _not_shown(interaction: discord.Interaction[CatsClient]) -> Message:
    """Return what is said instead of a screen that cannot be shown."""
    screen = sentence(text(language_of(interaction)), "not-shown")
    return await message(screen, interaction.client.easel)


def _is_our_fault(refusal: discord.HTTPException) -> bool:
    """Tell whether Discord would take another answer: it refused what is in this one."""
    return 400 <= refusal.status < 500 and not (
        isinstance(refusal, discord.NotFound) or refusal.status == 429 or refusal.code == ANSWERED
    )


def _refusal(say: Text, refusal: Refused) -> Screen:
    values = dict(refusal.values)
    if "permissions" in values:
        names = str(values["permissions"]).split(",")
        values["permissions"] = ", ".join(say(f"permission-{n.replace('_', '-')}") for n in names)
    return sentence(say, refusal.key, **values)


def _on_private_message(interaction: discord.Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _defer(interaction: discord.Interaction[CatsClient], private: bool) -> None:
    """Tell Discord that the answer comes later."""
    if private and interaction.type is discord.InteractionType.component:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _acknowledge(
    interaction: discord.Interaction[CatsClient], late: bool, private: bool
) -> None:
    """Answer without a word."""
    if not late:
        await interaction.response.defer()
    elif not private:
        await interaction.delete_original_response()


async def _respond(
    interaction: discord.Interaction[CatsClient], ready: Message, edited: bool
) -> None:
    if edited:
        await interaction.response.edit_message(**ready.parts, attachments=ready.files)
    else:
        await interaction.response.send_message(**ready.parts, files=ready.files, ephemeral=True)


async def _follow(
    interaction: discord.Interaction[CatsClient], ready: Message, edited: bool
) -> None:
    """Answer after a deferral: the deferred answer is filled, unless buttons must stay in it."""
    if edited or not _on_private_message(interaction):
        await interaction.edit_original_response(**ready.parts, attachments=ready.files)
    else:
        await interaction.followup.send(**ready.parts, files=ready.files, ephemeral=True)
