"""What happens in a race."""

from bot.engine.events import Event, Seat


class RoundBegun(Event, tag="round-begins", frozen=True):
    """A round has begun; the first one is number 1."""

    number: int


class TileGot(Event, tag="got", frozen=True):
    """A seat was the first one at a tile."""

    seat: Seat
    tile: int
