"""The moves: a hand on a tile, or on none."""

from bot.engine.moves import Move


class Grab(Move, tag="grab", frozen=True):
    """Grab the tile that is worth so much."""

    tile: int


class Pass(Move, tag="pass", frozen=True):
    """Grab no tile."""


MOVES = (Grab(3), Grab(2), Grab(1), Pass())
