"""The Old Fox, the strongest computer player of Liar's Dice.

It combines exact odds, Bayes' rule over the others' bids, and bluffs that are believed.

Each hidden die of a bidder shows the bid's face `OWN_FACE_LIKELIHOOD_FACTOR` times as often as the
odds say. By Bayes' rule, with the bids of this round as evidence, each hidden die has a chance of
its own. The number of dice that count then follows a Poisson binomial distribution. The value of a
bid is its outcome if it is challenged, and `UNCHALLENGED_BID_VALUE` if it is not. The chance of a
challenge follows from how likely the bid looks to the next player.
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
"""The factor by which a die is likelier to show a face that its owner has bid on."""
UNCHALLENGED_BID_VALUE = 0.8
"""The value of a bid that the next player does not challenge; a won challenge has value 1."""
HALF_DOUBTED_CHANCE, DOUBT_STEEPNESS = 0.42, 9.0
"""The parameters of the logistic curve that estimates how often a bid is challenged.

The next player challenges half of the bids that look `HALF_DOUBTED_CHANCE` likely to them, and
fewer of the likelier ones. `DOUBT_STEEPNESS` is how fast that share falls.
"""
CHOICE_TEMPERATURE = 0.04
"""The softmax temperature with which the Fox chooses among moves, in units of their values.

Moves that are nearly as good as the best are chosen now and then. So the Fox is hard to predict.
"""


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a move at random, better moves more often.

    Between two players with up to three dice each, the Fox plays the solution of `endgame`.

    Args:
        view: All that the computer player may know of the game.
        moves: The legal moves, of which one is chosen.
        rng: The source of all randomness, so that a move can be repeated.
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
    """Return the chance that a player challenges a bid, given how likely it looks to them.

    Args:
        bid_chance: The chance, from 0 to 1, that the bid is true in the eyes of that player.
    """
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
    """Return the chances of the dice that `viewer` does not see, given the bids so far.

    A `viewer` of None means an onlooker, who sees no dice.
    """
    dice = [
        by_face
        for seat, count in enumerate(view.counts)
        if seat != viewer
        for by_face in [_estimate_face_chances(view, seat)] * count
    ]
    return {
        face: compute_tail_chances([by_face[face - 1] for by_face in dice])
        for face in range(1, FACES_PER_DIE + 1)
    }


def _estimate_face_chances(view: View, seat: int) -> list[float]:
    """Return the chances that a hidden die of a player counts for a bid on each face."""
    faces = {bid.face for bid in view.bids if bid.seat == seat}
    liked = faces | ({WILD_FACE} if view.wild and faces else set())
    weights = [
        OWN_FACE_LIKELIHOOD_FACTOR if face in liked else 1.0 for face in range(1, FACES_PER_DIE + 1)
    ]
    likely = [weight / sum(weights) for weight in weights]
    ones = likely[WILD_FACE - 1] if view.wild else 0.0
    return [likely[0], *(share + ones for share in likely[1:])]
