"""Answers each press or command once and in time, in a message that only that person sees.

Discord calls it an ephemeral message. The answer is in the person's language.
"""

import asyncio
import logging
from collections.abc import Awaitable
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
from bot.discord_adapter.error_codes import (
    ALREADY_ANSWERED_CODE,
    INVALID_FORM_BODY_CODE,
    UNKNOWN_INTERACTION_CODE,
    UNKNOWN_MESSAGE_CODE,
)
from bot.discord_adapter.messages import Message, render_message
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.discord_adapter.rest import (
    REQUEST_ERRORS,
    is_about_content,
    is_about_destination,
    is_outage,
    may_succeed_later,
)
from bot.domain.changes import Refused
from bot.engine.screen import OwnScreen, Screen
from bot.i18n import Text, text
from bot.presenters.screens import render_sentence
from bot.services.messenger import Unreachable
from bot.services.sessions import make_store_refusal
from bot.storage.problems import StoreProblem

log = logging.getLogger(__name__)

FIRST_ANSWER_WINDOW_SECONDS = 3.0
"""Seconds after a click within which Discord accepts the first answer to it."""
DEFERRAL_DELAY_SECONDS = 0.3
"""Seconds after which a deferral is sent if there is no answer yet.

A deferral tells Discord that the answer comes later. It has to arrive within three seconds of the
click.
"""
OVERLOAD_DEFERRAL_DELAY_SECONDS = 2.0
"""Seconds from a click to its deferral while the event loop is late.

A deferral tells Discord that the answer comes later. It takes half as much work as an answer and
does not speed up any answer. So while the loop has too much to do, a deferral is sent only if there
is still no answer after this time.
"""
PICTURE_WAIT_SECONDS = 0.05
"""Maximum seconds for which an own screen, which one person alone sees, waits for its picture.

If the picture is ready later, the message is edited to show it.
"""
NOT_MEMBER_KEY = "not-a-member"
"""Catalogue key of the sentence for people on a server that the bot has not joined.

It is sent together with an invitation link.
"""
Interaction = discord.Interaction[CatsClient]
"""A press or command that Discord has sent to the bot."""


class PreparedAnswer(NamedTuple):
    """An answer to a click that is ready to be sent. It shows a screen or a sentence."""

    message: Message
    """The message in the form in which it is sent to Discord."""
    screen: Screen | None = None
    """The screen that the message shows.

    None means that the message is a sentence of refusal. It does not replace the pressed message.
    """
    ephemeral_message: EphemeralMessage | None = None
    """The ephemeral message that shows the answer, so that later screens can replace the answer.

    None means that nothing replaces it.
    """


class ClickRejected(Exception):  # noqa: N818 - a fact about a click
    """Raised if this process does not serve a click, for example because the bot is restarting."""

    def __init__(self, key: str) -> None:
        """Keep the reason for the person who clicked.

        Args:
            key: The catalogue key of the sentence to answer with. "" means that no answer is sent.
        """
        super().__init__(key)
        self.key = key


class AnswerTooLate(Exception):  # noqa: N818 - it is a fact about an answer, and no error of ours
    """Raised if Discord has got no deferral of a click, and it is too late for a first answer."""


class Deferral:
    """Tells Discord that the answer to a click comes later, if the answer takes too long.

    Without an answer or a deferral, Discord shows an error to the person after three seconds.
    """

    def __init__(self, interaction: Interaction, clicked_at: float) -> None:
        """Start the timer that sends the deferral if it runs out.

        Args:
            interaction: The press or command to answer.
            clicked_at: When the click arrived, in seconds of the event loop's clock.
        """
        self._interaction = interaction
        self.clicked_at = clicked_at
        self._loop = asyncio.get_running_loop()
        when = self._loop.time() + DEFERRAL_DELAY_SECONDS
        if interaction.client.press_admission.is_loop_late:
            when = max(when, clicked_at + OVERLOAD_DEFERRAL_DELAY_SECONDS)
        self._timer = self._loop.call_at(when, self._start)
        self._task: asyncio.Task[tuple[int | None, bool]] | None = None

    def _start(self) -> None:
        """Start to send the deferral, because the timer has run out."""
        self._task = self._loop.create_task(self._defer())

    async def _defer(self) -> tuple[int | None, bool]:
        """Send the deferral, and return the same values as `wait_for_outcome`.

        A failed connection or an error of Discord's server is no refusal: the deferral may have
        arrived. Raises `discord.HTTPException` if Discord has refused the deferral. In that case
        Discord does not accept any other answer either. The same holds for `discord.RateLimited`.
        """
        try:
            with tag_requests(Purpose.ANSWER):
                async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                    there = await _send_once(_send_deferral(self._interaction))
        except REQUEST_ERRORS as problem:
            is_refused = isinstance(problem, discord.HTTPException) and problem.status < 500
            if is_refused or isinstance(problem, discord.RateLimited):
                raise
            log.info("a deferral may not have arrived: %s", type(problem).__name__)
            return None, True
        self._interaction.client.counters.observe_acknowledgement(
            self._loop.time() - self.clicked_at
        )
        return there, False

    def stop(self) -> bool:
        """Stop the timer, because the answer is ready.

        Returns:
            True if the deferral has been sent or is being sent, so that the answer must follow it.
        """
        self._timer.cancel()
        return self._task is not None

    async def wait_for_outcome(self) -> tuple[int | None, bool]:
        """Wait until the deferral, if any, has been sent, and return what is known of it.

        Returns:
            Two values. The first is None if Discord may have a first answer already, whichever it
                is, or else 0. The second is True if it is not known whether the deferral has
                arrived.

        Raises:
            discord.HTTPException: Discord has refused the deferral, and accepts no answer either.
        """
        return await self._task if self._task else (0, False)


class Reply:
    """Sends the one answer to a press or command, when an `async with` block ends.

        async with Reply(interaction, table) as reply:
            await reply.admit()
            reply.screen = await services.presses.handle(...)

    If `screen` stays None, the click is only acknowledged, and the person sees no answer. The
    answer to a click on an ephemeral message edits that message. A refusal is a new message, so
    that the buttons of the pressed one stay. An error in the block is answered with a sentence and
    is not raised again.
    """

    def __init__(self, interaction: Interaction, table: int = 0) -> None:
        """Prepare to answer an interaction.

        Args:
            interaction: The press or command to answer.
            table: The id of the table to which the pressed button belongs, or 0 if there is none.
        """
        self.screen: Screen | None = None
        """The screen with which to answer. None means that the person sees no answer."""
        self._interaction = interaction
        self._client = interaction.client
        self._table = table
        self._answer_future: AnswerFuture = asyncio.get_running_loop().create_future()
        self._began_at = asyncio.get_running_loop().time()
        self._deferral: Deferral | None = None
        self._is_served = False
        """Whether the click was admitted, so that `PressAdmission.release` has to be called."""

    async def __aenter__(self) -> "Reply":
        """Register this task, so that the client waits for it before it closes."""
        if task := asyncio.current_task():
            self._client.reply_tasks.add(task)
        return self

    async def admit(self) -> None:
        """Wait until the click may be served.

        It has to wait, for example, while too many others are served.

        Raises:
            ClickRejected: The click is not served. The end of the block tells the person why.
        """
        client, interaction = self._client, self._interaction
        client.services.clock.measure_skew(interaction.created_at.timestamp())
        self._began_at = asyncio.get_running_loop().time()
        refusal = await client.wait_until_available()
        if refusal == "":
            raise ClickRejected("")
        look = is_look(interaction, client.services.actions)
        self._is_served = await client.press_admission.takes(is_look=look)
        self._deferral = Deferral(interaction, self._began_at)
        key = refusal or await _find_rejection_key(interaction) if self._is_served else "many-play"
        if key is not None:
            raise ClickRejected(key)

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        problem: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        """Send the answer, unless the block was cancelled.

        An error of the block is not raised again.
        """
        try:
            if problem is None or isinstance(problem, Exception):
                await self._send(problem)
                return True
            return False
        finally:
            if self._deferral:
                self._deferral.stop()
            if self._is_served:
                self._client.press_admission.release()
            if not self._answer_future.done():
                self._answer_future.set_result(None)
            if task := asyncio.current_task():
                self._client.reply_tasks.discard(task)

    async def _send(self, problem: Exception | None) -> None:
        """Send the answer, or a sentence about the error `problem` of the block.

        Failures are logged.
        """
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
        """Return the answer to the click, or None for an answer without text.

        `problem` is the error that the block has raised, or None. The ephemeral message is
        registered for later updates before the answer is sent. Such updates wait until the answer
        has been sent.
        """
        if isinstance(problem, ClickRejected):
            return await _prepare_rejection(self._interaction, problem.key)
        if isinstance(problem, StoreProblem):
            problem = make_store_refusal(problem)
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
        """Return the answer that says why the person's click is refused."""
        interaction, client = self._interaction, self._client
        client.counters.count_refusal(refusal.key)
        if self._table:
            own_screens, user = client.services.own_screens, interaction.user.id
            if self._is_on_board:
                own_screens.retire_temporary(self._table, user)
            line = EphemeralMessage(interaction, self._answer_future, None)
            own_screens.hold_message(self._table, user, line, None)
        say = text(find_language(interaction))
        return PreparedAnswer(
            await render_message(_make_refusal_screen(say, refusal), client.renderer)
        )

    async def _prepare_screen(self, screen: Screen | None) -> PreparedAnswer | None:
        """Return the answer that shows a screen, or None if `screen` is None.

        A picture that is not ready in time is added by an edit later.
        """
        interaction, client, table = self._interaction, self._client, self._table
        own_screens, user = client.services.own_screens, interaction.user.id
        line = EphemeralMessage(interaction, self._answer_future, screen)
        if self._is_on_board:
            own_screens.retire_temporary(table, user)
        is_own = isinstance(screen, OwnScreen)
        if screen is None or is_own:
            own_screens.remember_interaction(screen.table if screen else table, user, line)
        else:
            self._hold_message(screen, line)
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
        if ready.late_pictures:
            own_screens.show_when_drawn(screen.table, user, line, screen, ready.late_pictures)
        return PreparedAnswer(ready, screen, line)

    def _hold_message(self, screen: Screen, message: EphemeralMessage) -> None:
        """Remember the message of an answer that belongs to a table and shows no own screen."""
        own_screens, user = self._client.services.own_screens, self._interaction.user.id
        if not self._is_on_board:
            own_screens.mark_overwritten(self._table, user)
        if table := screen.table or self._table:
            own_screens.hold_message(table, user, message, screen)

    @property
    def _is_on_board(self) -> bool:
        """Whether the pressed button is on a board, the public message of a table."""
        return bool(self._table) and not find_ephemeral_message(self._interaction)

    async def _deliver(self, answer: PreparedAnswer | None) -> int | None:
        """Send the answer, and return the id of its ephemeral message, or 0 if it has no text.

        None means that it is not known which message is the answer, or that it is not ephemeral.
        """
        late = self._deferral is not None and self._deferral.stop()
        with tag_requests(Purpose.ANSWER):
            if self._deferral and late:
                there = await self._answer_after_deferral(answer, self._deferral)
            else:
                there = await self._send_first_answer(answer)
        screen = answer.screen if answer else None
        if there is not None and isinstance(screen, OwnScreen):
            self._client.services.own_screens.note_answer(screen, self._interaction.user.id)
        return there

    async def _send_first_answer(self, answer: PreparedAnswer | None) -> int | None:
        """Send the first answer while Discord accepts it, and return the same as `_deliver`."""
        interaction = self._interaction
        async with asyncio.timeout_at(self._began_at + FIRST_ANSWER_WINDOW_SECONDS):
            there = await _send_prepared(interaction, answer, is_deferred=False)
        seconds = asyncio.get_running_loop().time() - self._began_at
        self._client.counters.observe_acknowledgement(seconds)
        return await _find_answer(interaction) if there is None else there

    async def _answer_after_deferral(
        self, answer: PreparedAnswer | None, deferral: Deferral
    ) -> int | None:
        """Send the answer after a deferral.

        If Discord cannot be reached now, try again later.

        Returns the same as `_deliver`.
        """
        there, lost = await deferral.wait_for_outcome()
        late_answer = LateAnswer(
            self._interaction, answer, deferral.clicked_at, is_deferral_lost=lost
        )
        try:
            async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
                return await late_answer.send(there)
        except REQUEST_ERRORS as problem:
            if may_succeed_later(problem):
                late_answer.send_later(self._table)
            raise


class LateAnswer:
    """The answer to a click after a deferral, which told Discord that the answer comes later."""

    def __init__(
        self,
        interaction: Interaction,
        answer: PreparedAnswer | None,
        clicked_at: float,
        *,
        is_deferral_lost: bool,
    ) -> None:
        """Prepare to send the answer.

        Args:
            interaction: The press or command to answer.
            answer: The answer, or None for an answer without text.
            clicked_at: When the click arrived, in seconds of the event loop's clock.
            is_deferral_lost: Whether it is unknown if Discord has received the deferral.
        """
        self._interaction = interaction
        self._answer = answer
        self._expires_at = clicked_at + FIRST_ANSWER_WINDOW_SECONDS
        self._is_deferral_lost = is_deferral_lost

    async def send(self, message_id: int | None) -> int | None:
        """Send the answer: as an edit of the answer that Discord has, or else as a first answer.

        An edit is right even if the deferral arrives late. Discord would also accept a further
        message instead of the edit, but only for backwards compatibility
        (https://github.com/discord/discord-api-docs/pull/7091).

        Args:
            message_id: The first value that `Deferral.wait_for_outcome` returned. None means that
                Discord may have another answer already.

        Returns:
            The id of the ephemeral message, or 0 if the answer has no text. None means that Discord
                has another answer already.

        Raises:
            AnswerTooLate: Discord has no deferral, and no longer accepts a first answer.
            discord.HTTPException: Discord refuses the answer.
        """
        if message_id is None and await _find_answer(self._interaction) is None:
            if not self._is_deferral_lost:
                return 0 if self._answer is None else None
            if asyncio.get_running_loop().time() > self._expires_at:
                raise AnswerTooLate
            message_id = await _send_prepared(self._interaction, self._answer, is_deferred=False)
            if message_id is not None or await _find_answer(self._interaction) is None:
                return message_id
        return await _send_prepared(self._interaction, self._answer, is_deferred=True)

    def send_later(self, table: int) -> None:
        """Try again until Discord accepts the answer or the interaction's token expires.

        Args:
            table: The id of the table to which the clicked message belongs, or 0 if there is none.
        """
        interaction = self._interaction
        target = (table, interaction.user.id, interaction.id)
        interaction.client.services.delivery.schedule(
            target, self._try_again, is_urgent=False, is_private=True
        )

    async def _try_again(self) -> None:
        """Send the answer. Raise `Unreachable` if the request may succeed later."""
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
    """Return the answer to a click that is not served: the sentence with this catalogue key."""
    client = interaction.client
    client.counters.count_refusal(key)
    say = text(find_language(interaction))
    said = make_invitation(interaction) if key == NOT_MEMBER_KEY else render_sentence(say, key)
    return PreparedAnswer(await render_message(said, client.renderer))


async def _find_rejection_key(interaction: Interaction) -> str | None:
    """Return the catalogue key of the reason why a click is not served, or None if it is served.

    The click limit comes before the person's settings, so that a flood of clicks reads nothing. The
    settings of a person who is served are in memory then.

    Raises:
        StoreProblem: The person's settings cannot be read.
    """
    client = interaction.client
    if not client.is_serving:  # any more, after a wait for others
        return await client.wait_until_available()
    if is_direct_message(interaction):
        if not works_in_direct_messages(interaction, client.services.actions):
            return "only-on-servers"
    elif not is_bot_in_guild(interaction):
        return NOT_MEMBER_KEY
    if not client.click_limit.allows_click(interaction.user.id, interaction.created_at.timestamp()):
        return "slow-down"
    chosen = await client.store.people.load_preferences(interaction.user.id)
    if not chosen.served and not is_about_privacy(interaction):
        return "not-served"
    return None


def _make_refusal_screen(say: Text, refusal: Refused) -> Screen:
    """Return the screen that says why a click is refused.

    Names of missing permissions are translated to the reader's language.
    """
    values = dict(refusal.values)
    if "permissions" in values:
        names = str(values["permissions"]).split(",")
        values["permissions"] = ", ".join(say(f"permission-{n.replace('_', '-')}") for n in names)
    return render_sentence(say, refusal.key, **values)


async def _send_prepared(
    interaction: Interaction, answer: PreparedAnswer | None, *, is_deferred: bool
) -> int | None:
    """Send a prepared answer.

    If Discord refuses its content, send a short sentence instead.

    If `answer` is None, the click is only acknowledged, without text. `is_deferred` says whether a
    deferral is the first answer. Returns the id of the ephemeral message, or 0 if the answer has no
    text, or None if Discord has an answer already.
    """
    if answer is None:
        await _send_once(_acknowledge(interaction, is_deferred=is_deferred))
        return 0
    try:
        there = await _send_in_place(interaction, answer, is_deferred=is_deferred)
    except discord.HTTPException as refusal:
        if not is_about_content(refusal):
            raise
        if refusal.code == INVALID_FORM_BODY_CODE and answer.message.kept_attachment:
            anew = await _attach_all_files(interaction, answer)
            return await _send_prepared(interaction, anew, is_deferred=is_deferred)
        log_failure(log, "showing an answer", refusal)
        return await _send_in_place(
            interaction, await _prepare_failure(interaction), is_deferred=is_deferred
        )
    if there and answer.ephemeral_message and answer.message.has_all_pictures:
        answer.ephemeral_message.confirmed_screen = answer.screen
    return there


async def _send_in_place(
    interaction: Interaction, answer: PreparedAnswer, *, is_deferred: bool
) -> int | None:
    """Send an answer where it belongs, or as a new message if the message to edit no longer exists.

    Ephemeral messages disappear when their reader dismisses them, or when the bot deletes old
    copies. Returns None if Discord has an answer already.
    """
    for file in answer.message.files:
        file.reset()
    edited = answer.screen is not None and find_ephemeral_message(interaction) is not None
    send = _fill_deferral if is_deferred else _send_response
    try:
        return await _send_once(send(interaction, answer.message, edited))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE_CODE:
            raise
    return await _send_anew(interaction, answer, is_deferred=is_deferred)


async def _attach_all_files(interaction: Interaction, answer: PreparedAnswer) -> PreparedAnswer:
    """Return the same answer with all its files attached, instead of an attachment that it keeps.

    This is needed if the attachment has disappeared: its message was deleted, or an edit has
    replaced the attachment.
    """
    screen = answer.screen
    if screen is None or answer.message.kept_attachment is None:
        return answer
    place = (screen.table, interaction.user.id)
    return answer._replace(message=await render_message(screen, interaction.client.renderer, place))


async def _send_anew(
    interaction: Interaction, answer: PreparedAnswer, *, is_deferred: bool
) -> int | None:
    """Send an answer as a new ephemeral message: as the first answer, or as a further one.

    `is_deferred` says whether a deferral is the first answer.
    """
    ready = (await _attach_all_files(interaction, answer)).message
    for file in ready.files:
        file.reset()
    if not is_deferred:
        try:
            return await _send_response(interaction, ready, is_edit=False)
        except discord.HTTPException as refusal:
            if refusal.code not in (ALREADY_ANSWERED_CODE, UNKNOWN_INTERACTION_CODE):
                raise
            for file in ready.files:
                file.reset()
    return await _send_followup(interaction, ready)


async def _send_once(request: Awaitable[int | None]) -> int | None:
    """Send a first answer.

    Return its message id, or None if Discord has an answer already.

    Discord refuses a second first answer. That happens if discord.py repeats a request that failed
    with status 500 although it took effect, or if an interaction was delivered twice.
    """
    try:
        return await request
    except discord.HTTPException as refusal:
        if refusal.code != ALREADY_ANSWERED_CODE:
            raise
        return None


async def _find_answer(interaction: Interaction) -> int | None:
    """Return the id of the answer that Discord has already, or None if there is no ephemeral one.

    A press on an ephemeral message is answered in that message. The answer is the public board if a
    press on it was delivered twice and was first acknowledged without text.
    """
    if pressed := find_ephemeral_message(interaction):
        return pressed.id
    async with asyncio.timeout(MESSAGE_REQUEST_TIMEOUT_SECONDS):
        try:
            original = await interaction.original_response()
        except discord.NotFound as missing:  # no answer yet, or its message was deleted
            if is_outage(missing):
                raise
            return None
    return original.id if original.flags.ephemeral else None


async def _acknowledge(interaction: Interaction, *, is_deferred: bool) -> int:
    """Answer without text, so that Discord stops waiting for an answer.

    `is_deferred` says whether a deferral is the first answer.
    """
    if not is_deferred:
        await rest.send_first_answer(interaction, rest.FirstAnswer.DEFERRED_UPDATE)
    elif not find_ephemeral_message(interaction):
        await interaction.delete_original_response()
    return 0


async def _prepare_failure(interaction: Interaction) -> PreparedAnswer:
    """Return an answer with the sentence that the screen cannot be shown."""
    interaction.client.counters.count_refusal("not-shown")
    screen = render_sentence(text(find_language(interaction)), "not-shown")
    return PreparedAnswer(await render_message(screen, interaction.client.renderer))


def _find_pressed_id(interaction: Interaction) -> int:
    """Return the id of the message whose button was pressed, or 0 for a command."""
    return interaction.message.id if interaction.message else 0


async def _send_deferral(interaction: Interaction) -> int:
    """Tell Discord that the answer comes later. Return 0, because no message has text yet."""
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


async def _send_response(interaction: Interaction, message: Message, is_edit: bool) -> int | None:
    """Send a first answer: an edit of the pressed message, or a new message.

    Returns the id of the answer's message, or None if Discord's reply does not contain it.
    """
    if is_edit:
        reply = await rest.send_first_answer(
            interaction, rest.FirstAnswer.UPDATE, message.body, message.files
        )
        interaction.client.shown_pictures.note(_find_pressed_id(interaction), message, reply)
        return _find_pressed_id(interaction)
    body = {**message.body, "flags": rest.EPHEMERAL_FLAG}
    reply = await rest.send_first_answer(interaction, rest.FirstAnswer.MESSAGE, body, message.files)
    if reply is None:
        return None  # never the pressed message, which is the board
    interaction.client.shown_pictures.note(reply.id, message, reply)
    return reply.id


async def _fill_deferral(interaction: Interaction, message: Message, is_edit: bool) -> int:
    """Send the answer after a deferral, by editing the deferred answer, and return its id.

    If the deferral concerns the pressed message but the answer must not replace it, the answer is a
    further message.
    """
    if not is_edit and find_ephemeral_message(interaction):
        return await _send_followup(interaction, message)
    reply = await rest.edit_answer(interaction.followup, None, message.body, message.files)
    interaction.client.shown_pictures.note(reply.id, message, reply)
    return reply.id


async def _send_followup(interaction: Interaction, message: Message) -> int:
    """Send a further ephemeral message after the first answer, and return its id."""
    body = {**message.body, "flags": rest.EPHEMERAL_FLAG}
    reply = await rest.send_followup(interaction.followup, body, message.files)
    interaction.client.shown_pictures.note(reply.id, message, reply)
    return reply.id
