"""Time limits that depend on each other: of heartbeats, shard leases and shutdown.

A heartbeat records in the database that people can reach the bot. A shard is a connection to
Discord that serves a part of the servers. A shard lease says which process of the bot (worker)
serves a shard. `tests/common/test_timings.py` checks the relations between the limits.
"""

from msgspec import Struct

HEARTBEAT_INTERVAL_SECONDS = 5.0
"""The time between two heartbeats that a process writes to the database, in seconds.

A heartbeat records that people can reach the bot.
"""
BEATS_PER_WRITE = 5
"""The number of a process's heartbeats (signs of life) for each one written to the database."""
MAX_MISSED_HEARTBEATS = 2
"""The number of heartbeats (signs of life) in a row that may be missing without an outage.

If more are missing, the time counts as an outage. The same number applies to heartbeats that are
written to the database.
"""
FINAL_HEARTBEAT_TIMEOUT_SECONDS = 2.0
"""The maximum time that shutdown waits until the last heartbeat is written, in seconds."""

LEASE_CHECK_INTERVAL_SECONDS = 1.0
"""The time between two checks whether a worker process still holds its shard leases, in seconds.

A shard lease is the right to serve one of the bot's connections to Discord.
"""
MOVING_LEASE_CHECK_INTERVAL_SECONDS = 0.2
"""The time between two lease checks while a shard moves to another worker, in seconds.

A lease is the right of a worker process to serve a shard, a connection to Discord.
"""
LEASE_CHECK_TIMEOUT_SECONDS = 3.0
"""The maximum time that a worker process waits for the answer to a lease check, in seconds.

Without an answer, it gives up its shard leases: the right to serve some of the bot's connections to
Discord.
"""
LEASE_VALID_SECONDS = 5.0
"""The time after a lease check for which a worker process can rely on its leases, in seconds.

A lease is the right to serve a shard, one of the bot's connections to Discord. During this time no
other worker can take over, even if this one was suspended.
"""
LEASE_TIMEOUT_SECONDS = 6.0
"""The time without a check after which other workers take over a worker's shards, in seconds.

The other workers then end its database sessions, which hold its leases.
"""
REBALANCE_DELAY_SECONDS = 60.0
"""The time from the start of the newest worker process until shards are spread evenly, in seconds.

A rolling release, which replaces the workers one by one, may take this long.
"""

STATEMENT_TIMEOUT_SECONDS = 30
"""The maximum time for which an SQL statement may run, in seconds.

The database server then cancels the statement.
"""
DATABASE_TIMEOUT_SECONDS = 35.0
"""The maximum time for which the bot waits for an answer of the database server, in seconds.

The bot then cuts the connection.
"""

FINISH_TIMEOUT_SECONDS = 8.0
"""The maximum time that a closing Discord client waits for work that still runs, in seconds."""
CLOSE_TIMEOUT_SECONDS = 8.5
"""The maximum time in which all Discord clients of a process together have to close, in seconds."""
HTTP_SHUTDOWN_TIMEOUT_SECONDS = 0.5
"""The maximum time that shutdown waits for open HTTP requests, in seconds.

The wait begins when the Discord clients are closed.
"""
HANDOVER_TIMEOUT_SECONDS = 25.0
"""The shortest time limit for a stopping worker to hand its shards to other workers, in seconds.

With many shards, `compute_handover_timeout` returns a longer limit.
"""
TAKEOVER_SECONDS_PER_SHARD = 8.0
"""The time that a worker process needs to connect one shard to Discord, in seconds.

Discord lets the shards of one rate-limit bucket connect only one after another.
"""


def compute_handover_timeout(shards: int, buckets: int) -> float:
    """Return the maximum time for a stopping worker process to hand over its shards, in seconds.

    Args:
        shards: The number of shards (connections to Discord) to hand over.
        buckets: The number of Discord's rate-limit buckets. Shards of different buckets connect at
            the same time.
    """
    return max(HANDOVER_TIMEOUT_SECONDS, -(-shards // buckets) * TAKEOVER_SECONDS_PER_SHARD)


class Timings(Struct, frozen=True):
    """Intervals between the bot's own actions, in seconds. Tests use shorter ones."""

    heartbeat: float = HEARTBEAT_INTERVAL_SECONDS
    """The time between two heartbeats that are written to the database, in seconds.

    A heartbeat records that people can reach the bot.
    """
    pause: float = 2.5
    """The time that a computer player waits before it moves, in seconds."""
    between_edits: float = 1.1
    """The minimum time between two edits of a table's public message, in seconds.

    Discord allows five edits in five seconds.
    """


DEFAULT_TIMINGS = Timings()
"""The intervals that the bot uses outside of tests."""
