"""A database after years: scores, tables and servers, written by the database itself."""

import time
from collections.abc import Mapping

import psycopg
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.commits import full_table
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.history.reckoning import month_of
from bot.store.records import Commit
from bot.store.schema import metadata
from bot.store.store import Store
from bot.store.timers import Deadline, Idle, Reminder
from tests.databases import Ask, asking, is_sqlite

DAY = 86_400.0
EVENTS, INPUTS = 60, 20
"""What was told and given at each table of the largest server."""
FIRST_USER = 10**17
FIRST_CHANNEL = 10**12


class Size(Struct, frozen=True):
    """How much there is."""

    scores: int = 1_000_000
    tables: int = 100_000
    """Every tenth is open; every fifth was played on the largest server."""
    servers: int = 50_000

    @property
    def people(self) -> int:
        """How many of them there are: each has three scores."""
        return max(self.scores // 3, 1)


def guild(number: int) -> int:
    """Return the id of a server by its number, from 1 on: all are of the first of two shards."""
    return (2 * number) << 22


LARGEST = guild(1)
_GUILD = "CAST({number} AS BIGINT) * 8388608"
# Few servers are large: of 50,000 the first has a quarter percent of all scores.
_SPREAD = "({of} * 7919 % 1000003) / 1000003.0"
_SKEWED = "1 + CAST({servers} * {spread} * {spread} AS INTEGER) % {servers}"


def _numbers(many: int) -> str:
    return (
        "(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n "
        f"WHERE value < {many}) SELECT CAST(value AS BIGINT) AS value FROM n) AS n"
    )


def _in_server(of: str, size: Size) -> str:
    """Return the SQL of a server's id for somebody or something by its number."""
    number = _SKEWED.format(servers=size.servers, spread=_SPREAD.format(of=of))
    return _GUILD.format(number=f"({number})")


async def fill(url: str, size: Size) -> None:
    """Fill an empty database, on whose first shard of two the last heartbeat was ten minutes ago.

    The bot was removed from the largest server long ago, and from 500 others a while ago.
    """
    now = time.time()
    dues = (
        Deadline("turn:12", 20.0, at=now + 60),
        Reminder("turn:12", at=now + 30),
        Idle("notice", at=now + 5 * DAY),
        Idle("close", at=now + 7 * DAY),
    )
    store = await Store.open(url, games_on(GAMES))
    first = await store.tables.commit(Commit(replace(full_table(now, 1), dues=dues), at=now))
    await store.close()
    with asking(url) as ask:
        _scores(ask, size, now)
        _tables(ask, size, first.id, now)
        _events(ask, first.id)
        clicks = f"SELECT value, {now - 7200} + value / 100.0 FROM {_numbers(100_000)}"
        ask(f"INSERT INTO interactions {clicks}")
        removed = f"SELECT {_GUILD.format(number='value')}, {now - 5 * DAY} FROM {_numbers(500)}"
        ask(f"INSERT INTO removed_guilds {removed}")
        ask(f"UPDATE removed_guilds SET at = {now - 31 * DAY} WHERE guild = {LARGEST}")
        ask(f"INSERT INTO heartbeat VALUES (0, {now - 600})")
    if not is_sqlite(url):
        with psycopg.connect(url, autocommit=True) as db:  # as its autovacuum does in time
            for name in ("tables", "events"):
                db.execute(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))".encode())
            db.execute("VACUUM ANALYZE")
            db.execute("CHECKPOINT")


def _scores(ask: Ask, size: Size, now: float) -> None:
    """Two games of each person on a server; a tenth played last over a year ago.

    Each played this month, too.
    """
    person = "(value / 2)"
    user = f"{FIRST_USER} + {person} % {size.people}"
    game = "CASE value % 2 WHEN 0 THEN 'cloaked_cats' ELSE 'catham_city' END"
    at = f"{now} - {1.1 * 365 * DAY} * ({person} % {size.people} * 31 % 1009) / 1009.0"
    guild, numbers = _in_server(person, size), _numbers(size.scores)
    ask(
        'INSERT INTO standings (guild, "user", game, name, games, wins, rated, mu, sigma, '
        f"all_mu, all_sigma, at) SELECT {guild}, {user}, {game}, 'Player', 1 + value % 50, "
        f"value % 20, value % 30, 15.0 + value % 200 / 10.0, 5.0, 25.0, 5.0, {at} "
        f"FROM {numbers} WHERE true ON CONFLICT DO NOTHING"
    )
    ask(
        'INSERT INTO months (guild, game, month, "user", games, wins) '
        f"SELECT {guild}, {game}, {month_of(now)}, {user}, 1 + value % 5, value % 2 "
        f"FROM {numbers} WHERE true ON CONFLICT DO NOTHING"
    )


_IS_OPEN = "value % 10 = 0"


def _tables(ask: Ask, size: Size, first: int, now: float) -> None:
    """Copy the first table, with its seats, its board and, if it is open, its due rows."""
    server = f"CASE WHEN value % 5 = 1 THEN {LARGEST} ELSE {_in_server('value', size)} END"
    phase = "CASE WHEN value % 50 = 0 THEN 'lobby' ELSE 'playing' END"
    ended = f"{now} - {90 * DAY} * (value * 31 % 1009) / 1009.0"
    values = {
        "id": f"{first} + value",
        "guild": server,
        "channel": f"{FIRST_CHANNEL} + value",
        "phase": f"CASE WHEN {_IS_OPEN} THEN {phase} ELSE 'over' END",
        "paused": "CASE WHEN value % 100 = 10 THEN 'away' ELSE '' END",
        "host": f"{FIRST_USER} + value % {size.people}",
        "ended_at": f"CASE WHEN {_IS_OPEN} THEN 0 ELSE {ended} END",
    }
    numbers = _numbers(size.tables)
    table = f"{first} + value"
    _copy(ask, "tables", first, values, numbers)
    user = f"{FIRST_USER} + (value * 4 + seat) % {size.people}"
    _copy(ask, "seats", first, {"table": table, "user": user}, numbers)
    # One board in a hundred is behind.
    shown = "CASE WHEN value % 100 = 50 THEN 0 ELSE 1 END"
    _copy(ask, "boards", first, {"table": table, "shown": shown}, numbers)
    _copy(ask, "due", first, {"table": table}, numbers, f"AND {_IS_OPEN}")
    ask(
        'INSERT INTO due ("table", place, guild, kind, at) '
        f"SELECT id, 0, guild, 'forget', ended_at + {90 * DAY} FROM tables WHERE phase = 'over'"
    )
    ask('UPDATE due SET guild = (SELECT guild FROM tables WHERE id = "table")')


def _copy(
    ask: Ask, name: str, first: int, values: Mapping[str, str], numbers: str, some: str = ""
) -> None:
    """Copy the first table's rows, with other values, for each number."""
    names = [column.name for column in metadata.tables[name].c]
    of = "id" if name == "tables" else "table"
    into = ", ".join(f'"{each}"' for each in names)
    chosen = ", ".join(values.get(each, f'"{each}"') for each in names)
    ask(
        f"INSERT INTO {name} ({into}) SELECT {chosen} FROM {numbers}, {name} "
        f'WHERE "{of}" = {first} {some}'
    )


def _events(ask: Ask, first: int) -> None:
    """Write what happened at the tables of the largest server."""
    ids = f"(SELECT id FROM tables WHERE guild = {LARGEST} AND id > {first}) AS t"
    ask(
        'INSERT INTO events ("table", step, "to", name, "values") '
        f"SELECT id, value / 3, NULL, 'guessed', '[0,2,14]' FROM {ids}, {_numbers(EVENTS)}"
    )
    given = '["act",0,1,"guess/2/14",1]'
    ask(
        'INSERT INTO inputs ("table", step, given, at) '
        f"SELECT id, value, '{given}', 1.0 FROM {ids}, {_numbers(INPUTS)}"
    )
