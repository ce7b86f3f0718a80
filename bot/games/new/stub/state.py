"""What a game of Stub is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.games.events import Seat


class State(Struct, frozen=True):
    """Everything, secrets included: tuples, numbers and words, which are stored as they are."""

    cards: tuple[int, ...]
    """By seat."""
    answers: tuple[str, ...]
    """By seat: the move, "" before."""


class View(Struct, frozen=True):
    """What one viewer may know. Screens and computers are handed nothing else."""

    cards: tuple[int, ...]
    """By seat; 0: the viewer does not know it."""
    answered: tuple[Seat, ...]
    """Who has answered. How, nobody sees."""
