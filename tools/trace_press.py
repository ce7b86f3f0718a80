"""Shows through which files a press runs: `python -m tools.trace_press [--edges]`.

Two people play Liar's Dice in the simulated Discord of `bot/bench`. One bid and one look at the
own screen are traced until all that follows is done: the answer, the board, the other's screen. For
each press, the command prints how many of the bot's files and functions ran, and how often the
running file changed. It also prints which files were entered again while they were already further
up the stack.
"""

import asyncio
import sys
import threading
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Awaitable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType

from msgspec import Struct, field

from bot.bench.bots import make_start
from bot.bench.moves import press_all_but_last
from bot.bench.world import World
from bot.common.terminal import replace_unshowable
from tests.play.evening import deal, find_asked_player, hand

ROOT_FOLDER = Path(__file__).parent.parent
TRACED_FOLDERS = ("bot", "cogs")
SIMULATION_FOLDERS = ("bot/demo", "bot/bench")
BID_PATH = "bid/1/4"
SETTLE_SECONDS = 2.0
"""The time, in seconds, after which buttons that have just changed accept a press."""
MAX_PRINTED_EDGES = 25

Edge = tuple[str, str]


class Trace(Struct):
    """The calls between the bot's files while one press is handled."""

    calls: Counter[str] = field(default_factory=Counter)
    """The number of calls in each file. A coroutine that continues counts as a call, too."""
    functions: set[tuple[str, str]] = field(default_factory=set)
    file_changes: int = 0
    """The number of calls that were in another file than the call before."""
    edges: Counter[Edge] = field(default_factory=Counter)
    reentries: Counter[Edge] = field(default_factory=Counter)
    """The number of calls into a file that is already further up the stack, by edge."""
    last_files: dict[int, str] = field(default_factory=dict)

    def record_call(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call; `sys.setprofile` and `threading.setprofile` call this method."""
        file = find_own_file(frame.f_code)
        if event != "call" or not file:
            return
        self.calls[file] += 1
        self.functions.add((file, frame.f_code.co_qualname))
        thread = threading.get_ident()
        self.file_changes += self.last_files.get(thread) != file
        self.last_files[thread] = file
        above = list(list_callers(frame))
        if above and above[0] != file:
            edge = above[0], file
            self.edges[edge] += 1
            if file in above:
                self.reentries[edge] += 1

    @property
    def counts(self) -> "TraceCounts":
        """The numbers of files, functions and changes of file in this trace."""
        again = {file for _, file in self.reentries}
        return TraceCounts(len(self.calls), len(self.functions), self.file_changes, len(again))


class TraceCounts(Struct, frozen=True):
    """The numbers by which a trace is judged; smaller is better."""

    files: int
    functions: int
    file_changes: int
    reentered_files: int
    """The number of files that were called while they were already further up the stack."""


@cache
def find_own_file(code: CodeType) -> str:
    """Return the path of a function's file in the repository, or "" if that file is not traced."""
    path = Path(code.co_filename)
    if code.co_name == "<module>" or not path.is_relative_to(ROOT_FOLDER):
        return ""
    inside = path.relative_to(ROOT_FOLDER)
    simulates = any(inside.is_relative_to(folder) for folder in SIMULATION_FOLDERS)
    ours = inside.parts[0] in TRACED_FOLDERS and not simulates
    return inside.as_posix() if ours else ""


def list_callers(frame: FrameType) -> Iterator[str]:
    """Yield the traced files of all functions up the stack, the nearest caller first."""
    above = frame.f_back
    while above:
        if file := find_own_file(above.f_code):
            yield file
        above = above.f_back


async def trace_press(press: Awaitable[object]) -> Trace:
    """Trace a press until it is handled, together with all that follows from it."""
    found = Trace()
    threading.setprofile(found.record_call)
    sys.setprofile(found.record_call)
    try:
        await press
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


async def trace_presses() -> dict[str, Trace]:
    """Trace two presses: a bid, and a look at the own screen.

    Returns:
        The traces by name: "bid" and "look".
    """
    with TemporaryDirectory() as folder:
        world = await World.open(make_start(), f"sqlite:///{folder}/cats.db", people=2)
        await deal(world, *world.people, game="liars_dice")
        for person in world.people:  # both have their own screen, which is kept up to date
            await hand(person)
        bidder = find_asked_player(world)
        (*_, screen), control, chosen = await press_all_but_last(
            world, bidder, BID_PATH, bidder.private()
        )
        await world.advance(SETTLE_SECONDS)
        traces = {
            "bid": await trace_press(world.click(bidder, screen, control, chosen)),
            "look": await trace_press(bidder.press("c1:l:*:0:", on=world.board())),
        }
        await world.close()
    return traces


def print_edges(title: str, edges: Counter[Edge]) -> None:
    """Print the most frequent calls from file to file under a title."""
    print(f"  {title}:")
    for (caller, called), number in edges.most_common(MAX_PRINTED_EDGES):
        print(f"    {number:4} {caller} -> {called}")


def main() -> None:
    """Trace both presses and print the results."""
    parser = ArgumentParser("python -m tools.trace_press", description=__doc__)
    parser.add_argument("--edges", action="store_true", help="also all files and frequent edges")
    edges: bool = parser.parse_args().edges
    for press, found in asyncio.run(trace_presses()).items():
        told = found.counts
        print(
            f"{press}: {told.files} files, {told.functions} functions, {told.file_changes} changes "
            f"of file, {told.reentered_files} files entered again from below"
        )
        print_edges("climbs back", found.reentries)
        if edges:
            print_edges("from file to file", found.edges)
            print("  calls by file:")
            for file, number in sorted(found.calls.items()):
                print(f"    {number:4} {file}")


if __name__ == "__main__":
    replace_unshowable()
    main()
