"""Whether a client serves its shard's tables, and whether people can reach it."""

import asyncio
import logging
import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from enum import Enum

import discord
from discord.http import Route
from msgspec import Struct

from bot.discord_adapter.request_gate import limit_request_time
from bot.discord_adapter.rest import ALREADY_ANSWERED_CODE, REQUEST_ERRORS, is_outage
from bot.services.events import Events

log = logging.getLogger(__name__)

FIRST_ANSWER_TIMEOUT_SECONDS = 2.0
"""Time after which a first answer without a reply has failed. Discord itself waits for three
seconds.
"""
PROBE_INTERVAL_SECONDS = 5.0
"""Time between two probes while first answers fail."""
PROBE_TIMEOUT_SECONDS = 5.0
"""Time after which a probe without a reply has failed."""
MIN_QUIET_SECONDS = 10.0
"""A probe ends an outage only if no first answer has failed for this long."""


class Stage(Enum):
    """What a client does with the tables of its shard."""

    AWAY = "away"
    """It does not serve them: it has not started yet, or another worker has them."""
    TAKING_OVER = "taking-over"
    """It starts to serve them."""
    SERVING = "serving"
    """It serves them: it answers clicks, and timers fire."""
    RESTING = "resting"
    """It finishes running work, and is away after that. Clicks wait for the next worker."""
    HANDED_OVER = "handed-over"
    """Another worker answers all clicks. This client answers none until it ends."""
    CLOSING = "closing"
    """It finishes running work, and ends after that. Clicks are told that the bot restarts."""


class StageError(RuntimeError):
    """A step is not allowed in the present stage."""


class ServingState:
    """The stage of a client, which changes only by these steps.

    Each step documents the stages in which it begins. In any other stage it raises `StageError`. A
    client may begin to close during another step. It then stays closing when that step has ended.
    """

    def __init__(self) -> None:
        """Start in the stage `Stage.AWAY`."""
        self._stage = Stage.AWAY
        self._serving_event = asyncio.Event()

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self._stage

    @property
    def is_serving(self) -> bool:
        """Whether the client serves the tables."""
        return self._stage is Stage.SERVING

    @property
    def closing(self) -> bool:
        """Whether the client is about to end, and no other worker answers for it."""
        return self._stage is Stage.CLOSING

    async def wait_until_serving(self, timeout_seconds: float) -> None:
        """Wait until the client serves the tables, for at most `timeout_seconds` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_seconds):
                await self._serving_event.wait()

    def take_over_tables(self) -> AbstractContextManager[None]:
        """Start to serve in the block: from away to serving.

        If the block raises, the client is away again.
        """
        return self._pass_stage(Stage.TAKING_OVER, Stage.AWAY, next_stage=Stage.SERVING)

    def release_tables(self) -> AbstractContextManager[None]:
        """Finish running work in the block: from serving to away, even if the block raises."""
        return self._pass_stage(Stage.RESTING, Stage.SERVING, next_stage=Stage.AWAY)

    def hand_over_tables(self) -> AbstractContextManager[None]:
        """Finish running work and release the tables in the block: to handed over.

        It begins while serving, away or closing. If the block raises, the client is away.
        """
        before = (Stage.SERVING, Stage.AWAY, Stage.CLOSING)
        return self._pass_stage(Stage.HANDED_OVER, *before, next_stage=Stage.HANDED_OVER)

    def begin_closing(self) -> None:
        """Start to close, in any stage. A client that has handed over its tables stays silent."""
        if self._stage is not Stage.HANDED_OVER:
            self._set_stage(Stage.CLOSING)

    @contextmanager
    def _pass_stage(self, stage: Stage, *before: Stage, next_stage: Stage) -> Iterator[None]:
        """Enter `stage` for the block if the present one is in `before`, and `next_stage` after it.

        If the block raises, the stage after it is away. If the client begins to close during the
        block, it is closing.
        """
        if self._stage not in before:
            raise StageError(f"{stage.value} while {self._stage.value}")
        self._set_stage(stage)
        try:
            yield
        except BaseException:
            next_stage = Stage.AWAY
            raise
        finally:
            if self._stage is stage:
                self._set_stage(next_stage)

    def _set_stage(self, stage: Stage) -> None:
        self._stage = stage
        if stage is Stage.SERVING:
            self._serving_event.set()
        else:
            self._serving_event.clear()


class AnswersLost(Struct, frozen=True):
    """First answers begin to fail."""

    seconds: float
    """Time since the first failed answer was sent."""


class AnswersRegained(Struct, frozen=True):
    """First answers succeed again."""


class Reachability:
    """Tells whether people can reach the bot.

    They can while both halves of Discord work. The gateway is connected, so that presses arrive.
    And Discord accepts first answers, so that people see what a press has done.

    A first answer *fails* if Discord or the network does not accept it. The reasons are:

    - a status of 500 or above,
    - a rate limit,
    - a token that is refused,
    - a page of Cloudflare's,
    - a broken connection,
    - no reply within `FIRST_ANSWER_TIMEOUT_SECONDS`.

    A refusal that concerns one press alone proves nothing.

    An outage begins with a failure, unless another first answer has succeeded since the failed one
    was sent. The lost time counts from the moment in which the failed one was sent. The outage ends
    with the next first answer that succeeds. If nobody presses, it ends when Discord answers a
    probe and no first answer has failed for `MIN_QUIET_SECONDS`.
    """

    def __init__(
        self, client: discord.Client, events: Events, monotonic: Callable[[], float]
    ) -> None:
        """Publish to `events` when an outage begins and ends.

        `monotonic` is a clock in seconds that nobody sets.
        """
        self.is_connected = False
        """Whether the gateway is connected."""
        self._monotonic = monotonic
        self._client = client
        self._events = events
        self._answers_fail = False
        self._last_success = -math.inf
        self._last_failure = -math.inf
        self._probe_task: asyncio.Task[None] | None = None

    @property
    def is_reachable(self) -> bool:
        """Whether people can reach the bot."""
        return self.is_connected and not self._answers_fail

    @contextmanager
    def watch_first_answer(self) -> Iterator[None]:
        """Record whether the first answer that is sent in the block succeeds or fails."""
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
        """Stop sending probes."""
        if self._probe_task:
            self._probe_task.cancel()

    def _note_success(self) -> None:
        self._last_success = self._monotonic()
        if self._answers_fail:
            self.close()
            self._end_outage()

    def _note_failure(self, sent_at: float) -> None:
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
    """Send Discord a small request, and return whether Discord itself replies.

    https://docs.discord.com/developers/events/gateway#get-gateway
    """
    try:
        async with limit_request_time(client, PROBE_TIMEOUT_SECONDS):
            await client.http.request(Route("GET", "/gateway"))
    except REQUEST_ERRORS as problem:
        return not is_outage(problem)
    return True
