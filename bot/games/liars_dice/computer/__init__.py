"""The computer players of Liar's Dice, one for each level of skill."""

from collections.abc import Mapping, Sequence
from random import Random

from bot.engine.computers import Computers
from bot.engine.moves import Move
from bot.games.liars_dice.computer import fox
from bot.games.liars_dice.computer.odds import compute_bid_chance, compute_hidden_dice_chances
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import Bid, View, count_matching

MAX_CHALLENGED_CHANCE = 0.06
"""The chance of being true, from 0 to 1, below which the Kitten always challenges a bid."""
MAX_DOUBTED_CHANCE, DOUBT_PROBABILITY = 0.85, 0.2
"""The chance of being true below which the Kitten may doubt a bid, and how often it then does."""
MAX_OPENING_BIDS, MAX_RAISES = 12, 2
"""The number of lowest bids among which the Kitten chooses, for a first bid and for a raise."""
MAX_CHANCE_BELOW_BEST = 0.03
"""The gap in chance to the best move up to which the Tomcat treats a move as equally good."""


class LiarsDiceComputers(Computers[View]):
    """The computer players of Liar's Dice."""

    levels = ("kitten", "tomcat", "fox")
    fast_levels = ("kitten", "tomcat", "absent")
    win_rates: Mapping[int, tuple[float, ...]] = {
        2: (0.94, 0.60),
        3: (0.68, 0.41),
        4: (0.68, 0.29),
        5: (0.52, 0.20),
        6: (0.45, 0.20),
    }

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose a move as a computer player of a level.

        "absent" plays for a person who does not answer. It plays like the Tomcat, because playing
        by the odds reveals least of the person's dice.
        """
        if level == "fox":
            return fox.choose_move(view, moves, rng)
        thinks = _choose_as_kitten if level == "kitten" else _choose_as_tomcat
        return thinks(view, moves, rng)


def _choose_as_kitten(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose one of the lowest bids on faces of the Kitten's own dice, if there are any.

    It challenges very unlikely bids, and sometimes likely ones.
    """
    bids = [move for move in moves if isinstance(move, MakeBid)][:MAX_OPENING_BIDS]
    last = view.bids[-1] if view.bids else None
    if last and (not bids or _doubts_as_kitten(view, last, rng)):
        return CALL_LIAR
    own = [bid for bid in bids if count_matching(view.dice, bid.face, view.wild)]
    return rng.choice((own or bids)[: MAX_RAISES if last else MAX_OPENING_BIDS])


def _doubts_as_kitten(view: View, last: Bid, rng: Random) -> bool:
    chance = compute_bid_chance(last, view, compute_hidden_dice_chances(view))
    if chance < MAX_CHALLENGED_CHANCE:
        return True
    return chance < MAX_DOUBTED_CHANCE and rng.random() < DOUBT_PROBABILITY


def _choose_as_tomcat(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose one of the moves most likely to be right: a true bid, or a challenge of a false one.

    The Tomcat computes exact odds from its own dice, and draws no conclusions from the others'
    bids.
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
