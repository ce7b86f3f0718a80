"""The Tomcat: exact odds from its own dice, and no thought of what bids tell."""

from collections.abc import Mapping, Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer.odds import tails
from bot.games.liars_dice.moves import MakeBid
from bot.games.liars_dice.state import FACES, ONE, Bid, View, count_matching

HiddenDiceChances = Mapping[int, list[float]]
"""By face: how likely at least 0, 1, 2, ... of the hidden dice count for it."""
MAX_CHANCE_BELOW_BEST = 0.03
"""Chances that are so near to the best are as good: so it is not read at once."""


def hidden_dice_chances(view: View) -> HiddenDiceChances:
    """Return how likely numbers of hidden dice are, each face as likely as any other."""
    unseen = sum(view.counts) - len(view.dice)
    found = {}
    for face in range(1, FACES + 1):
        counting = 2 if view.wild and face != ONE else 1
        found[face] = tails([counting / FACES] * unseen)
    return found


def chance_of(bid: MakeBid | Bid, view: View, hidden: HiddenDiceChances) -> float:
    """Return how likely a bid is true."""
    missing = bid.count - count_matching(view.dice, bid.face, view.wild)
    tail = hidden[bid.face]
    return 1.0 if missing <= 0 else tail[missing] if missing < len(tail) else 0.0


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Challenge if that is likelier right than any bid is true; else make one of the likeliest."""
    hidden = hidden_dice_chances(view)
    worth = {
        move: chance_of(move, view, hidden)
        if isinstance(move, MakeBid)
        else 1 - chance_of(view.bids[-1], view, hidden)
        for move in moves
    }
    best = max(worth.values())
    return rng.choice([move for move in moves if worth[move] >= best - MAX_CHANCE_BELOW_BEST])
