"""Stores the bot's own data: settings, heartbeats, handled interactions and turns to identify.

An interaction is Discord's event of a click or command. To identify means to log in to Discord's
gateway.
"""

from secrets import token_hex

import sqlalchemy as sa

from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.schema import heartbeat, interactions, settings
from bot.storage.shards import Shard
from bot.storage.statements import Statement, param

INTERACTIONS_KEPT_SECONDS = 3600.0
"""How many seconds the ids of handled clicks and commands are kept.

Discord's tokens, with which the bot answers them, last 900 seconds.
"""
INTERACTIONS_PER_STEP = 1000
"""The maximum number of old interactions that one transaction deletes."""
SHARD_COUNT_KEY = "shards"
"""The key of the setting that holds the number of the bot's shards."""
LAST_ERASURE_KEY = "forgotten"
"""The key of a setting that changes whenever data of people is deleted.

Each worker compares it, so that it can drop what it still holds of them in memory.
"""

_OF = param("of")
_UNTIL = param("until")
SELECT_SETTING = Statement(sa.select(settings.c.value).where(settings.c.key == _OF))
"""Query for the value of a setting. Parameter: `of` is the setting's key."""
UPDATE_SETTING = Statement(
    sa.update(settings).where(settings.c.key == _OF).values(value=param("value"))
)
"""Replaces the value of a setting. Parameters: `of` is the setting's key, `value` the new value."""
INSERT_SETTING = Statement(sa.insert(settings))
"""Stores a setting that did not exist."""
DELETE_SETTING = Statement(sa.delete(settings).where(settings.c.key == _OF))
"""Deletes a setting. Parameter: `of` is the setting's key."""
UPDATE_HEARTBEAT = Statement(
    sa.update(heartbeat).where(heartbeat.c.shard == param("of_shard")).values(at=param("now"))
)
"""Replaces the time of a shard's heartbeat. Parameters: `of_shard` and `now`."""
INSERT_HEARTBEAT = Statement(sa.insert(heartbeat))
"""Stores the first heartbeat of a shard."""


async def read_setting(db: Transaction, key: str) -> str | None:
    """Return the value of a setting that the bot stores for itself.

    None means that the setting does not exist.
    """
    found = await db.rows(SELECT_SETTING, of=key)
    return found[0][0] if found else None


async def write_setting(db: Transaction, key: str, value: str) -> None:
    """Store a setting that the bot keeps for itself, and replace an earlier value."""
    if not await db.run(UPDATE_SETTING, [{"of": key, "value": value}]):
        await db.run(INSERT_SETTING, [{"key": key, "value": value}])


async def remove_setting(db: Transaction, key: str) -> None:
    """Delete a setting that the bot stores for itself, if it exists."""
    await db.run(DELETE_SETTING, [{"of": key}])


async def mark_erasure(db: Transaction) -> None:
    """Change a setting that tells every worker to read again what it holds of people.

    A worker is a process of the bot. It must not keep erased data in memory.
    """
    await write_setting(db, LAST_ERASURE_KEY, token_hex(8))


async def write_heartbeat(db: Transaction, now: float, shard: Shard) -> None:
    """Store that people could reach the bot on a shard at this time.

    Args:
        db: The transaction that writes.
        now: The time in seconds since the epoch.
        shard: The shard, Discord's share of the servers.
    """
    if not await db.run(UPDATE_HEARTBEAT, [{"now": now, "of_shard": shard.number}]):
        await db.run(INSERT_HEARTBEAT, [{"shard": shard.number, "at": now}])


class BotRepository(Repository):
    """Stores the bot's own data, such as settings, heartbeats and turns to identify.

    A heartbeat says when people could last reach the bot on a shard.
    """

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer

    @reads
    async def find_setting(self, db: Transaction, key: str) -> str | None:
        """Return the value of a setting that the bot stores for itself.

        None means that the setting does not exist.
        """
        return await read_setting(db, key)

    @writes
    async def set_setting(self, db: Transaction, key: str, value: str) -> None:
        """Store a setting that the bot keeps for itself, and replace an earlier value."""
        await write_setting(db, key, value)

    SELECT_HEARTBEAT = Statement(
        sa.select(heartbeat.c.at).where(heartbeat.c.shard == param("shard"))
    )
    """Query for the time of a shard's last heartbeat. Parameter: `shard` is the shard's number."""

    @reads
    async def read_last_heartbeat(self, db: Transaction, shard: Shard) -> float | None:
        """Return when people could last reach the bot on a shard, in seconds since the epoch.

        None means that the shard has never had a heartbeat.
        """
        found = await db.rows(self.SELECT_HEARTBEAT, shard=shard.number)
        return found[0][0] if found else None

    async def record_heartbeat(self, now: float, shard: Shard) -> None:
        """Store that people can reach the bot on a shard, and delete old handled interactions.

        Waiting changes are written first. If heartbeats are missing later, deadlines are extended
        by that time.

        Args:
            now: The present time in seconds since the epoch.
            shard: The shard, Discord's share of the servers.
        """
        await self._transactions.check()
        await self._writer.flush()
        await self._transactions.write(lambda db: write_heartbeat(db, now, shard))
        while await self._delete_interactions(now - INTERACTIONS_KEPT_SECONDS):
            pass

    SELECT_LAST_OF_STEP = Statement(
        sa.select(interactions.c.at)
        .where(interactions.c.at <= _UNTIL)
        .order_by(interactions.c.at)
        .offset(INTERACTIONS_PER_STEP - 1)
        .limit(1)
    )
    """Query for the time of the last interaction that the next transaction deletes.

    No row means that there are fewer than `INTERACTIONS_PER_STEP`. Parameter: `until` is the latest
    time to delete.
    """
    DELETE_INTERACTIONS = Statement(sa.delete(interactions).where(interactions.c.at <= _UNTIL))
    """Deletes the interactions that were handled until a time. Parameter: `until`."""

    @writes
    async def _delete_interactions(self, db: Transaction, until: float) -> bool:
        """Delete about `INTERACTIONS_PER_STEP` interactions that were handled until a time.

        Return whether there may be more of them.
        """
        found = await db.rows(self.SELECT_LAST_OF_STEP, until=until)
        await db.run(self.DELETE_INTERACTIONS, [{"until": found[0][0] if found else until}])
        return bool(found)

    @reads
    async def shard_count(self, db: Transaction) -> int:
        """Return how many shards the bot's servers are divided into; 1 until that is set."""
        return int(await read_setting(db, SHARD_COUNT_KEY) or 1)

    DELETE_HEARTBEATS = Statement(sa.delete(heartbeat))
    """Deletes the heartbeats of all shards."""

    @writes
    async def set_shard_count(self, db: Transaction, count: int, now: float) -> None:
        """Set the number of shards, and give each of them a heartbeat with the present time.

        So each new shard later extends its deadlines by the time until people can reach it.
        """
        await db.run(self.DELETE_HEARTBEATS)
        await db.run(INSERT_HEARTBEAT, [{"shard": each, "at": now} for each in range(count)])
        await write_setting(db, SHARD_COUNT_KEY, str(count))

    LOCK_SETTING = Statement(
        sa.update(settings).where(settings.c.key == _OF).values(key=settings.c.key)
    )
    """Keeps other processes from changing a setting until the transaction ends.

    Parameter: `of` is the setting's key.
    """

    @writes
    async def take_turn(
        self, db: Transaction, bucket: int, now: float, pause_seconds: float, lease_seconds: float
    ) -> float:
        """Take the turn to log in to Discord's gateway (IDENTIFY) in one of its buckets.

        Discord lets one shard of each bucket identify at a time, with a pause between two:
        https://docs.discord.com/developers/events/gateway#sharding-max-concurrency

        Args:
            db: The transaction, which callers leave out.
            bucket: The number of the bucket, a shard's number modulo Discord's `max_concurrency`.
            now: The present time in seconds since the epoch.
            pause_seconds: The minimum time between two turns, in seconds.
            lease_seconds: How long this worker has the turn at most, in seconds.

        Returns:
            0.0 if this worker has the turn, or else after how many seconds to try again.
        """
        key = _make_turn_key(bucket)
        await db.run(self.LOCK_SETTING, [{"of": key}])
        last = float(await read_setting(db, key) or 0.0)
        wait = min(
            last + pause_seconds - now, max(pause_seconds, lease_seconds)
        )  # another machine's clock may be wrong
        if wait > 0.0:
            return wait
        await write_setting(db, key, str(now + lease_seconds - pause_seconds))
        return 0.0

    @writes
    async def end_turn(self, db: Transaction, bucket: int, identified_at: float) -> None:
        """End this worker's turn to log in to Discord's gateway in a bucket.

        The next turn begins a pause after `identified_at`, the time of the login in seconds since
        the epoch.
        """
        await write_setting(db, _make_turn_key(bucket), str(identified_at))


def _make_turn_key(bucket: int) -> str:
    """Return the key of the setting that controls the turns to identify in a bucket.

    Its value is when a worker last identified. While a worker has the turn, it is a later time, so
    that the next turn begins when the lease of the turn ends.
    """
    return f"identified:{bucket}"
