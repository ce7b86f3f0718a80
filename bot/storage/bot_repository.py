"""Stores the bot's own data: settings, heartbeats, handled clicks, and turns to log in.

The login is to Discord's gateway.
"""

from secrets import token_hex

import sqlalchemy as sa

from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.schema import heartbeat, interactions, settings
from bot.storage.shards import Shard
from bot.storage.statements import Statement, insert_missing, insert_or_replace, param

INTERACTIONS_KEPT_SECONDS = 3600.0
"""The number of seconds for which the ids of handled clicks and commands are kept. This is longer
than the 900 seconds in which Discord lets the bot answer a click or command.
"""
INTERACTIONS_PER_STEP = 1000
"""About how many ids of handled clicks and commands one transaction deletes."""
SHARD_COUNT_KEY = "shards"
"""The key of the database setting that holds the number of the bot's shards."""
LAST_ERASURE_KEY = "forgotten"
"""The key of a database setting whose value changes whenever data of people is deleted. Each
process of the bot compares the value with the last one, to know when to drop cached data.
"""

_OF = param("of")
_UNTIL = param("until")
SELECT_SETTING = Statement(sa.select(settings.c.value).where(settings.c.key == _OF))
STORE_SETTING = Statement(insert_or_replace(settings))
DELETE_SETTING = Statement(sa.delete(settings).where(settings.c.key == _OF))
STORE_HEARTBEAT = Statement(insert_or_replace(heartbeat))


async def read_setting(db: Transaction, key: str) -> str | None:
    """Return the value of an internal setting of the bot, or None if the setting does not exist."""
    rows = await db.rows(SELECT_SETTING, of=key)
    return rows[0][0] if rows else None


async def write_setting(db: Transaction, key: str, value: str) -> None:
    """Store an internal setting of the bot, in place of any earlier value."""
    await db.run(STORE_SETTING, [{"key": key, "value": value}])


async def remove_setting(db: Transaction, key: str) -> None:
    """Delete an internal setting of the bot, if it exists."""
    await db.run(DELETE_SETTING, [{"of": key}])


async def mark_erasure(db: Transaction) -> None:
    """Change a setting so that every process of the bot drops what it has cached about people."""
    await write_setting(db, LAST_ERASURE_KEY, token_hex(8))


async def write_heartbeat(db: Transaction, now: float, shard: Shard) -> None:
    """Store the time as the last one at which people could reach the bot on a shard."""
    await db.run(STORE_HEARTBEAT, [{"shard": shard.number, "at": now}])


class BotRepository(Repository):
    """Stores the bot's own data, such as internal settings and when people could last reach it."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer

    @reads
    async def find_setting(self, db: Transaction, key: str) -> str | None:
        """Return the value of an internal setting of the bot, or None if it does not exist."""
        return await read_setting(db, key)

    @writes
    async def set_setting(self, db: Transaction, key: str, value: str) -> None:
        """Store an internal setting of the bot, in place of any earlier value."""
        await write_setting(db, key, value)

    SELECT_HEARTBEAT = Statement(
        sa.select(heartbeat.c.at).where(heartbeat.c.shard == param("shard"))
    )

    @reads
    async def read_last_heartbeat(self, db: Transaction, shard: Shard) -> float | None:
        """Return when people could last reach the bot on a shard, in seconds since 1970.

        None means that no time was stored for this shard yet.
        """
        rows = await db.rows(self.SELECT_HEARTBEAT, shard=shard.number)
        return rows[0][0] if rows else None

    async def record_heartbeat(self, now: float, shard: Shard) -> None:
        """Store that people can reach the bot on a shard now, and delete old ids of handled clicks.

        Changes that wait in memory are written first. After an outage, the stored time tells how
        long it lasted, and deadlines are extended by that time.
        """
        await self._transactions.check()
        await self._writer.flush()
        await self._transactions.write(lambda db: write_heartbeat(db, now, shard))
        while await self._delete_interactions(now - INTERACTIONS_KEPT_SECONDS):
            pass

    SELECT_LAST_OF_STEP = Statement.select_key(
        INTERACTIONS_PER_STEP - 1, interactions.c.at, where=(interactions.c.at <= _UNTIL,)
    )
    DELETE_INTERACTIONS = Statement(sa.delete(interactions).where(interactions.c.at <= _UNTIL))

    @writes
    async def _delete_interactions(self, db: Transaction, until: float) -> bool:
        """Delete about `INTERACTIONS_PER_STEP` ids of clicks and commands handled up to `until`.

        Return whether there may be more of them.
        """
        last_of_step = await db.rows(self.SELECT_LAST_OF_STEP, until=until)
        last = last_of_step[0][0] if last_of_step else until
        await db.run(self.DELETE_INTERACTIONS, [{"until": last}])
        return bool(last_of_step)

    @reads
    async def shard_count(self, db: Transaction) -> int:
        """Return the stored number of the bot's shards, or 1 if none is stored."""
        return int(await read_setting(db, SHARD_COUNT_KEY) or 1)

    DELETE_HEARTBEATS = Statement(sa.delete(heartbeat))

    @writes
    async def set_shard_count(self, db: Transaction, count: int, now: float) -> None:
        """Store the number of shards, and store for each shard that people can reach the bot now.

        If it takes time to connect a new shard, deadlines on it are later extended by the time
        since `now`.
        """
        await db.run(self.DELETE_HEARTBEATS)
        await db.run(STORE_HEARTBEAT, [{"shard": each, "at": now} for each in range(count)])
        await write_setting(db, SHARD_COUNT_KEY, str(count))

    INSERT_SETTING = Statement(insert_missing(settings))
    """Stores a setting, unless it exists."""
    LOCK_SETTING = Statement(
        sa.update(settings).where(settings.c.key == _OF).values(key=settings.c.key)
    )
    """Locks a setting that exists, so that no other process changes it meanwhile."""

    @writes
    async def take_turn(
        self, db: Transaction, bucket: int, now: float, pause_seconds: float, lease_seconds: float
    ) -> float:
        """Try to take the turn to log in to Discord's gateway (IDENTIFY).

        Discord sorts shards, each with a connection of its own, into buckets. In each bucket, only
        one shard may log in at a time, with a pause before the next:
        https://docs.discord.com/developers/events/gateway#sharding-max-concurrency

        Args:
            pause_seconds: The minimum time between two turns, in seconds.
            lease_seconds: How long this process may keep the turn at most, in seconds.

        Returns:
            0.0 if this process has the turn now, or else the number of seconds after which to try
                again.
        """
        key = _make_turn_key(bucket)
        await db.run(self.INSERT_SETTING, [{"key": key, "value": "0.0"}])
        await db.run(self.LOCK_SETTING, [{"of": key}])
        last = float(await read_setting(db, key) or 0.0)
        # Another machine's clock may be wrong.
        wait = min(last + pause_seconds - now, max(pause_seconds, lease_seconds))
        if wait > 0.0:
            return wait
        await write_setting(db, key, str(now + lease_seconds - pause_seconds))
        return 0.0

    @writes
    async def end_turn(self, db: Transaction, bucket: int, identified_at: float) -> None:
        """End this process's turn to log in to Discord's gateway in a bucket of shards.

        The next turn begins a pause after `identified_at`, the time of the login in seconds since
        1970.
        """
        await write_setting(db, _make_turn_key(bucket), str(identified_at))


def _make_turn_key(bucket: int) -> str:
    """Return the key of the setting that tells whose turn it is to log in to Discord in a bucket.

    The value is the time of the last login, in seconds since 1970. While a process has the turn,
    the value is set so that the next turn can begin only when this one expires.
    """
    return f"identified:{bucket}"
