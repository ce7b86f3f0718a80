"""Leases that tell which worker serves which shard, and how shards are assigned.

A worker is a process of the bot. `postgres_shard_leases.py` lets many workers share a database.
A file has one process, with `SingleProcessLeases`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from msgspec import Struct


class LeaseView(Struct, frozen=True):
    """All leases at one moment. Workers and shards are numbers."""

    own_worker: int
    workers: tuple[int, ...]
    """The workers that take shards. A worker that leaves is not among them."""
    owners: Mapping[int, int]
    """Maps each leased shard to its worker."""
    ready_workers: Mapping[int, int]
    """Maps shards to the worker that could take them over at once, with a connection that is up."""
    new_workers: tuple[int, ...] = ()
    """Workers that have just joined. Meanwhile shards move only away from workers that leave."""


class ShardLeases(Protocol):
    """The leases of this worker, which last until it releases them or its session ends.

    All methods raise `Lost` after the session has ended.
    """

    def join_workers(self, timeout_seconds: float = 0.0) -> AbstractAsyncContextManager[bool]:
        """Become one of the workers at the end of the block; yield whether there is no other one.

        `timeout_seconds` is how many seconds to wait for the locks of a worker that has just ended.
        """

    async def read_leases(self) -> LeaseView:
        """Return all leases, and show that this worker is active."""

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard; False if another worker has it."""

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Let others see whether this worker could take a shard over at once."""

    async def leave(self) -> None:
        """Take no more shards. Leases that this worker has stay."""

    async def close(self) -> None:
        """Give up everything."""


def assign_shards(view: LeaseView, shard_count: int) -> dict[int, int]:
    """Return which worker each of `shard_count` shards is assigned to; empty if there is no worker.

    Workers with the same view assign the same. A worker keeps its shards; while nobody is new, it
    keeps an equal share at most. A shard without a worker goes to one that is ready for it, else to
    the one that has fewest. So each shard moves once in a release that starts a new worker and
    stops an old one, again and again.
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
    """The leases of the only process that has a database.."""

    def __init__(self) -> None:
        self._owners: dict[int, int] = {}
        self._workers: tuple[int, ...] = (0,)

    @asynccontextmanager
    async def join_workers(self, timeout_seconds: float = 0.0) -> AsyncIterator[bool]:  # noqa: ARG002
        """Yield True: there is no other worker."""
        yield True

    async def read_leases(self) -> LeaseView:
        """Return all leases, which are this process's own."""
        return LeaseView(0, self._workers, dict(self._owners), {})

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard."""
        self._owners[shard] = 0
        return True

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""
        self._owners.pop(shard, None)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Do nothing: no other worker has a shard."""

    async def leave(self) -> None:
        """Take no further shards."""
        self._workers = ()

    async def close(self) -> None:
        """Give up everything."""
        self._owners.clear()
