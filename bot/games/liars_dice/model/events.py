"""The events that tell what happened in a game of Liar's Dice; all players may know of them."""

from collections.abc import Iterable

from bot.engine.events import Event, Seat
from bot.engine.game import Elapse
from bot.engine.records import LogEntry
from bot.games.liars_dice.model.state import Bid


class GameBegun(Event, tag="begins", frozen=True):
    """All dice were rolled, and the player who bids first was drawn at random."""

    first: Seat
    """The seat of the player who bids first."""


class BidMade(Event, tag="bid", frozen=True):
    """A player made a bid: the claim that at least `count` of all dice count as `face`."""

    seat: Seat
    count: int
    face: int

    @property
    def bid(self) -> Bid:
        """The same bid as the struct that the game's state uses."""
        return Bid(self.seat, self.count, self.face)


class CupsLifted(Event, tag="opened", frozen=True):
    """A player challenged the last bid, so all cups were lifted to count the dice."""

    challenger: Seat
    bidder: Seat
    count: int
    face: int
    found: int
    """The number of dice that count as the bid's face, including ones if they are wild."""

    @property
    def bid(self) -> Bid:
        """The bid that was challenged, as the struct that the game's state uses."""
        return Bid(self.bidder, self.count, self.face)

    @property
    def is_true(self) -> bool:
        """True if the bid was true: at least as many dice count as its face as it claims."""
        return self.found >= self.count


class DieLost(Event, tag="lost-die", frozen=True):
    """A player lost a die, because their challenge was wrong or their challenged bid was false."""

    seat: Seat
    left: int
    """The number of dice that the player has left."""


def find_round_starts(log: Iterable[LogEntry]) -> tuple[int, ...]:
    """Return the steps with which rounds begin: the deal, and each new roll of the dice.

    A roll ends the pause in which all look at the dice. The end of the pause before it has events.
    """
    return tuple(
        entry.step
        for entry in log
        if entry.step == 0 or (isinstance(entry.action, Elapse) and not entry.notices)
    )
