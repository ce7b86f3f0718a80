"""Time in which nobody could play, of all kinds, and how much time people really had after it.

Tables with several clocks run at once, at each of which somebody has some seconds left. Then
something comes in between, and whoever is asked does nothing.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import product
from typing import cast

from simcord.builders import ChannelHandle

from bot.bench.world import World
from bot.demo.simulated import get_world_time
from bot.discord_adapter.client import CatsClient
from bot.domain.table import Table
from cogs.gateway import Gateway
from tests.play.evening import rewrite
from tests.tables import expect_match

CLOCKS = ("1", "10", "60")
SECONDS_LEFT = (3.0, 10.0, 30.0)
RESTARTS = (20.0, 2.0, 5.0, 34.0, 40.0)
GATEWAY = (30.0, 3.0, 10.0, 120.0, 600.0)
CLOCK_SHIFT_SECONDS = (3600.0, -3600.0)
HEARTBEAT_SECONDS = 1.0
HEARTBEAT_WRITE_SECONDS = 5.0
SECONDS_SINCE_WRITE = 2.25
LATENESS_SECONDS = 3.0
"""Seconds in which whoever has had their time is late."""


class HostClock:
    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return get_world_time() + self.ahead


@dataclass(frozen=True)
class Had:
    """Somebody's clock that had so many seconds left, and how long they had when it was over."""

    clock: str
    left: float
    had: float
    """Seconds from then on until the deadline."""
    late: bool
    """They are late soon after that, and not before."""


async def stop_process(world: World, seconds: float) -> None:
    await world.restart(meanwhile=_make_pause(world, seconds))


async def kill_process(world: World, seconds: float) -> None:
    await world.restart(crash=True, meanwhile=_make_pause(world, seconds))


async def freeze_process(world: World, seconds: float) -> None:
    await world.freeze(seconds)


def gateway(bot: CatsClient) -> Gateway:
    return cast(Gateway, bot.get_cog("Gateway"))


async def resume_session(world: World, seconds: float) -> None:
    await _disconnected(world, seconds)
    world.env.backend.emit("RESUMED", {})


async def reconnect_session(world: World, seconds: float) -> None:
    await _disconnected(world, seconds)
    with world.bot_scope():
        await gateway(world.bot).on_ready()


async def clock_set(world: World, seconds: float) -> None:
    host_clock(world).ahead += seconds


async def stopped_and_set(world: World, seconds: float) -> None:
    await stop_process(world, HEARTBEAT_WRITE_SECONDS)
    await clock_set(world, seconds)


Gap = Callable[[World, float], Awaitable[None]]
GAPS: tuple[tuple[Gap, tuple[float, ...]], ...] = (
    (stop_process, RESTARTS),
    (kill_process, RESTARTS),
    (freeze_process, RESTARTS),
    (resume_session, GATEWAY),
    (reconnect_session, GATEWAY),
    (clock_set, CLOCK_SHIFT_SECONDS),
    (stopped_and_set, CLOCK_SHIFT_SECONDS),
)
ALL = [(gap, seconds) for gap, all_seconds in GAPS for seconds in all_seconds]


def host_clock(world: World) -> HostClock:
    clock = world.bot.services.clock._wall_clock
    assert isinstance(clock, HostClock)
    return clock


async def begin(world: World) -> dict[tuple[str, float], ChannelHandle]:
    """Deal at a table for each clock and each number of seconds left; return their channels."""
    ada, ben, *_ = world.people
    world.bot.services.lobby.make_seed = lambda: bytes(range(32))
    places = {}
    for number, (clock, left) in enumerate(product(CLOCKS, SECONDS_LEFT)):
        channel = places[clock, left] = world.new_channel(f"clock-{clock}-{left:.0f}")
        host, guest = (ada, ben) if number % 2 else (ben, ada)  # nobody may host all of them
        await host.slash("cats play", channel=channel, text_only=True, clock=clock)
        await guest.press("c1:d:*:join", on=world.board(channel))
        await host.press("c1:d:*:start", on=world.board(channel))
    return places


async def measure_time_left(world: World, gap: Gap, seconds: float) -> list[Had]:
    """Let it happen, and return how much time each of the asked had from then on."""
    places = await begin(world)
    await world.advance(2 * HEARTBEAT_WRITE_SECONDS)
    while not SECONDS_SINCE_WRITE <= await _since_written(world) < SECONDS_SINCE_WRITE + 0.5:
        await world.advance(0.25)
    for (_, left), channel in places.items():
        table = await world.load_table(channel.id)
        rewrite(world, _LEFT, _bots_now(world) + left, table.id)
    with world.bot_scope():
        world.bot.services.scheduler.wake()
    await world.settle()
    await gap(world, seconds)
    await world.settle()
    await world.advance(HEARTBEAT_SECONDS)  # it looks at the machine's clock
    now = world.now() - HEARTBEAT_SECONDS
    offset = world.now() - _bots_now(world)
    ends = {
        key: _deadline(await world.load_table(channel.id)) + offset
        for key, channel in places.items()
    }
    late = dict.fromkeys(places, False)
    for end in sorted(set(ends.values())):
        await world.advance(max(0.0, end - 0.5 - world.now()))
        early = {key for key in places if await _is_late(world, places[key]) and ends[key] >= end}
        assert not early, f"late too early: {early}"
        await world.advance(end + LATENESS_SECONDS - world.now())
        for key in places:
            late[key] |= ends[key] == end and await _is_late(world, places[key])
    return [Had(clock, left, ends[clock, left] - now, late[clock, left]) for clock, left in places]


_LEFT = "UPDATE due SET at = ? WHERE kind = 'deadline' AND \"table\" = ?"


def _make_pause(world: World, seconds: float) -> Callable[[], Awaitable[str]]:
    async def passed() -> str:
        world.env.backend.advance_clock(seconds)
        return world.database

    return passed


async def _disconnected(world: World, seconds: float) -> None:
    with world.bot_scope():
        await gateway(world.bot).on_disconnect()
    await world.advance(seconds)


def _bots_now(world: World) -> float:
    with world.env.time_context():
        return world.bot.services.clock.now()


async def _since_written(world: World) -> float:
    last = await world.store.bot.read_last_heartbeat(world.bot.shard)
    return _bots_now(world) - (last or 0.0)


def _deadline(table: Table) -> float:
    (ends,) = [timer.at for timer in table.timers if timer.kind == "deadline"]
    return ends


async def _is_late(world: World, channel: ChannelHandle) -> bool:
    table = expect_match(await world.load_table(channel.id))
    return any(player.misses for player in table.players)
