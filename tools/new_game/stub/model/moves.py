"""The moves: what somebody can answer. A tag and the fields are what buttons carry."""

from bot.engine.moves import Move


class Keep(Move, tag="keep", frozen=True):
    """Keep the card. A move with choices has a field for each, such as `face: int`."""


class Swap(Move, tag="swap", frozen=True):
    """Swap the card for another one."""
