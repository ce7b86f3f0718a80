"""The Tomcat: exact odds from its own dice, and no thought of what bids tell."""

from collections.abc import Mapping
from random import Random

from bot.games.liars_dice.odds import tails
from bot.games.liars_dice.state import FACES, LIAR, ONE, View, matching

Truth = Mapping[int, list[float]]
"""By face: how likely at least 0, 1, 2, ... of the hidden dice count for it."""
NEAR = 0.03
"""Chances that are so near to the best are as good: so it is not read at once."""


def truth(view: View) -> Truth:
    """Return how likely numbers of hidden dice are, each face as likely as any other."""
    unseen = sum(view.counts) - len(view.dice)
    found = {}
    for face in range(1, FACES + 1):
        counting = 2 if view.wild and face != ONE else 1
        found[face] = tails([counting / FACES] * unseen)
    return found


def chance(view: View, known: Truth, count: int, face: int) -> float:
    """Return how likely a bid is true."""
    missing = count - matching(view.dice, face, view.wild)
    tail = known[face]
    return 1.0 if missing <= 0 else tail[missing] if missing < len(tail) else 0.0


def bid_of(move: str) -> tuple[int, int]:
    """Return count and face of a move that is a bid."""
    _, count, face = move.split("/")
    return int(count), int(face)


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Challenge if that is likelier right than any bid is true; else make one of the likeliest."""
    known = truth(view)
    worth = {
        move: 1 - chance(view, known, view.bids[-1].count, view.bids[-1].face)
        if move == LIAR
        else chance(view, known, *bid_of(move))
        for move in moves
    }
    best = max(worth.values())
    return luck.choice([move for move in moves if worth[move] >= best - NEAR])
