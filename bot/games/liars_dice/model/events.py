"""The events of Liar's Dice, all of them public."""

from bot.engine.events import Event, Seat
from bot.games.liars_dice.model.state import Bid


class GameBegun(Event, tag="begins", frozen=True):
    """All dice are rolled, and the seat that bids first is drawn."""

    first: Seat


class BidMade(Event, tag="bid", frozen=True):
    """A seat bids."""

    seat: Seat
    count: int
    face: int

    @property
    def bid(self) -> Bid:
        """The bid as it is kept in the state."""
        return Bid(self.seat, self.count, self.face)


class CupsLifted(Event, tag="opened", frozen=True):
    """A seat challenges a bid, and all dice are revealed."""

    challenger: Seat
    bidder: Seat
    count: int
    face: int
    found: int
    """How many dice count for the bid."""

    @property
    def bid(self) -> Bid:
        """The bid that is challenged."""
        return Bid(self.bidder, self.count, self.face)

    @property
    def is_true(self) -> bool:
        """Whether at least as many dice count for the bid as it says."""
        return self.found >= self.count


class DieLost(Event, tag="lost-die", frozen=True):
    """A seat loses a die by a challenge."""

    seat: Seat
    left: int
    """How many dice the seat has left."""
