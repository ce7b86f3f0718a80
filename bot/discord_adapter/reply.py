"""Answers a press or command: once, in an ephemeral message, in time, in the person's language."""

import asyncio
import logging
from collections.abc import Awaitable
from http import HTTPStatus
from types import TracebackType
from typing import NamedTuple

import discord

from bot.common.log import log_failure
from bot.discord_adapter import rest
from bot.discord_adapter.channels import MESSAGE_REQUEST_TIMEOUT_SECONDS
from bot.discord_adapter.clicks import (
    find_ephemeral_message,
    find_language,
    is_about_privacy,
    is_bot_in_guild,
    is_direct_message,
    is_look,
    make_invitation,
    works_in_direct_messages,
)
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.ephemeral_messages import AnswerFuture, EphemeralMessage
from bot.discord_adapter.messages import Message, render_message
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.discord_adapter.rest import (
    ALREADY_ANSWERED_CODE,
    REQUEST_ERRORS,
    TOO_LARGE_STATUS,
    UNKNOWN_MESSAGE_CODE,
    is_about_destination,
    may_succeed_later,
)
from bot.discord_adapter.shard_readiness import Stage
from bot.domain.changes import Refused
from bot.engine.screen import OwnScreen, Screen, TemporaryScreen
from bot.i18n import Text, text
from bot.presenters.screens import render_sentence
from bot.services.messenger import Unreachable

log = logging.getLogger(__name__)

FIRST_ANSWER_WINDOW_SECONDS = 3.0
"""Time after a click in which Discord accepts a first answer."""
DEFERRAL_DELAY_SECONDS = 0.3
"""Time after which a deferral is sent if there is no answer yet. Discord waits three seconds."""
OVERLOAD_DEFERRAL_DELAY_SECONDS = 2.0
"""Time from a click to its deferral while the event loop is late.

A deferral costs half as much as the answer, and nobody gets the answer sooner by it.
"""
TAKEOVER_WAIT_SECONDS = 1.5
"""Maximum time that a click waits for the tables, which another worker may just be releasing."""
PICTURE_WAIT_SECONDS = 0.05
"""Maximum time that an own screen waits for its picture. A later picture follows as an edit."""
NOT_MEMBER_KEY = "not-a-member"
"""Catalogue key of the sentence for servers without the bot. A link comes with it."""
UNKNOWN_INTERACTION_CODE, INVALID_FORM_BODY_CODE = 10062, 50035
"""Discord's codes for an interaction that it does not know, and for invalid content of a message.

Such content is, for example, a file that is gone.
https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

Interaction = discord.Interaction[CatsClient]


class PreparedAnswer(NamedTuple):
    """An answer with words to a click."""

    message: Message
    """The message, ready to be sent."""
    screen: Screen | None = None
    """The screen that it shows. None: a refusal, which replaces no ephemeral message."""
    line: EphemeralMessage | None = None
    """The ephemeral message that begins with this answer."""


class ClickRejected(Exception):  # noqa: N818 - a fact about a click
    """Nothing is done for a click."""

    def __init__(self, key: str) -> None:
        """Keep the catalogue `key` of the sentence for the person.

        "" means that no answer is sent.
        """
        super().__init__(key)
        self.key = key


class AnswerTooLate(Exception):  # noqa: N818 - it is a fact about an answer, and no error of ours
    """Discord has no deferral of a click, and accepts no first answer for it now."""


class Deferral:
    """Tells Discord that the answer to a click comes later, if the answer takes too long."""

    def __init__(self, interaction: Interaction, began: float) -> None:
        """Start the timer of the deferral.

        The click came at `began`, in seconds of the loop's clock.
        """
        self._interaction = interaction
        self.came_at = began
        self._loop = asyncio.get_running_loop()
        when = self._loop.time() + DEFERRAL_DELAY_SECONDS
        if interaction.client.overload.is_loop_late:
            when = max(when, began + OVERLOAD_DEFERRAL_DELAY_SECONDS)
        self._timer = self._loop.call_at(when, self._start)
        self._task: asyncio.Task[tuple[int | None, bool]] | None = None

    def _start(self) -> None:
        self._task = self._loop.create_task(self._defer())

    async def _defer(self) -> tuple[int | None, bool]:
        """Send the deferral, and return what `outcome` does.

        Raises `discord.HTTPException` if Discord has refused it. In that case Discord accepts no
        other answer either.
        """
        try:
            with tag_requests(Purpose.ANSWER):
                async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                    there = await _send_once(_send_deferral(self._interaction))
        except REQUEST_ERRORS as problem:
            if isinstance(problem, discord.HTTPException) and problem.status < 500:
                raise
            log.info("a deferral may not have arrived: %s", type(problem).__name__)
            return None, True
        self._interaction.client.counters.observe_acknowledgement(self._loop.time() - self.came_at)
        return there, False

    def stop(self) -> bool:
        """Stop the timer, because there is an answer.

        Return whether the deferral has been sent or is being sent.
        """
        self._timer.cancel()
        return self._task is not None

    async def outcome(self) -> tuple[int | None, bool]:
        """Wait until the deferral has been sent; return its message and whether it may be lost.

        The message is None if Discord has an answer already, or else 0. A lost deferral may have
        arrived all the same. Then Discord waits for the answer.
        """
        return await self._task if self._task else (0, False)


class Reply:
    """The one answer to an interaction, which is sent at the end of the block.

        async with Reply(interaction, table) as reply:
            await reply.admit()
            reply.screen = await services.presses.handle(...)

    A screen of None only acknowledges the click. The answer to a click on an ephemeral message
    edits that message. A refusal is a message of its own, so that the buttons stay. An error in the
    block is answered with a sentence, and is not raised further.
    """

    def __init__(self, interaction: Interaction, table: int = 0) -> None:
        """Answer an interaction. `table` is the table that was clicked, 0 if there is none."""
        self.screen: Screen | None = None
        self._interaction = interaction
        self._client = interaction.client
        self._table = table
        self._answer_future: AnswerFuture = asyncio.get_running_loop().create_future()
        self._began_at = asyncio.get_running_loop().time()
        self._deferral: Deferral | None = None
        self._is_served = False
        """Whether it counts among the presses that are served at once."""

    async def __aenter__(self) -> "Reply":
        if task := asyncio.current_task():
            self._client.reply_tasks.add(task)
        return self

    async def admit(self) -> None:
        """Wait until the click may be served.

        Raises `ClickRejected` if nothing is done for the click.
        """
        client, interaction = self._client, self._interaction
        if client.serving_state.stage is Stage.HANDED_OVER:
            raise ClickRejected("")  # another worker has received the click, too, and answers it
        client.services.clock.measure_skew(interaction.created_at.timestamp())
        self._began_at = asyncio.get_running_loop().time()
        if not client.serving_state.is_serving and not client.serving_state.closing:
            await client.serving_state.wait_until_serving(TAKEOVER_WAIT_SECONDS)
        look = is_look(interaction, client.services.actions)
        self._is_served = await client.overload.takes(is_look=look)
        self._deferral = Deferral(interaction, self._began_at)
        key = _find_rejection_key(interaction) if self._is_served else "many-play"
        if key is not None:
            raise ClickRejected(key)

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        problem: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        """Send the answer, unless the block was cancelled."""
        try:
            if problem is None or isinstance(problem, Exception):
                await self._send(problem)
                return True
            return False
        finally:
            if self._deferral:
                self._deferral.stop()
            if self._is_served:
                self._client.overload.release()
            if not self._answer_future.done():
                self._answer_future.set_result(None)
            if task := asyncio.current_task():
                self._client.reply_tasks.discard(task)

    async def _send(self, problem: Exception | None) -> None:
        """Send the answer for the outcome of the block; log errors."""
        if isinstance(problem, ClickRejected) and not problem.key:
            return
        try:
            prepared = await self._prepare(problem)
            self._answer_future.set_result(await self._deliver(prepared))
        except Exception as failure:
            if is_about_destination(failure):
                log.info(
                    "a click at table %s is not answered: Discord refuses it there", self._table
                )
            elif (
                not isinstance(failure, (*REQUEST_ERRORS, AnswerTooLate))
                and not self._client.is_closed()
            ):
                log_failure(log, "answering a click", failure)
            else:
                kind = type(failure).__name__
                log.warning("a click at table %s could not be answered: %s", self._table, kind)

    async def _prepare(self, problem: Exception | None) -> PreparedAnswer | None:
        """Return the answer to the click. None: an answer without words.

        The ephemeral message is remembered at the moment in which the work is done. So later
        updates come after the answer.
        """
        if isinstance(problem, ClickRejected):
            return await _prepare_rejection(self._interaction, problem.key)
        if isinstance(problem, Refused):
            return await self._prepare_refusal(problem)
        say = text(find_language(self._interaction))
        if problem is not None:
            log_failure(
                log, f"a click at table {self._table}" if self._table else "a command", problem
            )
            self._client.counters.count_refusal("went-wrong")
            return PreparedAnswer(
                await render_message(render_sentence(say, "went-wrong"), self._client.renderer)
            )
        return await self._prepare_screen(self.screen)

    async def _prepare_refusal(self, refusal: Refused) -> PreparedAnswer:
        """Return the answer with the sentence of a refusal."""
        interaction, client = self._interaction, self._client
        client.counters.count_refusal(refusal.key)
        if self._is_on_board:
            line = EphemeralMessage(interaction, self._answer_future, None)
            client.services.own_screens.retire_transient(self._table, interaction.user.id, line)
        say = text(find_language(interaction))
        return PreparedAnswer(
            await render_message(_make_refusal_screen(say, refusal), client.renderer)
        )

    async def _prepare_screen(self, screen: Screen | None) -> PreparedAnswer | None:
        """Return the answer with a screen. A picture that is late follows as an edit."""
        interaction, client, table = self._interaction, self._client, self._table
        own_screens, user = client.services.own_screens, interaction.user.id
        line = EphemeralMessage(interaction, self._answer_future, screen)
        if self._is_on_board:
            own_screens.retire_transient(
                table, user, line if isinstance(screen, TemporaryScreen) else None
            )
        elif isinstance(screen, TemporaryScreen) and screen.rows:
            own_screens.continue_panel(table, user, line)
        is_own = isinstance(screen, OwnScreen)
        if screen is None or is_own:
            own_screens.remember_interaction(screen.table if screen else table, user, line)
        elif not self._is_on_board:
            own_screens.mark_overwritten(table, user)
        if screen is None:
            return None
        try:
            patience = PICTURE_WAIT_SECONDS if is_own else None  # only own screens are edited later
            place = (screen.table, user)
            replaced = find_ephemeral_message(interaction)
            shown_pictures = (
                client.shown_pictures.find_attached_pictures(replaced) if replaced else None
            )
            ready = await render_message(screen, client.renderer, place, patience, shown_pictures)
        except Exception as problem:
            log_failure(log, "showing an answer", problem)
            return await _prepare_failure(interaction)
        if ready.late:
            own_screens.show_when_drawn(screen.table, user, line, screen, ready.late)
        return PreparedAnswer(ready, screen, line)

    @property
    def _is_on_board(self) -> bool:
        return bool(self._table) and not find_ephemeral_message(self._interaction)

    async def _deliver(self, prepared: PreparedAnswer | None) -> int | None:
        """Send the answer; return the id of its ephemeral message, 0 if it has no words.

        The person's own screen may replace that message later. None means that Discord's present
        answer is not known, or is not ephemeral.
        """
        late = self._deferral is not None and self._deferral.stop()
        with tag_requests(Purpose.ANSWER):
            if self._deferral and late:
                there = await self._answer_after_deferral(prepared, self._deferral)
            else:
                there = await self._send_first_answer(prepared)
        screen = prepared.screen if prepared else None
        if there is not None and isinstance(screen, OwnScreen):
            self._client.services.own_screens.note_answer(screen, self._interaction.user.id)
        return there

    async def _send_first_answer(self, prepared: PreparedAnswer | None) -> int | None:
        """Send the first answer while Discord accepts it; return the id as `_deliver` does."""
        interaction = self._interaction
        async with asyncio.timeout_at(self._began_at + FIRST_ANSWER_WINDOW_SECONDS):
            there = await _send_prepared(interaction, prepared, late=False)
        seconds = asyncio.get_running_loop().time() - self._began_at
        self._client.counters.observe_acknowledgement(seconds)
        return await _find_answer(interaction) if there is None else there

    async def _answer_after_deferral(
        self, prepared: PreparedAnswer | None, deferral: Deferral
    ) -> int | None:
        """Send the answer after a deferral; schedule another attempt if Discord is unreachable."""
        there, lost = await deferral.outcome()
        late_answer = LateAnswer(self._interaction, prepared, deferral.came_at, lost=lost)
        try:
            async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                return await late_answer.send(there)
        except REQUEST_ERRORS as problem:
            if may_succeed_later(problem):
                late_answer.send_later(self._table)
            raise


class LateAnswer:
    """The answer to a click whose answer was deferred."""

    def __init__(
        self,
        interaction: Interaction,
        prepared: PreparedAnswer | None,
        came_at: float,
        *,
        lost: bool,
    ) -> None:
        """Answer a click that came at `came_at`, in seconds of the loop's clock.

        `prepared` is the answer, None for one without words. `lost` says that it is not known
        whether Discord has the deferral.
        """
        self._interaction = interaction
        self._prepared = prepared
        self._too_late_at = came_at + FIRST_ANSWER_WINDOW_SECONDS
        self._is_deferral_lost = lost

    async def send(self, there: int | None) -> int | None:
        """Edit the answer that Discord has; if it has none, send a first answer.

        `there` is the message that `Deferral.outcome` returned. Returns the id as `_send_prepared`
        does. Raises the errors of discord.py, and `AnswerTooLate`.

        An edit is right even if the deferral arrives late. Discord accepts a further message in its
        place only for backwards compatibility
        (https://github.com/discord/discord-api-docs/pull/7091).
        """
        if there is None and await _find_answer(self._interaction) is None:
            if not self._is_deferral_lost:
                return 0 if self._prepared is None else None
            if asyncio.get_running_loop().time() > self._too_late_at:
                raise AnswerTooLate
            there = await _send_prepared(self._interaction, self._prepared, late=False)
            if there is not None or await _find_answer(self._interaction) is None:
                return there
        return await _send_prepared(self._interaction, self._prepared, late=True)

    def send_later(self, table: int) -> None:
        """Try again until Discord accepts the answer, while the interaction's token is valid."""
        interaction = self._interaction
        target = (table, interaction.user.id, interaction.id)
        interaction.client.services.delivery.schedule(target, self._try_again, first=False)

    async def _try_again(self) -> None:
        if self._interaction.is_expired():
            return
        try:
            with tag_requests(Purpose.ANSWER):
                async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                    await self.send(None)
        except AnswerTooLate:
            return
        except REQUEST_ERRORS as problem:
            if may_succeed_later(problem):
                raise Unreachable from None
            code = problem.code if isinstance(problem, discord.HTTPException) else 0
            log.info("an answer could not be made up for: code %s", code)


async def _prepare_rejection(interaction: Interaction, key: str) -> PreparedAnswer:
    """Return the answer to a click for which nothing is done."""
    client = interaction.client
    client.counters.count_refusal(key)
    say = text(find_language(interaction))
    said = make_invitation(interaction) if key == NOT_MEMBER_KEY else render_sentence(say, key)
    return PreparedAnswer(await render_message(said, client.renderer))


def _find_rejection_key(interaction: Interaction) -> str | None:
    """Return the catalogue key for a click for which nothing is done, None for other clicks."""
    client = interaction.client
    if not client.serving_state.is_serving:
        return "restarting" if client.serving_state.closing else "one-moment"
    if is_direct_message(interaction):
        if not works_in_direct_messages(interaction, client.services.actions):
            return "only-on-servers"
    elif not is_bot_in_guild(interaction):
        return NOT_MEMBER_KEY
    unserved = client.services.tables.lookups.unserved_users
    if interaction.user.id in unserved and not is_about_privacy(interaction):
        return "not-served"
    if not client.click_limit.takes(interaction.user.id, interaction.created_at.timestamp()):
        return "slow-down"
    return None


def _make_refusal_screen(say: Text, refusal: Refused) -> Screen:
    values = dict(refusal.values)
    if "permissions" in values:
        names = str(values["permissions"]).split(",")
        values["permissions"] = ", ".join(say(f"permission-{n.replace('_', '-')}") for n in names)
    return render_sentence(say, refusal.key, **values)


async def _send_prepared(
    interaction: Interaction, prepared: PreparedAnswer | None, *, late: bool
) -> int | None:
    """Send a prepared answer, or a sentence if Discord refuses its content. None: without words.

    `late` says that Discord has the deferral as the first answer. Returns the id of the ephemeral
    message, 0 if there are no words, None if Discord has an answer already.
    """
    if prepared is None:
        await _send_once(_acknowledge(interaction, late=late))
        return 0
    try:
        there = await _send_in_place(interaction, prepared, late=late)
    except discord.HTTPException as refusal:
        if not _is_our_fault(refusal):
            raise
        if refusal.code == INVALID_FORM_BODY_CODE and prepared.message.kept:
            anew = await _attach_all_files(interaction, prepared)
            return await _send_prepared(interaction, anew, late=late)
        log_failure(log, "showing an answer", refusal)
        return await _send_in_place(interaction, await _prepare_failure(interaction), late=late)
    if there and prepared.line and prepared.message.whole:
        prepared.line.confirmed_screen = prepared.screen
    return there


async def _send_in_place(
    interaction: Interaction, prepared: PreparedAnswer, *, late: bool
) -> int | None:
    """Send an answer to its place, or as a new message if the message to edit is gone.

    Ephemeral messages disappear when their reader dismisses them, or when a newer copy replaces
    them.
    """
    for file in prepared.message.files:
        file.reset()
    edited = prepared.screen is not None and find_ephemeral_message(interaction) is not None
    send = _fill_deferral if late else _send_response
    try:
        return await _send_once(send(interaction, prepared.message, edited))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE_CODE:
            raise
    return await _send_anew(interaction, prepared, late=late)


async def _attach_all_files(interaction: Interaction, prepared: PreparedAnswer) -> PreparedAnswer:
    """Return the same answer with all files attached, so that it keeps no attachment.

    The attachment is gone with the message that the answer edits, or an edit has replaced it.
    """
    screen = prepared.screen
    if screen is None or prepared.message.kept is None:
        return prepared
    place = (screen.table, interaction.user.id)
    return prepared._replace(
        message=await render_message(screen, interaction.client.renderer, place)
    )


async def _send_anew(
    interaction: Interaction, prepared: PreparedAnswer, *, late: bool
) -> int | None:
    """Send an answer as a new ephemeral message: as the first answer, or as a further one."""
    ready = (await _attach_all_files(interaction, prepared)).message
    for file in ready.files:
        file.reset()
    if not late:
        try:
            return await _send_response(interaction, ready, edited=False)
        except discord.HTTPException as refusal:
            if refusal.code not in (ALREADY_ANSWERED_CODE, UNKNOWN_INTERACTION_CODE):
                raise
            for file in ready.files:
                file.reset()
    return await _send_followup(interaction, ready)


async def _send_once(first: Awaitable[int | None]) -> int | None:
    """Send a first answer; return the id of its message, None if Discord has one already.

    discord.py repeats a request that failed with status 500. If the first request took effect all
    the same, Discord refuses the repeated one. It also refuses an answer to an interaction that was
    delivered twice.
    """
    try:
        return await first
    except discord.HTTPException as refusal:
        if refusal.code != ALREADY_ANSWERED_CODE:
            raise
        return None


async def _find_answer(interaction: Interaction) -> int | None:
    """Return the id of the answer that Discord has already, None if that is the public board.

    It is the board if a press was delivered twice, and first acknowledged without words.
    """
    if pressed := find_ephemeral_message(interaction):
        return pressed.id
    async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
        try:
            original = await interaction.original_response()
        except discord.NotFound:  # the board has moved on since
            return None
    return original.id if original.flags.ephemeral else None


async def _acknowledge(interaction: Interaction, *, late: bool) -> int:
    """Answer without words."""
    if not late:
        await rest.send_first_answer(interaction, rest.FirstAnswer.DEFERRED_UPDATE)
    elif not find_ephemeral_message(interaction):
        await interaction.delete_original_response()
    return 0


async def _prepare_failure(interaction: Interaction) -> PreparedAnswer:
    """Return the answer for a screen that cannot be shown."""
    interaction.client.counters.count_refusal("not-shown")
    screen = render_sentence(text(find_language(interaction)), "not-shown")
    return PreparedAnswer(await render_message(screen, interaction.client.renderer))


def _find_pressed_id(interaction: Interaction) -> int:
    """Return the id of the pressed message, 0 if there is none."""
    return interaction.message.id if interaction.message else 0


def _is_our_fault(refusal: discord.HTTPException) -> bool:
    """Return whether Discord refused the content of an answer, and would accept another one."""
    if refusal.code == ALREADY_ANSWERED_CODE or is_about_destination(refusal):
        return False
    return refusal.status in (HTTPStatus.BAD_REQUEST, TOO_LARGE_STATUS)


async def _send_deferral(interaction: Interaction) -> int:
    """Send a deferral. It returns 0, because there is no message with words yet."""
    if (
        find_ephemeral_message(interaction)
        and interaction.type is discord.InteractionType.component
    ):
        await rest.send_first_answer(interaction, rest.FirstAnswer.DEFERRED_UPDATE)
    else:
        await rest.send_first_answer(
            interaction, rest.FirstAnswer.DEFERRED_MESSAGE, {"flags": rest.EPHEMERAL_FLAG}
        )
    return 0


async def _send_response(interaction: Interaction, ready: Message, edited: bool) -> int | None:
    """Send a first answer: an edit of the pressed message, or a new message."""
    if edited:
        reply = await rest.send_first_answer(
            interaction, rest.FirstAnswer.UPDATE, ready.body, ready.files
        )
        interaction.client.shown_pictures.note(_find_pressed_id(interaction), ready, reply)
        return _find_pressed_id(interaction)
    body = {**ready.body, "flags": rest.EPHEMERAL_FLAG}
    reply = await rest.send_first_answer(interaction, rest.FirstAnswer.MESSAGE, body, ready.files)
    if reply is None:
        return None  # never the pressed message, which is the board
    interaction.client.shown_pictures.note(reply.id, ready, reply)
    return reply.id


async def _fill_deferral(interaction: Interaction, ready: Message, edited: bool) -> int:
    """Send the answer after a deferral, as an edit of the deferred answer.

    If the buttons of the pressed message must stay, the answer is a further message.
    """
    if not edited and find_ephemeral_message(interaction):
        await _send_followup(interaction, ready)
        return _find_pressed_id(interaction)
    reply = await rest.edit_answer(interaction.followup, None, ready.body, ready.files)
    interaction.client.shown_pictures.note(reply.id, ready, reply)
    return reply.id


async def _send_followup(interaction: Interaction, ready: Message) -> int:
    """Send a further ephemeral message after the first answer."""
    body = {**ready.body, "flags": rest.EPHEMERAL_FLAG}
    reply = await rest.send_followup(interaction.followup, body, ready.files)
    interaction.client.shown_pictures.note(reply.id, ready, reply)
    return reply.id
