"""What a game of Higher or lower is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.games.events import Seat
from higher_or_lower.moves import Bid, Higher


class Round(Struct, frozen=True):
    """A round that is over: everybody knows all of it."""

    cards: tuple[int, ...]
    """By seat."""
    bids: tuple[Bid, ...]
    """By seat."""

    def right(self, seat: Seat) -> bool:
        """Tell whether this seat's bid was right."""
        own, other = self.cards[seat], self.cards[1 - seat]
        return isinstance(self.bids[seat], Higher) == (own > other)


class State(Struct, frozen=True):
    """Everything, secrets included."""

    cards: tuple[int, ...]
    """By seat; once the game is over, those of the last round."""
    bids: tuple[Bid | None, ...]
    """By seat; None: not yet."""
    rounds: tuple[Round, ...] = ()
    """Those that are over, the first one first."""


class View(Struct, frozen=True):
    """What one viewer may know."""

    card: int
    """The viewer's own; 0: an onlooker has none."""
    bid: Bid | None
    """The viewer's own; None before, and for an onlooker."""
    answered: tuple[Seat, ...]
    """Who has bid. How, nobody sees."""
    rounds: tuple[Round, ...]
    """Those that are over."""

    def points(self, seat: Seat) -> int:
        """Return the points of a seat so far."""
        return points(self.rounds, seat)


def points(rounds: tuple[Round, ...], seat: Seat) -> int:
    """Return how many bids of a seat were right."""
    return sum(each.right(seat) for each in rounds)
