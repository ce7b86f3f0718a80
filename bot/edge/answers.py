"""How a click or command is answered: once, privately, in time, in the person's language."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.domain.changes import Refused
from bot.edge import replies
from bot.edge.channels import PATIENCE_WITH_DISCORD
from bot.edge.clicks import (
    invitation,
    is_about_privacy,
    is_direct_message,
    is_look,
    is_member,
    language_of,
    on_private_message,
    works_in_direct_messages,
)
from bot.edge.errors import NOT_DONE, is_about_the_place, may_succeed_later
from bot.edge.late_answers import LateAnswer, TooLate
from bot.edge.messages import Hung, message
from bot.edge.replies import IN_TIME, Interaction, Prepared
from bot.edge.request_gate import Purpose, sending
from bot.edge.shard_readiness import Stage
from bot.edge.whispers import Answered, InteractionWhisper
from bot.games.screen import Screen
from bot.log import log_failure
from bot.presenters.screens import sentence
from bot.text import Text, text

log = logging.getLogger(__name__)

PROMPT = 0.3
"""Seconds after which Discord is told that the answer comes later (it waits for three)."""
AT_LAST = 2.0
"""Seconds since a click after which it is told where the loop is late: nobody gets the words sooner
by it, and it costs half as much as the answer."""
HANDING_OVER = 1.5
"""Seconds that a click waits for the tables, which another worker may just let go of."""
FOR_A_PICTURE = 0.05
"""Seconds that an answer waits for its picture, which else follows as an edit."""
NO_MEMBER = "not-a-member"
"""What is said where the bot is not in the server; it comes with a link."""


class Deferral:
    """Tells Discord that the answer to a click comes later, once it has taken too long."""

    def __init__(self, interaction: Interaction, began: float) -> None:
        """Wait so long from now on; the click came when it `began`, as the loop's clock has it."""
        self._interaction = interaction
        self.came = began
        self._loop = asyncio.get_running_loop()
        when = self._loop.time() + PROMPT
        if interaction.client.overload.is_near:
            when = max(when, began + AT_LAST)
        self._timer = self._loop.call_at(when, self._begin)
        self._begun: asyncio.Task[tuple[int | None, bool]] | None = None

    def _begin(self) -> None:
        self._begun = self._loop.create_task(self._told())

    async def _told(self) -> tuple[int | None, bool]:
        with sending(Purpose.ANSWER):
            there, lost = await replies.deferred(self._interaction)
        if not lost:
            self._interaction.client.figures.acknowledged(self._loop.time() - self.came)
        return there, lost

    def stop(self) -> bool:
        """Begin no more, as there is an answer; tell whether Discord was told, or is just told."""
        self._timer.cancel()
        return self._begun is not None

    async def outcome(self) -> tuple[int | None, bool]:
        """Return what `replies.deferred` does, once Discord was told."""
        return await self._begun if self._begun else (0, False)


async def answer(
    interaction: Interaction,
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
    client.services.clock.heard(interaction.created_at.timestamp())
    answered: Answered = asyncio.get_running_loop().create_future()
    task = asyncio.current_task()
    if task:
        client.answering.add(task)
    try:
        answered.set_result(await _answer(interaction, work, table, answered))
    except Exception as problem:
        if is_about_the_place(problem):
            log.info("a click at table %s is not answered: Discord refuses it there", table)
        elif not isinstance(problem, (*NOT_DONE, TooLate)) and not client.is_closed():
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
    interaction: Interaction,
    work: Callable[[], Awaitable[Screen | None]],
    table: int,
    answered: Answered,
) -> int | None:
    """Answer; return the id of the private message that the answer is, 0 if it has no words.

    Then the person's own screen may take its place later. None: what Discord has as the answer now
    is not known, or not private.
    """
    began = asyncio.get_running_loop().time()
    life = interaction.client.life
    if not life.serving and not life.closing:
        await life.until_serving(HANDING_OVER)
    overload = interaction.client.overload
    if not await overload.takes(is_look=is_look(interaction, interaction.client.services.actions)):
        return await _in_time(interaction, _told(interaction, "many-play"), began, table)
    try:
        preparing = _prepared(interaction, work, table, answered)
        return await _in_time(interaction, preparing, began, table)
    finally:
        overload.served()


async def _in_time(
    interaction: Interaction, preparing: Awaitable[Prepared | None], began: float, table: int
) -> int | None:
    """Answer with what is being prepared for a click that came when it `began`, as `_answer`."""
    deferral = Deferral(interaction, began)
    try:
        prepared = await preparing
    finally:
        late = deferral.stop()
    with sending(Purpose.ANSWER):
        if late:
            there = await _fill_in(interaction, prepared, deferral, table)
        else:
            there = await _answer_first(interaction, prepared, began)
    if there is not None and prepared and prepared.screen and prepared.screen.own:
        interaction.client.services.own_screens.answered(prepared.screen, interaction.user.id)
    return there


async def _answer_first(
    interaction: Interaction, prepared: Prepared | None, began: float
) -> int | None:
    """Send the first answer, as long as Discord takes one; return the id as `_answer` does."""
    async with asyncio.timeout_at(began + IN_TIME):
        there = await replies.answer(interaction, prepared, late=False)
    loop = asyncio.get_running_loop()
    interaction.client.figures.acknowledged(loop.time() - began)
    return await replies.known(interaction) if there is None else there


async def _fill_in(
    interaction: Interaction, prepared: Prepared | None, deferral: Deferral, table: int
) -> int | None:
    """Answer after a deferral; while Discord does not take it, it is tried again later."""
    there, lost = await deferral.outcome()
    late_answer = LateAnswer(interaction, prepared, deferral.came, lost=lost)
    try:
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            return await late_answer.send(there)
    except NOT_DONE as problem:
        if may_succeed_later(problem):
            late_answer.send_later(table)
        raise


async def _prepared(
    interaction: Interaction,
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
        return await _told(interaction, away)
    whispers, user = client.services.own_screens, interaction.user.id
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
    elif not on_board:
        whispers.covered(table, user)
    if screen is None:
        return None
    try:
        patience = FOR_A_PICTURE if screen.own else None  # only one's own screen is edited later
        ready = await message(
            screen, client.easel, (screen.table, user), patience, _hung(interaction)
        )
    except Exception as problem:
        log_failure(log, "showing an answer", problem)
        return await replies.not_shown(interaction)
    if ready.late:
        whispers.make_up(screen.table, user, whisper, screen, ready.late)
    return Prepared(ready, screen, whisper)


async def _told(interaction: Interaction, key: str) -> Prepared:
    """Return the sentence of the catalogue that is said to a click for which nothing is done."""
    client = interaction.client
    client.figures.refused(key)
    say = text(language_of(interaction))
    said = invitation(interaction) if key == NO_MEMBER else sentence(say, key)
    return Prepared(await message(said, client.easel))


def _hung(interaction: Interaction) -> Hung | None:
    """Return the pictures of the private message that the answer takes the place of, if any."""
    if interaction.message is None or not on_private_message(interaction):
        return None
    return interaction.client.gallery.hung(interaction.message)


def _turned_away(interaction: Interaction) -> str | None:
    """Return the key of what is said to a click for which nothing is done, None for others."""
    client = interaction.client
    if client.life.closing:
        return "restarting"
    if not client.life.serving:
        return "one-moment"
    if wrong_place := _wrong_place(interaction):
        return wrong_place
    unserved = client.services.tables.lookups.unserved
    if interaction.user.id in unserved and not is_about_privacy(interaction):
        return "not-served"
    if not client.flood.takes(interaction.user.id, interaction.created_at.timestamp()):
        return "slow-down"
    return None


def _wrong_place(interaction: Interaction) -> str | None:
    """Return the key of what is said where nothing, or not this, can be done; else None."""
    if is_direct_message(interaction):
        return (
            None
            if works_in_direct_messages(interaction, interaction.client.services.actions)
            else "only-on-servers"
        )
    return None if is_member(interaction) else NO_MEMBER


def _refusal(say: Text, refusal: Refused) -> Screen:
    values = dict(refusal.values)
    if "permissions" in values:
        names = str(values["permissions"]).split(",")
        values["permissions"] = ", ".join(say(f"permission-{n.replace('_', '-')}") for n in names)
    return sentence(say, refusal.key, **values)
