"""Signs of life, by shards, of which Discord recommends a number.

Each function runs in a transaction.
"""

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.queries.settings import HOLD_SETTING, set_setting, setting
from bot.store.schema import heartbeat, interactions
from bot.store.shards import Shard
from bot.store.statements import Statement, bound

REMEMBERED = 3600.0
"""Seconds for which handled interactions are kept: Discord's tokens last 900."""
CLICKS_AT_ONCE = 1000
"""Interactions that are let go of in one step."""
SHARDS = "shards"
"""The setting that tells how many shards there are."""

LAST_BEAT = Statement(select(heartbeat.c.at).where(heartbeat.c.shard == bound("shard")))
FIRST_BEAT = Statement(insert(heartbeat))
BEAT = Statement(
    update(heartbeat).where(heartbeat.c.shard == bound("of_shard")).values(at=bound("now"))
)
NO_BEATS = Statement(delete(heartbeat))
_UNTIL = bound("until")
LAST_CLICK_OF_STEP = Statement(
    select(interactions.c.at)
    .where(interactions.c.at <= _UNTIL)
    .order_by(interactions.c.at)
    .offset(CLICKS_AT_ONCE - 1)
    .limit(1)
)
FORGET_CLICKS = Statement(delete(interactions).where(interactions.c.at <= _UNTIL))


async def last_beat(db: Transaction, shard: Shard) -> float | None:
    """Return the time of a shard's last heartbeat."""
    found = await db.rows(LAST_BEAT, shard=shard.number)
    return found[0][0] if found else None


async def beat(db: Transaction, now: float, shard: Shard) -> None:
    """Write a shard's heartbeat."""
    if not await db.run(BEAT, [{"now": now, "of_shard": shard.number}]):
        await db.run(FIRST_BEAT, [{"shard": shard.number, "at": now}])


async def forget_clicks(db: Transaction, until: float) -> bool:
    """Let go of the oldest interactions until then; return whether there may be more."""
    found = await db.rows(LAST_CLICK_OF_STEP, until=until)
    await db.run(FORGET_CLICKS, [{"until": found[0][0] if found else until}])
    return bool(found)


async def shards(db: Transaction) -> int:
    """Return how many shards there are."""
    return int(await setting(db, SHARDS) or 1)


async def set_shards(db: Transaction, number: int, now: float) -> None:
    """Let there be so many shards from now on, each with a heartbeat.

    What follows until people can reach the new ones, they forgive themselves.
    """
    await db.run(NO_BEATS)
    await db.run(FIRST_BEAT, [{"shard": each, "at": now} for each in range(number)])
    await set_setting(db, SHARDS, str(number))


async def take_turn(db: Transaction, bucket: int, now: float, pause: float, lease: float) -> float:
    """Take the turn to identify in one of Discord's buckets, for `lease` seconds at most.

    Return 0.0, or in how many seconds to try again. From one identification to the next there are
    `pause` seconds: https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
    """
    key = _identified(bucket)
    await db.run(HOLD_SETTING, [{"of": key}])
    last = float(await setting(db, key) or 0.0)
    wait = min(last + pause - now, max(pause, lease))  # another machine's clock may be wrong
    if wait > 0.0:
        return wait
    await set_setting(db, key, str(now + lease - pause))
    return 0.0


async def end_turn(db: Transaction, bucket: int, identified: float) -> None:
    """Note when somebody identified last in one of Discord's buckets."""
    await set_setting(db, _identified(bucket), str(identified))


def _identified(bucket: int) -> str:
    """Return the setting that tells when somebody identified last, or may yet."""
    return f"identified:{bucket}"
