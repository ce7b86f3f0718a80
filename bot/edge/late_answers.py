"""Answers that follow a deferral, so that no message is left thinking."""

import asyncio
import logging

import discord

from bot.edge import replies
from bot.edge.channels import PATIENCE_WITH_DISCORD
from bot.edge.errors import NOT_DONE, may_succeed_later
from bot.edge.replies import IN_TIME, Interaction, Prepared
from bot.edge.request_gate import Purpose, sending
from bot.services.messenger import Unreachable

log = logging.getLogger(__name__)


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

        `there`: what `replies.deferred` returned. Return the id as `replies.answer` does. An edit
        is right even if the deferral arrives late: Discord takes a further message in its place
        only for backwards compatibility (https://github.com/discord/discord-api-docs/pull/7091).
        Raises what discord.py does, and `TooLate`.
        """
        if there is None and await replies.known(self._interaction) is None:
            if not self._lost:
                return 0 if self._prepared is None else None
            if asyncio.get_running_loop().time() > self._too_late_at:
                raise TooLate
            there = await replies.answer(self._interaction, self._prepared, late=False)
            if there is not None or await replies.known(self._interaction) is None:
                return there
        return await replies.answer(self._interaction, self._prepared, late=True)

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
        except NOT_DONE as problem:
            if may_succeed_later(problem):
                raise Unreachable from None
            code = problem.code if isinstance(problem, discord.HTTPException) else 0
            log.info("an answer could not be made up for: code %s", code)
