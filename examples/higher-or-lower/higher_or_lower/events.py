"""What happens: somebody bids, and once both have, the cards are shown."""

from bot.games.events import Event, Seat


class Answered(Event, tag="answered", frozen=True):
    """A seat has bid."""

    seat: Seat


class CardShown(Event, tag="shown", frozen=True):
    """The card and the bid of a seat are shown."""

    seat: Seat
    card: int
    bid: str
    """The tag of the bid."""
    right: bool
