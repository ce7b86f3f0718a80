"""Knows whether people can reach the bot."""

import asyncio
import logging
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import discord
from discord.http import Route
from msgspec import Struct

from bot.discord_adapter.error_codes import ALREADY_ANSWERED_CODE
from bot.discord_adapter.request_gate import limit_request_time
from bot.discord_adapter.rest import REQUEST_ERRORS, is_outage
from bot.services.events import Events

log = logging.getLogger(__name__)

FIRST_ANSWER_TIMEOUT_SECONDS = 2.0
"""Seconds after which a first answer to a click counts as failed if Discord has not replied.
Discord accepts a first answer within three seconds of the click.
"""
PROBE_INTERVAL_SECONDS = 5.0
PROBE_TIMEOUT_SECONDS = 5.0
MIN_QUIET_SECONDS = 10.0
"""Seconds without a failed answer to a click after which a successful probe ends an outage."""


class AnswersLost(Struct, frozen=True):
    """Published when Discord no longer accepts first answers to clicks."""

    seconds: float
    """Seconds that have passed since the first failed answer was sent."""


class AnswersRegained(Struct, frozen=True):
    """Published when Discord accepts first answers to clicks again."""


class Reachability:
    """Tells whether people can reach the bot.

    Two things are needed: a connection to the gateway, so that presses arrive, and that Discord
    accepts first answers, so that people see the result of a press.

    A first answer fails if `is_outage` says so, or if there is no reply within
    `FIRST_ANSWER_TIMEOUT_SECONDS`. A refusal that concerns a single press is no failure.

    An outage begins with a failure, unless another first answer has succeeded since the failed one
    was sent. The lost time counts from the moment at which the failed answer was sent. The outage
    ends with the next first answer that succeeds. If nobody presses, it ends when Discord answers a
    probe (a small test request) and no first answer has failed for `MIN_QUIET_SECONDS`.
    """

    def __init__(
        self, client: discord.Client, events: Events, monotonic: Callable[[], float]
    ) -> None:
        """Start as not connected."""
        self.is_connected = False
        """Whether the gateway is connected, so that presses arrive."""
        self._monotonic = monotonic
        self._client = client
        self._events = events
        self._answers_fail = False
        self._last_success = -math.inf
        self._last_failure = -math.inf
        self._probe_task: asyncio.Task[None] | None = None

    @property
    def is_reachable(self) -> bool:
        """Whether people can reach the bot: presses arrive, and Discord accepts answers."""
        return self.is_connected and not self._answers_fail

    @contextmanager
    def watch_first_answer(self) -> Iterator[None]:
        """Record whether the first answer to a click, sent in the block, succeeds or fails.

        A failure may begin an outage, and a success ends it.
        """
        sent_at = self._monotonic()
        loop = asyncio.get_running_loop()
        timer = loop.call_later(FIRST_ANSWER_TIMEOUT_SECONDS, self._note_failure, sent_at)
        try:
            yield
        except REQUEST_ERRORS as problem:
            if is_outage(problem):
                self._note_failure(sent_at)
            elif (
                isinstance(problem, discord.HTTPException) and problem.code == ALREADY_ANSWERED_CODE
            ):
                self._note_success()
            raise
        else:
            self._note_success()
        finally:
            timer.cancel()

    def close(self) -> None:
        """Stop sending test requests to Discord."""
        if self._probe_task:
            self._probe_task.cancel()

    def _note_success(self) -> None:
        self._last_success = self._monotonic()
        if self._answers_fail:
            self.close()
            self._end_outage()

    def _note_failure(self, sent_at: float) -> None:
        """Begin an outage, unless another answer has succeeded since the failed one was sent."""
        if sent_at < self._last_success:
            return
        self._last_failure = self._monotonic()
        if not self._answers_fail:
            self._answers_fail = True
            log.info("Discord takes no answers to presses: deadlines wait until it does")
            self._events.publish(AnswersLost(self._last_failure - sent_at))
            self._probe_task = asyncio.create_task(self._probe_until_answered())

    async def _probe_until_answered(self) -> None:
        while True:
            await asyncio.sleep(PROBE_INTERVAL_SECONDS)
            if (
                await probe_discord(self._client)
                and self._monotonic() - self._last_failure >= MIN_QUIET_SECONDS
            ):
                self._last_success = self._monotonic()
                self._end_outage()
                return

    def _end_outage(self) -> None:
        self._answers_fail = False
        log.info("Discord takes answers to presses again")
        self._events.publish(AnswersRegained())


async def probe_discord(client: discord.Client) -> bool:
    """Send a small test request, and return whether Discord itself replies.

    An error page of a server in front of Discord does not count as a reply.
    https://docs.discord.com/developers/events/gateway#get-gateway
    """
    try:
        async with limit_request_time(client, PROBE_TIMEOUT_SECONDS):
            await client.http.request(Route("GET", "/gateway"))
    except REQUEST_ERRORS as problem:
        return not is_outage(problem)
    return True
