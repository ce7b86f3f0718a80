"""Time limits that depend on each other: of heartbeats, shard leases and shutdown.

`tests/common/test_timings.py` checks the relations between them.
"""

from msgspec import Struct

HEARTBEAT_INTERVAL_SECONDS = 5.0
"""Time between two heartbeats in the database."""
BEATS_PER_WRITE = 5
"""Of so many beats of a process, one is written to the database."""
MAX_MISSED_HEARTBEATS = 2
"""More missed heartbeats, or missed written ones, count as an outage."""
FINAL_HEARTBEAT_TIMEOUT_SECONDS = 2.0
"""How long shutdown waits for the final heartbeat to be written."""

LEASE_CHECK_INTERVAL_SECONDS = 1.0
"""Time between two checks of a worker's leases."""
MOVING_LEASE_CHECK_INTERVAL_SECONDS = 0.2
"""The same while a shard moves from one worker to another."""
LEASE_CHECK_TIMEOUT_SECONDS = 3.0
"""A worker whose check gets no answer in this time gives up its leases."""
LEASE_VALID_SECONDS = 5.0
"""How long after a check no other worker can have taken over, even if this one stands still."""
LEASE_TIMEOUT_SECONDS = 6.0
"""Other workers end the database sessions of a worker that has not checked for this long."""
REBALANCE_DELAY_SECONDS = 60.0
"""Time from the last worker's start to rebalancing; a rolling release may take this long."""

STATEMENT_TIMEOUT_SECONDS = 30
"""The database server cancels a statement after this time."""
DATABASE_TIMEOUT_SECONDS = 35.0
"""A database server that does not answer in this time counts as lost."""

FINISH_TIMEOUT_SECONDS = 8.0
"""How long a closing client waits for running work."""
CLOSE_TIMEOUT_SECONDS = 8.5
"""How long all clients of a process may take to close."""
HTTP_SHUTDOWN_TIMEOUT_SECONDS = 0.5
"""How long shutdown waits for open HTTP requests afterwards."""
HANDOVER_TIMEOUT_SECONDS = 25.0
"""Minimum time in which a leaving worker hands its shards over to other workers."""
TAKEOVER_SECONDS_PER_SHARD = 8.0
"""How long other workers need to connect each shard of a rate-limit bucket, one after another."""


def compute_handover_timeout(shards: int, buckets: int) -> float:
    """Return the seconds in which a leaving worker may hand over so many shards."""
    return max(HANDOVER_TIMEOUT_SECONDS, -(-shards // buckets) * TAKEOVER_SECONDS_PER_SHARD)


class Timings(Struct, frozen=True):
    """Intervals of the bot's own work, in seconds."""

    heartbeat: float = HEARTBEAT_INTERVAL_SECONDS
    pause: float = 2.5
    """Pause before a computer player moves."""
    between_edits: float = 1.1
    """Minimum time between two edits of a board. Discord allows five in five seconds."""


DEFAULT_TIMINGS = Timings()
