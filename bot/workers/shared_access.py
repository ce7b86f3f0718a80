"""Lets a client serve its shard while no other worker does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord

from bot.discord_adapter.shard_access import ShardClient
from bot.workers.identify_queue import IdentifyQueue

TAKEOVER_WAIT_SECONDS = 1.5
"""Maximum seconds for which a click waits until this worker serves the tables."""


class SharedAccess:
    """A client's access to a shard that workers serve one after another.

    `serve` and `release` may alternate. After `hand_over`, this client answers no click any more.
    """

    def __init__(self, queue: IdentifyQueue, *, serves_at_once: bool) -> None:
        """Prepare the access of a new client.

        Args:
            queue: Gives the client its turn to log in to the gateway.
            serves_at_once: Whether the client serves the tables right after its login. If not, it
                waits for a call of `serve`, because another worker still serves them.
        """
        self._queue = queue
        self._serves_at_once = serves_at_once
        self._client: ShardClient | None = None
        """The client, or None before its login."""
        self._serving_event = asyncio.Event()
        self._has_handed_over = False
        self._is_closing = False
        self._lock = asyncio.Lock()
        """Held while the client starts or stops serving."""

    @property
    def is_serving(self) -> bool:
        """Whether the client serves the tables."""
        return self._serving_event.is_set()

    async def wait_to_identify(self, client: discord.Client) -> None:
        """Wait for the shard's turn among the shards of all workers."""
        await self._queue.use_turn(client)

    async def begin(self, client: ShardClient) -> None:
        """Serve the tables if the client is to do so at once."""
        self._client = client
        if self._serves_at_once:
            await self.serve()

    async def serve(self) -> None:
        """Start to serve the tables, after this worker has got the lease.

        Does nothing before the login, or if the client serves already or never will. If the start
        fails, the error is raised, and `serve` may be called again.
        """
        async with self._lock:
            client = self._client
            if not client or self.is_serving or self._has_handed_over or self._is_closing:
                return
            await client.start_services()
            if self._is_closing:
                return
            self._serving_event.set()
        if client.reachability.is_connected:
            await client.catch_up()

    async def release(self) -> None:
        """Stop serving the tables, if the client does. Running work is finished first.

        New clicks wait a moment, in case the tables are served again.
        """
        async with self._lock:
            if self._client and self.is_serving:
                self._serving_event.clear()
                await self._client.stop_services()

    @asynccontextmanager
    async def hand_over(self) -> AsyncIterator[None]:
        """Release the tables before the block, so that another worker can take them over.

        From then on, the other worker answers all clicks. If the release or the block fails, the
        client may serve again.
        """
        self._has_handed_over = True
        try:
            await self.release()
            yield
        except BaseException:
            self._has_handed_over = False
            raise

    async def wait_until_available(self) -> str | None:
        """Wait a moment until the client serves the tables."""
        if not (self.is_serving or self._has_handed_over or self._is_closing):
            with suppress(TimeoutError):
                async with asyncio.timeout(TAKEOVER_WAIT_SECONDS):
                    await self._serving_event.wait()
        if self._has_handed_over:
            return ""
        if self.is_serving:
            return None
        return "restarting" if self._is_closing else "one-moment"

    async def close(self) -> None:
        """Stop serving for good. A start or stop that is under way ends first."""
        self._is_closing = True
        self._serving_event.clear()
        async with self._lock:
            pass
