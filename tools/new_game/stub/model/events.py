"""What happens. Each event has a tag, which is the message that tells it, and fields to fill it."""

from bot.engine.events import Event, Seat


class Answered(Event, tag="answered", frozen=True):
    """A seat has kept or swapped its card."""

    seat: Seat


class CardDrawn(Event, tag="drew", frozen=True):
    """Somebody has swapped, and drawn this card."""

    card: int


class CardShown(Event, tag="shown", frozen=True):
    """All have answered, and a seat has this card."""

    seat: Seat
    card: int
