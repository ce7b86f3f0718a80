"""The events of Quickpick.

Each event's tag is the name of its message in the catalogue.
"""

from bot.engine.events import Event, Seat


class PartShown(Event, frozen=True, tag="part-shown"):
    """The mime showed a part of the secret mask."""

    mime: Seat
    part: int
    """The part's index in `PART_NAMES`."""


class SoundMade(Event, frozen=True, tag="sound-made"):
    """The mime made a sound."""

    mime: Seat
    syllable: str


class Overtaken(Event, frozen=True, tag="overtaken"):
    """A guesser lost a tile to a hand that came in later but was pressed earlier (ruling Q6)."""

    seat: Seat


class MaskGuessed(Event, frozen=True, tag="guessed"):
    """A race is over, and a guesser was first on the right tile."""

    mime: Seat
    mask: int
    """The secret mask."""
    guesser: Seat
    """The guesser who was first on its tile."""


class MaskNotGuessed(Event, frozen=True, tag="not-guessed"):
    """A race is over, and nobody was right: two masks leave the game."""

    mime: Seat
    mask: int
    """The secret mask."""


class MimeGone(Event, frozen=True, tag="void"):
    """The mime left during a race, which is over: two masks leave the game."""

    mime: Seat


class PrizeDrawn(Event, frozen=True, tag="prize"):
    """The guesser who was right won a mask; only that guesser sees which."""

    mask: int


class MaskKept(Event, frozen=True, tag="kept"):
    """The mime whose face was guessed keeps the mask; only the mime sees which."""

    mask: int


class MaskLost(Event, frozen=True, tag="gone"):
    """The mime whose face nobody guessed lost the mask; only the mime sees which."""

    mask: int


class RaceMissed(Event, frozen=True, tag="missed"):
    """The race is over for all guessers but the one who was right."""


class NotWaitedFor(Event, frozen=True, tag="not-waited-for"):
    """A guesser was silent so often that races go on without waiting for them."""

    seat: Seat


class RolePassedOn(Event, frozen=True, tag="passed-on"):
    """A mime passed the role on (ruling Q19)."""

    mime: Seat


class SeatLeft(Event, frozen=True, tag="left"):
    """A player left the seat for good."""

    seat: Seat


EVENT_TYPES = (
    *(PartShown, SoundMade, Overtaken, MaskGuessed, MaskNotGuessed, MimeGone, PrizeDrawn),
    *(MaskKept, MaskLost, RaceMissed, NotWaitedFor, RolePassedOn, SeatLeft),
)
RACE_ENDS = (MaskGuessed, MaskNotGuessed)
"""The events that end a race with a result."""
