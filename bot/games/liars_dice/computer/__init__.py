"""The computer players, by their levels."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer import fox
from bot.games.liars_dice.computer.odds import compute_bid_chance, compute_hidden_dice_chances
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import View, count_matching

LEVELS = ("kitten", "tomcat", "fox")
"""Weakest first."""
FAST_LEVELS = ("kitten", "tomcat", "absent")
MAX_CHALLENGED_CHANCE = 0.06
"""The Kitten challenges only what is less likely than this."""
MAX_CONSIDERED_BIDS = 12
"""The Kitten bids one of so many next bids."""
MAX_CHANCE_BELOW_BEST = 0.03
"""Chances that are so near to the best are as good: so the Tomcat is not read at once."""


def choose_move(view: View, moves: Sequence[Move], level: str, rng: Random) -> Move:
    """Choose a move for a level; whoever is absent plays by the odds, which tell least."""
    if level == "fox":
        return fox.choose_move(view, moves, rng)
    thinks = _choose_as_kitten if level == "kitten" else _choose_as_tomcat
    return thinks(view, moves, rng)


def _choose_as_kitten(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Challenge what can hardly be; else bid on one of its own faces, or on any.

    The Kitten is reckless: it bids what it holds, a little too high, and rarely doubts anybody.
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
    """Challenge if that is likelier right than any bid is true; else make one of the likeliest.

    The Tomcat knows exact odds from its own dice, and has no thought of what bids tell.
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
