"""How strong the levels are: `python -m bot.games.catham_city.arena --help`.

One player of the first kind plays against as many of the second as the table has other seats.
Each deal is played once from every seat, so luck with the cards evens out, and the deals go
through all sets of five factions.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, median
from time import perf_counter

from msgspec import Struct

from bot.games.catham_city.cards import FACTIONS, IN_PLAY
from bot.games.catham_city.rules import CathamCity
from bot.games.catham_city.state import View
from bot.games.game import Act, Seat
from bot.games.luck import Luck

GAME = CathamCity()
Choose = Callable[[View, tuple[str, ...], Random], str]

SETS = tuple(combinations(FACTIONS, IN_PLAY))
"""All sets of factions that can be in play."""
ACTIONS = {1: "one", 2: "two"}
"""The table's option for so many actions each turn."""


class Record(Struct, frozen=True):
    """How one game went for the player who is measured, and for the others on average."""

    deal: int
    won: bool
    turns: int
    points: tuple[float, float]
    seconds: tuple[float, ...]
    """Of each decision of the player who is measured."""


def anything(view: View, moves: tuple[str, ...], luck: Random) -> str:  # noqa: ARG001
    """Choose any move: the yardstick that every level has to beat."""
    return luck.choice(moves)


def player(name: str) -> Choose:
    """Return the computer player of a level, or one who makes any move: "random"."""
    if name == "random":
        return anything
    return lambda view, moves, luck: GAME.choose(view, moves, name, luck)


def played(
    deal: int, measured: Seat, seats: int, actions: int, first: Choose, second: Choose
) -> Record:
    """Play one game of a deal with the player who is measured in one seat."""
    chance = Luck(deal)
    options = {"factions": ".".join(SETS[deal % len(SETS)]), "actions": ACTIONS[actions]}
    state, _ = GAME.deal(seats, options, chance)
    seconds = []
    while prompts := GAME.prompts(state):
        seat, decision = prompts[0].seat or 0, prompts[0].decision
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        choose = first if seat == measured else second
        begin = perf_counter()
        move = choose(view, moves, Random(f"{deal}/{seat}/{decision}"))  # noqa: S311
        if seat == measured:
            seconds.append(perf_counter() - begin)
        state, _ = GAME.step(state, Act(seat, decision, move, at=0), chance)
    others = mean(points for seat, points in enumerate(state.points) if seat != measured)
    return Record(
        deal=deal,
        won=state.winner == measured,
        turns=state.turn + 1,
        points=(state.points[measured], others),
        seconds=tuple(seconds),
    )


def rotated(deal: int, seats: int, actions: int, first: Choose, second: Choose) -> list[Record]:
    """Play one deal once from every seat."""
    return [played(deal, seat, seats, actions, first, second) for seat in range(seats)]


def _rotated(deal: int, seats: int, actions: int, first: str, second: str) -> list[Record]:
    return rotated(deal, seats, actions, player(first), player(second))


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the ends of the 95% interval of the share of games won, after Wilson."""
    z = 1.96
    middle = (won + z * z / 2) / (games + z * z)
    reach = z / (games + z * z) * sqrt(won * (games - won) / games + z * z / 4)
    return middle - reach, middle + reach


def measured(seats: int, games: int, actions: int, first: str, second: str) -> list[Record]:
    """Play about so many games on all cores."""
    play = partial(_rotated, seats=seats, actions=actions, first=first, second=second)
    with get_context("spawn").Pool() as pool:
        deals = range(max(2, games // seats))
        return [record for records in pool.imap(play, deals, 4) for record in records]


def summary(records: Sequence[Record]) -> str:
    """Return what was measured, the measured player's points before the others'."""
    won, games = sum(record.won for record in records), len(records)
    low, high = interval(won, games)
    seconds = [each for record in records for each in record.seconds]
    own, others = (mean(record.points[side] for record in records) for side in (0, 1))
    return (
        f"wins {won / games:.3f} ({low:.3f} to {high:.3f}) of {games} games, "
        f"{mean(record.turns for record in records):.1f} turns; "
        f"{own:.1f} points, others: {others:.1f}; "
        f"decisions {median(seconds) * 1e3:.1f} ms (median), {max(seconds) * 1e3:.0f} ms (longest)"
    )


def main() -> None:
    """Play what the command line asks for and print it."""
    kinds = (*GAME.levels, "random")
    parser = argparse.ArgumentParser(description="Measure the levels of the computer players.")
    parser.add_argument("first", choices=kinds, help="the player who is measured")
    parser.add_argument("second", choices=kinds, help="all other players")
    parser.add_argument("--players", type=int, nargs="+", default=[2], choices=GAME.seats)
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--actions", type=int, default=1, choices=ACTIONS, help="in each turn")
    asked = parser.parse_args()
    for seats in asked.players:
        records = measured(seats, asked.games, asked.actions, asked.first, asked.second)
        print(
            f"{asked.first} against {asked.second}, {seats} players: {summary(records)}", flush=True
        )


if __name__ == "__main__":
    main()
