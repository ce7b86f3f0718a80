"""How strong computers are: `python -m bot.measuring.arena GAME FIRST SECOND --players N ...`.

One player of the first kind plays against as many of another as the table has other seats. Each
deal is played once from every seat, so luck with the cards evens out; a seed names the deals. A
kind is one of the game's levels, or a yardstick of the game's own `arena.py`. Some yardsticks stand
for several ways to play: each of them plays as many games, and the table tells of each, too.

The 95% interval of the share of the wins treats each deal, not each game, as one observation.
"""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, median, stdev
from time import thread_time
from typing import Any

from msgspec import Struct

from bot.games.events import Seat
from bot.games.game import ActRecord, Elapse, Game
from bot.games.packages import find_games
from bot.measuring.luck import Luck

Choose = Callable[[Any, tuple[str, ...], Random], str]
"""Chooses one of the moves from a view."""
Options = Mapping[str, str]
Measures = Mapping[str, tuple[float, ...]]
"""What is told of a game beside who won, by its name: each seat's."""

NORMAL_95 = 1.96
"""So many standard deviations to both sides hold 95% of a normal distribution."""
DEALS = 1_000_000
"""So many deals belong to one seed."""
ALL = "yardsticks"
"""What names all of a game's yardsticks."""
COLUMNS = (
    *("first", "others", "players", "fair", "games", "share of the wins (95%)"),
    *("its measures (the others')", "CPU for a decision, median and longest"),
)
WAYS = "each way, in fair shares (95%)"
"""The heading of the further column where the first kind stands for several ways to play."""


class Played(Struct, frozen=True):
    """How one game went."""

    shares: tuple[float, ...]
    """Of the win, by seat: 1 if alone, 1/2 if shared by two, 0 if lost."""
    measures: Measures
    cpu: tuple[float, ...]
    """Seconds of a processor for each decision of the player who is measured."""


class Record(Struct, frozen=True):
    """How one game went for the player who is measured, and for the others on average."""

    deal: int
    share: float
    measures: dict[str, tuple[float, float]]
    cpu: tuple[float, ...]


class Arena(Struct, frozen=True):
    """A game with its computer players and yardsticks; a game's own `arena.py` has one."""

    game: Game[Any, Any]
    yardsticks: Mapping[str, Any] = {}
    """Players to be measured against, beside the game's levels: as `played` takes them."""
    options: Callable[[int, Options], Options] = lambda deal, options: options  # noqa: ARG005
    """Returns the options of a deal, of its number and of what the command line asks for."""
    measures: Callable[[Any], Measures] = lambda state: {}  # noqa: ARG005
    """Returns what is told of a game that is over, beside the points."""
    ways: Mapping[str, Sequence[str]] = {}
    """Yardsticks of which each is a way to play, by the name under which they are measured
    together."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the names of all that can play: yardsticks, and levels from the weakest on."""
        return (*self.yardsticks, *self.game.levels)

    def player(self, kind: str) -> Any:
        """Return the player of a kind, as `played` takes it; here it is a `Choose`."""
        if kind in self.yardsticks:
            return self.yardsticks[kind]
        return lambda view, moves, luck: self.game.choose_move(view, moves, kind, luck)

    def played(self, deal: int, options: Options, players: Sequence[Any], measured: Seat) -> Played:
        """Play one game of a deal, a player in each seat, one decision after the other.

        The table's own pauses end at once.
        """
        chance = Luck(deal)
        state, _ = self.game.begin(len(players), self.options(deal, options), chance)
        cpu = []
        while prompts := self.game.prompts(state):
            seat, decision = prompts[0].seat, prompts[0].decision
            if seat is None:
                state, _ = self.game.step(state, Elapse(decision), chance)
                continue
            view, moves = self.game.view(state, seat), self.game.legal_moves(state, seat)
            begin = thread_time()
            move = players[seat](view, moves, Random(f"{deal}/{seat}/{decision}"))  # noqa: S311
            if seat == measured:
                cpu.append(thread_time() - begin)
            state, _ = self.game.step(state, ActRecord(seat, decision, move.path, at=0), chance)
        return self.over(state, cpu)

    def over(self, state: Any, cpu: Iterable[float]) -> Played:
        """Return how a game went that is over."""
        places = sorted(self.game.standings(state) or (), key=lambda place: place.seat)
        winners = sum(place.rank == 1 for place in places)
        return Played(
            shares=tuple((place.rank == 1) / winners for place in places),
            measures={"points": tuple(place.points for place in places), **self.measures(state)},
            cpu=tuple(cpu),
        )

    def rotated(
        self, deal: int, seats: int, first: Any, second: Any, options: Options
    ) -> list[Record]:
        """Play one deal once from every seat."""
        records = []
        for measured in range(seats):
            players = [first if seat == measured else second for seat in range(seats)]
            played = self.played(deal, options, players, measured)
            measures = {
                name: (values[measured], mean((*values[:measured], *values[measured + 1 :])))
                for name, values in played.measures.items()
            }
            records.append(Record(deal, played.shares[measured], measures, played.cpu))
        return records


def arena_of(game: str) -> Arena:
    """Return a game's arena: its own, or one with its levels alone."""
    rules = find_games().shelf[game].game
    name = f"{type(rules).__module__.rpartition('.')[0]}.arena"
    if find_spec(name) is None:
        return Arena(rules)
    own: Arena = import_module(name).ARENA
    return own


def measured(
    game: str,
    seats: int,
    games: int,
    first: str,
    second: str,
    seed: int = 0,
    options: Options | None = None,
) -> list[Record]:
    """Play about so many games on all cores and return their records."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processes share the cores
    play = partial(
        _played, game=game, seats=seats, first=first, second=second, options=options or {}
    )
    deals = range(seed * DEALS, seed * DEALS + max(2, games // seats))
    with get_context("spawn").Pool() as pool:
        return [record for records in pool.imap(play, deals, 4) for record in records]


def _played(
    deal: int, game: str, seats: int, first: str, second: str, options: Options
) -> list[Record]:
    arena = arena_of(game)
    return arena.rotated(deal, seats, arena.player(first), arena.player(second), options)


def interval(shares: Iterable[tuple[int, float]]) -> tuple[float, float, float]:
    """Return the mean share of the win and the ends of its 95% interval.

    Takes each game's deal and share, of at least two deals; each deal, not each game, is one
    observation. The interval is Wilson's, so that it stays between 0 and 1, for as many independent
    games as would vary as these deals do; where all deals went alike, for as many as there are.
    https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
    """
    deals: dict[int, list[float]] = {}
    for deal, share in shares:
        deals.setdefault(deal, []).append(share)
    means = [mean(of_deal) for of_deal in deals.values()]
    middle, error = mean(means), stdev(means) / sqrt(len(means))
    number = middle * (1 - middle) / error**2 if error else len(means)
    doubt = NORMAL_95**2 / number
    wilson = (middle + doubt / 2) / (1 + doubt)
    reach = sqrt(doubt * middle * (1 - middle) + doubt**2 / 4) / (1 + doubt)
    return middle, wilson - reach, wilson + reach


def cells(records: Sequence[Record]) -> tuple[str, ...]:
    """Return what was measured as cells of a table, as `COLUMNS` name them."""
    share, low, high = interval((record.deal, record.share) for record in records)
    told = []
    for name in records[0].measures:
        own, others = (mean(record.measures[name][side] for record in records) for side in (0, 1))
        told.append(f"{name} {own:.1f} ({others:.1f})")
    cpu = [1e3 * seconds for record in records for seconds in record.cpu]
    return (
        f"{len(records):,}",
        f"{share:.3f} ({low:.3f} to {high:.3f})",
        ", ".join(told),
        f"{median(cpu):.2f}, {max(cpu):.1f} ms",
    )


def fair_shares(records: Sequence[Record], seats: int) -> str:
    """Return the share of the wins as a cell, 1 being what it is among equals."""
    found = interval((record.deal, record.share) for record in records)
    share, low, high = (seats * each for each in found)
    return f"{share:.2f} ({low:.2f} to {high:.2f})"


def _row(values: Iterable[str]) -> None:
    print(f"| {' | '.join(values)} |", flush=True)


def main() -> None:
    """Play what the command line asks for, and print a table."""
    parser = ArgumentParser(description="Measure computer players.")
    parser.add_argument("game", choices=find_games().shelf)
    parser.add_argument("first", help="the player who is measured, or several ways to play")
    parser.add_argument(
        "others", nargs="+", help=f"all other players; several, or {ALL!r}: one by one"
    )
    parser.add_argument("--players", type=int, nargs="+", help="how many sit at the table")
    parser.add_argument("--games", type=int, default=2000, help="for each line of the table")
    parser.add_argument("--seed", type=int, default=0, help="names the deals")
    parser.add_argument(
        "--option", nargs=2, action="append", default=[], metavar=("NAME", "CHOICE"),
        help="one of the game's options",
    )  # fmt: skip
    arguments = parser.parse_args()
    arena = arena_of(arguments.game)
    if arguments.others == [ALL]:
        arguments.others = [*arena.yardsticks]
    for kind in (arguments.first, *arguments.others):
        known = (*(arena.ways if kind is arguments.first else ()), *arena.kinds)
        if kind not in known:
            parser.error(f"{kind!r} is none of {', '.join(known)}")
    ways = arena.ways.get(arguments.first, (arguments.first,))
    for seats in arguments.players or ():
        if seats not in arena.game.seats:
            parser.error(f"{arguments.game} has no game of {seats}")
    offered = {option.name: option for option in arena.game.options}
    for name, choice in arguments.option:
        if name not in offered or offered[name].taken(choice) is None:
            parser.error(f"{arguments.game} has no option {name} {choice}")
    columns = (*COLUMNS, *([WAYS] if len(ways) > 1 else []))
    _row(columns)
    _row("---" for _ in columns)
    options = dict(arguments.option)
    for seats in arguments.players or arena.game.seats:
        for others in arguments.others:
            found = {
                way: measured(
                    arguments.game, seats, arguments.games, way, others, arguments.seed, options
                )
                for way in ways
            }
            together = [record for records in found.values() for record in records]
            each = ", ".join(f"{way} {fair_shares(of, seats)}" for way, of in found.items())
            fair = f"{1 / seats:.2f}"
            told = (arguments.first, others, str(seats), fair, *cells(together), each)
            _row(told[: len(columns)])


if __name__ == "__main__":
    main()
