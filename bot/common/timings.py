"""Time limits that depend on each other: of heartbeats, shard leases and shutdown.

`tests/common/test_timings.py` checks the relations between them.
"""

from msgspec import Struct

HEARTBEAT_INTERVAL_SECONDS = 5.0
BEATS_PER_WRITE = 5
"""The number of a process's heartbeats for each one that is written to the database."""
MAX_MISSED_HEARTBEATS = 2
"""The number of heartbeats in a row, or of those written, that may be missing without an outage."""
FINAL_HEARTBEAT_TIMEOUT_SECONDS = 2.0

LEASE_CHECK_INTERVAL_SECONDS = 1.0
MOVING_LEASE_CHECK_INTERVAL_SECONDS = 0.2
"""The interval while a shard moves to another worker."""
LEASE_CHECK_TIMEOUT_SECONDS = 3.0
"""The time without an answer after which a worker gives up its leases."""
LEASE_VALID_SECONDS = 5.0
"""The time after a check for which a worker can rely on its leases, even if it was suspended."""
LEASE_TIMEOUT_SECONDS = 6.0
"""The time without a check after which others end a worker's database sessions, and its leases."""
REBALANCE_DELAY_SECONDS = 60.0
"""The time from the newest worker's start until shards are spread evenly. A rolling release, which
replaces the workers one by one, may take this long.
"""

STATEMENT_TIMEOUT_SECONDS = 30
"""The time after which the database server cancels an SQL statement."""
DATABASE_TIMEOUT_SECONDS = 35.0
"""The time without an answer after which the bot cuts a connection to the database server."""

FINISH_TIMEOUT_SECONDS = 8.0
"""The maximum time that a closing Discord client waits for work that still runs."""
CLOSE_TIMEOUT_SECONDS = 8.5
"""The maximum time in which all Discord clients of a process together have to close."""
HTTP_SHUTDOWN_TIMEOUT_SECONDS = 0.5
HANDOVER_TIMEOUT_SECONDS = 25.0
"""The minimum of the time that `compute_handover_timeout` returns."""
TAKEOVER_SECONDS_PER_SHARD = 8.0
"""The time that a worker needs to connect one shard to Discord."""


def compute_handover_timeout(shards: int, buckets: int) -> float:
    """Return how many seconds a stopping worker has to hand over its shards.

    Discord lets the shards of one rate-limit bucket connect only one after another.
    """
    return max(HANDOVER_TIMEOUT_SECONDS, -(-shards // buckets) * TAKEOVER_SECONDS_PER_SHARD)


class Timings(Struct, frozen=True):
    """Intervals between the bot's own actions, in seconds. Tests use shorter ones."""

    heartbeat: float = HEARTBEAT_INTERVAL_SECONDS
    pause: float = 2.5
    """The time that a computer player waits before it moves."""
    between_edits: float = 1.1
    """The minimum time between two edits of a board. Discord allows five in five seconds."""
    between_puzzles: float | None = 2.0
    """The time between two puzzles that are made ahead, in which slow computer players choose their
    moves. None means that no puzzle is made ahead.
    """


DEFAULT_TIMINGS = Timings()
