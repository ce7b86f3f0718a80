"""Time limits that depend on each other: heartbeats, leases on shards, and shutdown.

`tests/common/test_timings.py` checks the relations between them.
"""

from msgspec import Struct

HEARTBEAT_INTERVAL_SECONDS = 5.0
"""Between two heartbeats that are written to the database."""
BEATS_PER_WRITE = 5
"""Of so many beats, one is written for the next process."""
MAX_MISSED_HEARTBEATS = 2
"""More missed beats, or missed written ones, count as an outage."""
FINAL_HEARTBEAT_TIMEOUT_SECONDS = 2.0
"""How long shutdown waits for the final heartbeat to be written."""

LEASE_CHECK_INTERVAL_SECONDS = 1.0
"""Between two looks of a worker at who has which shards."""
MOVING_LEASE_CHECK_INTERVAL_SECONDS = 0.2
"""The same while a shard moves from one worker to another."""
LEASE_CHECK_TIMEOUT_SECONDS = 3.0
"""A server that does not answer a look for so long counts as lost: others may have taken over."""
LEASE_VALID_SECONDS = 5.0
"""How long after a look nobody can have taken a shard from a worker that stands still."""
LEASE_TIMEOUT_SECONDS = 6.0
"""The other workers end the sessions of a worker that has not looked for so long."""
REBALANCE_DELAY_SECONDS = 60.0
"""From the last worker's joining until shards are evened out: a release may take so long."""

STATEMENT_TIMEOUT_SECONDS = 30
"""A database server gives up a statement after so long, and says so."""
DATABASE_TIMEOUT_SECONDS = 35.0
"""A database server that does not answer for so long counts as lost."""

FINISH_TIMEOUT_SECONDS = 8.0
"""How long a client that closes waits for what runs."""
CLOSE_TIMEOUT_SECONDS = 8.5
"""How long all clients of a process may take to close."""
HTTP_SHUTDOWN_TIMEOUT_SECONDS = 0.5
"""How long shutdown waits then for HTTP requests that are being answered."""
HANDOVER_TIMEOUT_SECONDS = 25.0
"""How long a worker that leaves first hands a few shards over to the others, if there are any."""
TAKEOVER_SECONDS_PER_SHARD = 8.0
"""What each of many shards in a bucket takes, that others take over: its turn and connection."""


def seconds_to_hand_over(shards: int, buckets: int) -> float:
    """Return how many seconds a worker that leaves may take to hand so many shards over."""
    return max(HANDOVER_TIMEOUT_SECONDS, -(-shards // buckets) * TAKEOVER_SECONDS_PER_SHARD)


class Timings(Struct, frozen=True):
    """How often the bot does what it does by itself, in seconds."""

    heartbeat: float = HEARTBEAT_INTERVAL_SECONDS
    pause: float = 2.5
    """Before a computer player moves."""
    between_edits: float = 1.1
    """At least, between two edits of a board: Discord takes five in five seconds."""


DEFAULT_TIMINGS = Timings()
