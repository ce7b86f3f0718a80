"""Leases that tell which worker serves which shard, and the rule that assigns shards to workers.

With PostgreSQL, many workers can share a database (`postgres_shard_leases.py`). A SQLite file is
used by one process, which has `SingleProcessLeases`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from msgspec import Struct


class LeaseView(Struct, frozen=True):
    """A snapshot of all leases, with the numbers of workers and shards."""

    own_worker: int
    """The worker that took this snapshot."""
    workers: tuple[int, ...]
    """The workers that are willing to serve shards. A worker that is about to end is left out."""
    owners: Mapping[int, int]
    """Maps each leased shard to the worker that serves it."""
    ready_workers: Mapping[int, int]
    """Maps shards to the worker that is already connected to take the shard over."""
    new_workers: tuple[int, ...] = ()
    """The workers that have just joined. While there are any, shards move only if the worker that
    serves them is about to end.
    """


class ShardLeases(Protocol):
    """The leases of this worker, a process of the bot: its exclusive rights to serve shards.

    A lease lasts until it is released or the worker's database session ends. After that, all
    methods raise `ConnectionLost`.
    """

    def join_workers(self, timeout_seconds: float = 0.0) -> AbstractAsyncContextManager[bool]:
        """Join the workers when the `with` block ends, and yield whether there is no other one.

        Within the block, a worker that is alone may still change the number of shards.

        Args:
            timeout_seconds: How long to wait for the locks of a worker that has just ended.
        """

    async def read_leases(self) -> LeaseView:
        """Return all leases, and show the other workers that this one is alive."""

    async def claim(self, shard: int) -> bool:
        """Try to take the lease of a shard. Return False if another worker has it."""

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Tell the other workers whether this one could take over a shard without delay."""

    async def leave(self) -> None:
        """Stop taking new shards, because this process is about to end. Keep its present leases."""

    async def close(self) -> None:
        """Give up all leases, and no longer count as a worker."""


def assign_shards(view: LeaseView, shard_count: int) -> dict[int, int]:
    """Map each shard to the worker that should serve it. The map is empty if there is no worker.

    Each worker calls this function for itself. With the same `view`, all get the same answer. A
    worker keeps its shards up to an equal share, or all of them while another worker has just
    joined. A shard without a worker goes to one that is ready for it, or else to the one with the
    fewest shards.
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
    """The leases of the only process that uses a database, which may serve all shards."""

    def __init__(self) -> None:
        self._owners: dict[int, int] = {}
        self._workers: tuple[int, ...] = (0,)

    @asynccontextmanager
    async def join_workers(self, timeout_seconds: float = 0.0) -> AsyncIterator[bool]:  # noqa: ARG002
        """Yield True."""
        yield True

    async def read_leases(self) -> LeaseView:
        """Return the leases of this process."""
        return LeaseView(0, self._workers, dict(self._owners), {})

    async def claim(self, shard: int) -> bool:
        """Note that this process serves the shard, and return True."""
        self._owners[shard] = 0
        return True

    async def release(self, shard: int) -> None:
        """Note that this process no longer serves the shard."""
        self._owners.pop(shard, None)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Do nothing, because nobody could read it."""

    async def leave(self) -> None:
        """Stop taking new shards."""
        self._workers = ()

    async def close(self) -> None:
        """Give up all leases."""
        self._owners.clear()
