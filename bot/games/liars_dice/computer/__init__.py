"""The computer players of Liar's Dice, one for each level of skill."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer import fox
from bot.games.liars_dice.computer.odds import compute_bid_chance, compute_hidden_dice_chances
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import View, count_matching

LEVELS = ("kitten", "tomcat", "fox")
"""The levels that people can choose for a computer player, weakest first."""
FAST_LEVELS = ("kitten", "tomcat", "absent")
MAX_CHALLENGED_CHANCE = 0.06
"""The chance of being true, from 0 to 1, below which the weakest level challenges a bid."""
MAX_CONSIDERED_BIDS = 12
"""The number of the lowest legal bids among which the weakest level, the Kitten, chooses."""
MAX_CHANCE_BELOW_BEST = 0.03
"""The gap in chance to the best move up to which the Tomcat treats a move as equally good.

The variety makes the Tomcat harder to predict.
"""


def choose_move(view: View, moves: Sequence[Move], level: str, rng: Random) -> Move:
    """Choose a move for a computer player.

    Level "absent" plays for people who are away. It plays as the Tomcat, whose play by the odds
    reveals least of their dice.

    Args:
        view: All that the computer player may know of the game.
        moves: The legal moves, of which one is chosen.
        level: The name of the level.
        rng: The source of all randomness, so that a move can be repeated.
    """
    if level == "fox":
        return fox.choose_move(view, moves, rng)
    thinks = _choose_as_kitten if level == "kitten" else _choose_as_tomcat
    return thinks(view, moves, rng)


def _choose_as_kitten(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a move as the Kitten: bid on faces that it holds, a little too high.

    The Kitten is reckless and challenges only very unlikely bids. If it holds none of the faces, it
    bids on any.
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
