"""Answers a click in whichever way Discord still accepts.

A first answer is accepted within three seconds of the click. A deferral is a first answer that
tells Discord that the real one comes later. That one then edits it.
https://docs.discord.com/developers/interactions/receiving-and-responding
"""

import asyncio
import logging
from collections.abc import Awaitable
from enum import Enum
from typing import NamedTuple

import aiohttp
import discord
from msgspec import Struct

from bot.common.log import log_failure
from bot.discord_adapter import rest
from bot.discord_adapter.channels import MESSAGE_REQUEST_TIMEOUT_SECONDS
from bot.discord_adapter.clicks import find_ephemeral_message, find_language
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.error_codes import (
    ALREADY_ANSWERED_CODE,
    INVALID_FORM_BODY_CODE,
    UNKNOWN_INTERACTION_CODE,
    UNKNOWN_MESSAGE_CODE,
)
from bot.discord_adapter.messages import Message, render_form, render_message
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.engine.screen import Form, Screen
from bot.i18n import text
from bot.presenters.screens import render_sentence
from bot.services.messenger import Unreachable

log = logging.getLogger(__name__)

FIRST_ANSWER_WINDOW_SECONDS = 3.0
"""The time from a click's arrival within which Discord is assumed to accept a first answer."""
DEFERRAL_DELAY_SECONDS = 0.3
"""The time after which a deferral is sent if there is no answer yet."""
OVERLOAD_DEFERRAL_DELAY_SECONDS = 2.0
"""The time from a click to its deferral while the event loop is late. A deferral takes half as
much work as an answer and speeds up none.
"""
Interaction = discord.Interaction[CatsClient]


class Sent(Struct, frozen=True):
    """The answer is in an ephemeral message."""

    message_id: int
    has_all_pictures: bool = False
    """Whether the message is known to show the whole screen, with all its pictures."""


class Acknowledged(Struct, frozen=True):
    """Discord knows that the click was handled. There is no message."""


class AlreadyAnswered(Struct, frozen=True):
    """Discord has another answer to the click already, or did not say in which message this is."""


class NotAnswered(Struct, frozen=True):
    """Discord has not accepted the answer, and it is not tried again."""


Outcome = Sent | Acknowledged | AlreadyAnswered | NotAnswered


class Answer(NamedTuple):
    """A message that is ready to answer a click."""

    message: Message
    screen: Screen | None = None
    """The screen that replaces the pressed message if that is ephemeral. None lets it stay."""


class AnswerTooLate(Exception):  # noqa: N818 - it is a fact about an answer, and no error of ours
    """Raised if Discord has got no deferral of a click, and it is too late for a first answer."""


class _Deferral(Enum):
    """What became of a deferral."""

    ACCEPTED = "accepted"
    UNCERTAIN = "uncertain"
    """It may or may not have arrived."""
    ANSWERED_BEFORE = "answered-before"
    """Discord had another answer to the click already."""


async def render_failure(interaction: Interaction) -> Answer:
    """Return an answer with the sentence that the screen cannot be shown."""
    interaction.client.counters.count_refusal("not-shown")
    screen = render_sentence(text(find_language(interaction)), "not-shown")
    return Answer(await render_message(screen, interaction.client.renderer))


class Responder:
    """Answers one click, once.

    Without an answer or a deferral, Discord shows an error to the person after three seconds.
    """

    def __init__(self, interaction: Interaction, clicked_at: float) -> None:
        """Prepare to answer a click that arrived at a time of the event loop's clock."""
        self._interaction = interaction
        self._client = interaction.client
        self._clicked_at = clicked_at
        self._pressed = find_ephemeral_message(interaction)
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[_Deferral] | None = None
        self._has_deferral = False
        """Whether the answer that Discord has is a deferral, which the real answer edits."""

    def defer_later(self) -> None:
        """Send a deferral if there is no answer in time."""
        when = self._loop.time() + DEFERRAL_DELAY_SECONDS
        if self._client.press_admission.is_loop_late:
            when = max(when, self._clicked_at + OVERLOAD_DEFERRAL_DELAY_SECONDS)
        self._timer = self._loop.call_at(when, self._start_deferral)

    def _start_deferral(self) -> None:
        self._deferral = self._loop.create_task(self._defer())

    def close(self) -> None:
        """Send no deferral any more."""
        if self._timer:
            self._timer.cancel()

    async def send(self, answer: Answer | None) -> Outcome:
        """Send the answer. None means that the click is only acknowledged.

        Raises:
            Unreachable: Discord cannot be reached after a deferral. The answer may be sent again.
            AnswerTooLate: Discord has no deferral, and no longer accepts a first answer.
            discord.HTTPException: Discord refuses the answer. There are other `REQUEST_ERRORS`.
        """
        self.close()
        with tag_requests(Purpose.ANSWER):
            if self._deferral is None:
                return await self._send_first(answer)
            deferral = await self._deferral
            try:
                async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                    return await self._send_late(answer, deferral)
            except rest.REQUEST_ERRORS as problem:
                if rest.may_succeed_later(problem):
                    raise Unreachable from problem
                raise

    async def open_form(self, form: Form) -> bool:
        """Answer with a form, and return whether it could be opened.

        After a deferral, Discord opens none:
        https://docs.discord.com/developers/interactions/receiving-and-responding
        """
        self.close()
        if self._deferral is not None:
            return False
        with tag_requests(Purpose.ANSWER):
            async with asyncio.timeout_at(self._clicked_at + FIRST_ANSWER_WINDOW_SECONDS):
                kind, body = rest.FirstAnswer.FORM, render_form(form)
                await rest.send_first_answer(self._interaction, kind, body)
        self._observe_acknowledgement()
        return True

    async def _defer(self) -> _Deferral:
        """Send the deferral. After a refusal, which is raised, Discord accepts no other answer."""
        kind: rest.FirstAnswer = rest.FirstAnswer.DEFERRED_MESSAGE
        body: rest.Body | None = {"flags": rest.EPHEMERAL_FLAG}
        if self._pressed:
            kind, body = rest.FirstAnswer.DEFERRED_UPDATE, None
        try:
            with tag_requests(Purpose.ANSWER):
                async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                    await rest.send_first_answer(self._interaction, kind, body)
        except rest.REQUEST_ERRORS as problem:
            if isinstance(problem, discord.RateLimited):
                raise
            if isinstance(problem, discord.HTTPException) and problem.status < 500:
                if problem.code != ALREADY_ANSWERED_CODE:
                    raise
                self._observe_acknowledgement()
                return _Deferral.ANSWERED_BEFORE
            log.info("a deferral may not have arrived: %s", type(problem).__name__)
            return _Deferral.UNCERTAIN
        self._observe_acknowledgement()
        return _Deferral.ACCEPTED

    def _observe_acknowledgement(self) -> None:
        self._client.counters.observe_acknowledgement(self._loop.time() - self._clicked_at)

    async def _send_first(self, answer: Answer | None) -> Outcome:
        """Send the first answer while Discord accepts it, and once more if the connection breaks.

        Discord refuses the second one if it has the first.
        """
        async with asyncio.timeout_at(self._clicked_at + FIRST_ANSWER_WINDOW_SECONDS):
            try:
                outcome = await self._send(answer)
            except (aiohttp.ClientError, OSError):
                outcome = await self._send(answer)
        self._observe_acknowledgement()
        if isinstance(outcome, AlreadyAnswered):
            return await self._find_answer() or outcome
        return outcome

    async def _send_late(self, answer: Answer | None, deferral: _Deferral) -> Outcome:
        """Send the answer after a deferral: as an edit, or as the first answer if Discord has none.

        An edit is right even if the deferral arrives late. Discord accepts a further message only
        for backwards compatibility (https://github.com/discord/discord-api-docs/pull/7091).
        """
        self._has_deferral = False
        if deferral is _Deferral.ANSWERED_BEFORE:
            if answer is None:
                return Acknowledged()
            if await self._find_answer() is None:
                return AlreadyAnswered()
        # Discord does not tell whether a press on an ephemeral message has been deferred.
        if deferral is _Deferral.UNCERTAIN and (self._pressed or await self._find_answer() is None):
            if self._loop.time() < self._clicked_at + FIRST_ANSWER_WINDOW_SECONDS:
                outcome = await self._send(answer)
                if not isinstance(outcome, AlreadyAnswered) or await self._find_answer() is None:
                    return outcome
            elif not self._pressed:
                raise AnswerTooLate
        self._has_deferral = True
        return await self._send(answer)

    async def _send(self, answer: Answer | None) -> Outcome:
        """Send an answer, or a short sentence if Discord refuses its content."""
        if answer is None:
            await _or_already_answered(self._acknowledge())
            return Acknowledged()
        try:
            outcome = await self._send_in_place(answer)
        except discord.HTTPException as refusal:
            if not rest.is_about_content(refusal):
                raise
            if refusal.code == INVALID_FORM_BODY_CODE and answer.message.kept_attachment:
                return await self._send(await self._attach_all_files(answer))
            log_failure(log, "showing an answer", refusal)
            return await self._send_in_place(await render_failure(self._interaction))
        if isinstance(outcome, Sent):
            return Sent(outcome.message_id, answer.message.has_all_pictures)
        return outcome

    async def _acknowledge(self) -> Outcome:
        """Answer without a message, so that Discord stops waiting for one."""
        if not self._has_deferral:
            await rest.send_first_answer(self._interaction, rest.FirstAnswer.DEFERRED_UPDATE)
        elif not self._pressed:
            await self._interaction.delete_original_response()
        return Acknowledged()

    async def _send_in_place(self, answer: Answer) -> Outcome:
        """Send an answer where it belongs, or anew if the message to edit no longer exists."""
        replaces = answer.screen is not None and self._pressed is not None
        try:
            if self._has_deferral:
                return await self._fill_deferral(answer.message, replaces=replaces)
            return await _or_already_answered(
                self._respond(answer.message, self._pressed if replaces else None)
            )
        except discord.NotFound as missing:
            if missing.code != UNKNOWN_MESSAGE_CODE:
                raise
        return await self._send_anew(answer)

    async def _send_anew(self, answer: Answer) -> Outcome:
        """Send an answer as a new message: as the first answer, or as a further one."""
        message = (await self._attach_all_files(answer)).message
        if not self._has_deferral:
            try:
                return await self._respond(message, None)
            except discord.HTTPException as refusal:
                if refusal.code not in (ALREADY_ANSWERED_CODE, UNKNOWN_INTERACTION_CODE):
                    raise
        return await self._send_followup(message)

    async def _attach_all_files(self, answer: Answer) -> Answer:
        """Return the answer with all its files, as an attachment that it keeps has disappeared."""
        screen = answer.screen
        if screen is None or answer.message.kept_attachment is None:
            return answer
        place = (screen.table, self._interaction.user.id)
        return Answer(await render_message(screen, self._client.renderer, place), screen)

    async def _respond(self, message: Message, pressed: discord.Message | None) -> Outcome:
        """Send a first answer: an edit of the pressed message, or a new message."""
        kind, body = rest.FirstAnswer.UPDATE, message.body
        if pressed is None:
            kind, body = rest.FirstAnswer.MESSAGE, {**body, "flags": rest.EPHEMERAL_FLAG}
        files = _rewind(message)
        sent = await rest.send_first_answer(self._interaction, kind, body, files)
        if pressed:
            self._client.shown_pictures.note(pressed.id, message, sent)
            return Sent(pressed.id)
        return self._note_sent(message, sent) if sent else AlreadyAnswered()

    async def _fill_deferral(self, message: Message, *, replaces: bool) -> Outcome:
        """Edit the deferred answer, or send a further one if the pressed message has to stay."""
        if not replaces and self._pressed:
            return await self._send_followup(message)
        webhook = self._interaction.followup
        return self._note_sent(
            message, await rest.edit_answer(webhook, None, message.body, _rewind(message))
        )

    async def _send_followup(self, message: Message) -> Outcome:
        body = {**message.body, "flags": rest.EPHEMERAL_FLAG}
        sent = await rest.send_followup(self._interaction.followup, body, _rewind(message))
        return self._note_sent(message, sent)

    def _note_sent(self, message: Message, sent: rest.SentMessage) -> Sent:
        self._client.shown_pictures.note(sent.id, message, sent)
        return Sent(sent.id)

    async def _find_answer(self) -> Sent | None:
        """Return the answer that Discord has already, or None if there is no ephemeral one.

        It is the public board if a press on that was acknowledged without text, and came twice.
        """
        if self._pressed:
            return Sent(self._pressed.id)
        async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
            try:
                original = await self._interaction.original_response()
            except discord.NotFound as missing:  # no answer yet, or its message was deleted
                if rest.is_outage(missing):
                    raise
                return None
        return Sent(original.id) if original.flags.ephemeral else None


def _rewind(message: Message) -> list[discord.File]:
    for file in message.files:
        file.reset()
    return message.files


async def _or_already_answered(request: Awaitable[Outcome]) -> Outcome:
    """Send a first answer, unless Discord has one, from a repeated request or a second delivery."""
    try:
        return await request
    except discord.HTTPException as refusal:
        if refusal.code != ALREADY_ANSWERED_CODE:
            raise
        return AlreadyAnswered()
