"""The yardsticks by which Catham City's computers are measured, for `tools.arena`.

The deals go through all sets of five factions.
"""

from itertools import combinations
from random import Random

from bot.games.catham_city import tomcat
from bot.games.catham_city.cards import FACTIONS, IN_PLAY
from bot.games.catham_city.outcomes import Foresight
from bot.games.catham_city.rules import CathamCity
from bot.games.catham_city.state import State, View
from tools.arena import arena

SETS = tuple(combinations(FACTIONS, IN_PLAY))
"""All sets of factions that can be in play."""
WORTHWHILE = 1.5
"""So many points on average are worth a turn to a greedy player."""
CARELESS = 1 / 6
"""How often a child makes any move."""


def anything(view: View, moves: tuple[str, ...], luck: Random) -> str:  # noqa: ARG001
    """Choose any move: the yardstick that every level has to beat."""
    return luck.choice(moves)


def greedy(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose what brings most points now, if that is `WORTHWHILE`; else take most cards."""
    foresight = Foresight(view)
    likings = []
    for move in moves:
        gain = foresight.gain(move)
        cards = int(move.split("/")[2]) if move.startswith("take/") else 0
        likings.append((gain if gain >= WORTHWHILE else min(gain, 0), cards))
    most = max(likings)
    return luck.choice([move for move, liked in zip(moves, likings, strict=True) if liked == most])


def child(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose as a child that plans, but now and then makes any move."""
    if luck.random() < CARELESS:
        return luck.choice(moves)
    return tomcat.choose(view, moves, luck)


def options(deal: int, asked: arena.Options) -> arena.Options:
    """Return the options of a deal: one of all sets of factions."""
    return {"factions": ".".join(SETS[deal % len(SETS)]), "actions": "one", **asked}


def measures(state: State) -> arena.Measures:
    """Return how long a game was."""
    return {"turns": (state.turn + 1,) * len(state.points)}


ARENA = arena.Arena(
    CathamCity(), {"random": anything, "greedy": greedy, "child": child}, options, measures
)
