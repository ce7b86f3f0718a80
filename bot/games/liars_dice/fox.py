"""The Old Fox: exact odds, Bayes' rule over how people bid, and bluffs that are believed.

Whoever bids on a face is `LIKELIER` times as likely to hold it with each hidden die as the odds
say: so each hidden die counts for a bid by a share of its own (Bayes' rule, with the bids of this
round as the evidence), and the number of them is distributed by Poisson's binomial. A bid is worth
what comes of it if it is challenged, and a little more than nothing lost if it is not; how likely
it is challenged follows from what the next one may think of it.
"""

from math import exp
from random import Random

from bot.games.liars_dice.odds import tails
from bot.games.liars_dice.solution import MOST, shares
from bot.games.liars_dice.state import FACES, LIAR, ONE, View
from bot.games.liars_dice.tomcat import Truth, bid_of, chance

LIKELIER = 1.8
"""How much likelier a die shows a face that its owner has bid on."""
LET_GO = 0.8
"""What a bid is worth that nobody challenges at once; a challenge that is won is worth 1."""
DOUBT, SHARPNESS = 0.42, 9.0
"""The next one challenges half of the bids that seem so likely to them, and fewer above it."""
MIXES = 0.04
"""Moves that are worth nearly as much are chosen now and then, so that it is hard to read."""


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose among the moves that are worth most, the better ones more often.

    Between two with up to three dice each, it plays the solution.
    """
    left = [count for count in view.counts if count]
    if len(left) == 2 and max(left) <= MOST:
        made = [(bid.count, bid.face) for bid in view.bids]
        others = sum(left) - len(view.dice)
        return luck.choices(moves, shares(view.wild, view.dice, others, made))[0]
    known, public = _truth(view, view.viewer), _truth(view, None)
    worth = {move: _worth(view, move, known, public) for move in moves}
    best = max(worth.values())
    weights = [exp((worth[move] - best) / MIXES) for move in moves]
    return luck.choices(moves, weights)[0]


def _worth(view: View, move: str, known: Truth, public: Truth) -> float:
    if move == LIAR:
        last = view.bids[-1]
        return 1 - chance(view, known, last.count, last.face)
    count, face = bid_of(move)
    true = chance(view, known, count, face)
    tail = public[face]
    believed = tail[count] if count < len(tail) else 0.0
    challenged = 1 / (1 + exp(SHARPNESS * (believed - DOUBT)))
    return challenged * true + (1 - challenged) * LET_GO


def _truth(view: View, viewer: int | None) -> Truth:
    """Return how likely numbers of dice are that `viewer` does not see, after the bids so far."""
    dice = [
        by_face
        for seat, count in enumerate(view.counts)
        if seat != viewer
        for by_face in [_shares(view, seat)] * count
    ]
    return {face: tails([by_face[face - 1] for by_face in dice]) for face in range(1, FACES + 1)}


def _shares(view: View, seat: int) -> list[float]:
    """Return for each face how likely a die of this seat counts for a bid on it."""
    faces = {bid.face for bid in view.bids if bid.seat == seat}
    liked = faces | ({ONE} if view.wild and faces else set())
    weights = [LIKELIER if face in liked else 1.0 for face in range(1, FACES + 1)]
    likely = [weight / sum(weights) for weight in weights]
    ones = likely[ONE - 1] if view.wild else 0.0
    return [likely[0], *(share + ones for share in likely[1:])]
