"""Plays games between computer players, each deal once from every seat, and sums up the wins."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from multiprocessing import get_context
from pkgutil import resolve_name
from random import Random
from statistics import mean, stdev
from time import thread_time
from typing import Any

from msgspec import Struct

from bot.engine.chance import PythonChance
from bot.engine.events import Seat
from bot.engine.game import Elapse, Game, find_waiting
from bot.engine.moves import Move
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, apply_record, begin_game
from bot.games.packages import find_games

Choose = Callable[[Any, tuple[str, ...], Random], str]
"""A function that chooses one of the moves, given a view and a source of randomness."""
Options = Mapping[str, str]
Measures = Mapping[str, tuple[float, ...]]
"""Further results of a game besides the winners, by name, each with a value for every seat."""

STANDARD_DEVIATIONS_95 = 1.96
DEALS_PER_SEED = 1_000_000


def choose_randomly(view: Any, moves: Sequence[Move], rng: Random) -> Move:  # noqa: ARG001
    """Choose any of the moves at random, as a weakest player that every level has to beat."""
    return rng.choice(moves)


class GameResult(Struct, frozen=True):
    """The result of one game between computer players, for all seats."""

    shares: tuple[float, ...]
    """The share of the victory of each seat: 1 for a victory alone, 0 for a defeat.

    If two players share the victory, each gets 1/2.
    """
    measures: Measures
    cpu_seconds: tuple[float, ...]
    team_shares: Mapping[str, float] = {}
    """The share of the victory of each team, or {} for a game without teams."""


class Record(Struct, frozen=True):
    """The result of one game for the measured player, compared with the average of the others."""

    deal: int
    share: float
    measures: dict[str, tuple[float, float]]
    cpu_seconds: tuple[float, ...]
    team_shares: Mapping[str, float] = {}


class Arena(Struct, frozen=True):
    """A game with all players that can be measured in it.

    `tools/arena/<game>.py` defines one if a game has more players than its levels.
    """

    package: GamePackage
    yardsticks: Mapping[str, Any] = {}
    """Players for measuring besides the game's levels, by name, in the form that `play` takes."""
    options: Callable[[int, Options], Options] = lambda deal, options: options  # noqa: ARG005
    """The function that returns the game's options for a deal.

    It takes the deal's number and the options of the command line.
    """
    measures: Callable[[Any], Measures] = lambda state: {}  # noqa: ARG005
    """The function that returns the measures of a finished game besides the points."""
    player_groups: Mapping[str, Sequence[str]] = {}

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self.package.game

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of all players: those only for measuring, then levels from the weakest on."""
        return (*self.yardsticks, *self.package.computers.levels)

    def make_player(self, name: str) -> Any:
        """Make the player of a name, in the form that `play` takes."""
        if name in self.yardsticks:
            return self.yardsticks[name]
        return lambda view, moves, rng: self.package.computers.choose_move(view, moves, name, rng)

    def play(
        self, deal: int, options: Options, players: Sequence[Any], measured_seat: Seat
    ) -> GameResult:
        """Play one game between given players, one decision after the other.

        Pauses of the game, such as those to look at dice, end at once.
        """
        chance = PythonChance(deal)
        state, _ = begin_game(self.game, len(players), self.options(deal, options), chance)
        cpu = []
        while prompts := find_waiting(self.game.prompts(state)):
            seat, decision = prompts[0].seat, prompts[0].decision
            if seat is None:
                state, _ = apply_record(self.game, state, Elapse(decision), chance)
                continue
            view, moves = self.game.view(state, seat), self.game.legal_moves(state, seat)
            begin = thread_time()
            move = players[seat](view, moves, Random(f"{deal}/{seat}/{decision}"))
            if seat == measured_seat:
                cpu.append(thread_time() - begin)
            state, _ = apply_record(
                self.game, state, ActRecord(seat, decision, move.path, at=0), chance
            )
        return self.sum_up(state, cpu)

    def sum_up(self, state: Any, cpu_seconds: Iterable[float]) -> GameResult:
        """Return the result of a finished game."""
        places = sorted(self.game.standings(state) or (), key=lambda place: place.seat)
        winners = sum(place.rank == 1 for place in places)
        winning_teams = {place.team for place in places if place.rank == 1}
        return GameResult(
            shares=tuple((place.rank == 1) / winners for place in places),
            measures={"points": tuple(place.points for place in places), **self.measures(state)},
            cpu_seconds=tuple(cpu_seconds),
            team_shares={
                team: (team in winning_teams) / len(winning_teams) for team in self.package.teams
            },
        )

    def play_from_every_seat(
        self, deal: int, seats: int, measured_player: Any, other_player: Any, options: Options
    ) -> list[Record]:
        """Play one deal once from every seat, so that luck with the cards evens out.

        Between players of one kind, all these games are alike, so only the first one is played.
        """
        records = []
        for measured in range(seats):
            players = [
                measured_player if seat == measured else other_player for seat in range(seats)
            ]
            if not measured or measured_player is not other_player:
                played = self.play(deal, options, players, measured)
            measures = {
                name: (values[measured], mean((*values[:measured], *values[measured + 1 :])))
                for name, values in played.measures.items()
            }
            share, cpu = played.shares[measured], played.cpu_seconds
            records.append(Record(deal, share, measures, cpu, played.team_shares))
        return records


def find_arena(game: str) -> Arena:
    """Return the arena of a game: its own one, or one that has only the levels of the game.

    Args:
        game: The name of the game, or the dotted name of its `GamePackage`, such as
            "my_game.package.PACKAGE". The package then need not be installed.
    """
    if "." in game:
        return Arena(resolve_name(game))
    name = f"tools.arena.{game}"
    if find_spec(name) is None:
        return Arena(find_games().registry[game])
    own: Arena = import_module(name).ARENA
    return own


def play_games(
    game: str,
    seats: int,
    games: int,
    first: str,
    second: str,
    seed: int = 0,
    options: Options | None = None,
) -> list[Record]:
    """Play many games between two kinds of players on all processor cores.

    Args:
        games: The number of games, which is rounded so that each deal is played from every seat.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processes share the cores
    play = partial(
        _play_deal, game=game, seats=seats, first=first, second=second, options=options or {}
    )
    deals = range(seed * DEALS_PER_SEED, seed * DEALS_PER_SEED + max(2, games // seats))
    with get_context("spawn").Pool() as pool:
        return [record for records in pool.imap(play, deals, 4) for record in records]


def _play_deal(
    deal: int, game: str, seats: int, first: str, second: str, options: Options
) -> list[Record]:
    arena = find_arena(game)
    player = arena.make_player(first)
    other = player if first == second else arena.make_player(second)
    return arena.play_from_every_seat(deal, seats, player, other, options)


def compute_win_share(shares: Iterable[tuple[int, float]]) -> tuple[float, float, float]:
    """Return the mean share of the wins and the ends of its 95% interval.

    Each deal, not each game, is one observation. The interval is Wilson's, so that it stays between
    0 and 1. It is computed for as many independent games as would vary as these deals do. If all
    deals went alike, it is computed for as many games as there are deals.
    https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval

    Args:
        shares: The number of the deal and the share of the win of each game, from at least two
            deals.
    """
    deals: dict[int, list[float]] = {}
    for deal, share in shares:
        deals.setdefault(deal, []).append(share)
    means = [mean(of_deal) for of_deal in deals.values()]
    middle, error = mean(means), stdev(means) / sqrt(len(means))
    number = middle * (1 - middle) / error**2 if error else len(means)
    doubt = STANDARD_DEVIATIONS_95**2 / number
    wilson = (middle + doubt / 2) / (1 + doubt)
    reach = sqrt(doubt * middle * (1 - middle) + doubt**2 / 4) / (1 + doubt)
    return middle, wilson - reach, wilson + reach
