"""The players against whom the computer players of Catham City are measured.

The deals go through all sets of five factions.
"""

from itertools import combinations
from random import Random

from bot.engine.moves import Move
from bot.games.catham_city.computer import choose_as_tomcat
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.model.moves import Take
from bot.games.catham_city.model.state import FACTIONS, FACTIONS_IN_PLAY, State, View
from bot.games.catham_city.package import PACKAGE
from tools.arena import arena

FACTION_SETS = tuple(combinations(FACTIONS, FACTIONS_IN_PLAY))
MIN_GREEDY_POINTS = 1.5
"""The number of points from which the greedy player makes a move that scores.

If points depend on chance, it is their average.
"""
CHILD_RANDOM_MOVE_CHANCE = 1 / 6


def choose_greedily(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move that scores most points now, or else the move that takes most cards.

    Points below `MIN_GREEDY_POINTS` do not count.
    """
    foresight = MoveOutcomes(view)
    likings = []
    for move in moves:
        gain = foresight.compute_mean_gain(move)
        cards = move.number if isinstance(move, Take) else 0
        likings.append((gain if gain >= MIN_GREEDY_POINTS else min(gain, 0), cards))
    most = max(likings)
    return rng.choice([move for move, liked in zip(moves, likings, strict=True) if liked == most])


def choose_as_child(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose as the computer player "tomcat" does, but sometimes make any move, as children do."""
    if rng.random() < CHILD_RANDOM_MOVE_CHANCE:
        return rng.choice(moves)
    return choose_as_tomcat(view, moves, rng)


def choose_options(deal: int, given_options: arena.Options) -> arena.Options:
    """Return the options of a game, so that consecutive deals use all sets of factions."""
    return {
        "factions": ".".join(FACTION_SETS[deal % len(FACTION_SETS)]),
        "actions": "one",
        **given_options,
    }


def measure_game(state: State) -> arena.Measures:
    """Return the number of turns of a finished game."""
    return {"turns": (state.turn + 1,) * len(state.points)}


ARENA = arena.Arena(
    PACKAGE,
    {"random": arena.choose_randomly, "greedy": choose_greedily, "child": choose_as_child},
    choose_options,
    measure_game,
)
