"""Time in which nobody could play is nobody's fault; time in which nobody cared is."""

import asyncio
import logging

import pytest
import pytest_asyncio

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.services.events import Events
from bot.services.heartbeat import MAX_SKEW_PRESSES, MIN_SKEW_PRESSES, Clock, Heartbeat
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.problems import StoreProblem
from bot.storage.shards import Shard
from tests.kinds import first_of_each_kind
from tests.play.evening import (
    deadline,
    deal,
    find_asked_or_none,
    find_asked_player,
    load_table,
    take_turn,
)
from tests.play.outages import (
    ALL,
    HEARTBEAT_SECONDS,
    HEARTBEAT_WRITE_SECONDS,
    Gap,
    Had,
    HostClock,
    clock_set,
    gateway,
    host_clock,
    kill_process,
    measure_time_left,
    resume_session,
    stop_process,
)

DATABASES = ("postgresql",)
"""SQLite's worlds ask for no `database`."""
DAY = 86_400.0


async def take_bot_down(world: World, seconds: float) -> None:
    with world.env.time_context():
        await world.bot.close()
        await world.env._detach_bot()
        await world.store.close()
        world.env.backend.advance_clock(seconds)
        world.bot, world.store = await world.start(world.database)
        await world.env.restart_bot(world.bot)
    await world.settle()


async def test_a_week_of_downtime_counts_neither_as_idle_nor_for_the_host(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_bot_down(world, 8 * DAY)
    await ben.press("c1:d:*:table", on=world.board())
    await world.advance(11 * 60)
    table = await load_table(world)
    assert (table.phase, table.host) == ("playing", ada.id)


async def test_a_game_gives_notice_before_it_is_closed_whatever_happened_before(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await take_bot_down(world, 6.5 * DAY)
    await world.jump(6 * DAY + 60)
    assert any("for days" in message.text for message in world.messages())
    assert (await load_table(world)).phase == "playing"


@pytest_asyncio.fixture
async def beating(open_world: OpenWorld) -> World:
    return await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)


async def lose_gateway(world: World) -> None:
    with world.bot_scope():
        await gateway(world.bot).on_disconnect()


async def test_nobody_is_timed_out_while_the_gateway_is_lost(beating: World) -> None:
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = find_asked_player(world)
    await lose_gateway(world)
    await world.advance(300)
    with world.bot_scope():  # it comes back and is lost again while time is forgiven
        back = asyncio.ensure_future(gateway(world.bot).on_resumed())
        await asyncio.sleep(0)
        await gateway(world.bot).on_disconnect()
        await back
    await world.advance(300)
    assert find_asked_or_none(world) is who
    assert "The computer plays this turn for" not in world.board().text
    world.env.backend.emit("RESUMED", {})
    await world.settle()
    assert find_asked_or_none(world) is who
    await world.advance(100)
    assert "The computer plays this turn for" in world.board().text


MIN_SECONDS_LEFT = {"1": 20.0, "10": 60.0, "60": 60.0}
"""What is left to people at least after time in which they could not reach the bot, by clock."""


def check(gap: Gap, found: list[Had]) -> None:
    """Fail unless all had what was left to them, and were late when they had had it."""
    unsure = HEARTBEAT_WRITE_SECONDS if gap is kill_process else HEARTBEAT_SECONDS
    for each in found:
        least = 0.0 if gap is clock_set else MIN_SECONDS_LEFT[each.clock]
        assert max(each.left, least) - 0.01 <= each.had <= max(each.left + unsure, least) + 0.01
        assert each.late, f"{each} is not late though that time is over"


@pytest.mark.parametrize(
    ("gap", "seconds"),
    first_of_each_kind(ALL, lambda gap, _: gap),
    ids=[f"{gap.__name__}-{seconds:.0f}" for gap, seconds in ALL],
)
async def test_whatever_comes_in_between_people_have_the_time_that_was_left(
    open_world: OpenWorld, gap: Gap, seconds: float
) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS, now=HostClock())
    check(gap, await measure_time_left(world, gap, seconds))


OTHER_DATABASE_CASES = [
    (kill_process, 20.0),
    (stop_process, 5.0),
    (resume_session, 30.0),
    (clock_set, -3600.0),
]


@pytest.mark.parametrize(
    ("gap", "seconds"), first_of_each_kind(OTHER_DATABASE_CASES, lambda *_: "any gap")
)
async def test_so_they_have_on_another_database(open_world, database, gap, seconds):
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS, now=HostClock(), database=database)
    check(gap, await measure_time_left(world, gap, seconds))


async def test_a_restart_during_an_outage_forgives_the_outage(beating: World) -> None:
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    await lose_gateway(world)
    await world.advance(600)
    await take_bot_down(world, 2)
    await world.advance(3)
    assert "The computer plays this turn for" not in world.board().text
    await world.advance(60)
    assert "The computer plays this turn for" in world.board().text


@pytest.fixture
def failing_moves(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let time that is forgiven move no table while this is not empty; the last one goes then."""
    move, fails = DeadlineExtensions.move_tables, list[bool]()

    async def failed(deadlines: DeadlineExtensions, shard: Shard, count: int) -> bool:
        if fails and fails.pop():
            raise StoreProblem("store-full")
        return await move(deadlines, shard, count)

    monkeypatch.setattr(DeadlineExtensions, "move_tables", failed)
    return fails


@pytest.mark.logs_errors
async def test_time_that_was_being_forgiven_when_the_process_died_is_forgiven_once(
    beating: World, failing_moves: list[bool]
) -> None:
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    before, since = deadline(world), world.now()
    failing_moves.extend([True] * 100)
    await world.freeze(3600)
    failing_moves.clear()
    await world.restart(crash=True)
    await world.advance(10)
    after = deadline(world)
    assert before and after
    lost = world.now() - since
    assert lost - 15 <= after - before <= lost
    await take_turn(find_asked_player(world))


@pytest.mark.logs_errors
async def test_a_clock_that_is_set_back_a_little_moves_all_though_the_database_fails_once(
    open_world: OpenWorld, failing_moves: list[bool]
) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS, now=HostClock())
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    before = await load_table(world)
    failing_moves.append(True)
    host_clock(world).ahead -= 3.0
    await world.advance(10)
    after = await load_table(world)
    moved = [now.at - was.at for now, was in zip(after.timers, before.timers, strict=True)]
    assert failing_moves == []
    assert moved == pytest.approx([-3.0] * len(moved), abs=HEARTBEAT_SECONDS)
    await take_turn(find_asked_player(world))


async def test_who_takes_tables_over_finishes_what_was_being_forgiven(world: World) -> None:
    await deal(world, *world.people[:2], clock="10")
    before, (store, shard) = await load_table(world), (world.store, world.bot.shard)
    with world.env.time_context():
        clock = world.bot.services.clock
        await store.deadlines.begin(clock.now(), 100.0, shard, keep_minimum=False)
        heart = Heartbeat(store, shard, clock, 5.0, Events())
        await heart.start(is_reachable=True)
        heart.close()
        await heart.wait_closed()
    after = await load_table(world)
    assert [timer.at - 100.0 for timer in after.timers] == [timer.at for timer in before.timers]


async def test_time_is_given_back_from_the_moment_in_which_it_was_lost(beating: World) -> None:
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    heart = world.bot.services.heartbeat
    for when in ("between two beats", "during a beat"):
        before = await load_table(world)
        with world.bot_scope():
            beat = asyncio.ensure_future(heart.mark_reachable())
            await (asyncio.sleep(0) if when == "during a beat" else beat)
            heart.mark_unreachable(7.0)
            await beat
        await world.advance(30)
        with world.bot_scope():
            await heart.mark_reachable()
        after = await load_table(world)
        moved = [now.at - was.at for now, was in zip(after.timers, before.timers, strict=True)]
        assert moved == pytest.approx([37.0] * len(moved), abs=HEARTBEAT_SECONDS), when


async def test_boards_show_moved_deadlines_once_people_are_reached_again(beating: World) -> None:
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    before, heart = deadline(world) or 0, world.bot.services.heartbeat
    with world.bot_scope():
        heart.mark_unreachable()
    await world.advance(100)
    since = len(world.requests)
    with world.bot_scope():
        await heart.catch_up()
    for _ in range(10):
        await world.advance(1)
    assert len(world.requests) == since, "no board is shown while nobody can be reached"
    with world.bot_scope():
        await heart.mark_reachable()
    for _ in range(20):
        await world.advance(1)
        if deadline(world) != before:
            break
    assert (deadline(world) or 0) - before == pytest.approx(110, abs=2 * HEARTBEAT_SECONDS)


async def test_whoever_clicks_first_after_a_stand_still_delays_nothing(beating: World) -> None:
    world = beating
    ada, *_ = world.people
    await deal(world, ada, computers=1, clock="1")
    while find_asked_or_none(world) is not ada:
        await world.advance(3)
    world.env.backend.advance_clock(3600)
    await take_turn(ada)
    await world.advance(10)
    assert find_asked_or_none(world) is ada, (
        "the computer has moved: its time was not moved by the hour"
    )
    assert 40 <= (deadline(world) or 0) - world.now() <= 60


async def test_a_call_that_was_due_while_nobody_could_act_comes_later_and_once(beating):
    world = beating
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    for lost in ("downtime", "gateway", "standstill"):
        await take_turn(find_asked_player(world))
        who, since = find_asked_player(world), len(world.requests)
        await world.advance(40)
        match lost:
            case "downtime":
                await take_bot_down(world, 600)
            case "gateway":
                await lose_gateway(world)
                await world.advance(600)
                world.env.backend.emit("RESUMED", {})
                await world.settle()
            case _:
                await world.freeze(600)
        await world.advance(5)
        assert world.list_pinged(since) == [], f"a minute was not over: {lost}"
        await world.advance(30)
        assert world.list_pinged(since) == [who.name], lost
        await world.advance(60)
        assert world.list_pinged(since) == [who.name], lost


NOON = 1_800_000_000.0


class Machine:
    """Clocks that are moved by hand."""

    def __init__(self) -> None:
        self.uptime, self.wall = 100.0, NOON
        self.clock = Clock(lambda: self.wall, lambda: self.uptime)

    def pass_time(self, seconds: float) -> None:
        self.uptime += seconds
        self.wall += seconds

    def press(self, *, ahead: float, late: float = 0.1) -> None:
        self.clock.measure_skew(self.wall - ahead - late)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_it_goes_on_as_before_when_the_machines_clock_is_set(machine: Machine) -> None:
    assert machine.clock.now() == NOON
    machine.press(ahead=-840.0)
    machine.wall += 3600.0
    machine.pass_time(5.0)
    assert machine.clock.now() == NOON + 5.0
    assert machine.clock.jump() == 3600.0
    machine.clock.synchronize()
    assert machine.clock.now() == machine.wall
    assert machine.clock.jump() == 0.0
    assert machine.clock.seconds_ahead == 0.0, "what was measured before counts no more"
    machine.wall += 1.5
    assert machine.clock.jump() == 0.0, "it is kept right all the time"


def test_one_press_tells_that_it_is_behind_discords_and_the_host_is_told_once(machine, caplog):
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            machine.press(ahead=-840.0)
            assert machine.clock.seconds_ahead == pytest.approx(-839.9)
    assert caplog.messages == ["this machine's clock is 840 s behind Discord's: set it right"]


def test_several_presses_tell_that_it_is_ahead_as_each_may_have_been_held_up(machine):
    for _ in range(MIN_SKEW_PRESSES - 1):
        machine.press(ahead=300.0)
        assert machine.clock.seconds_ahead == 0.0
    machine.press(ahead=300.0, late=40.0)
    assert machine.clock.seconds_ahead == pytest.approx(300.1)


def test_presses_that_were_held_up_by_a_lost_gateway_do_not_make_it_ahead(machine: Machine) -> None:
    machine.press(ahead=0.0)
    for second in range(MAX_SKEW_PRESSES - 1):
        machine.press(ahead=0.0, late=float(second))
    assert machine.clock.seconds_ahead == 0.0
