"""The Kitten: reckless. It bids what it holds, a little too high, and rarely doubts anybody."""

from random import Random

from bot.games.liars_dice.state import LIAR, View, matching
from bot.games.liars_dice.tomcat import bid_of, chance, truth

DOUBTS = 0.06
"""It challenges only what is less likely than this."""
STEPS = 12
"""It bids one of so many next bids."""


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Challenge what can hardly be; else bid on one of its own faces, or on any."""
    bids = [move for move in moves if move != LIAR][:STEPS]
    if not bids:
        return LIAR
    last = view.bids[-1] if view.bids else None
    if last and chance(view, truth(view), last.count, last.face) < DOUBTS:
        return LIAR
    own = [move for move in bids if matching(view.dice, bid_of(move)[1], view.wild)]
    return luck.choice(own or bids)
