"""Time limits that depend on each other: of heartbeats, shard leases and shutdown.

A heartbeat records in the database that people can reach the bot. A shard is Discord's share of the
servers. A shard lease says which process of the bot (worker) serves a shard.
`tests/common/test_timings.py` checks the relations between the limits.
"""

from msgspec import Struct

HEARTBEAT_INTERVAL_SECONDS = 5.0
"""The time between two heartbeats that a process writes to the database, in seconds."""
BEATS_PER_WRITE = 5
"""How many heartbeats a process has for each one that it writes to the database."""
MAX_MISSED_HEARTBEATS = 2
"""How many heartbeats may be missed in a row. If more are missed, it counts as an outage.

The same number holds for heartbeats that are written to the database.
"""
FINAL_HEARTBEAT_TIMEOUT_SECONDS = 2.0
"""How long shutdown waits until the last heartbeat is written, in seconds."""

LEASE_CHECK_INTERVAL_SECONDS = 1.0
"""The time between two checks whether a worker still holds its shard leases, in seconds."""
MOVING_LEASE_CHECK_INTERVAL_SECONDS = 0.2
"""The time between two such checks while a shard moves from one worker to another, in seconds."""
LEASE_CHECK_TIMEOUT_SECONDS = 3.0
"""How long a worker waits for the answer to a check before it gives up its leases, in seconds."""
LEASE_VALID_SECONDS = 5.0
"""How long after a check a worker can be sure of its leases, in seconds.

Until then no other worker can have taken over, even if this worker was suspended meanwhile.
"""
LEASE_TIMEOUT_SECONDS = 6.0
"""How long a worker may go without a check before other workers take over, in seconds.

The other workers then end its database sessions, which hold its leases.
"""
REBALANCE_DELAY_SECONDS = 60.0
"""The time from the start of the newest worker until shards are spread evenly, in seconds.

A rolling release, which replaces the workers one by one, may take this long.
"""

STATEMENT_TIMEOUT_SECONDS = 30
"""How long a statement may run before the database server cancels it, in seconds."""
DATABASE_TIMEOUT_SECONDS = 35.0
"""How long the bot waits for the database server before it counts as lost, in seconds."""

FINISH_TIMEOUT_SECONDS = 8.0
"""How long a Discord client that closes waits for work that is still running, in seconds."""
CLOSE_TIMEOUT_SECONDS = 8.5
"""How long all Discord clients of a process together may take to close, in seconds."""
HTTP_SHUTDOWN_TIMEOUT_SECONDS = 0.5
"""How long shutdown waits for open HTTP requests after the clients are closed, in seconds."""
HANDOVER_TIMEOUT_SECONDS = 25.0
"""The minimum time that a worker which shuts down has to hand its shards over, in seconds."""
TAKEOVER_SECONDS_PER_SHARD = 8.0
"""How long another worker needs to connect one shard to Discord, in seconds.

Discord lets the shards of one rate-limit bucket connect only one after another.
"""


def compute_handover_timeout(shards: int, buckets: int) -> float:
    """Return how long a worker that shuts down may take to hand over its shards, in seconds.

    Args:
        shards: The number of shards to hand over.
        buckets: The number of Discord's rate-limit buckets. Shards of different buckets connect at
            the same time.
    """
    return max(HANDOVER_TIMEOUT_SECONDS, -(-shards // buckets) * TAKEOVER_SECONDS_PER_SHARD)


class Timings(Struct, frozen=True):
    """Intervals of the bot's own work, in seconds. Tests shorten them."""

    heartbeat: float = HEARTBEAT_INTERVAL_SECONDS
    """The time between two heartbeats, which record that people can reach the bot."""
    pause: float = 2.5
    """How long a computer player waits before it moves."""
    between_edits: float = 1.1
    """The minimum time between two edits of a table's public message.

    Discord allows five in five seconds.
    """


DEFAULT_TIMINGS = Timings()
"""The intervals of a real bot."""
