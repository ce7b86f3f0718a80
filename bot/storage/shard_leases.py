"""Leases that tell which worker serves which shard, and the rule that assigns shards to workers.

A worker is a process of the bot. A lease gives it alone the right to serve a shard. With
PostgreSQL, many workers can share a database (`postgres_shard_leases.py`). A SQLite file is used by
one process, which has `SingleProcessLeases`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from msgspec import Struct


class LeaseView(Struct, frozen=True):
    """A snapshot of all leases: which workers there are, and which shards they serve.

    Both are given as numbers.
    """

    own_worker: int
    """The number of the worker that took this snapshot."""
    workers: tuple[int, ...]
    """The numbers of the workers that are willing to serve shards.

    A worker that is about to end is left out.
    """
    owners: Mapping[int, int]
    """Maps the number of each leased shard to the number of the worker that serves it."""
    ready_workers: Mapping[int, int]
    """Maps the number of a shard to the worker that could take it over without delay.

    That worker has already opened a connection to Discord for the shard.
    """
    new_workers: tuple[int, ...] = ()
    """The numbers of workers that have just joined.

    While there are any, shards move only if the worker that serves them is about to end.
    """


class ShardLeases(Protocol):
    """The leases of this process of the bot: its exclusive rights to serve certain shards.

    A lease lasts until it is released or the process's database session ends. After that, all
    methods raise `ConnectionLost`.
    """

    def join_workers(self, timeout_seconds: float = 0.0) -> AbstractAsyncContextManager[bool]:
        """Join the workers when the `with` block ends.

        Within the block, a worker that is alone may still change the number of shards.

        Args:
            timeout_seconds: The maximum number of seconds to wait for the locks of a worker that
                has just ended.

        Returns:
            A context manager that yields whether there is no other worker.
        """

    async def read_leases(self) -> LeaseView:
        """Return all leases, and show the other processes of the bot that this one is alive."""

    async def claim(self, shard: int) -> bool:
        """Try to take the lease of a shard. Return False if another process has it."""

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard, so that another worker can take it."""

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Tell the bot's other processes whether this one could take over a shard without delay."""

    async def leave(self) -> None:
        """Stop taking new shards, because this process is about to end. Keep its present leases."""

    async def close(self) -> None:
        """Give up all leases, and no longer count as one of the bot's processes."""


def assign_shards(view: LeaseView, shard_count: int) -> dict[int, int]:
    """Decide which worker (process of the bot) should serve each shard.

    Each worker calls this function for itself. With the same `view`, all get the same answer. A
    worker keeps its shards up to an equal share, or all of them while another worker has just
    joined. A shard without a worker goes to one that is ready for it, or else to the one with the
    fewest shards.

    Returns:
        A map from the number of each shard to the number of its worker. It is empty if there is no
            worker.
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
    """The leases of the only process that uses a database.

    It may serve all shards. Nothing is stored, because no other process could ask for a shard.
    """

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
        """Note that this process serves the shard."""
        self._owners[shard] = 0
        return True

    async def release(self, shard: int) -> None:
        """Note that this process no longer serves the shard."""
        self._owners.pop(shard, None)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Do nothing, because there is no other process from which to take over a shard."""

    async def leave(self) -> None:
        """Stop taking new shards, because this process is about to end."""
        self._workers = ()

    async def close(self) -> None:
        """Give up all leases."""
        self._owners.clear()
