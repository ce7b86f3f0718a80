"""What happens in a game of Secret Numbers."""

from bot.engine.events import Event, Seat


class RoundBegun(Event, tag="round-begins", frozen=True):
    """A round has begun; the first one is number 1."""

    number: int


class Answered(Event, tag="answered", frozen=True):
    """A seat has named a number."""

    seat: Seat


class NumberShown(Event, tag="shown", frozen=True):
    """A seat's answer is shown once all are in."""

    seat: Seat
    number: int
    suspected: tuple[int, ...]
