"""What a game of Stub is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.events import Seat
from tools.new_game.stub.model.moves import Keep, Swap


class State(Struct, frozen=True):
    """Everything, secrets included: tuples, numbers, words and moves, which are stored as JSON."""

    cards: tuple[int, ...]
    """By seat."""
    answers: tuple[Keep | Swap | None, ...]
    """By seat; None: not yet."""


class View(Struct, frozen=True):
    """What one viewer may know. Screens and computers are handed nothing else."""

    cards: tuple[int, ...]
    """By seat; 0: the viewer does not know it."""
    answered: tuple[Seat, ...]
    """Who has answered. How, nobody sees."""
