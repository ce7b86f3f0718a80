"""The state of a game, and the view: what one player or an onlooker may know of it."""

from msgspec import Struct

from bot.engine.events import Seat
from peek.model.moves import Keep, Peek, Swap


class State(Struct, frozen=True):
    """The complete state of a game, with all secrets.

    It consists of tuples, numbers, words and moves, because it is stored as JSON.
    """

    cards: tuple[int, ...]
    """The card of each player, by seat."""
    answers: tuple[Keep | Swap | Peek | None, ...]
    """The move of each player, by seat; None means that the player has not answered yet."""
    dealt: tuple[int, ...]  # the cards before anybody swapped, at which others peek


class View(Struct, frozen=True):
    """All that one player, or an onlooker, may know of a game.

    Screens and computer players get only a view, so that they cannot reveal a secret.
    """

    cards: tuple[int, ...]
    """The card of each player, by seat; 0 means that the viewer does not know the card."""
    answered: tuple[Seat, ...]
    """The seats of the players who have answered. Nobody sees which move they chose."""
    peeked: Seat | None = None  # at whom the viewer has peeked
    seen: int = 0  # the card that the viewer saw there
