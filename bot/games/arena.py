"""What the arenas of all games share: one player against others of another kind.

Each deal is played once from every seat, so luck with the cards evens out.
"""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, median, stdev
from time import thread_time
from typing import TypeVar

from msgspec import Struct

from bot.games.game import Act, Game, Seat
from bot.games.luck import Luck

S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)
R = TypeVar("R")

Choose = Callable[[V, tuple[str, ...], Random], str]
"""Chooses one of the moves from a view."""

NORMAL_95 = 1.96
"""So many standard deviations to both sides hold 95% of a normal distribution."""


def level(game: Game[S, V], name: str) -> Choose[V]:
    """Return the computer player of a level."""
    return lambda view, moves, luck: game.choose(view, moves, name, luck)


def played(
    game: Game[S, V],
    deal: int,
    options: Mapping[str, str],
    players: Sequence[Choose[V]],
    measured: Seat,
) -> tuple[S, tuple[float, ...]]:
    """Play one game of a deal, a player in each seat.

    Returns its last state, and the CPU seconds of each decision of the player in the measured seat.
    """
    chance = Luck(deal)
    state, _ = game.deal(len(players), options, chance)
    seconds = []
    while prompts := game.prompts(state):
        seat, decision = prompts[0].seat or 0, prompts[0].decision
        view, moves = game.view(state, seat), game.moves(state, seat)
        begin = thread_time()
        move = players[seat](view, moves, Random(f"{deal}/{seat}/{decision}"))  # noqa: S311
        if seat == measured:
            seconds.append(thread_time() - begin)
        state, _ = game.step(state, Act(seat, decision, move, at=0), chance)
    return state, tuple(seconds)


def seated(seats: int, measured: Seat, first: Choose[V], second: Choose[V]) -> list[Choose[V]]:
    """Return the player of each seat: the first kind in the one that is measured."""
    return [first if seat == measured else second for seat in range(seats)]


def on_all_cores(play: Callable[[int], list[R]], seats: int, games: int) -> list[R]:
    """Play about so many games and return their records.

    `play` is handed the number of a deal and plays it from every seat; it has to be picklable.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processes share the cores
    with get_context("spawn").Pool() as pool:
        deals = range(max(2, games // seats))
        return [record for records in pool.imap(play, deals, 4) for record in records]


def interval_of_deals(shares: Iterable[tuple[int, float]]) -> tuple[float, float, float]:
    """Return the mean share of the win and the ends of its 95% interval.

    Takes each game's deal and share, of at least two deals; each deal, not each game, is one
    observation.
    """
    deals: dict[int, list[float]] = {}
    for deal, share in shares:
        deals.setdefault(deal, []).append(share)
    means = [mean(of_deal) for of_deal in deals.values()]
    reach = NORMAL_95 * stdev(means) / sqrt(len(means))
    return mean(means), mean(means) - reach, mean(means) + reach


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the ends of the 95% interval of the share of games won, after Wilson."""
    z = NORMAL_95
    middle = (won + z * z / 2) / (games + z * z)
    reach = z / (games + z * z) * sqrt(won * (games - won) / games + z * z / 4)
    return middle - reach, middle + reach


def pace(seconds: Sequence[float]) -> str:
    """Say how much CPU time decisions took."""
    longest = max(seconds) * 1e3
    return f"decisions {median(seconds) * 1e3:.1f} ms (median), {longest:.0f} ms (longest)"


def arguments(
    description: str, kinds: Sequence[str], seats: Sequence[int], players: Sequence[int]
) -> ArgumentParser:
    """Return the command line of an arena; `players` are the numbers of players by default."""
    parser = ArgumentParser(description=description)
    parser.add_argument("first", choices=kinds, help="the player who is measured")
    parser.add_argument("second", choices=kinds, help="all other players")
    parser.add_argument("--players", type=int, nargs="+", default=[*players], choices=seats)
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    return parser


def report(asked: Namespace, measured: Callable[[int], str]) -> None:
    """Print what was measured with each number of players that the command line asks for."""
    for seats in asked.players:
        found = measured(seats)
        print(f"{asked.first} against {asked.second}, {seats} players: {found}", flush=True)
