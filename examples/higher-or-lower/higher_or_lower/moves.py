"""The moves: the two bids."""

from bot.games.moves import Move


class Higher(Move, tag="higher", frozen=True):
    """Bid that one's own card is the higher one."""


class Lower(Move, tag="lower", frozen=True):
    """Bid that one's own card is the lower one."""


Bid = Higher | Lower
