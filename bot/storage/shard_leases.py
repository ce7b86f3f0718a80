"""Which worker serves which shard: what each of them sees, and how the shards are shared out.

A worker is a process of the bot. `postgres_shard_leases.py` lets many of them share a database;
the owner of a file is `SingleProcessLeases`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from msgspec import Struct


class LeaseView(Struct, frozen=True):
    """Who has what at a moment. Workers and shards are numbers."""

    me: int
    workers: tuple[int, ...]
    """All that take shards; who is about to leave takes none."""
    owners: Mapping[int, int]
    """By shard the worker that has leased it."""
    ready: Mapping[int, int]
    """By shard the worker that could take it over at once: its gateway connection is up."""
    new: tuple[int, ...] = ()
    """Workers that have just joined: while there are any, shards move only from whoever leaves."""


class ShardLeases(Protocol):
    """The leases of this worker. They last until they are released, or its session ends.

    All methods raise `Lost` when the session has ended: then it has no lease any more.
    """

    def joining(self, patience: float = 0.0) -> AbstractAsyncContextManager[bool]:
        """Become one of the workers, at the end; yields whether there is no other one.

        `patience`: seconds to wait until nothing is left of one that has just ended.
        """

    async def look(self) -> LeaseView:
        """Return who has what now, and be seen to live."""

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard; False if another worker has it."""

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""

    async def ready(self, shard: int, *, yes: bool) -> None:
        """Let others see whether this worker could take a shard over at once."""

    async def leave(self) -> None:
        """Take no further shards; those that it has stay its own."""

    async def close(self) -> None:
        """Give up everything."""


def assign_shards(view: LeaseView, count: int) -> dict[int, int]:
    """Return which worker shall have each of so many shards.

    All workers that see the same come to the same. Whoever has a shard keeps it; only while
    nobody is new, no more of them than an equal share. What nobody has, or who leaves, goes to
    whoever is ready for it, else to whoever has fewest. So a release that starts new workers one by
    one, and stops an old one for each, moves each shard once. Empty if there is no worker.
    """
    if not view.workers:
        return {}
    has = Counter(view.owners.get(shard) for shard in range(count))
    ranked = sorted(view.workers, key=lambda worker: (-has[worker], worker))
    least, more = divmod(count, len(ranked))
    equal = {worker: least + (rank < more) for rank, worker in enumerate(ranked)}
    plan: dict[int, int] = {}
    planned = Counter[int]()

    def give(shard: int, worker: int | None) -> None:
        if worker in equal and shard not in plan:
            plan[shard] = worker
            planned[worker] += 1

    for shard in range(count):
        owner = view.owners.get(shard)
        if owner in equal and (view.new or planned[owner] < equal[owner]):
            give(shard, owner)
    for shard in range(count):
        worker = view.ready.get(shard)
        if worker in equal and (view.new or planned[worker] < equal[worker]):
            give(shard, worker)
    for shard in range(count):
        give(shard, min(ranked, key=lambda one: (planned[one], one not in view.new, one)))
    return plan


class SingleProcessLeases:
    """The leases of the only process that has a database. It is `ShardLeases`."""

    def __init__(self) -> None:
        self._owners: dict[int, int] = {}
        self._workers: tuple[int, ...] = (0,)

    @asynccontextmanager
    async def joining(self, patience: float = 0.0) -> AsyncIterator[bool]:  # noqa: ARG002
        """Yield True: there is no other worker."""
        yield True

    async def look(self) -> LeaseView:
        """Return that every lease is one's own."""
        return LeaseView(0, self._workers, dict(self._owners), {})

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard."""
        self._owners[shard] = 0
        return True

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""
        self._owners.pop(shard, None)

    async def ready(self, shard: int, *, yes: bool) -> None:
        """Do nothing: there is nobody to take a shard over from."""

    async def leave(self) -> None:
        """Take no further shards."""
        self._workers = ()

    async def close(self) -> None:
        """Give up everything."""
        self._owners.clear()
