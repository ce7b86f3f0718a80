"""The events that tell what happened in a game.

The tag of an event names the message that tells people about it. Its fields fill that message.
"""

from bot.engine.events import Event, Seat


class Answered(Event, tag="answered", frozen=True):
    """A player has answered."""

    seat: Seat


class CardDrawn(Event, tag="drew", frozen=True):
    """A player has swapped, and drawn this card."""

    card: int


class CardShown(Event, tag="shown", frozen=True):
    """All players have answered, and this player turns out to have this card."""

    seat: Seat
    card: int
