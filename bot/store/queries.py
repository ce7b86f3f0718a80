"""What the store is asked, and its small writes. Each function runs in a transaction."""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.games.game import Event, Games, Input
from bot.store.database import Transaction
from bot.store.records import (
    NEVER_PAUSED,
    RECENT,
    TOLD,
    Due,
    Happened,
    Player,
    Score,
    Seated,
    Table,
    lesson_of,
    still_news,
)
from bot.store.schema import (
    OPEN_ONES,
    PAUSED_ONES,
    UNSHOWN_ONES,
    due,
    events,
    heartbeat,
    inputs,
    interactions,
    scores,
    seats,
    settings,
    tables,
)
from bot.store.shards import Shard, of, of_shard
from bot.store.statements import Statement, given, literals

REMEMBERED = 3600.0
"""Seconds for which handled interactions are kept: Discord's tokens last 900."""
SHARDS = "shards"
"""The setting that tells how many shards there are."""
LONGEST_QUEUE = 600.0
"""Seconds for which others may be about to identify at most."""
SCORES = 20
"""Lines of a server's table of games and wins."""
GAMES = 500
"""So many of a server's newest games of one kind tell how well its people play."""

_ID = given("id")
_CHANNEL = given("channel")

_PLAYER_COLUMNS = tuple(column for column in seats.c if column.name not in ("table", "seat"))
TABLE = Statement(select(tables).where(tables.c.id == _ID))
PLAYERS = Statement(select(*_PLAYER_COLUMNS).where(seats.c.table == _ID).order_by(seats.c.seat))
DUES = Statement(
    select(due.c.kind, due.c.key, due.c.at)
    .where(due.c.table == _ID)
    .order_by(due.c.at, due.c.kind, due.c.key)
)
_EVENTS = select(events.c.to, events.c.name, events.c["values"]).where(events.c.table == _ID)
_PUBLIC = _EVENTS.where(events.c.to.is_(None))
NEWEST_EVENTS = Statement(_PUBLIC.order_by(events.c.id.desc()).limit(TOLD))
RECENT_EVENTS = Statement(
    select(events.c.step, events.c.to, events.c.name, events.c["values"])
    .where(events.c.table == _ID)
    .order_by(events.c.id.desc())
    .limit(RECENT)
)
PUBLIC_EVENTS = Statement(_PUBLIC.order_by(events.c.id))
ALL_EVENTS = Statement(_EVENTS.order_by(events.c.id))
INPUTS = Statement(
    select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)


async def table(db: Transaction, games: Games, id_: int) -> Table | None:
    """Return the table, its dues by time."""
    found = await db.rows(TABLE, id=id_)
    if not found:
        return None
    mine = dict(zip(tables.c.keys(), found[0], strict=True))
    state = mine.pop("state")
    players = tuple(Player(*row) for row in await db.rows(PLAYERS, id=id_))
    told = await db.rows(NEWEST_EVENTS, id=id_)
    recent = await db.rows(RECENT_EVENTS, id=id_)
    happened = tuple(Happened(step, Event(*event)) for step, *event in reversed(recent))
    record = Table(
        **mine,
        players=players,
        dues=tuple(Due(*row) for row in await db.rows(DUES, id=id_)),
        told=tuple(Event(*row) for row in reversed(told)),
        recent=still_news(happened, players),
    )
    game = games[record.game]
    return record.in_state(game.restored(state), game) if state else record


OPEN_TABLE = Statement(select(tables.c.id).where(tables.c.channel == _CHANNEL, OPEN_ONES))
OPEN_LESSON = Statement(
    select(tables.c.id).where(
        tables.c.channel == _CHANNEL, tables.c.guild == given("guild"), OPEN_ONES
    )
)


def _last_ended(*where: ColumnElement[bool]) -> Select[Any]:
    """Return the channel's table that ended last, of these."""
    ended = select(tables.c.id).where(tables.c.channel == _CHANNEL, *where)
    return ended.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)


LAST_TABLE = Statement(_last_ended())
FINISHED_TABLE = Statement(
    _last_ended(or_(tables.c.phase == "over", tables.c.ended_by.is_not(None)))
)


async def of_channel(db: Transaction, query: Statement, channel: int) -> int | None:
    """Return the id of a channel's table by one of the queries above."""
    found = await db.rows(query, channel=channel)
    return found[0][0] if found else None


async def open_lesson(db: Transaction, user: int, guild: int) -> int | None:
    """Return the id of the lesson that a person takes in a server."""
    found = await db.rows(OPEN_LESSON, channel=lesson_of(user), guild=guild)
    return found[0][0] if found else None


async def latest_table(db: Transaction, channel: int) -> int | None:
    """Return the channel's open table, else the one that ended last."""
    opened = await of_channel(db, OPEN_TABLE, channel)
    return opened or await of_channel(db, LAST_TABLE, channel)


async def told(db: Transaction, query: Statement, id_: int) -> tuple[Event, ...]:
    """Return a table's events in their order."""
    return tuple(Event(*row) for row in await db.rows(query, id=id_))


async def all_inputs(db: Transaction, id_: int) -> tuple[tuple[int, Input, float], ...]:
    """Return every input with its step and time, in their order."""
    return tuple(await db.rows(INPUTS, id=id_))


_RUNS = or_(
    due.c.kind.in_(literals(NEVER_PAUSED)),
    due.c.table.not_in(select(tables.c.id).where(PAUSED_ONES)),
)
_UNTIL = given("until")
_OF_SHARD = of_shard(tables.c.guild)
NEXT_DUES = Statement(
    select(due.c.table, due.c.at)
    .where(due.c.at <= _UNTIL, _RUNS, of_shard(due.c.guild))
    .order_by(due.c.at.desc())
)


async def next_dues(db: Transaction, until: float, shard: Shard) -> dict[int, float]:
    """Return when each table of a shard has something due next, of those that have until then."""
    found = await db.rows(NEXT_DUES, until=until, **of(shard))
    return dict(found)  # the first of each table comes last


UNSHOWN = Statement(select(tables.c.id).where(UNSHOWN_ONES, _OF_SHARD).order_by(tables.c.id))


async def unshown(db: Transaction, shard: Shard) -> tuple[int, ...]:
    """Return the tables of a shard, in any phase, whose board shows an older version."""
    return tuple(id_ for (id_,) in await db.rows(UNSHOWN, **of(shard)))


PHASES = Statement(
    select(tables.c.phase, tables.c.paused, func.count())
    .where(OPEN_ONES)
    .group_by(tables.c.phase, tables.c.paused)
)


async def phases(db: Transaction) -> dict[str, int]:
    """Return how many tables are in the lobby, playing and paused."""
    found = {"lobby": 0, "playing": 0, "paused": 0}
    for phase, paused, number in await db.rows(PHASES):
        found["paused" if paused else phase] += number
    return found


LAST_BEAT = Statement(select(heartbeat.c.at).where(heartbeat.c.shard == given("shard")))
FIRST_BEAT = Statement(insert(heartbeat))
BEAT = Statement(
    update(heartbeat).where(heartbeat.c.shard == given("of_shard")).values(at=given("now"))
)
NO_BEATS = Statement(delete(heartbeat))
FORGET_INTERACTIONS = Statement(delete(interactions).where(interactions.c.at < given("before")))


async def last_beat(db: Transaction, shard: Shard) -> float | None:
    """Return the time of a shard's last heartbeat."""
    found = await db.rows(LAST_BEAT, shard=shard.number)
    return found[0][0] if found else None


async def beat(db: Transaction, now: float, longest: float, shard: Shard) -> float:
    """Write a shard's heartbeat, let go of old interactions, and move its due times by a gap.

    Returns its seconds; up to `longest` of them are none.
    """
    last = await last_beat(db, shard)
    gap = now - last if last is not None and now - last > longest else 0.0
    if gap:
        await shift(db, gap, shard)
    if not await db.run(BEAT, [{"now": now, "of_shard": shard.number}]):
        await db.run(FIRST_BEAT, [{"shard": shard.number, "at": now}])
    await db.run(FORGET_INTERACTIONS, [{"before": now - REMEMBERED}])
    return gap


async def shards(db: Transaction, wanted: int | None, now: float, longest: float) -> int:
    """Return how many shards there are; with `wanted`, there are so many from now on.

    If that changes, the time is forgiven in which nobody could reach the old ones.
    """
    there = int(await setting(db, SHARDS) or 1)
    if wanted in (None, there):
        return there
    for number in range(there):
        await beat(db, now, longest, Shard(number, there))
    await db.run(NO_BEATS)
    await set_setting(db, SHARDS, str(wanted))
    return wanted or there


async def identifies(db: Transaction, bucket: int, now: float, pause: float) -> float:
    """Note that somebody identifies next in one of Discord's buckets; return in how many seconds.

    From one to the next there are `pause` seconds:
    https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
    """
    key = f"identified:{bucket}"
    await db.run(HOLD_SETTING, [{"of": key}])
    last = float(await setting(db, key) or 0.0)
    at = max(now, min(last, now + LONGEST_QUEUE) + pause)  # another machine's clock may be wrong
    await set_setting(db, key, str(at))
    return at - now


_SECONDS = given("seconds")
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
            due.c.kind.in_(literals(NEVER_PAUSED)),
        )
        .values(at=due.c.at + _SECONDS)
    ),
    Statement(
        update(tables)
        .where(
            tables.c.id.in_(_RUNNING_IDS),
            tables.c.id.in_(
                select(due.c.table).where(due.c.table.in_(_RUNNING_IDS), due.c.kind == "deadline")
            ),
        )
        .values(version=tables.c.version + 1)
    ),
)


async def shift(db: Transaction, seconds: float, shard: Shard) -> None:
    """Move all due times of a shard but those of clocks that stand still.

    Those move when their table goes on, by the whole pause, and must not move twice. Tables with a
    deadline get a new version, because their boards show it. The time counts neither as idle nor
    as anybody's silence; when people were asked moves unless a pause will move that.
    """
    for statement in SHIFTS:
        await db.run(statement, [{"seconds": seconds, **of(shard)}])


_other = scores.alias()
_NAME = (
    select(_other.c.name)
    .where(_other.c.guild == scores.c.guild, _other.c.user == scores.c.user)
    .order_by(_other.c.at.desc())
    .limit(1)
    .scalar_subquery()
    .label("name")
)
_GAMES = func.sum(scores.c.games).label("games")
_WINS = func.sum(scores.c.wins).label("wins")
SERVER_SCORES = Statement(
    select(scores.c.user, _NAME, _GAMES, _WINS, func.sum(scores.c.points).label("points"))
    .where(scores.c.guild == given("guild"))
    .group_by(scores.c.guild, scores.c.user)
    .order_by(_WINS.desc(), _GAMES, _NAME)
    .limit(SCORES)
)


async def server_scores(db: Transaction, guild: int) -> tuple[Score, ...]:
    """Return the people with the most wins; among equals those who needed fewer games."""
    return tuple(Score(*row) for row in await db.rows(SERVER_SCORES, guild=guild))


_BY_PERSON = scores.c.user == given("person"), scores.c.game == given("of_game")
FINISHED = Statement(select(scores.c.games).where(*_BY_PERSON).limit(1))


async def finished(db: Transaction, user: int, game: str) -> bool:
    """Tell whether a person finished a game of this kind, on any server."""
    return bool(await db.rows(FINISHED, person=user, of_game=game))


_NEWEST_GAMES = (
    select(tables.c.id)
    .where(
        tables.c.guild == given("guild"),
        tables.c.game == given("of_game"),
        tables.c.phase.in_(literals(["over"])),
        tables.c.leavers == given("leavers"),
        tables.c.channel >= 0,  # not `Table.is_lesson`
    )
    .order_by(tables.c.ended_at.desc())
    .limit(GAMES)
)
PLAYED = Statement(
    select(seats.c.table, seats.c.user, seats.c.level, seats.c.away, seats.c.rank)
    .where(seats.c.table.in_(_NEWEST_GAMES))
    .order_by(seats.c.table, seats.c.seat)
)


async def played(db: Transaction, guild: int, game: str) -> tuple[Seated, ...]:
    """Return the seats of a server's newest finished games of a kind that nobody left."""
    found = await db.rows(PLAYED, guild=guild, of_game=game, leavers=())
    return tuple(Seated(*row) for row in found)


SETTING = Statement(select(settings.c.value).where(settings.c.key == given("of")))
SET_SETTING = Statement(
    update(settings).where(settings.c.key == given("of")).values(value=given("value"))
)
NEW_SETTING = Statement(insert(settings))
HOLD_SETTING = Statement(
    update(settings).where(settings.c.key == given("of")).values(key=settings.c.key)
)
"""Lets nobody else change it until the transaction ends."""


async def setting(db: Transaction, key: str) -> str | None:
    """Return a setting of the bot itself."""
    found = await db.rows(SETTING, of=key)
    return found[0][0] if found else None


async def set_setting(db: Transaction, key: str, value: str) -> None:
    """Keep a setting of the bot itself."""
    if not await db.run(SET_SETTING, [{"of": key, "value": value}]):
        await db.run(NEW_SETTING, [{"key": key, "value": value}])


async def greet(db: Transaction, guild: int) -> bool:
    """Note that a server is greeted; tell whether it was not before."""
    key = f"greeted:{guild}"
    if await setting(db, key) is not None:
        return False
    await set_setting(db, key, "")
    return True


TRY_WRITE = Statement(update(heartbeat).values(at=heartbeat.c.at))


async def try_write(db: Transaction) -> None:
    """Find out whether the file takes writes: a read-only one begins transactions all the same."""
    await db.run(TRY_WRITE)
