"""How a click or command is answered: once, privately, in time, in the person's language."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord

from bot.edge.channels import PATIENCE_WITH_DISCORD
from bot.edge.clicks import invitation, is_member, language_of, on_private_message
from bot.edge.client import CatsClient
from bot.edge.gate import Purpose, sending
from bot.edge.life import Stage
from bot.edge.messages import Hung, Message, message
from bot.edge.overload import is_look
from bot.edge.whispers import NOT_TAKEN, Answered, InteractionWhisper
from bot.games.screen import Screen
from bot.log import log_failure
from bot.tables.change import Refused
from bot.tables.showing.screens import sentence
from bot.text import Text, text

log = logging.getLogger(__name__)

PROMPT = 0.3
"""Seconds after which Discord is told that the answer comes later (it waits for three)."""
IN_TIME = 3.0
"""Seconds after which Discord takes no first answer any more."""
HANDING_OVER = 1.5
"""Seconds that a click waits for the tables, which another worker may just let go of."""
FOR_A_PICTURE = 0.05
"""Seconds that an answer waits for its picture, which else follows as an edit."""
NO_MEMBER = "not-a-member"
"""What is said where the bot is not in the server; it comes with a link."""
ANSWERED, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, INVALID = 40060, 10062, 10008, 50035
"""Discord's codes for an interaction that was answered already, for one that it does not know (any
more), for a message that is gone, and for what is in one, such as a file that is gone:
https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""


class Prepared(NamedTuple):
    """The words that a click is answered with."""

    message: Message
    """Ready to be sent."""
    screen: Screen | None = None
    """What it shows; None: a refusal, which takes no private message's place."""


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
    if client.life.stage is Stage.HANDED_OVER:
        return  # Discord has told another worker, too, who answers
    client.manager.clock.heard(interaction.created_at.timestamp())
    answered: Answered = asyncio.get_running_loop().create_future()
    task = asyncio.current_task()
    if task:
        client.answering.add(task)
    try:
        answered.set_result(await _answer(interaction, work, table, answered))
    except Exception as problem:
        if not isinstance(problem, NOT_TAKEN) and not client.is_closed():
            log_failure(log, "answering a click", problem)
        else:
            kind = type(problem).__name__
            log.warning("a click at table %s could not be answered: %s", table, kind)
    finally:
        if not answered.done():
            answered.set_result(None)
        if task:
            client.answering.discard(task)


async def _answer(
    interaction: discord.Interaction[CatsClient],
    work: Callable[[], Awaitable[Screen | None]],
    table: int,
    answered: Answered,
) -> int | None:
    """Answer; return the id of the private message that the answer is, 0 if it has no words.

    Then the person's own screen may take its place later. None: what Discord has as the answer now
    is not known, or not private.
    """
    began = asyncio.get_running_loop().time()
    if not interaction.client.life.closing:
        await interaction.client.life.until_serving(HANDING_OVER)
    preparing = asyncio.ensure_future(_prepared(interaction, work, table, answered))
    with sending(Purpose.ANSWER):
        return await _replied(interaction, preparing, began)


async def _replied(
    interaction: discord.Interaction[CatsClient],
    preparing: asyncio.Future[Prepared | None],
    began: float,
) -> int | None:
    """Answer with what is being prepared since the click came, or say in time that it comes later.

    Returns what `_answer` does.
    """
    loop = asyncio.get_running_loop()
    await asyncio.wait((preparing,), timeout=PROMPT)
    late = not preparing.done()
    there: int | None = 0
    lost = False
    try:
        if late:
            there, lost = await _deferred(interaction)
            if not lost:
                interaction.client.figures.acknowledged(loop.time() - began)
    finally:
        prepared = await preparing
    nowhere = there is None and await _known(interaction) is None
    if nowhere and (prepared is None or not lost):
        return 0 if prepared is None else None
    limit = loop.time() + PATIENCE_WITH_DISCORD if late else began + IN_TIME
    async with asyncio.timeout_at(limit):
        if prepared is None:
            await _taken(_acknowledge(interaction, late))
            there = 0
        elif nowhere:
            there = await _sent(interaction, prepared, late)
        else:
            there = await _delivered(interaction, prepared, late)
    if not late:
        interaction.client.figures.acknowledged(loop.time() - began)
    if prepared and prepared.screen and prepared.screen.own:
        interaction.client.manager.whispers.answered(prepared.screen, interaction.user.id)
    return await _known(interaction) if there is None else there


async def _deferred(interaction: discord.Interaction[CatsClient]) -> tuple[int | None, bool]:
    """Tell Discord that the answer comes later.

    Return None if it has an answer already, else 0; and whether it is not known what became of
    it: Discord may have taken it all the same, and then waits for the answer.
    """
    try:
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            return await _taken(_defer(interaction)), False
    except NOT_TAKEN as problem:
        log.info("a deferral may not have arrived: %s", type(problem).__name__)
        return None, True


async def _delivered(
    interaction: discord.Interaction[CatsClient], prepared: Prepared, late: bool
) -> int | None:
    """Send an answer; if Discord does not take what is in it, a sentence in its place."""
    try:
        return await _placed(interaction, prepared, late)
    except discord.HTTPException as refusal:
        if not _is_our_fault(refusal):
            raise
        if refusal.code == INVALID and prepared.message.kept:
            return await _delivered(interaction, await _with_all_files(interaction, prepared), late)
        log_failure(log, "showing an answer", refusal)
        return await _placed(interaction, await _not_shown(interaction), late)


async def _placed(
    interaction: discord.Interaction[CatsClient], prepared: Prepared, late: bool
) -> int | None:
    """Send an answer to where it belongs; as a new message, if the one it belongs to is gone.

    Private messages vanish: their reader dismisses them, or a newer copy takes their place.
    """
    edited = prepared.screen is not None and on_private_message(interaction)
    deliver = _follow if late else _respond
    try:
        return await _taken(deliver(interaction, prepared.message, edited))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE:
            raise
    return await _sent(interaction, prepared, late)


async def _with_all_files(
    interaction: discord.Interaction[CatsClient], prepared: Prepared
) -> Prepared:
    """Return an answer that keeps nothing of the message whose place it takes.

    What hung there is gone with that message, or an edit has put something else in its place.
    """
    screen = prepared.screen
    if screen is None or prepared.message.kept is None:
        return prepared
    place = (screen.table, interaction.user.id)
    return Prepared(await message(screen, interaction.client.easel, place), screen)


async def _sent(
    interaction: discord.Interaction[CatsClient], prepared: Prepared, late: bool
) -> int | None:
    """Send an answer as a new private message: the first answer, or a further one."""
    ready = (await _with_all_files(interaction, prepared)).message
    for file in ready.files:
        file.reset()
    if not late:
        try:
            return await _respond(interaction, ready, False)
        except discord.HTTPException as refusal:
            if refusal.code not in (ANSWERED, UNKNOWN_INTERACTION):
                raise
            for file in ready.files:
                file.reset()
    sent = await interaction.followup.send(
        **ready.parts, files=ready.files, ephemeral=True, wait=True
    )
    interaction.client.gallery.note(sent, ready.shows)
    return sent.id


async def _taken(first: Awaitable[int | None]) -> int | None:
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


async def _known(interaction: discord.Interaction[CatsClient]) -> int | None:
    """Return the id of the answer that Discord has already; None if that is the public board.

    The board it is when a press was delivered twice, and acknowledged without a word at first.
    """
    if on_private_message(interaction):
        return _of_click(interaction)
    async with asyncio.timeout(PATIENCE_WITH_DISCORD):
        try:
            original = await interaction.original_response()
        except discord.NotFound:  # the board has moved on since
            return None
    return original.id if original.flags.ephemeral else None


def _of_click(interaction: discord.Interaction[CatsClient]) -> int:
    """Return the id of the message that was pressed, 0 if none was."""
    return interaction.message.id if interaction.message else 0


async def _prepared(
    interaction: discord.Interaction[CatsClient],
    work: Callable[[], Awaitable[Screen | None]],
    table: int,
    answered: Answered,
) -> Prepared | None:
    """Do the work and return what the click is answered with; None: no words.

    The private line is remembered in the same moment in which the work is done: what is pushed
    from then on comes after the answer.
    """
    client = interaction.client
    say = text(language_of(interaction))
    away = _turned_away(interaction)
    if away is not None:
        client.figures.refused(away)
        said = invitation(interaction) if away == NO_MEMBER else sentence(say, away)
        return Prepared(await message(said, client.easel))
    whispers, user = client.manager.whispers, interaction.user.id
    on_board = bool(table) and not on_private_message(interaction)
    try:
        screen = await work()
    except Refused as refusal:
        client.figures.refused(refusal.key)
        if on_board:
            whispers.sweep(table, user, InteractionWhisper(interaction, answered, None))
        return Prepared(await message(_refusal(say, refusal), client.easel))
    except Exception as problem:
        log_failure(log, f"a click at table {table}" if table else "a command", problem)
        client.figures.refused("went-wrong")
        return Prepared(await message(sentence(say, "went-wrong"), client.easel))
    whisper = InteractionWhisper(interaction, answered, screen)
    if on_board:
        whispers.sweep(table, user, whisper if screen and screen.passing else None)
    elif screen and screen.passing and screen.rows:
        whispers.goes_on(table, user, whisper)
    if screen is None or screen.own:
        whispers.remember(screen.table if screen else table, user, whisper)
    if screen is None:
        return None
    try:
        patience = FOR_A_PICTURE if screen.own else None  # only one's own screen is edited later
        ready = await message(
            screen, client.easel, (screen.table, user), patience, _hung(interaction)
        )
    except Exception as problem:
        log_failure(log, "showing an answer", problem)
        return await _not_shown(interaction)
    if ready.late:
        whispers.make_up(screen.table, user, whisper, screen, ready.late)
    return Prepared(ready, screen)


def _hung(interaction: discord.Interaction[CatsClient]) -> Hung | None:
    """Return the pictures of the private message that the answer takes the place of, if any."""
    if interaction.message is None or not on_private_message(interaction):
        return None
    return interaction.client.gallery.hung(interaction.message)


def _turned_away(interaction: discord.Interaction[CatsClient]) -> str | None:
    """Return the key of what is said to a click for which nothing is done, None for others."""
    client = interaction.client
    if client.life.closing:
        return "restarting"
    if not client.life.serving:
        return "one-moment"
    if not is_member(interaction):
        return NO_MEMBER
    if client.overload.turns_away(is_look=is_look(interaction)):
        return "many-play"
    if not client.flood.takes(interaction.user.id, interaction.created_at.timestamp()):
        return "slow-down"
    return None


async def _not_shown(interaction: discord.Interaction[CatsClient]) -> Prepared:
    """Return what is said instead of a screen that cannot be shown."""
    interaction.client.figures.refused("not-shown")
    screen = sentence(text(language_of(interaction)), "not-shown")
    return Prepared(await message(screen, interaction.client.easel))


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


async def _defer(interaction: discord.Interaction[CatsClient]) -> int:
    """Tell Discord that the answer comes later. What it returns is no message's id yet."""
    if on_private_message(interaction) and interaction.type is discord.InteractionType.component:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    return 0


async def _acknowledge(interaction: discord.Interaction[CatsClient], late: bool) -> int:
    """Answer without a word."""
    if not late:
        await interaction.response.defer()
    elif not on_private_message(interaction):
        await interaction.delete_original_response()
    return 0


async def _respond(
    interaction: discord.Interaction[CatsClient], ready: Message, edited: bool
) -> int | None:
    if edited:
        sent = await interaction.response.edit_message(**ready.parts, attachments=ready.attachments)
    else:
        sent = await interaction.response.send_message(
            **ready.parts, files=ready.files, ephemeral=True
        )
    interaction.client.gallery.note(sent and sent.resource, ready.shows)
    if edited:
        return _of_click(interaction)
    return sent.message_id if sent else None  # and never the message that was pressed: the board


async def _follow(
    interaction: discord.Interaction[CatsClient], ready: Message, edited: bool
) -> int:
    """Answer after a deferral: the deferred answer is filled, unless buttons must stay in it."""
    if edited or not on_private_message(interaction):
        sent = await interaction.edit_original_response(
            **ready.parts, attachments=ready.attachments
        )
        interaction.client.gallery.note(sent, ready.shows)
        return sent.id
    await interaction.followup.send(**ready.parts, files=ready.files, ephemeral=True)
    return _of_click(interaction)
