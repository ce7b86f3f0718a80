"""What the bot stores of itself: settings, heartbeats, interactions, turns to identify."""

from secrets import token_hex

import sqlalchemy as sa

from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.schema import heartbeat, interactions, settings
from bot.storage.shards import Shard
from bot.storage.statements import Statement, param

INTERACTIONS_KEPT_SECONDS = 3600.0
"""How long handled interactions are kept. Discord's tokens last 900 seconds."""
INTERACTIONS_PER_STEP = 1000
"""Interactions that one transaction deletes."""
SHARD_COUNT_KEY = "shards"
"""The setting that holds the number of shards."""
LAST_ERASURE_KEY = "forgotten"
"""The setting that changes whenever data of people is deleted."""

_OF = param("of")
_UNTIL = param("until")
SELECT_SETTING = Statement(sa.select(settings.c.value).where(settings.c.key == _OF))
UPDATE_SETTING = Statement(
    sa.update(settings).where(settings.c.key == _OF).values(value=param("value"))
)
INSERT_SETTING = Statement(sa.insert(settings))
DELETE_SETTING = Statement(sa.delete(settings).where(settings.c.key == _OF))
UPDATE_HEARTBEAT = Statement(
    sa.update(heartbeat).where(heartbeat.c.shard == param("of_shard")).values(at=param("now"))
)
INSERT_HEARTBEAT = Statement(sa.insert(heartbeat))


async def read_setting(db: Transaction, key: str) -> str | None:
    """Return a setting of the bot itself."""
    found = await db.rows(SELECT_SETTING, of=key)
    return found[0][0] if found else None


async def write_setting(db: Transaction, key: str, value: str) -> None:
    """Store a setting of the bot itself."""
    if not await db.run(UPDATE_SETTING, [{"of": key, "value": value}]):
        await db.run(INSERT_SETTING, [{"key": key, "value": value}])


async def remove_setting(db: Transaction, key: str) -> None:
    """Delete a setting of the bot itself."""
    await db.run(DELETE_SETTING, [{"of": key}])


async def mark_erasure(db: Transaction) -> None:
    """Make every worker read again what it holds of people."""
    await write_setting(db, LAST_ERASURE_KEY, token_hex(8))


async def write_heartbeat(db: Transaction, now: float, shard: Shard) -> None:
    """Write a shard's heartbeat."""
    if not await db.run(UPDATE_HEARTBEAT, [{"now": now, "of_shard": shard.number}]):
        await db.run(INSERT_HEARTBEAT, [{"shard": shard.number, "at": now}])


class BotRepository(Repository):
    """What the bot stores of itself."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer

    @reads
    async def find_setting(self, db: Transaction, key: str) -> str | None:
        """Return a setting of the bot itself."""
        return await read_setting(db, key)

    @writes
    async def set_setting(self, db: Transaction, key: str, value: str) -> None:
        """Store a setting of the bot itself."""
        await write_setting(db, key, value)

    SELECT_HEARTBEAT = Statement(
        sa.select(heartbeat.c.at).where(heartbeat.c.shard == param("shard"))
    )

    @reads
    async def read_last_heartbeat(self, db: Transaction, shard: Shard) -> float | None:
        """Return the time of a shard's last heartbeat."""
        found = await db.rows(self.SELECT_HEARTBEAT, shard=shard.number)
        return found[0][0] if found else None

    async def record_heartbeat(self, now: float, shard: Shard) -> None:
        """Write a shard's heartbeat and delete old interactions."""
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
    DELETE_INTERACTIONS = Statement(sa.delete(interactions).where(interactions.c.at <= _UNTIL))

    @writes
    async def _delete_interactions(self, db: Transaction, until: float) -> bool:
        """Delete some old interactions; return whether there may be more."""
        found = await db.rows(self.SELECT_LAST_OF_STEP, until=until)
        await db.run(self.DELETE_INTERACTIONS, [{"until": found[0][0] if found else until}])
        return bool(found)

    @reads
    async def shard_count(self, db: Transaction) -> int:
        """Return how many shards there are."""
        return int(await read_setting(db, SHARD_COUNT_KEY) or 1)

    DELETE_HEARTBEATS = Statement(sa.delete(heartbeat))

    @writes
    async def set_shard_count(self, db: Transaction, count: int, now: float) -> None:
        """Set the number of shards, and give each a heartbeat.

        Each new shard extends its deadlines by the time until people can reach it.
        """
        await db.run(self.DELETE_HEARTBEATS)
        await db.run(INSERT_HEARTBEAT, [{"shard": each, "at": now} for each in range(count)])
        await write_setting(db, SHARD_COUNT_KEY, str(count))

    LOCK_SETTING = Statement(
        sa.update(settings).where(settings.c.key == _OF).values(key=settings.c.key)
    )
    """Keeps others from changing it until the transaction ends."""

    @writes
    async def take_turn(
        self, db: Transaction, bucket: int, now: float, pause_seconds: float, lease_seconds: float
    ) -> float:
        """Take the turn to identify in one of Discord's buckets, for at most `lease_seconds`.

        Return 0.0 if this worker has the turn, or else after how many seconds to try again. Between
        two turns there is a pause of `pause_seconds` seconds:
        https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
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
        """End this worker's turn. The next turn begins a pause after `identified_at`."""
        await write_setting(db, _make_turn_key(bucket), str(identified_at))


def _make_turn_key(bucket: int) -> str:
    """Return the setting that holds when a worker last identified, or may do so at the latest."""
    return f"identified:{bucket}"
