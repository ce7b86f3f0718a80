"""One run of a bot with a crowd, and its figures."""

import asyncio
import os
import re
import tempfile
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from math import inf, nan
from pathlib import Path
from time import monotonic, process_time

import aiohttp
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.crowd import BUTTON, FAILED, Crowd, Person, Plan, Tester
from benchmarks.floor import CUSTOM_ID
from benchmarks.processes import aside, check_log, started, together
from tests.fake_discord import AS_IT_IS
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import Loopback, loopback
from tests.survival.messages import Times

KEEPS = 20
"""How much the loopback Discord remembers of each channel and each person."""
ELSEWHERE = 1_000_000
"""The id of the first channel of those whose games are left alone."""
BENCH_SETTINGS = 1.0
"""Seconds without a request after which a bot has nothing more to do."""


BUCKET = re.compile(r'^cats_computer_delay_seconds_bucket\{le="(.+)"\} (.+)$', re.MULTILINE)
HURRIED = re.compile(r"^cats_computer_fallback_moves_total (.+)$", re.MULTILINE)
SUM = re.compile(r"^cats_computer_delay_seconds_sum (.+)$", re.MULTILINE)


class Timing(Struct, frozen=True):
    """How long a run takes."""

    seconds: float
    """It is measured for so long, and at least until a move was pressed."""
    patience: float = 10.0
    """So many seconds it waits at the end for answers that are missing."""
    constants: Mapping[str, float] = AS_IT_IS
    """The bot's own patience, where it is another (`tests.fake_discord.command`)."""


class Spread(Struct, frozen=True):
    """Milliseconds from the press on; NaN if there were none."""

    p50: float
    p95: float
    p99: float


class Run(Struct, frozen=True):
    """What came of the presses of some seconds."""

    served: float
    """Presses that were acknowledged and not turned away, for each second."""
    turned_away: float
    """How many were told that too many play, 0 to 1."""
    acknowledged: Spread
    """The first answer of any kind."""
    told: Spread
    """The answer had words."""
    pictured: Spread
    """The answer had a picture."""
    pictures: float
    """How many of the answers had a picture in the end, 0 to 1."""
    late: float
    """Presses that were acknowledged later than Discord takes it."""
    unanswered: float
    """Presses that were never acknowledged, or never told what was promised."""
    cpu: float
    """Milliseconds of the bot's CPU time for each press."""
    own_cpu: float
    """The same of the crowd and its Discord."""
    calls: float
    """REST calls of the bot for each press."""
    counted: float
    """Those of them that count towards Discord's global limit."""
    kilobytes: float
    """What it sent with them for each press."""
    late_mean: float
    """Seconds after their pauses until computers' moves were on the disk; NaN without computers."""
    late_most: float
    """None of them was later, in the bot's own figures; NaN without computers."""
    hurried: float
    """Which part of them a weaker level chose."""
    aside_cpu: float
    """Milliseconds of CPU time for each press of the process in which computers think."""
    aside: float
    """Megabytes of its memory at the end."""
    idle: float
    """Megabytes of memory before the first press."""
    end: float
    """The same after the last one."""
    kept: float
    """Kilobytes of memory for each game that was left alone; NaN if there was none."""
    presses: float
    moves: float
    games: float
    """How many games were dealt after others."""
    load: float
    """The machine's load average of the last minute."""


def spread(seconds: Sequence[float]) -> Spread:
    """Return the percentiles."""
    found = sorted(1000 * second for second in seconds) or [nan]
    return Spread(*(found[int(share * (len(found) - 1) + 0.5)] for share in (0.5, 0.95, 0.99)))


class Lateness(Struct, frozen=True):
    """What some bots have counted so far."""

    seconds: float
    """After their pauses, of all moves of computers together."""
    within: dict[float, float]
    """How many moves came within so many seconds."""
    hurried: float
    """How many moves a weaker level chose."""

    def mean_since(self, before: "Lateness") -> float:
        """Return how late moves were on average after an earlier reading; NaN if there were none.

        In seconds.
        """
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        return (self.seconds - before.seconds) / moves if moves else nan

    def hurried_since(self, before: "Lateness") -> float:
        """Return which part of the moves after an earlier reading a weaker level chose; or NaN."""
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        return (self.hurried - before.hurried) / moves if moves else nan

    def most_since(self, before: "Lateness") -> float:
        """Return the end of the bucket with the latest move after an earlier reading; or NaN.

        In seconds.
        """
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        enough = (s for s, n in self.within.items() if n - before.within.get(s, 0.0) == moves)
        return min(enough) if moves else nan


async def lateness(ports: Sequence[int]) -> Lateness:
    """Ask bots that serve their figures on these ports of this machine."""
    seconds, hurried, within = 0.0, 0.0, dict[float, float]()
    async with aiohttp.ClientSession() as session:
        for port in ports:
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                told = await answer.text()
            seconds += sum(float(number) for number in SUM.findall(told))
            hurried += sum(float(number) for number in HURRIED.findall(told))
            for end, number in BUCKET.findall(told):
                within[float(end)] = within.get(float(end), 0.0) + float(number)
    return Lateness(seconds, within, hurried)


class Reading(Struct, frozen=True):
    """The counters at one moment."""

    at: float
    cpu: float
    aside: float
    own_cpu: float
    late: Lateness
    calls: int
    counted: int
    received: int
    moves: int
    games: int


async def measured(
    plan: Plan, times: Timing, *, floor: bool = False, alone: int = 0, workers: int = 0
) -> Run:
    """Let a crowd press at the bot, or at the `floor`, measured from when all have begun to play.

    First, `alone` games are begun and left alone. With `workers` so many processes share a
    PostgreSQL database, and as many shards. A bot with computers serves its metrics.
    Raises RuntimeError if the bot notes an error.
    """
    watched = [free_port() for _ in range(max(workers, 1))] if plan.computers and not floor else []
    with tempfile.TemporaryDirectory(dir=".") as made:
        folder = Path(made)
        async with loopback(KEEPS, max(workers, 1)) as discord:
            crowd = Crowd(discord, plan)
            if floor:
                _lay_buttons(crowd)
            async with AsyncExitStack() as stack:
                bots = [
                    await stack.enter_async_context(process)
                    for process in _processes(
                        stack, discord, folder, times, floor, workers, watched
                    )
                ]
                async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                    await discord.online.wait()
                await quiet(discord)
                idle = together(bots).megabytes
                kept = await _left_alone(discord, plan, alone, bots)
                async with crowd.living(Tester if floor else Person):
                    if not floor:
                        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                            await crowd.all_play()
                    crowd.presses, before = [], await _reading(crowd, bots, watched)
                    await asyncio.sleep(times.seconds)
                    await until(lambda: floor or crowd.moves > before.moves)
                    presses, after = crowd.presses, await _reading(crowd, bots, watched)
                    crowd.presses = None
                await _answered(presses, times.patience)
                end, beside = together(bots).megabytes, aside(bots).megabytes
        check_log(folder)
    return _counters(presses, before, after, (idle, end, beside), kept)


def _processes(
    stack: AsyncExitStack,
    discord: Loopback,
    folder: Path,
    times: Timing,
    floor: bool,
    workers: int,
    watched: Sequence[int],
) -> list[AbstractAsyncContextManager[Process]]:
    """Return what starts the bot, or the bare one; figures are served on the ports `watched`."""
    if floor:
        return [started(discord, folder, "benchmarks.floor")]
    settings = [{"METRICS_PORT": str(port)} for port in watched] or [{}] * max(workers, 1)
    if not workers:
        return [started(discord, folder, constants=times.constants, **settings[0])]
    from tests.postgres import shared_server  # noqa: PLC0415 - only who measures it has it

    url = stack.enter_context(shared_server().database())
    return [started(discord, folder, "bot", times.constants, url, **one) for one in settings]


def _lay_buttons(crowd: Crowd) -> None:
    button = {"type": BUTTON, "style": 1, "label": "Press me", "custom_id": CUSTOM_ID}
    body = {"content": "0 times", "components": [{"type": 1, "components": [button]}]}
    for party in crowd.parties:
        crowd.discord.make(body, (), None, party.channel)


async def quiet(discord: Loopback) -> None:
    """Wait until the bot has asked nothing of Discord for a while."""
    calls = -1
    while calls != discord.calls:
        calls = discord.calls
        await asyncio.sleep(BENCH_SETTINGS)


async def _left_alone(discord: Loopback, plan: Plan, games: int, bots: Sequence[Process]) -> float:
    """Begin so many games and leave them; return the kilobytes that each takes in memory.

    What the first tenth of them takes is not counted: it is what all have in common.
    """
    if not games:
        return nan
    memory, first = [0.0], ELSEWHERE
    for number in (games // 10, games - games // 10):
        await Crowd(discord, replace(plan, channels=number), first).begin()
        await quiet(discord)
        memory.append(together(bots).megabytes)
        first += number
    return 1000 * (memory[-1] - memory[-2]) / number


async def _reading(crowd: Crowd, bots: Sequence[Process], watched: Sequence[int]) -> Reading:
    return Reading(
        at=monotonic(),
        cpu=together(bots).seconds,
        aside=aside(bots).seconds,
        own_cpu=process_time(),
        late=await lateness(watched),
        calls=crowd.discord.calls,
        counted=crowd.discord.counted,
        received=crowd.discord.received,
        moves=crowd.moves,
        games=crowd.games,
    )


async def _answered(presses: Sequence[Times], patience: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while any(_is_open(press) for press in presses):  # noqa: ASYNC110 - of any of them
                await asyncio.sleep(0.1)


def _is_open(press: Times) -> bool:
    return press.acknowledged is None or press.thinking


def _waits(presses: Sequence[Times], moment: Callable[[Times], float | None]) -> list[float]:
    """Return how many seconds after each press something came, without those where it never did."""
    return [at - press.clicked for press in presses if (at := moment(press)) is not None]


def _counters(
    presses: Sequence[Times],
    before: Reading,
    after: Reading,
    memory: tuple[float, float, float],
    kept: float,
) -> Run:
    acknowledged = _waits(presses, lambda press: press.acknowledged)
    pictured = _waits(presses, lambda press: press.pictured)
    served = sum(
        press.acknowledged is not None and press.acknowledged <= after.at and not press.turned_away
        for press in presses
    )
    each = 1 / max(served, 1)
    return Run(
        served=served / (after.at - before.at),
        turned_away=sum(press.turned_away for press in presses) / max(len(presses), 1),
        acknowledged=spread(acknowledged),
        told=spread(_waits(presses, lambda press: press.told)),
        pictured=spread(pictured),
        pictures=len(pictured) / max(len(presses), 1),
        late=sum(seconds > FAILED for seconds in acknowledged),
        unanswered=sum(_is_open(press) for press in presses),
        cpu=1000 * each * (after.cpu - before.cpu),
        own_cpu=1000 * each * (after.own_cpu - before.own_cpu),
        calls=each * (after.calls - before.calls),
        counted=each * (after.counted - before.counted),
        kilobytes=each * (after.received - before.received) / 1000,
        late_mean=after.late.mean_since(before.late),
        late_most=after.late.most_since(before.late),
        hurried=after.late.hurried_since(before.late),
        aside_cpu=1000 * each * (after.aside - before.aside),
        aside=memory[2],
        idle=memory[0],
        end=memory[1],
        kept=kept,
        presses=len(presses),
        moves=after.moves - before.moves,
        games=after.games - before.games,
        load=os.getloadavg()[0],
    )
