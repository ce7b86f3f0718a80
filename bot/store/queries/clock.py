"""Signs of life, and time that is forgiven: by shards, of which Discord recommends a number.

Each function runs in a transaction.
"""

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.due import NEVER_PAUSED, Deadline, kind_of
from bot.store.queries.settings import HOLD_SETTING, set_setting, setting
from bot.store.schema import OPEN_ONES, PAUSED_ONES, due, heartbeat, interactions, seats, tables
from bot.store.shards import Shard, of, of_shard
from bot.store.statements import Statement, bound, literals

REMEMBERED = 3600.0
"""Seconds for which handled interactions are kept: Discord's tokens last 900."""
SHARDS = "shards"
"""The setting that tells how many shards there are."""
_OF_SHARD = of_shard(tables.c.guild)

LAST_BEAT = Statement(select(heartbeat.c.at).where(heartbeat.c.shard == bound("shard")))
FIRST_BEAT = Statement(insert(heartbeat))
BEAT = Statement(
    update(heartbeat).where(heartbeat.c.shard == bound("of_shard")).values(at=bound("now"))
)
NO_BEATS = Statement(delete(heartbeat))
FORGET_INTERACTIONS = Statement(delete(interactions).where(interactions.c.at < bound("before")))


async def last_beat(db: Transaction, shard: Shard) -> float | None:
    """Return the time of a shard's last heartbeat."""
    found = await db.rows(LAST_BEAT, shard=shard.number)
    return found[0][0] if found else None


async def beat(db: Transaction, now: float, shard: Shard) -> None:
    """Write a shard's heartbeat, and let go of old interactions."""
    if not await db.run(BEAT, [{"now": now, "of_shard": shard.number}]):
        await db.run(FIRST_BEAT, [{"shard": shard.number, "at": now}])
    await db.run(FORGET_INTERACTIONS, [{"before": now - REMEMBERED}])


async def forgive(db: Transaction, now: float, since: float, shard: Shard, least: bool) -> None:
    """Write a shard's heartbeat, and move its due times by the seconds `since` another time.

    With `least`, each deadline leaves at least its `Deadline.least` from now on.
    """
    await shift(db, now - since, shard)
    if least:
        await db.run(LEAST, [{"now": now, **of(shard)}])
    await beat(db, now, shard)


async def shards(db: Transaction, wanted: int | None, now: float) -> int:
    """Return how many shards there are; with `wanted`, there are so many from now on.

    If that changes, the time is forgiven in which nobody could reach the old ones; what follows
    until people can reach the new ones, they forgive themselves.
    """
    there = int(await setting(db, SHARDS) or 1)
    if wanted in (None, there):
        return there
    for shard in (Shard(number, there) for number in range(there)):
        last = await last_beat(db, shard)
        if last is not None:
            await forgive(db, now, last, shard, least=True)
    await db.run(NO_BEATS)
    await db.run(FIRST_BEAT, [{"shard": number, "at": now} for number in range(wanted or there)])
    await set_setting(db, SHARDS, str(wanted))
    return wanted or there


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


_SECONDS = bound("seconds")
_OPEN_IDS = select(tables.c.id).where(OPEN_ONES, _OF_SHARD)
_RUNNING_IDS = _OPEN_IDS.where(tables.c.paused == "")
_PEOPLE = update(seats).where(seats.c.user.is_not(None))
SHIFTS = (
    Statement(
        update(tables).where(OPEN_ONES, _OF_SHARD).values(clicked_at=tables.c.clicked_at + _SECONDS)
    ),
    Statement(
        _PEOPLE.where(seats.c.table.in_(_OPEN_IDS)).values(clicked_at=seats.c.clicked_at + _SECONDS)
    ),
    Statement(
        _PEOPLE.where(seats.c.table.in_(_RUNNING_IDS), seats.c.asked.is_not(None)).values(
            asked_at=seats.c.asked_at + _SECONDS
        )
    ),
    Statement(update(due).where(due.c.table.in_(_RUNNING_IDS)).values(at=due.c.at + _SECONDS)),
    Statement(
        update(due)
        .where(
            due.c.table.in_(select(tables.c.id).where(PAUSED_ONES, _OF_SHARD)),
            due.c.kind.in_(literals(map(kind_of, NEVER_PAUSED))),
        )
        .values(at=due.c.at + _SECONDS)
    ),
    Statement(
        update(tables)
        .where(
            tables.c.id.in_(_RUNNING_IDS),
            tables.c.id.in_(
                select(due.c.table).where(
                    due.c.table.in_(_RUNNING_IDS), due.c.kind == kind_of(Deadline)
                )
            ),
        )
        .values(version=tables.c.version + 1)
    ),
)


LEAST = Statement(
    update(due)
    .where(
        due.c.table.in_(_RUNNING_IDS),
        due.c.kind.in_(literals([kind_of(Deadline)])),
        due.c.at < bound("now", due.c.at.type) + due.c.least,
    )
    .values(at=bound("now", due.c.at.type) + due.c.least)
)


async def shift(db: Transaction, seconds: float, shard: Shard) -> None:
    """Move all due times of a shard but those of clocks that stand still; `seconds` may be below 0.

    Those move when their table goes on, by the whole pause, and must not move twice. Tables with a
    deadline get a new version, because their boards show it. The time counts neither as idle nor
    as anybody's silence; when people were asked moves unless a pause will move that.
    """
    for statement in SHIFTS:
        await db.run(statement, [{"seconds": seconds, **of(shard)}])
