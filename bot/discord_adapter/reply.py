"""Answers each press or command once, in a message that only the person sees who clicked."""

import asyncio
import logging
from types import TracebackType

from bot.common.log import log_failure, make_report_code
from bot.discord_adapter import answers
from bot.discord_adapter.admission import ClickRejected, check_click, is_look, render_rejection
from bot.discord_adapter.clicks import find_ephemeral_message, find_language
from bot.discord_adapter.ephemeral_messages import AnswerMessage
from bot.discord_adapter.messages import render_message
from bot.discord_adapter.rest import REQUEST_ERRORS, is_about_destination
from bot.domain.changes import Refused
from bot.engine.screen import Form, OwnScreen, PictureScreen, Screen
from bot.i18n import text
from bot.presenters.screens import render_sentence
from bot.services.delivery import Target
from bot.services.messenger import Unreachable
from bot.services.sessions import make_store_refusal
from bot.storage.problems import StoreProblem

log = logging.getLogger(__name__)

PICTURE_WAIT_SECONDS = 0.05
"""Maximum time for which an own screen waits for its picture, which an edit can add later."""
LONG_PICTURE_WAIT_SECONDS = 10.0
"""Maximum time for which a screen waits that says little without its picture."""


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

    def __init__(self, interaction: answers.Interaction, table: int = 0) -> None:
        """Prepare to answer a click at a table, or at none (0)."""
        self.screen: Screen | None = None
        """The screen with which to answer. None means that the person sees no answer."""
        self._interaction = interaction
        self._client = interaction.client
        self._table = table
        self._clicked_at = asyncio.get_running_loop().time()
        self._responder = answers.Responder(interaction, self._clicked_at)
        self._message: AnswerMessage | None = None
        """The message that shows the answer, once it is known what the answer is."""
        self._is_served = False
        """Whether the click was admitted, so that `PressAdmission.release` has to be called."""

    async def __aenter__(self) -> "Reply":
        """Register this task, so that the client waits for it before it closes."""
        if task := asyncio.current_task():
            self._client.reply_tasks.add(task)
        return self

    async def admit(self) -> None:
        """Wait until the click may be served.

        Raises:
            ClickRejected: It is not served. The end of the block tells the person why.
        """
        client, interaction = self._client, self._interaction
        client.services.clock.measure_skew(interaction.created_at.timestamp())
        await self._wait_until_available()
        self._is_served = await client.press_admission.wait_for_slot(
            self._clicked_at, is_look=is_look(interaction, client.services.actions)
        )
        if not self._is_served:
            raise ClickRejected("many-play")
        await self._wait_until_available()  # another process may have taken over meanwhile
        self._responder.defer_later()
        await check_click(interaction)

    async def _wait_until_available(self) -> None:
        key = await self._client.wait_until_available()
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
                await self._answer(problem)
                return True
            return False
        finally:
            self._responder.close()
            if self._is_served:
                self._client.press_admission.release()
            if task := asyncio.current_task():
                self._client.reply_tasks.discard(task)

    async def _answer(self, problem: Exception | None) -> None:
        """Send the answer, or a sentence about the error of the block."""
        if isinstance(problem, ClickRejected) and not problem.key:
            return
        outcome: answers.Outcome | None = answers.NotAnswered()
        try:
            if problem is None and isinstance(self.screen, Form):
                if await self._responder.open_form(self.screen):
                    return
                problem = Refused("one-moment")
            answer = await self._prepare(problem)
            try:
                outcome = await self._responder.send(answer)
            except Unreachable as failure:
                outcome = None
                self._send_again_later(answer)
                raise failure.__cause__ or failure from None
        except Exception as failure:
            if is_about_destination(failure):
                log.info(
                    "a click at table %s is not answered: Discord refuses it there", self._table
                )
            elif (
                not isinstance(failure, (*REQUEST_ERRORS, answers.AnswerTooLate))
                and not self._client.is_closed()
            ):
                log_failure(log, "answering a click", failure)
            else:
                kind = type(failure).__name__
                log.warning("a click at table %s could not be answered: %s", self._table, kind)
        finally:
            self._settle(outcome)

    def _send_again_later(self, answer: answers.Answer | None) -> None:
        """Try again until Discord accepts the answer or the interaction's token expires.

        A message that a newer press has changed meanwhile stays as it is.
        """
        client, click = self._client, self._interaction
        pressed = find_ephemeral_message(click) if answer and answer.screen else None

        async def send() -> None:
            outcome: answers.Outcome = answers.NotAnswered()
            if pressed and client.newest_presses.get(pressed.id, click.id) != click.id:
                self._settle(answers.Sent(pressed.id))
                return
            if not click.is_expired():
                try:
                    outcome = await self._responder.send(answer)
                except (*REQUEST_ERRORS, answers.AnswerTooLate) as problem:
                    log.info("an answer could not be made up for: %s", type(problem).__name__)
            self._settle(outcome)
            if answer and isinstance(answer.screen, OwnScreen):
                await client.services.own_screens.show_again(answer.screen.table, click.user.id)

        target = Target(self._table, "late-answer", click.id)
        client.services.delivery.schedule(target, send, is_urgent=False)

    def _settle(self, outcome: answers.Outcome | None) -> None:
        """Tell what became of the answer. None means that it is tried again later."""
        message, user = self._message, self._interaction.user.id
        conversations = self._client.services.conversations
        if message is None:
            return
        message.settle(outcome)
        if isinstance(outcome, answers.Sent):
            conversations.end_answer(user, message.screen)
        elif isinstance(outcome, answers.AlreadyAnswered | answers.NotAnswered):
            conversations.forget_answer(self._table, user, message)

    async def _prepare(self, problem: Exception | None) -> answers.Answer | None:
        """Return the answer to the click, or None if it is only acknowledged."""
        say, counters = text(find_language(self._interaction)), self._client.counters
        if isinstance(problem, StoreProblem):
            problem = make_store_refusal(problem)
        if problem is None:
            return await self._prepare_screen(self.screen)
        if isinstance(problem, ClickRejected):
            counters.count_refusal(problem.key)
            sentence = render_rejection(self._interaction, problem.key)
        elif isinstance(problem, Refused):
            counters.count_refusal(problem.key)
            values = {**problem.values}
            if names := values.get("permissions"):
                keys = (f"permission-{name.replace('_', '-')}" for name in str(names).split(","))
                values["permissions"] = ", ".join(map(say, keys))
            sentence = render_sentence(say, problem.key, **values)
            if self._table:
                self._begin(sentence, in_place=False)
        else:
            log_failure(log, "a click" if self._table else "a command", problem)
            counters.count_refusal("went-wrong")
            code = make_report_code(self._interaction.id)
            sentence = render_sentence(say, "went-wrong", code=code)
        return answers.Answer(await render_message(sentence, self._client.renderer))

    async def _prepare_screen(self, screen: Screen | None) -> answers.Answer | None:
        """Return the answer that shows a screen, or None if there is none."""
        client, user = self._client, self._interaction.user.id
        message = self._begin(screen, in_place=True)
        if screen is None:
            return None
        replaced = find_ephemeral_message(self._interaction)
        wait = PICTURE_WAIT_SECONDS if isinstance(screen, OwnScreen) else None
        if isinstance(screen, PictureScreen):
            wait = LONG_PICTURE_WAIT_SECONDS
        try:
            ready = await render_message(
                screen,
                client.renderer,
                (screen.table, user),
                wait,
                client.shown_pictures.find_attached_pictures(replaced) if replaced else None,
            )
        except Exception as problem:
            log_failure(log, "showing an answer", problem)
            return await answers.render_failure(self._interaction)
        if ready.late_pictures:
            show = client.services.own_screens.show_when_drawn
            show(screen.table, user, message, ready.late_pictures)
        return answers.Answer(ready, screen)

    def _begin(self, screen: Screen | None, *, in_place: bool) -> AnswerMessage:
        """Tell the person's conversation in which message the answer will be, before it is sent."""
        self._message = AnswerMessage(self._interaction, screen, in_place=in_place)
        pressed = find_ephemeral_message(self._interaction)
        if pressed and screen and in_place:
            self._client.newest_presses[pressed.id] = self._interaction.id
        is_public = bool(self._table) and not pressed
        self._client.services.conversations.begin_answer(
            self._table, self._interaction.user.id, self._message, is_public=is_public
        )
        return self._message
