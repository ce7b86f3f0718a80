"""The Kitten: reckless. It bids what it holds, a little too high, and rarely doubts anybody."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer.tomcat import chance_of, hidden_dice_chances
from bot.games.liars_dice.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.state import View, count_matching

MAX_CHALLENGED_CHANCE = 0.06
"""It challenges only what is less likely than this."""
MAX_CONSIDERED_BIDS = 12
"""It bids one of so many next bids."""


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Challenge what can hardly be; else bid on one of its own faces, or on any."""
    bids = [move for move in moves if isinstance(move, MakeBid)][:MAX_CONSIDERED_BIDS]
    if not bids:
        return CALL_LIAR
    last = view.bids[-1] if view.bids else None
    if last and chance_of(last, view, hidden_dice_chances(view)) < MAX_CHALLENGED_CHANCE:
        return CALL_LIAR
    own = [bid for bid in bids if count_matching(view.dice, bid.face, view.wild)]
    return rng.choice(own or bids)
