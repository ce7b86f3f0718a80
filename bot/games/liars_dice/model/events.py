"""What happens in a game of Liar's Dice; all of it is public."""

from bot.engine.events import Event, Seat
from bot.games.liars_dice.model.state import Bid


class GameBegun(Event, tag="begins", frozen=True):
    """All dice are rolled, and it is drawn who bids first."""

    first: Seat


class BidMade(Event, tag="bid", frozen=True):
    """A seat has bid."""

    seat: Seat
    count: int
    face: int

    @property
    def bid(self) -> Bid:
        """The bid."""
        return Bid(self.seat, self.count, self.face)


class CupsLifted(Event, tag="opened", frozen=True):
    """A bid was challenged, and all see the dice."""

    challenger: Seat
    bidder: Seat
    count: int
    face: int
    found: int
    """How many dice count for the bid."""

    @property
    def bid(self) -> Bid:
        """The bid that was challenged."""
        return Bid(self.bidder, self.count, self.face)

    @property
    def is_true(self) -> bool:
        """Whether there are as many dice as bid."""
        return self.found >= self.count


class DieLost(Event, tag="lost-die", frozen=True):
    """A seat has lost a die by a challenge."""

    seat: Seat
    left: int
    """How many dice the seat has left."""
