"""The computer players of Liar's Dice, by level."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer import fox
from bot.games.liars_dice.computer.odds import compute_bid_chance, compute_hidden_dice_chances
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import View, count_matching

LEVELS = ("kitten", "tomcat", "fox")
"""The levels, weakest first."""
FAST_LEVELS = ("kitten", "tomcat", "absent")
MAX_CHALLENGED_CHANCE = 0.06
"""The Kitten challenges only bids whose chance of being true, from 0 to 1, is below this."""
MAX_CONSIDERED_BIDS = 12
"""How many of the lowest legal bids the Kitten chooses from."""
MAX_CHANCE_BELOW_BEST = 0.03
"""By how much a move's chance may be below the best for the Tomcat to treat both as equal.

The variety makes the Tomcat harder to predict.
"""


def choose_move(view: View, moves: Sequence[Move], level: str, rng: Random) -> Move:
    """Choose a move for a level.

    Absent players are played as the Tomcat: its play by the odds reveals least of their dice.
    """
    if level == "fox":
        return fox.choose_move(view, moves, rng)
    thinks = _choose_as_kitten if level == "kitten" else _choose_as_tomcat
    return thinks(view, moves, rng)


def _choose_as_kitten(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Challenge a very unlikely bid; else bid on a face that the Kitten holds, or on any.

    The Kitten is reckless: it bids on its own dice, a little too high, and rarely challenges.
    """
    bids = [move for move in moves if isinstance(move, MakeBid)][:MAX_CONSIDERED_BIDS]
    if not bids:
        return CALL_LIAR
    last = view.bids[-1] if view.bids else None
    if (
        last
        and compute_bid_chance(last, view, compute_hidden_dice_chances(view))
        < MAX_CHALLENGED_CHANCE
    ):
        return CALL_LIAR
    own = [bid for bid in bids if count_matching(view.dice, bid.face, view.wild)]
    return rng.choice(own or bids)


def _choose_as_tomcat(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose at random among the moves that are most likely right.

    A bid is right if it is true, a challenge if the last bid is false. The Tomcat computes exact
    odds from its own dice, and draws no conclusions from the others' bids.
    """
    hidden = compute_hidden_dice_chances(view)
    worth = {
        move: compute_bid_chance(move, view, hidden)
        if isinstance(move, MakeBid)
        else 1 - compute_bid_chance(view.bids[-1], view, hidden)
        for move in moves
    }
    best = max(worth.values())
    return rng.choice([move for move in moves if worth[move] >= best - MAX_CHANCE_BELOW_BEST])
