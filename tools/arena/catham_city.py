"""The yardsticks by which Catham City's computers are measured, for `tools.arena`.

The deals go through all sets of five factions.
"""

from itertools import combinations
from random import Random

from bot.engine.moves import Move
from bot.games.catham_city.computer import choose_as_tomcat
from bot.games.catham_city.computer.outcomes import Foresight
from bot.games.catham_city.model.moves import Take
from bot.games.catham_city.model.state import FACTIONS, FACTIONS_IN_PLAY, State, View
from bot.games.catham_city.rules import CathamCity
from tools.arena import arena

SETS = tuple(combinations(FACTIONS, FACTIONS_IN_PLAY))
"""All sets of factions that can be in play."""
WORTHWHILE = 1.5
"""So many points on average are worth a turn to a greedy player."""
CARELESS = 1 / 6
"""How often a child makes any move."""


def anything(view: View, moves: tuple[Move, ...], rng: Random) -> Move:  # noqa: ARG001
    """Choose any move: the yardstick that every level has to beat."""
    return rng.choice(moves)


def greedy(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose what brings most points now, if that is `WORTHWHILE`; else take most cards."""
    foresight = Foresight(view)
    likings = []
    for move in moves:
        gain = foresight.gain(move)
        cards = move.number if isinstance(move, Take) else 0
        likings.append((gain if gain >= WORTHWHILE else min(gain, 0), cards))
    most = max(likings)
    return rng.choice([move for move, liked in zip(moves, likings, strict=True) if liked == most])


def child(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose as a child that plans, but now and then makes any move."""
    if rng.random() < CARELESS:
        return rng.choice(moves)
    return choose_as_tomcat(view, moves, rng)


def options(deal: int, asked: arena.Options) -> arena.Options:
    """Return the options of a deal: one of all sets of factions."""
    return {"factions": ".".join(SETS[deal % len(SETS)]), "actions": "one", **asked}


def measures(state: State) -> arena.Measures:
    """Return how long a game was."""
    return {"turns": (state.turn + 1,) * len(state.points)}


ARENA = arena.Arena(
    CathamCity(), {"random": anything, "greedy": greedy, "child": child}, options, measures
)
