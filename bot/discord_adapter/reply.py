"""How a click or command is answered: once, privately, in time, in the person's language."""

import asyncio
import logging
from types import TracebackType

from bot.common.log import log_failure
from bot.discord_adapter import reply_delivery
from bot.discord_adapter.channels import PATIENCE_WITH_DISCORD
from bot.discord_adapter.clicks import (
    invitation,
    is_about_privacy,
    is_direct_message,
    is_look,
    is_member,
    language_of,
    on_private_message,
    works_in_direct_messages,
)
from bot.discord_adapter.ephemeral_messages import Answered, EphemeralMessage
from bot.discord_adapter.messages import Hung, message
from bot.discord_adapter.reply_delivery import IN_TIME, Interaction, LateAnswer, Prepared, TooLate
from bot.discord_adapter.request_gate import Purpose, sending
from bot.discord_adapter.rest import REQUEST_ERRORS, is_about_the_place, may_succeed_later
from bot.discord_adapter.shard_readiness import Stage
from bot.domain.changes import Refused
from bot.engine.screen import OwnScreen, PassingScreen, Screen
from bot.i18n import Text, text
from bot.presenters.screens import sentence

log = logging.getLogger(__name__)

DEFERRAL_SECONDS = 0.3
"""Seconds after which Discord is told that the answer comes later (it waits for three)."""
LATE_DEFERRAL_SECONDS = 2.0
"""Seconds since a click after which it is told where the loop is late: nobody gets the words sooner
by it, and it costs half as much as the answer."""
TAKEOVER_WAIT_SECONDS = 1.5
"""Seconds that a click waits for the tables, which another worker may just let go of."""
PICTURE_WAIT_SECONDS = 0.05
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
        when = self._loop.time() + DEFERRAL_SECONDS
        if interaction.client.overload.is_near:
            when = max(when, began + LATE_DEFERRAL_SECONDS)
        self._timer = self._loop.call_at(when, self._begin)
        self._begun: asyncio.Task[tuple[int | None, bool]] | None = None

    def _begin(self) -> None:
        self._begun = self._loop.create_task(self._defer())

    async def _defer(self) -> tuple[int | None, bool]:
        with sending(Purpose.ANSWER):
            there, lost = await reply_delivery.deferred(self._interaction)
        if not lost:
            self._interaction.client.figures.observe_acknowledgement(self._loop.time() - self.came)
        return there, lost

    def stop(self) -> bool:
        """Begin no more, as there is an answer; tell whether Discord was told, or is just told."""
        self._timer.cancel()
        return self._begun is not None

    async def outcome(self) -> tuple[int | None, bool]:
        """Return what `reply_delivery.deferred` does, once Discord was told."""
        return await self._begun if self._begun else (0, False)


class TurnedAway(Exception):  # noqa: N818 - a fact about a click
    """Nothing is done for a click."""

    def __init__(self, key: str) -> None:
        """Keep the catalogue `key` of what is said to the person; "": nothing is said."""
        super().__init__(key)
        self.key = key


class Reply:
    """The one answer to an interaction, sent when the block is left.

        async with Reply(interaction, table) as reply:
            await reply.admit()
            reply.screen = await services.presses.handle(...)

    A screen of None only acknowledges the click. The answer to a click on a private message edits
    that message; a refusal comes as a message of its own, so that the buttons stay. What is raised
    in the block is answered with a sentence, and goes no further.
    """

    def __init__(self, interaction: Interaction, table: int = 0) -> None:
        """Answer an interaction; `table` is where the click came from, 0 if from none."""
        self.screen: Screen | None = None
        self._interaction = interaction
        self._client = interaction.client
        self._table = table
        self._answered: Answered = asyncio.get_running_loop().create_future()
        self._began = asyncio.get_running_loop().time()
        self._deferral: Deferral | None = None
        self._is_served = False
        """It counts among those that are being served."""

    async def __aenter__(self) -> "Reply":
        if task := asyncio.current_task():
            self._client.answering.add(task)
        return self

    async def admit(self) -> None:
        """Wait until the click is to be served. Raises `TurnedAway` if it is not."""
        client, interaction = self._client, self._interaction
        if client.life.stage is Stage.HANDED_OVER:
            raise TurnedAway("")  # Discord has told another worker, too, who answers
        client.services.clock.heard(interaction.created_at.timestamp())
        self._began = asyncio.get_running_loop().time()
        if not client.life.serving and not client.life.closing:
            await client.life.until_serving(TAKEOVER_WAIT_SECONDS)
        look = is_look(interaction, client.services.actions)
        self._is_served = await client.overload.takes(is_look=look)
        self._deferral = Deferral(interaction, self._began)
        key = _turned_away(interaction) if self._is_served else "many-play"
        if key is not None:
            raise TurnedAway(key)

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
                self._client.overload.served()
            if not self._answered.done():
                self._answered.set_result(None)
            if task := asyncio.current_task():
                self._client.answering.discard(task)

    async def _send(self, problem: Exception | None) -> None:
        """Answer, whatever came of the block; what Discord makes impossible is logged."""
        if isinstance(problem, TurnedAway) and not problem.key:
            return
        try:
            prepared = await self._prepare(problem)
            self._answered.set_result(await self._deliver(prepared))
        except Exception as failure:
            if is_about_the_place(failure):
                log.info(
                    "a click at table %s is not answered: Discord refuses it there", self._table
                )
            elif (
                not isinstance(failure, (*REQUEST_ERRORS, TooLate)) and not self._client.is_closed()
            ):
                log_failure(log, "answering a click", failure)
            else:
                kind = type(failure).__name__
                log.warning("a click at table %s could not be answered: %s", self._table, kind)

    async def _prepare(self, problem: Exception | None) -> Prepared | None:
        """Return what the click is answered with; None: no words.

        The private line is remembered in the same moment in which the work is done: what is pushed
        from then on comes after the answer.
        """
        if isinstance(problem, TurnedAway):
            return await _refusal_of(self._interaction, problem.key)
        if isinstance(problem, Refused):
            return await self._refuse(problem)
        say = text(language_of(self._interaction))
        if problem is not None:
            log_failure(
                log, f"a click at table {self._table}" if self._table else "a command", problem
            )
            self._client.figures.count_refusal("went-wrong")
            return Prepared(await message(sentence(say, "went-wrong"), self._client.renderer))
        return await self._show(self.screen)

    async def _refuse(self, refusal: Refused) -> Prepared:
        """Return the sentence of a refusal."""
        interaction, client = self._interaction, self._client
        client.figures.count_refusal(refusal.key)
        if self._is_on_board:
            line = EphemeralMessage(interaction, self._answered, None)
            client.services.own_screens.sweep(self._table, interaction.user.id, line)
        say = text(language_of(interaction))
        return Prepared(await message(_refusal(say, refusal), client.renderer))

    async def _show(self, screen: Screen | None) -> Prepared | None:
        """Return a screen, ready to be sent; a picture that is late follows as an edit."""
        interaction, client, table = self._interaction, self._client, self._table
        own_screens, user = client.services.own_screens, interaction.user.id
        line = EphemeralMessage(interaction, self._answered, screen)
        if self._is_on_board:
            own_screens.sweep(table, user, line if isinstance(screen, PassingScreen) else None)
        elif isinstance(screen, PassingScreen) and screen.rows:
            own_screens.goes_on(table, user, line)
        is_own = isinstance(screen, OwnScreen)
        if screen is None or is_own:
            own_screens.remember(screen.table if screen else table, user, line)
        elif not self._is_on_board:
            own_screens.covered(table, user)
        if screen is None:
            return None
        try:
            patience = PICTURE_WAIT_SECONDS if is_own else None  # only one's own screen is edited
            place = (screen.table, user)
            ready = await message(screen, client.renderer, place, patience, _hung(interaction))
        except Exception as problem:
            log_failure(log, "showing an answer", problem)
            return await reply_delivery.not_shown(interaction)
        if ready.late:
            own_screens.make_up(screen.table, user, line, screen, ready.late)
        return Prepared(ready, screen, line)

    @property
    def _is_on_board(self) -> bool:
        return bool(self._table) and not on_private_message(self._interaction)

    async def _deliver(self, prepared: Prepared | None) -> int | None:
        """Answer; return the id of the private message that the answer is, 0 if it has no words.

        Then the person's own screen may take its place later. None: what Discord has as the answer
        now is not known, or not private.
        """
        late = self._deferral is not None and self._deferral.stop()
        with sending(Purpose.ANSWER):
            if self._deferral and late:
                there = await self._fill_in(prepared, self._deferral)
            else:
                there = await self._answer_first(prepared)
        screen = prepared.screen if prepared else None
        if there is not None and isinstance(screen, OwnScreen):
            self._client.services.own_screens.answered(screen, self._interaction.user.id)
        return there

    async def _answer_first(self, prepared: Prepared | None) -> int | None:
        """Send the first answer, as long as Discord takes one; return the id as `_deliver` does."""
        interaction = self._interaction
        async with asyncio.timeout_at(self._began + IN_TIME):
            there = await reply_delivery.answer(interaction, prepared, late=False)
        seconds = asyncio.get_running_loop().time() - self._began
        self._client.figures.observe_acknowledgement(seconds)
        return await reply_delivery.known(interaction) if there is None else there

    async def _fill_in(self, prepared: Prepared | None, deferral: Deferral) -> int | None:
        """Answer after a deferral; while Discord does not take it, it is tried again later."""
        there, lost = await deferral.outcome()
        late_answer = LateAnswer(self._interaction, prepared, deferral.came, lost=lost)
        try:
            async with asyncio.timeout(PATIENCE_WITH_DISCORD):
                return await late_answer.send(there)
        except REQUEST_ERRORS as problem:
            if may_succeed_later(problem):
                late_answer.send_later(self._table)
            raise


async def _refusal_of(interaction: Interaction, key: str) -> Prepared:
    """Return the sentence of the catalogue that is said to a click for which nothing is done."""
    client = interaction.client
    client.figures.count_refusal(key)
    say = text(language_of(interaction))
    said = invitation(interaction) if key == NO_MEMBER else sentence(say, key)
    return Prepared(await message(said, client.renderer))


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
