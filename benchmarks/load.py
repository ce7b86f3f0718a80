"""How many people the bot bears: `python -m benchmarks.load --game G --channels N --people P`.

In each channel so many people play one game after another; the real bot is a process of its own, on
a file on the disk, or several (`--workers`) on a PostgreSQL database; its Discord is on a loopback
port. Everybody presses something, waits until the
answer has words, thinks for a random time (`--think`), and so on; who is asked nothing looks at the
own hand, now and then at another table. "Offered" is how many presses a second that makes if each
answer comes at once. "Served" is how many were made and acknowledged in a second of the measured
ones, which count from when all have begun to play; not who was only told that too many play.

Before, the same people press the one button of a bare bot (`benchmarks/floor.py`) as often.
The database's folder is made where the command is run. It needs Linux. Whoever changes what a press
runs through would miss it, and a host who asks how many people a machine bears.
"""

import argparse
import asyncio
import os
import platform
import sys
from collections.abc import Sequence
from math import isnan
from statistics import median
from typing import TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from benchmarks.crowd import FAILED, Plan
from benchmarks.measuring import Run, Spread, Timing, measured
from bot.games.registry import GAMES

QUICKEST = 0.5
"""Seconds of thought at least: the bot takes ten presses of one person in five seconds."""

T = TypeVar("T")


class Outcome(Struct, frozen=True):
    """What came of a run, or of several."""

    plan: Plan
    floor: Run
    bot: Run


def middle(several: Sequence[T]) -> T:
    """Return the median of each number in some structs."""
    if isinstance(several[0], Struct):
        values = zip(*(astuple(cast(Struct, one)) for one in several), strict=True)
        return type(several[0])(*(middle(value) for value in values))
    return cast(T, median(cast("Sequence[float]", several)))


def summed_up(runs: Sequence[Run]) -> Run:
    """Return the medians of some runs; of what went wrong, the most in any of them."""
    worst = {"late": max(run.late for run in runs)}
    worst["unanswered"] = max(run.unanswered for run in runs)
    return replace(middle(runs), **worst)


async def compared(
    plan: Plan, times: Timing, runs: int = 1, alone: int = 0, workers: int = 0
) -> Outcome:
    """Measure floor and bot in turns, so many times."""
    floors, bots = list[Run](), list[Run]()
    for _ in range(runs):
        floors.append(await measured(plan, times, floor=True))
        bots.append(await measured(plan, times, alone=alone, workers=workers))
    return Outcome(plan, summed_up(floors), summed_up(bots))


def table(outcome: Outcome) -> str:
    """Return the figures for a terminal."""
    plan, bot, floor = outcome.plan, outcome.bot, outcome.floor
    rows = [
        ("", "bot", "floor"),
        ("offered a second", *(f"{plan.offered:.1f}" for _ in (bot, floor))),
        ("served a second", *(f"{run.served:.1f}" for run in (bot, floor))),
        ("  share of the floor's", f"{bot.served / floor.served:.3f}", ""),
        ("  told that too many play", f"{bot.turned_away:.0%}", ""),
        ("acknowledged, ms: p50 / p95 / p99", *(_told(run.acknowledged) for run in (bot, floor))),
        ("first words, ms", *(_told(run.told) for run in (bot, floor))),
        ("the picture is there, ms", _told(bot.pictured), ""),
        ("  presses with a picture", f"{bot.pictures:.0%}", ""),
        (f"acknowledged after {FAILED:.0f} s", *(f"{run.late:.0f}" for run in (bot, floor))),
        ("unanswered", *(f"{run.unanswered:.0f}" for run in (bot, floor))),
        ("CPU ms a press", *(f"{run.cpu:.2f}" for run in (bot, floor))),
        ("  above the floor's", f"{bot.cpu - floor.cpu:.2f}", ""),
        ("  of the crowd and Discord", *(f"{run.own_cpu:.2f}" for run in (bot, floor))),
        ("REST calls a press", *(f"{run.calls:.2f}" for run in (bot, floor))),
        ("  counted by Discord's limit", *(f"{run.counted:.2f}" for run in (bot, floor))),
        ("KB sent a press", *(f"{run.kilobytes:.1f}" for run in (bot, floor))),
        ("computers' moves late, s: mean / max <", _lateness(bot), ""),
        ("  of which a weaker level chose", _share(bot.hurried), ""),
        ("  CPU ms a press, aside", _number(bot.aside_cpu), ""),
        ("  memory MB, aside, at the end", _number(bot.aside), ""),
        ("memory MB, idle", *(f"{run.idle:.1f}" for run in (bot, floor))),
        ("memory MB, at the end", *(f"{run.end:.1f}" for run in (bot, floor))),
        ("  KB for each game left alone", _number(bot.kept), ""),
        ("presses", *(f"{run.presses:.0f}" for run in (bot, floor))),
        ("  moves", f"{bot.moves:.0f}", ""),
        ("  games dealt anew", f"{bot.games:.0f}", ""),
        ("the machine's load", *(f"{run.load:.1f}" for run in (bot, floor))),
    ]
    return "\n".join(f"{name:<36}{first:>22}{second:>22}" for name, first, second in rows)


def _told(spread: Spread) -> str:
    return " / ".join(_number(part) for part in (spread.p50, spread.p95, spread.p99))


def _lateness(run: Run) -> str:
    return f"{run.late_mean:.2f} / {_number(run.late_most)}"


def _share(value: float) -> str:
    return "-" if isnan(value) else f"{value:.1%}"


def _number(value: float) -> str:
    return "-" if isnan(value) else f"{value:.1f}"


def plan_of(options: argparse.Namespace) -> Plan:
    """Return what the crowd shall do; raises ValueError if it cannot."""
    seats = GAMES[options.game].game.seats
    free = seats[-1] - options.computers
    if options.computers + min(options.people, free) < seats[0] or free < 1:
        raise ValueError(f"a table of {options.game} has {seats[0]} to {seats[-1]} seats")
    if not QUICKEST <= options.think[0] <= options.think[1]:
        raise ValueError(f"people think at least {QUICKEST} s")
    if options.level not in ("", *GAMES[options.game].computers.levels):
        raise ValueError(f"{options.game} has no such level: {options.level}")
    return Plan(
        game=options.game,
        channels=options.channels,
        people=options.people,
        seats=free,
        think=(options.think[0], options.think[1]),
        text_only=options.text_only,
        computers=options.computers,
        level=options.level,
        puzzles=options.puzzles,
    )


def main(argv: Sequence[str]) -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = arguments.add_argument
    add("--game", choices=sorted(GAMES), default="cloaked_cats")
    add("--channels", type=int, default=20)
    add("--people", type=int, default=4, help="in each channel; who finds no seat looks on")
    add("--computers", type=int, default=0, help="at each table")
    add("--level", default="", help="of the computers")
    add("--seconds", type=float, default=30.0)
    add("--think", type=float, nargs=2, default=(QUICKEST, 1.0), metavar=("LOW", "HIGH"))
    add("--text-only", action="store_true")
    add("--puzzles", type=float, default=0.0, help="the share of presses on the puzzle of the day")
    add("--idle", type=int, default=0, help="so many games are begun and left alone before")
    add("--workers", type=int, default=0, help="on a PostgreSQL server that is started for them")
    add("--runs", type=int, default=1, help="print the medians of so many")
    add("--json", action="store_true", help="print JSON")
    options = arguments.parse_args(argv)
    try:
        plan = plan_of(options)
    except ValueError as problem:
        arguments.error(str(problem))
    outcome = asyncio.run(
        compared(plan, Timing(options.seconds), options.runs, options.idle, options.workers)
    )
    if options.json:
        print(msgspec.json.encode(outcome).decode())
        return
    print(
        f"{plan.game}, {plan.channels} channels x {plan.people} people, {options.seconds:.0f} s,"
        f" {'text only' if plan.text_only else 'with pictures'}, medians of {options.runs}"
    )
    print(table(outcome))
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
