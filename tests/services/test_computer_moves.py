"""Computers think beside the loop: it goes on, stale thoughts are dropped, stopping is clean."""

import asyncio
import os
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event as Gate
from threading import Lock, Semaphore, Thread
from threading import enumerate as enumerate_threads
from unittest.mock import Mock, create_autospec

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.common.counters import NO_COUNTERS
from bot.common.timings import Timings
from bot.domain.changes import Click
from bot.domain.computers import make_computer_task
from bot.domain.opening import TableOptions
from bot.domain.table import Table
from bot.engine.moves import Move
from bot.engine.package import extract_games
from bot.engine.screen import Press, SubmitMove, TableAction
from bot.services import computer_moves
from bot.services.computer_executor import ComputerExecutor
from bot.services.heartbeat import Clock
from bot.services.messenger import Messenger, PostedMessage
from bot.services.shard import ShardServices
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.patient_computers import Patient
from tests.tables import expect_match
from tests.toys import REGISTRY
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.rules import SecretNumbers, View

GAME = "secret_numbers"
GUILD, CHANNEL = 1, 2
ADA = 7
CLOSE_TIMEOUT_SECONDS = 2 * HANG_TIMEOUT_SECONDS


class Thinker(SecretNumbersComputers):
    """Computers that think until they may go on."""

    def __init__(self) -> None:
        self.thinks = Semaphore(0)
        self.may_go_on = Gate()
        self.asked = 0
        self._counting = Lock()

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        with self._counting:
            self.asked += 1
        self.thinks.release()
        assert self.may_go_on.wait(CLOSE_TIMEOUT_SECONDS)
        return super().choose_move(view, moves, level, rng)


class Quick(Patient):
    """Computers that think in the bot."""

    fast_levels = SecretNumbersComputers.levels


class Busy(Patient):
    """Computers of which only the careless think quickly, and in the bot."""

    fast_levels = SecretNumbersComputers.levels[:1]

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level in self.fast_levels:
            return SecretNumbersComputers.choose_move(self, view, moves, level, rng)
        return super().choose_move(view, moves, level, rng)


def make_quiet_messenger() -> Mock:
    """Return a channel in which nobody looks at the boards."""
    quiet = create_autospec(Messenger, instance=True)
    quiet.post.return_value = PostedMessage(1, None)
    quiet.edit.return_value = None
    quiet.find_newest_message.return_value = 1
    return quiet


class Evening:
    """Ada at a table with computers; `now` is moved by hand."""

    def __init__(
        self,
        store: Store,
        computers: SecretNumbersComputers,
        executor: ComputerExecutor | None = None,
    ) -> None:
        self.store = store
        self.executor = executor
        self.computers = computers
        self.now = 1.7e9
        self.clicks = 0

    async def begin(self, pause: float) -> None:
        """Start the bot."""
        registry = {GAME: replace(REGISTRY[GAME], computers=self.computers)}
        clock = Clock(lambda: self.now, lambda: self.now)
        timings, quiet = (
            Timings(heartbeat=1e6, pause=pause, between_edits=0.0),
            make_quiet_messenger(),
        )
        shared = self.store, ONLY_SHARD, registry, quiet, clock, timings, NO_COUNTERS
        self.services = ShardServices(*shared, computers=0, given_executor=self.executor)
        await self.services.start(is_reachable=False)
        await self.services.heartbeat.mark_reachable()

    async def deal(self, computers: int = 1, pause: float = 0.0, level: str = "") -> None:
        await self.begin(pause)
        await self.services.lobby.open_or_find_lobby(
            self.click(), GAME, TableOptions(computers=computers, level=level or None)
        )
        await self.press(TableAction("start"))

    def click(self) -> Click:
        self.clicks += 1
        return Click(self.clicks, ADA, "Ada", "en", CHANNEL, guild=GUILD)

    async def press(self, press: Press) -> None:
        table = await self.table()
        await self.services.presses.handle_press(self.click(), table.id, press, ())

    async def table(self) -> Table:
        table = await self.store.tables.load(await self.store.tables.find_latest(CHANNEL) or 0)
        assert table is not None
        return table

    async def until(self, seen: Callable[[Table], bool]) -> Table:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while not seen(await self.table()):  # noqa: ASYNC110 - in the database
                await asyncio.sleep(0.005)
        return await self.table()

    async def at_rest(self) -> Table:
        await until(lambda: self.services.background.is_idle)
        return await self.table()


@pytest_asyncio.fixture
async def evening(
    tmp_path: Path,
) -> AsyncIterator[Callable[[SecretNumbersComputers], Awaitable[Evening]]]:
    """Make an evening with computers; its bot stops at the end."""
    made = list[Evening]()

    async def make(
        computers: SecretNumbersComputers, executor: ComputerExecutor | None = None
    ) -> Evening:
        file = tmp_path / f"{len(made)}.db"
        store = await Store.open(f"sqlite:///{file}", extract_games(REGISTRY))
        made.append(Evening(store, computers, executor))
        return made[-1]

    yield make
    for one in made:
        if isinstance(one.computers, Thinker):
            one.computers.may_go_on.set()
        one.services.heartbeat.close()
        await one.services.close(CLOSE_TIMEOUT_SECONDS)
        await one.services.heartbeat.wait_closed()
        await one.store.close()


@pytest.fixture
def aside() -> Iterator[ComputerExecutor]:
    """An executor of whose computers some are in a process aside."""
    executor = ComputerExecutor(in_processes=True)
    yield executor
    executor.close()


def threads_of(game: str) -> list[Thread]:
    return [thread for thread in enumerate_threads() if thread.name == f"thinking-{game}"]


async def wait_for_thoughts(computers: Thinker) -> None:
    assert await asyncio.to_thread(computers.thinks.acquire, timeout=HANG_TIMEOUT_SECONDS)


async def think(evening, players, *, computers=1):
    here = await evening(players)
    await here.deal(computers)
    await wait_for_thoughts(players)
    return here


async def test_people_play_on_while_a_computer_thinks(evening):
    here = await think(evening, Thinker())
    await here.press(SubmitMove(0, "name/1/2.3"))
    assert (await here.table()).step == 1
    here.computers.may_go_on.set()
    table = await here.until(lambda table: table.step >= 2)  # its next move may follow at once
    (_, first, _), (step, second, _), *_ = await here.store.tables.find_inputs(table.id)
    assert table.players[first.seat].user == ADA
    assert (step, second.decision, table.players[second.seat].user) == (2, 0, None)


async def test_a_computer_thinks_while_its_pause_runs_and_moves_when_it_is_over(evening):
    here = await evening(Thinker())
    here.computers.may_go_on.set()
    await here.deal(pause=2.0)
    await wait_for_thoughts(here.computers)
    here.now += 1.9
    here.services.scheduler.wake()
    assert (await here.at_rest()).step == 0
    here.now += 0.2
    here.services.scheduler.wake()
    table = await here.until(lambda table: table.step == 1)
    assert here.computers.asked == 1
    assert not [timer for timer in table.timers if timer.kind == "computer"]


async def test_what_was_thought_is_dropped_when_the_table_was_closed_meanwhile(evening):
    here = await think(evening, Thinker())
    await here.press(TableAction("end-yes"))
    here.computers.may_go_on.set()
    await here.services.background.close(HANG_TIMEOUT_SECONDS)
    table = await here.table()
    assert (table.phase, table.step) == ("closed", 0)


async def test_a_bot_that_stops_waits_for_a_thought_and_begins_no_other(evening):
    earlier = {*threads_of(GAME)}  # of other tests' bots
    here = await think(evening, Thinker(), computers=3)
    stopping = asyncio.create_task(here.services.close(CLOSE_TIMEOUT_SECONDS))
    await asyncio.sleep(0)
    assert not stopping.done()
    await here.press(SubmitMove(0, "name/1/2.3"))
    here.computers.may_go_on.set()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await stopping
    await until(lambda: earlier.issuperset(threads_of(GAME)))
    assert here.computers.asked == 1
    assert (await here.table()).step == 1, "Ada's own move counts, and none of the computers'"

    await here.begin(pause=0.0)
    await here.until(lambda table: table.step > 1)


async def test_a_thought_without_end_does_not_keep_the_bot_from_stopping(evening):
    here = await think(evening, Thinker())
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await here.services.close(0.1)
    assert (await here.table()).step == 0


@pytest.mark.logs_errors
async def test_a_game_with_an_endless_thought_plays_on_and_gets_no_second_thread(
    evening, monkeypatch, caplog
):
    def wait_at_most(seconds):
        for module in ("computer_moves", "computer_executor"):
            monkeypatch.setattr(f"bot.services.{module}.MAX_THINKING_SECONDS", seconds)

    wait_at_most(0.05)
    monkeypatch.setattr(computer_moves, "MAX_COMPUTER_DELAY_SECONDS", 0.0)
    earlier = {*threads_of(GAME)}  # of other tests' bots
    here = await evening(Thinker())
    await here.deal()
    await here.until(lambda table: table.step == 1)
    await here.press(SubmitMove(0, "name/1/2.3"))
    await here.until(lambda table: table.step == 3)
    assert here.computers.asked == 1
    assert len({*threads_of(GAME)} - earlier) == 1
    (error,) = (each.getMessage() for each in caplog.records if each.levelname == "ERROR")
    assert error.startswith(f"game {GAME}, table 1: ")
    assert error.endswith(": TimeoutError")

    wait_at_most(HANG_TIMEOUT_SECONDS)
    here.computers.may_go_on.set()
    (worker,) = here.services.executor._workers.values()
    await until(lambda: worker._thinking_since is None)
    await here.press(SubmitMove(1, "name/1/2.3"))
    await here.until(lambda table: table.step == 5)
    assert here.computers.asked == 2, "it ended after all, so computers think again"


async def test_shards_share_a_process_for_levels_that_are_not_quick(evening, aside, tmp_path):
    (tmp_path / "quick").mkdir()
    slow, quick = Patient(tmp_path), Quick(tmp_path / "quick")
    for computers in (slow, slow, quick):
        computers.let_all_choose()
        here = await evening(computers, aside)
        await here.deal()
        await here.until(lambda table: table.step == 1)
    (process,) = slow.thinks()
    assert process != os.getpid()
    assert quick.thinks() == {os.getpid()}


async def test_a_bot_that_stops_begins_no_thought_that_waits_for_the_process(
    evening, aside, tmp_path
):
    computers = Patient(tmp_path)
    here = await evening(computers, aside)
    await here.deal(computers=3)
    await until(computers.thinks)
    stopping = asyncio.create_task(here.services.close(CLOSE_TIMEOUT_SECONDS))
    await asyncio.sleep(0)
    here.services.executor.close()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await stopping
    assert len(computers.thinks()) == 1
    assert (await here.table()).step == 0


@pytest.mark.parametrize("in_processes", [False, True])
async def test_an_executor_that_is_closed_begins_no_thought(evening, in_processes):
    here = await evening(SecretNumbersComputers())
    await here.deal(computers=1)
    table = expect_match(await here.table())
    seat = next(seat for seat, player in enumerate(table.players) if player.user is None)
    executor, before = ComputerExecutor(in_processes=in_processes), {*enumerate_threads()}
    executor.close()
    assert executor.begin(table, REGISTRY["secret_numbers"], seat).cancelled()
    late = executor.begin_at_fast_level(table, REGISTRY["secret_numbers"], seat)
    assert late is None or late.cancelled()
    assert {*enumerate_threads()} <= before, "no thread waits for ever"


async def test_of_a_table_only_the_view_of_the_seat_goes_to_a_computer(evening):
    here = await evening(SecretNumbersComputers())
    await here.deal(computers=1)
    table, package = await here.table(), REGISTRY[GAME]
    state = replace(table.state, answers=(NameNumber(5, (3, 4)), None))
    other = package.game.resample_hidden(state, 1, Random(1))
    assert state != other
    first, second = (
        make_computer_task(table.in_state(one, package.game), package, 1, "sound")
        for one in (state, other)
    )
    assert pickle.dumps(first) == pickle.dumps(second)
    assert table.seed not in pickle.dumps(first)


async def test_a_computer_that_finds_no_processor_plays_as_the_best_of_the_quick(
    evening, aside, tmp_path, monkeypatch
):
    monkeypatch.setattr(computer_moves, "MAX_COMPUTER_DELAY_SECONDS", 0.05)
    here = await evening(Busy(tmp_path), aside)
    await here.deal(level="sly")
    table = await here.until(lambda table: table.step == 1)
    (mine,) = (seat for seat, answer in enumerate(table.state.answers) if not answer)
    assert table.state.answers[1 - mine] == SecretNumbers().legal_moves(table.state, mine)[0]
    assert os.getpid() not in here.computers.thinks()


async def test_a_computer_is_waited_for_where_none_thinks_quickly(
    evening, aside, tmp_path, monkeypatch
):
    monkeypatch.setattr(computer_moves, "MAX_COMPUTER_DELAY_SECONDS", 0.01)
    computers = Patient(tmp_path)
    here = await evening(computers, aside)
    await here.deal(level="sly")
    await until(computers.thinks)
    await asyncio.sleep(0.05)
    assert (await here.table()).step == 0
    computers.let_all_choose()
    await here.until(lambda table: table.step == 1)


async def test_a_shard_that_stops_waits_for_no_thought_that_has_not_begun(evening, aside, tmp_path):
    computers = Patient(tmp_path)
    first, second = await evening(computers, aside), await evening(computers, aside)
    await first.deal()
    await until(computers.thinks)
    await second.deal()
    await until(lambda: not any(live.computer_tasks for _, live in second.services.tables.sessions))
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await second.services.close(CLOSE_TIMEOUT_SECONDS)
    computers.let_all_choose()
    await first.until(lambda table: table.step == 1)
    assert (await second.table()).step == 0
