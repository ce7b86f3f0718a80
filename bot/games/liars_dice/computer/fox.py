"""The Sly Fox, the strongest computer player of Liar's Dice.

It computes exact odds, draws conclusions from the others' bids by Bayes' rule, and bluffs when a
bluff is likely to be believed. It assumes that a player who bids on a face holds it
`OWN_FACE_LIKELIHOOD_FACTOR` times more often than by chance. From this, each hidden die gets its
own chance to count as a face, and the number of such dice follows a Poisson binomial distribution.
The value of a bid is its chance to be true if it is challenged, and `UNCHALLENGED_BID_VALUE` if it
is not. How likely a challenge is follows from how likely the bid looks to the next player.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer.endgame import MAX_DICE_EACH, look_up_move_chances
from bot.games.liars_dice.computer.odds import (
    HiddenDiceChances,
    compute_bid_chance,
    compute_tail_chances,
)
from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, View

OWN_FACE_LIKELIHOOD_FACTOR = 1.8
"""The factor by which a hidden die is likelier to show a face that its owner has bid on."""
UNCHALLENGED_BID_VALUE = 0.8
"""The value of an unchallenged bid; a won challenge has the value 1, a lost one 0."""
HALF_DOUBTED_CHANCE, DOUBT_STEEPNESS = 0.42, 9.0
"""The logistic curve of how often a bid is challenged: its middle, and its steepness."""
CHOICE_TEMPERATURE = 0.04
"""The softmax temperature with which the Fox chooses; with a higher one it is harder to predict."""


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a move at random, better moves more often.

    Between two players with up to three dice each, the Fox plays the solution in `endgame`.
    """
    left = [count for count in view.counts if count]
    if len(left) == 2 and max(left) <= MAX_DICE_EACH:
        made = [(bid.count, bid.face) for bid in view.bids]
        others = sum(left) - len(view.dice)
        return rng.choices(moves, look_up_move_chances(view.wild, view.dice, others, made))[0]
    own, public = _estimate_hidden_dice(view, view.viewer), _estimate_hidden_dice(view, None)
    worth = [_value_move(move, view, own, public) for move in moves]
    best = max(worth)
    return rng.choices(moves, [exp((each - best) / CHOICE_TEMPERATURE) for each in worth])[0]


def estimate_challenge_chance(bid_chance: float) -> float:
    """Return the chance that a bid is challenged, given how likely it seems to the next player."""
    return 1 / (1 + exp(DOUBT_STEEPNESS * (bid_chance - HALF_DOUBTED_CHANCE)))


def _value_move(
    move: Move, view: View, own_chances: HiddenDiceChances, public_chances: HiddenDiceChances
) -> float:
    if not isinstance(move, MakeBid):
        return 1 - compute_bid_chance(view.bids[-1], view, own_chances)
    tail = public_chances[move.face]
    challenged = estimate_challenge_chance(tail[move.count] if move.count < len(tail) else 0.0)
    return (
        challenged * compute_bid_chance(move, view, own_chances)
        + (1 - challenged) * UNCHALLENGED_BID_VALUE
    )


def _estimate_hidden_dice(view: View, viewer: int | None) -> HiddenDiceChances:
    """Return how many dice that `viewer` does not see are likely to count as each face.

    The bids so far count, too.
    """
    dice = list[list[float]]()
    for seat, count in enumerate(view.counts):
        if seat != viewer:
            dice += [_estimate_face_chances(view, seat)] * count
    return {
        face: compute_tail_chances([by_face[face - 1] for by_face in dice])
        for face in range(1, FACES_PER_DIE + 1)
    }


def _estimate_face_chances(view: View, seat: int) -> list[float]:
    faces = {bid.face for bid in view.bids if bid.seat == seat}
    liked = faces | ({WILD_FACE} if view.wild and faces else set())
    weights = [
        OWN_FACE_LIKELIHOOD_FACTOR if face in liked else 1.0 for face in range(1, FACES_PER_DIE + 1)
    ]
    likely = [weight / sum(weights) for weight in weights]
    ones = likely[WILD_FACE - 1] if view.wild else 0.0
    return [likely[0], *(share + ones for share in likely[1:])]
