"""The one kind of moves: a number, and two that the others are suspected of."""

from bot.engine.moves import Move


class NameNumber(Move, tag="name", frozen=True):
    """Name a number in secret, and suspect two of the others'."""

    number: int
    suspected: tuple[int, ...]
    """In their order."""
