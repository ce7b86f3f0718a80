"""Through which files a press runs: `python -m tools.trace_press [--edges]`.

Two people play Liar's Dice in the simulated Discord of `tests/bench`. One bid and one look at the
own screen are traced until all that follows is done: the answer, the board, the other's screen.
For each the command prints how many of our files and functions ran, how often the running file
changed, and which files were entered again while they were already further up the stack.
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

from tests.bench.bots import real_bot
from tests.bench.moves import way
from tests.bench.sim import World
from tests.play.evening import deal, hand, the_asked

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "cogs")
SIMULATION = "bot/demo"
"""It plays Discord, and is no part of the way."""
BID = "bid/1/4"
SETTLES = 2.0
"""Seconds after which buttons that have just changed take a press again."""
EDGES_SHOWN = 25
"""The most frequent edges, of each kind, that are printed."""

Edge = tuple[str, str]
"""The calling file and the called one."""


class Trace(Struct):
    """What ran of our files."""

    calls: Counter[str] = field(default_factory=Counter)
    """By file, also each time that a coroutine goes on."""
    functions: set[tuple[str, str]] = field(default_factory=set)
    changes: int = 0
    """How often, in the order of the calls, the file was another one than before."""
    edges: Counter[Edge] = field(default_factory=Counter)
    """Calls from one of our files to another."""
    climbs: Counter[Edge] = field(default_factory=Counter)
    """Those of them whose called file is already further up the stack."""
    last: dict[int, str] = field(default_factory=dict)
    """The file that was called last, by thread."""

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call; `sys.setprofile` and `threading.setprofile` take this method."""
        file = our_file(frame.f_code)
        if event != "call" or not file:
            return
        self.calls[file] += 1
        self.functions.add((file, frame.f_code.co_qualname))
        thread = threading.get_ident()
        self.changes += self.last.get(thread) != file
        self.last[thread] = file
        above = list(callers(frame))
        if above and above[0] != file:
            edge = above[0], file
            self.edges[edge] += 1
            if file in above:
                self.climbs[edge] += 1

    @property
    def figures(self) -> "Figures":
        """What is counted of the trace."""
        again = {file for _, file in self.climbs}
        return Figures(len(self.calls), len(self.functions), self.changes, len(again))


class Figures(Struct, frozen=True):
    """How long a way is: each number is better the smaller it is."""

    files: int
    functions: int
    changes: int
    entered_again: int
    """Files that were called while they were already further up the stack."""


@cache
def our_file(code: CodeType) -> str:
    """Return the path of the code's file within the repository, or "" if it is not ours."""
    path = Path(code.co_filename)
    if code.co_name == "<module>" or not path.is_relative_to(ROOT):
        return ""
    inside = path.relative_to(ROOT)
    ours = inside.parts[0] in ROOMS and not inside.is_relative_to(SIMULATION)
    return inside.as_posix() if ours else ""


def callers(frame: FrameType) -> Iterator[str]:
    """Yield the files of ours up the stack, the nearest first."""
    above = frame.f_back
    while above:
        if file := our_file(above.f_code):
            yield file
        above = above.f_back


async def trace(press: Awaitable[object]) -> Trace:
    """Return what runs until a press and all that follows are done."""
    found = Trace()
    threading.setprofile(found.note)
    sys.setprofile(found.note)
    try:
        await press
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


async def trace_presses() -> dict[str, Trace]:
    """Return what runs in a bid and in a look at the own screen."""
    with TemporaryDirectory() as folder:
        world = await World.open(real_bot(), Path(folder) / "cats.db", people=2)
        await deal(world, *world.people, game="liars_dice")
        for person in world.people:  # both have their own screen, which is kept up to date
            await hand(person)
        bidder = the_asked(world)
        (*_, screen), control, chosen = await way(world, bidder, BID, bidder.private())
        await world.advance(SETTLES)
        traces = {
            "bid": await trace(world.click(bidder, screen, control, chosen)),
            "look": await trace(bidder.press("c1:l:*:0:", on=world.board())),
        }
        await world.close()
    return traces


def print_edges(title: str, edges: Counter[Edge]) -> None:
    """Print the most frequent edges."""
    print(f"  {title}:")
    for (caller, called), number in edges.most_common(EDGES_SHOWN):
        print(f"    {number:4} {caller} -> {called}")


def main() -> None:
    """Trace both presses and print what was found."""
    parser = ArgumentParser("python -m tools.trace_press", description=__doc__)
    parser.add_argument("--edges", action="store_true", help="also all files and frequent edges")
    edges: bool = parser.parse_args().edges
    for press, found in asyncio.run(trace_presses()).items():
        told = found.figures
        print(
            f"{press}: {told.files} files, {told.functions} functions, {told.changes} changes of "
            f"file, {told.entered_again} files entered again from below"
        )
        print_edges("climbs back", found.climbs)
        if edges:
            print_edges("from file to file", found.edges)
            print("  calls by file:")
            for file, number in sorted(found.calls.items()):
                print(f"    {number:4} {file}")


if __name__ == "__main__":
    main()
