"""Knows whether a client serves the tables of its shard, and whether people can reach the bot."""

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
"""Seconds after which a first answer to a click counts as failed if Discord has not replied.

Discord itself waits for three seconds.
"""
PROBE_INTERVAL_SECONDS = 5.0
"""Seconds between two probes, which are small test requests while first answers fail."""
PROBE_TIMEOUT_SECONDS = 5.0
"""Seconds after which a probe without a reply counts as failed."""
MIN_QUIET_SECONDS = 10.0
"""Seconds without a failed first answer after which a successful probe ends an outage."""


class Stage(Enum):
    """What a client does with the tables of its shard, Discord's share of the bot's servers."""

    AWAY = "away"
    """The client does not serve them: it has not started yet, or another worker has them."""
    TAKING_OVER = "taking-over"
    """The client starts to serve them."""
    SERVING = "serving"
    """The client serves them: it answers clicks, and timers fire."""
    RESTING = "resting"
    """The client finishes running work, and is away after that. Clicks wait for the next worker."""
    HANDED_OVER = "handed-over"
    """Another worker answers all clicks. This client answers none until it ends."""
    CLOSING = "closing"
    """The client finishes running work, and ends after that. Clicks are told that the bot
    restarts.
    """


class StageError(RuntimeError):
    """Raised if a client cannot change its stage in this way, such as to release tables twice."""


class ServingState:
    """The stage of a client, which says whether it serves the tables of its shard.

    Each method that changes it says in which stages it may be called. In any other stage it raises
    `StageError`. A client may begin to close during such a change. It then stays closing when the
    change has ended.
    """

    def __init__(self) -> None:
        """Start in the stage `Stage.AWAY`, in which the client serves no tables."""
        self._stage = Stage.AWAY
        self._serving_event = asyncio.Event()

    @property
    def stage(self) -> Stage:
        """The present stage of the client."""
        return self._stage

    @property
    def is_serving(self) -> bool:
        """Whether the client serves the tables of its shard."""
        return self._stage is Stage.SERVING

    @property
    def closing(self) -> bool:
        """Whether the client is about to end, and no other worker answers clicks for it."""
        return self._stage is Stage.CLOSING

    async def wait_until_serving(self, timeout_seconds: float) -> None:
        """Wait until the client serves the tables, so that a click need not be refused.

        Args:
            timeout_seconds: The maximum time to wait. After that the method returns without an
                error.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_seconds):
                await self._serving_event.wait()

    def take_over_tables(self) -> AbstractContextManager[None]:
        """Change from away to serving, after a block that starts to serve the tables.

        If the block raises an error, the client is away again.
        """
        return self._pass_stage(Stage.TAKING_OVER, Stage.AWAY, next_stage=Stage.SERVING)

    def release_tables(self) -> AbstractContextManager[None]:
        """Change from serving to away, after a block that finishes running work.

        The client is away even if the block raises an error.
        """
        return self._pass_stage(Stage.RESTING, Stage.SERVING, next_stage=Stage.AWAY)

    def hand_over_tables(self) -> AbstractContextManager[None]:
        """Change to handed over, so that another worker answers all clicks from now on.

        The block finishes running work and releases the tables. The client may be serving, away or
        closing before. If the block raises an error, the client is away.
        """
        before = (Stage.SERVING, Stage.AWAY, Stage.CLOSING)
        return self._pass_stage(Stage.HANDED_OVER, *before, next_stage=Stage.HANDED_OVER)

    def begin_closing(self) -> None:
        """Change from any stage to closing, except from handed over.

        A client that has handed over its tables answers no clicks until it ends.
        """
        if self._stage is not Stage.HANDED_OVER:
            self._set_stage(Stage.CLOSING)

    @contextmanager
    def _pass_stage(self, stage: Stage, *before: Stage, next_stage: Stage) -> Iterator[None]:
        """Enter `stage` for the block if the present one is in `before`, and `next_stage` after it.

        If the block raises an error, the stage after it is away. If the client begins to close
        during the block, it stays closing.
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
        """Set the stage, and wake up clicks that wait for the client to serve."""
        self._stage = stage
        if stage is Stage.SERVING:
            self._serving_event.set()
        else:
            self._serving_event.clear()


class AnswersLost(Struct, frozen=True):
    """Published when Discord no longer accepts first answers to clicks."""

    seconds: float
    """Seconds since the first failed answer was sent."""


class AnswersRegained(Struct, frozen=True):
    """Published when Discord accepts first answers to clicks again."""


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
        """Start as not connected to the gateway, and without a failed answer.

        Args:
            client: The client, which sends probes to Discord.
            events: Receives `AnswersLost` and `AnswersRegained` when an outage begins and ends.
            monotonic: Returns the time in seconds of a clock that nobody sets.
        """
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
        """Note whether the first answer to a click that is sent in the block succeeds or fails.

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
        """Stop sending probes to Discord."""
        if self._probe_task:
            self._probe_task.cancel()

    def _note_success(self) -> None:
        """Record that a first answer has succeeded, which ends an outage."""
        self._last_success = self._monotonic()
        if self._answers_fail:
            self.close()
            self._end_outage()

    def _note_failure(self, sent_at: float) -> None:
        """Record that a first answer has failed, which may begin an outage.

        `sent_at` is when it was sent. If a later one has succeeded, the failure does not count.
        """
        if sent_at < self._last_success:
            return
        self._last_failure = self._monotonic()
        if not self._answers_fail:
            self._answers_fail = True
            log.info("Discord takes no answers to presses: deadlines wait until it does")
            self._events.publish(AnswersLost(self._last_failure - sent_at))
            self._probe_task = asyncio.create_task(self._probe_until_answered())

    async def _probe_until_answered(self) -> None:
        """Send probes to Discord until one succeeds that ends the outage."""
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
        """Publish that Discord accepts first answers again."""
        self._answers_fail = False
        log.info("Discord takes answers to presses again")
        self._events.publish(AnswersRegained())


async def probe_discord(client: discord.Client) -> bool:
    """Send Discord a small request, and return whether Discord itself replies.

    An error page of a server in front of Discord is no reply.
    https://docs.discord.com/developers/events/gateway#get-gateway
    """
    try:
        async with limit_request_time(client, PROBE_TIMEOUT_SECONDS):
            await client.http.request(Route("GET", "/gateway"))
    except REQUEST_ERRORS as problem:
        return not is_outage(problem)
    return True
