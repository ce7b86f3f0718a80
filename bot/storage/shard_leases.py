"""Leases that tell which worker serves which shard, and the rule that assigns shards to workers.

A worker is a process of the bot, a shard is Discord's share of the servers.
`postgres_shard_leases.py` lets many workers share a database. A SQLite file has one process, with
`SingleProcessLeases`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from msgspec import Struct


class LeaseView(Struct, frozen=True):
    """All leases at one moment: which workers there are, and which shards they serve.

    Workers and shards are given as numbers.
    """

    own_worker: int
    """The number of the worker that read the leases."""
    workers: tuple[int, ...]
    """The workers that take shards. A worker that is about to end is not among them."""
    owners: Mapping[int, int]
    """Maps each leased shard to the worker that has its lease."""
    ready_workers: Mapping[int, int]
    """Maps a shard to the worker that could take it over at once.

    That worker's connection to Discord for the shard is up already.
    """
    new_workers: tuple[int, ...] = ()
    """Workers that have just joined.

    While there are any, shards move only away from workers that are about to end.
    """


class ShardLeases(Protocol):
    """The leases of this worker, which last until it releases them or its database session ends.

    A lease lets one worker alone serve a shard. All methods raise `ConnectionLost` after the
    session has ended.
    """

    def join_workers(self, timeout_seconds: float = 0.0) -> AbstractAsyncContextManager[bool]:
        """Let this worker become one of the workers when the block ends.

        Within the block, a worker that is alone may still change the number of shards.

        Args:
            timeout_seconds: How many seconds to wait for the locks of a worker that has just ended.

        Returns:
            A context manager that yields whether there is no other worker.
        """

    async def read_leases(self) -> LeaseView:
        """Return all leases, and show the other workers that this one is still active."""

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard, and tell whether that was possible.

        False means that another worker has the lease.
        """

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard, so that another worker can take it."""

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Let other workers see whether this worker could take over a shard at once."""

    async def leave(self) -> None:
        """Stop taking shards, because this worker is about to end.

        It keeps the leases that it has.
        """

    async def close(self) -> None:
        """Give up all leases, and stop being one of the workers."""


def assign_shards(view: LeaseView, shard_count: int) -> dict[int, int]:
    """Decide which worker should serve each shard.

    All workers decide for themselves, and those with the same view decide the same. A worker keeps
    the shards that it has, but at most an equal share, unless a worker has just joined. A shard
    without a worker goes to one that is ready for it, or else to the one with the fewest shards. So
    each shard moves once in a release that starts a new worker and stops an old one, again and
    again.

    Args:
        view: All leases, as this worker has read them.
        shard_count: The number of all shards.

    Returns:
        A map from each shard to its worker. It is empty if there is no worker.
    """
    if not view.workers:
        return {}
    has = Counter(view.owners.get(shard) for shard in range(shard_count))
    ranked = sorted(view.workers, key=lambda worker: (-has[worker], worker))
    least, more = divmod(shard_count, len(ranked))
    equal = {worker: least + (rank < more) for rank, worker in enumerate(ranked)}
    plan: dict[int, int] = {}
    planned = Counter[int]()

    def give(shard: int, worker: int | None) -> None:
        if worker in equal and shard not in plan:
            plan[shard] = worker
            planned[worker] += 1

    for shard in range(shard_count):
        owner = view.owners.get(shard)
        if owner in equal and (view.new_workers or planned[owner] < equal[owner]):
            give(shard, owner)
    for shard in range(shard_count):
        worker = view.ready_workers.get(shard)
        if worker in equal and (view.new_workers or planned[worker] < equal[worker]):
            give(shard, worker)
    for shard in range(shard_count):
        give(shard, min(ranked, key=lambda one: (planned[one], one not in view.new_workers, one)))
    return plan


class SingleProcessLeases(ShardLeases):
    """The leases of the only process that uses a database. It may serve all shards."""

    def __init__(self) -> None:
        self._owners: dict[int, int] = {}
        self._workers: tuple[int, ...] = (0,)

    @asynccontextmanager
    async def join_workers(self, timeout_seconds: float = 0.0) -> AsyncIterator[bool]:  # noqa: ARG002
        """Yield True, because there is no other worker."""
        yield True

    async def read_leases(self) -> LeaseView:
        """Return all leases, which are those of this process."""
        return LeaseView(0, self._workers, dict(self._owners), {})

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard. No other process can have it, so the result is always True."""
        self._owners[shard] = 0
        return True

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard, which this process then no longer serves."""
        self._owners.pop(shard, None)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Do nothing, because there is no other worker that could hand over a shard."""

    async def leave(self) -> None:
        """Stop taking shards, because this process is about to end.

        It keeps the leases that it has.
        """
        self._workers = ()

    async def close(self) -> None:
        """Give up all leases."""
        self._owners.clear()
