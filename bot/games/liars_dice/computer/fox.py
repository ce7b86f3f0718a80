"""The Old Fox: exact odds, Bayes' rule over how people bid, and bluffs that are believed.

Whoever bids on a face is `LIKELIER` times as likely to hold it with each hidden die as the odds
say: so each hidden die counts for a bid by a share of its own (Bayes' rule, with the bids of this
round as the evidence), and the number of them is distributed by Poisson's binomial. A bid is worth
what comes of it if it is challenged, and a little more than nothing lost if it is not; how likely
it is challenged follows from what the next one may think of it.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer.endgame import MAX_DICE_EACH, move_chances
from bot.games.liars_dice.computer.odds import HiddenDiceChances, chance_of, tails
from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import FACES, ONE, View

LIKELIER = 1.8
"""How much likelier a die shows a face that its owner has bid on."""
UNCHALLENGED_WORTH = 0.8
"""What a bid is worth that nobody challenges at once; a challenge that is won is worth 1."""
DOUBTED_CHANCE, DOUBT_STEEPNESS = 0.42, 9.0
"""The next one challenges half of the bids that seem so likely to them, and fewer above it."""
TEMPERATURE = 0.04
"""Moves that are worth nearly as much are chosen now and then, so that it is hard to read."""


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose among the moves that are worth most, the better ones more often.

    Between two with up to three dice each, it plays the solution.
    """
    left = [count for count in view.counts if count]
    if len(left) == 2 and max(left) <= MAX_DICE_EACH:
        made = [(bid.count, bid.face) for bid in view.bids]
        others = sum(left) - len(view.dice)
        return rng.choices(moves, move_chances(view.wild, view.dice, others, made))[0]
    own, public = _hidden_dice_chances(view, view.viewer), _hidden_dice_chances(view, None)
    worth = [_worth(move, view, own, public) for move in moves]
    best = max(worth)
    return rng.choices(moves, [exp((each - best) / TEMPERATURE) for each in worth])[0]


def challenge_chance(believed: float) -> float:
    """Return how likely a bid is challenged by somebody who believes it with this chance."""
    return 1 / (1 + exp(DOUBT_STEEPNESS * (believed - DOUBTED_CHANCE)))


def _worth(move: Move, view: View, own: HiddenDiceChances, public: HiddenDiceChances) -> float:
    if not isinstance(move, MakeBid):
        return 1 - chance_of(view.bids[-1], view, own)
    tail = public[move.face]
    challenged = challenge_chance(tail[move.count] if move.count < len(tail) else 0.0)
    return challenged * chance_of(move, view, own) + (1 - challenged) * UNCHALLENGED_WORTH


def _hidden_dice_chances(view: View, viewer: int | None) -> HiddenDiceChances:
    """Return how likely numbers of dice are that `viewer` does not see, after the bids so far."""
    dice = [
        by_face
        for seat, count in enumerate(view.counts)
        if seat != viewer
        for by_face in [_face_chances(view, seat)] * count
    ]
    return {face: tails([by_face[face - 1] for by_face in dice]) for face in range(1, FACES + 1)}


def _face_chances(view: View, seat: int) -> list[float]:
    """Return for each face how likely a die of this seat counts for a bid on it."""
    faces = {bid.face for bid in view.bids if bid.seat == seat}
    liked = faces | ({ONE} if view.wild and faces else set())
    weights = [LIKELIER if face in liked else 1.0 for face in range(1, FACES + 1)]
    likely = [weight / sum(weights) for weight in weights]
    ones = likely[ONE - 1] if view.wild else 0.0
    return [likely[0], *(share + ones for share in likely[1:])]
