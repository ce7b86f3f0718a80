"""The moves of the game: what a player can answer when the game asks.

The tag of a move and the values of its fields are stored in the buttons.
"""

from bot.engine.moves import Move


class Keep(Move, tag="keep", frozen=True):
    """Keep the card."""


class Swap(Move, tag="swap", frozen=True):
    """Swap the card for another one."""


class Peek(Move, tag="peek", frozen=True):
    """Look at the card that another player was dealt, and keep your own."""

    at: int
