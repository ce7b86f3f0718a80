"""The events that tell what happened in a game of Liar's Dice; all players may know of them."""

from bot.engine.events import Event, Seat
from bot.games.liars_dice.model.state import Bid


class GameBegun(Event, tag="begins", frozen=True):
    """All dice were rolled, and the player who bids first was drawn."""

    first: Seat


class BidMade(Event, tag="bid", frozen=True):
    """A player bid that a number of dice on the table count as a certain face."""

    seat: Seat
    count: int
    face: int

    @property
    def bid(self) -> Bid:
        """The bid in the form in which the state keeps it."""
        return Bid(self.seat, self.count, self.face)


class CupsLifted(Event, tag="opened", frozen=True):
    """A player challenged a bid, and all cups were lifted to count the dice."""

    challenger: Seat
    bidder: Seat
    count: int
    face: int
    found: int
    """The number of dice that count for the bid."""

    @property
    def bid(self) -> Bid:
        """The bid that was challenged."""
        return Bid(self.bidder, self.count, self.face)

    @property
    def is_true(self) -> bool:
        """True if at least as many dice count for the bid as it claims."""
        return self.found >= self.count


class DieLost(Event, tag="lost-die", frozen=True):
    """A player lost a die because the player's challenge or bid was wrong."""

    seat: Seat
    left: int
    """The number of dice that the player has left."""
