"""What is held of the tables in use: what the database holds, or nothing."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control
from bot.domain.table import (
    MAX_PUBLIC_NEWS,
    Board,
    BoardUpdate,
    Call,
    Commit,
    Deadline,
    Lobby,
    Player,
    Table,
)
from bot.engine.events import EventRecord
from bot.engine.package import extract_games
from bot.engine.records import list_legal_paths
from bot.i18n import text
from bot.services.heartbeat import Clock
from bot.services.sessions import MAX_UNUSED_SESSIONS, TableSessions
from bot.storage.problems import StoreProblem, TableConflict
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.patience import until
from tests.play.evening import deal, find_asked_player, load_match, load_table, play_cat, press_id
from tests.tables import expect_match, in_phase
from tests.toys import REGISTRY

LOBBY = Lobby(
    "secret_numbers", 1, 2, "en", "10", 100.0, 100.0,
    players=(Player("Ada", 7, clicked_at=100.0), Player("Ben", 8, clicked_at=100.0)),
    timers=(Call(0, 0, at=500.0), Call(0, 1, at=500.0), Deadline("turn:1", at=900.0)),
)  # fmt: skip


class Watched:
    """A store with its live tables; its reads are counted, and wait while the gate is shut."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sessions = TableSessions(store, Clock(lambda: 0.0, lambda: 0.0))
        self.reads: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.read = store.tables.load

        async def table(table: int) -> Table | None:
            self.reads.append(table)
            found = await self.read(table)
            await self.gate.wait()
            return found

        store.tables.load = table  # type: ignore[assignment]

    async def commit(self, table: Table, *events: EventRecord, board: bool = False) -> Table:
        change = Commit(table, 1.0, events=events, writes_board=board)
        return self.sessions.apply_commit(change, await self.store.tables.commit(change))

    async def opened(self, channel: int = 2, *, running: bool = False) -> Table:
        table = replace(LOBBY, channel=channel)
        return await self.commit(in_phase(table, "playing") if running else table)

    async def reading(self, table: Table) -> "asyncio.Task[Table | None]":
        self.gate.clear()
        reading = asyncio.create_task(self.sessions.read(table.id))
        before = len(self.reads)
        await until(lambda: len(self.reads) > before)
        return reading

    async def kept(self, table: Table) -> Table | None:
        """Return a table as the database holds it, with all that waits for its next group."""
        await self.store.bot.record_heartbeat(1.0, ONLY_SHARD)
        return await self.read(table.id)


@pytest_asyncio.fixture
async def watched_store(tmp_path: Path) -> AsyncIterator[Watched]:
    store = await Store.open(f"sqlite:///{tmp_path / 'cats.db'}", extract_games(REGISTRY))
    yield Watched(store)
    await store.close()


async def test_what_is_stored_need_not_be_read(watched_store: Watched) -> None:
    table = await watched_store.opened(running=True)
    said = tuple(EventRecord(None, "said", (n,)) for n in range(MAX_PUBLIC_NEWS))
    table = await watched_store.commit(replace(table, clock="3"), *said, EventRecord((0,), "drew"))
    table = await watched_store.commit(
        replace(table, step=1), EventRecord(None, "said", (MAX_PUBLIC_NEWS,))
    )
    assert await watched_store.sessions.read(table.id) is table
    assert watched_store.reads == []
    assert table.public_events == (*said[1:], EventRecord(None, "said", (MAX_PUBLIC_NEWS,)))
    assert await watched_store.kept(table) == table


async def test_there_is_no_table_of_an_unknown_id(watched_store: Watched) -> None:
    assert await watched_store.sessions.read(5) is None
    table = await watched_store.opened()
    watched_store.sessions.drop(table.id)
    await watched_store.store.tables.commit(Commit(in_phase(table, "closed"), 1.0))
    await watched_store.store.tables.delete(table.id)
    assert await watched_store.sessions.read(table.id) is None
    assert watched_store.sessions.find_cached(table.id) is None


async def test_a_table_is_read_once_until_it_is_dropped(watched_store: Watched) -> None:
    sessions = watched_store.sessions
    table = await watched_store.opened()
    other = await watched_store.opened(3)
    newer = await watched_store.store.tables.commit(Commit(replace(table, clock="3"), 1.0))
    assert await sessions.read(table.id) == table, "nobody said so"
    sessions.drop(table.id)
    assert await sessions.read(table.id) == newer
    assert await sessions.read(table.id) is await sessions.read(table.id)
    assert await sessions.read(other.id) is other
    assert watched_store.reads == [table.id]


async def test_what_was_being_read_when_all_was_cleared_is_not_kept(watched_store: Watched) -> None:
    table = await watched_store.opened(running=True)
    watched_store.sessions.clear()
    reading = await watched_store.reading(table)
    newer = await watched_store.store.tables.commit(Commit(replace(table, clock="3"), 1.0))
    watched_store.sessions.clear()
    watched_store.gate.set()
    assert await reading == table, "whoever asked before gets what was so then"
    assert watched_store.sessions.find_cached(table.id) is None
    assert await watched_store.sessions.read(table.id) == newer


async def test_of_what_is_read_and_what_is_stored_meanwhile_the_newer_stays(watched_store):
    table = await watched_store.opened(running=True)
    watched_store.sessions.clear()
    reading = await watched_store.reading(table)
    newer = await watched_store.commit(replace(table, clock="3"))
    watched_store.gate.set()
    assert await reading is newer
    assert await watched_store.sessions.read(table.id) is newer


async def test_who_reads_one_table_at_once_gets_one_value(watched_store: Watched) -> None:
    table = await watched_store.opened()
    watched_store.sessions.clear()
    first, second = await watched_store.reading(table), await watched_store.reading(table)
    watched_store.gate.set()
    assert await first is await second


async def test_what_was_being_read_when_its_board_was_shown_is_not_kept(watched_store):
    table = await watched_store.opened()
    watched_store.sessions.clear()
    reading = await watched_store.reading(table)
    await watched_store.store.tables.store_board(BoardUpdate(table.id, Board(99, 1)))
    watched_store.sessions.apply_board(table.id, Board(99, 1))
    watched_store.gate.set()
    await reading
    assert watched_store.sessions.find_cached(table.id) is None
    assert await watched_store.sessions.read(table.id) == await watched_store.kept(table)


async def test_whoever_has_looked_needs_no_call(watched_store: Watched) -> None:
    table = await watched_store.opened(running=True)
    watched_store.store.tables.note_click(table.id, 8, 400.0)
    seen = watched_store.sessions.note_look(table, 8, 400.0)
    assert seen is watched_store.sessions.find_cached(table.id)
    assert (seen.clicked_at, seen.version) == (400.0, 1)
    assert [player.clicked_at for player in seen.players] == [100.0, 400.0]
    assert seen.timers == (table.timers[0], table.timers[2])
    assert await watched_store.kept(table) == seen


async def test_whoever_looked_while_the_change_that_asks_them_was_written_is_called(watched_store):
    table = await watched_store.opened(running=True)
    players = (table.players[0], replace(table.players[1], asked=1, asked_at=399.0))
    change = Commit(replace(table, players=players, timers=(Call(1, 1, at=600.0),)), 399.0)
    stored = await watched_store.store.tables.commit(change)
    watched_store.sessions.note_look(table, 8, 400.0)
    asked = watched_store.sessions.apply_commit(change, stored)
    assert asked.timers == (Call(1, 1, at=600.0),), "what they saw did not ask them"


async def test_running_games_stay_and_of_the_others_those_that_were_used_last(
    watched_store: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.sessions.MAX_CACHED_RESTING_TABLES", most := 20)
    sessions = TableSessions(watched_store.store, Clock(lambda: 0.0, lambda: 0.0))
    watched_store.sessions = sessions
    running = [await watched_store.opened(1000 + n, running=True) for n in range(most + 10)]
    tables = [await watched_store.opened(channel) for channel in range(most)]
    assert await sessions.read(tables[0].id) is tables[0]
    await watched_store.commit(replace(tables[1], clock="3"))
    more = [await watched_store.opened(most + n) for n in range(10)]
    dropped = [table.channel for table in tables if sessions.find_cached(table.id) is None]
    assert dropped == list(range(2, 12))
    assert all(sessions.find_cached(table.id) is table for table in (*running, *more))
    assert watched_store.reads == []

    over = await watched_store.commit(expect_match(running[0]).complete())
    assert sessions.find_cached(over.id) is over
    for channel in range(2 * most, 3 * most):
        await watched_store.opened(channel)
    assert sessions.find_cached(over.id) is None, "a game that is over is one of the others"
    assert await sessions.read(over.id) == over


async def test_of_tables_out_of_use_nothing_is_held(watched_store: Watched) -> None:
    lobby, due, busy = [await watched_store.opened(channel) for channel in range(3)]
    watched_store.sessions[due.id].next_due_at, watched_store.sessions[busy.id].is_firing = (
        500.0,
        True,
    )
    async with watched_store.sessions.lock(lobby.id):
        watched_store.sessions.clear()
        for table_id in range(1000, 1000 + MAX_UNUSED_SESSIONS):
            watched_store.sessions[table_id].next_due_at = None
        assert {id_ for id_, _ in watched_store.sessions} >= {
            lobby.id,
            due.id,
            busy.id,
            1000 + MAX_UNUSED_SESSIONS - 1,
        }
        assert len([*watched_store.sessions]) < MAX_UNUSED_SESSIONS
    async with watched_store.sessions.lock(lobby.id):
        assert watched_store.sessions[lobby.id].lock_users == 1, (
            "it is the lock that all others wait for"
        )


@pytest.mark.parametrize("seed", range(2))
async def test_after_whatever_happens_it_is_what_the_database_holds(watched_store, seed):
    luck, live, store = Random(seed), watched_store.sessions, watched_store.store
    ids = [
        (await watched_store.opened(channel, running=channel % 2 == 0)).id for channel in range(4)
    ]
    for number in range(1, 121):
        table = await live.read(luck.choice(ids))
        assert table is not None
        match luck.randrange(7):
            case 0:
                user, now = luck.choice((7, 8)), 1000.0 + number
                store.tables.note_click(table.id, user, now)
                live.note_look(table, user, now)
            case 1:
                board = table.board.show_version(number, table.version, (number,), table.version)
                await store.tables.store_board(BoardUpdate(table.id, board))
                live.apply_board(table.id, board)
            case 2:
                board = table.board.request_move(table.version + 1, ((number, 0),))
                await watched_store.commit(replace(table, board=board), board=True)
            case 3:
                live.drop(table.id)
            case 4:
                with pytest.raises(TableConflict):
                    await store.tables.commit(
                        Commit(replace(table, version=table.version + 1), 1.0)
                    )
            case _:
                timers = (Call(number, luck.randrange(2), at=2000.0 + number),)
                rows = (*table.timers, *timers) if luck.random() < 0.7 else timers
                change = replace(table, step=table.step + 1, timers=rows)
                await watched_store.commit(
                    change, EventRecord(None, "said", (number,)), EventRecord((0,), "drew")
                )
        for id_ in ids:
            known = live.find_cached(id_)
            if known is not None and luck.random() < 0.3:
                assert await watched_store.kept(known) == known


async def test_a_table_that_cannot_be_read_is_no_table_that_is_gone(watched_store, monkeypatch):
    table = await watched_store.opened()
    watched_store.sessions.clear()

    async def fails(_: int) -> Table | None:
        raise StoreProblem("store-failing", path="")

    with monkeypatch.context() as failing:
        failing.setattr(watched_store.store.tables, "load", fails)
        with pytest.raises(StoreProblem):
            await watched_store.sessions.read(table.id)
    assert await watched_store.sessions.read(table.id) == table


SETTLES = 0.4
TOO_SOON = text("en")("too-soon")


@pytest.fixture
def guarded_world(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which what has just changed takes no press that costs something."""
    monkeypatch.setattr("bot.services.sessions.MISCLICK_GUARD_SECONDS", SETTLES)
    return world


async def guess(person: Person, *, after: float) -> Answer:
    hand = person.private()
    picked = (await person.world.click(person, hand, hand.matching("c1:l:*:guess/")[0], {})).shown
    await person.world.advance(after)
    return await person.world.click(person, picked, picked.matching("c1:m:*:guess/")[0], {})


async def steps(world: World) -> int:
    return (await load_table(world)).step


async def test_the_second_press_of_a_double_click_is_no_guess(guarded_world: World) -> None:
    ada, ben, cleo, _ = guarded_world.people
    await deal(guarded_world, ada, ben, cleo)
    who, before = find_asked_player(guarded_world), await steps(guarded_world)
    await play_cat(who)
    assert await steps(guarded_world) == before + 1, "what costs nothing is taken at once"
    answer = await guess(who, after=0.1)
    assert await steps(guarded_world) == before + 1
    assert answer.shown.note == TOO_SOON
    guesses = answer.shown.matching("c1:m:*:guess/")
    assert guesses, "what was chosen so far stays"
    await guarded_world.advance(SETTLES)
    await guarded_world.click(who, answer.shown, guesses[0], {})
    assert await steps(guarded_world) == before + 2


async def test_a_hand_that_was_aimed_at_the_board_before_the_race_lands_on_no_tile(guarded_world):
    """And a tile that somebody else has just taken changes nothing for the others."""
    ada, ben, cleo, dan = guarded_world.people
    await deal(guarded_world, ada, ben, cleo, dan, game="quickpick")
    table = await load_match(guarded_world)
    mime = next(
        p for p in guarded_world.people if p.id == table.players[table.prompts[0].seat or 0].user
    )
    first, then, _ = (person for person in guarded_world.people if person is not mime)
    await guarded_world.advance(1)
    await open_race(guarded_world, mime)
    board, before = guarded_world.board(), await steps(guarded_world)
    tile, other = board.matching("c1:m:*:tile/")[:2]
    await guarded_world.advance(0.1)
    refused = await press_id(first, board, tile.custom_id)
    assert refused.text == TOO_SOON
    assert await steps(guarded_world) == before
    await guarded_world.advance(SETTLES)
    await press_id(first, board, tile.custom_id)
    await press_id(then, board, other.custom_id)
    assert await steps(guarded_world) == before + 2


async def open_race(world: World, mime: Person) -> None:
    """Let the mime show the first thing, so that the others may choose a tile."""
    while not world.board().matching("c1:m:*:tile/"):
        await world.advance(3)
        table = await load_match(world)
        seat = [player.user for player in table.players].index(mime.id)
        package = world.bot.services.tables.find_package(table)
        mine = [prompt for prompt in table.prompts if prompt.seat == seat]
        if mine:
            move = list_legal_paths(package.game, table.state, seat)[0]
            custom_id = f"c1:m:{table.id}:{mine[0].decision}:{move}"
            await press_id(mime, world.board(), custom_id)


async def test_forged_presses_of_tables_that_do_not_exist_hold_nothing_in_memory(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    own = (await ada.press("c1:l:", on=world.board())).shown
    sessions, before = world.bot.services.tables.sessions, 0
    actions = ("table", "join", "leave-yes", "end-yes", "replay", "rematch", "privacy", "here")
    more = ("rules:liars_dice/0", "learn:liars_dice", "play:liars_dice", "always-words:yes")
    kinds = ("m:{}:1:bid/1/6", "l:{}:1:", *("d:{}:" + each + ":" for each in (*actions, *more)))
    for number in range(900_000, 900_003):
        for on in (world.board(), own):
            for kind in kinds:
                forged = Control("", f"c1:{kind.format(number)}", False, 1)
                await world.click(ben, on, forged, {})
        await world.advance(60)
        before = before or len(list(sessions))
        assert len(list(sessions)) == before
