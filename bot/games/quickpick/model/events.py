"""What can happen in Quickpick; the tags are messages of the catalogue."""

from bot.engine.events import Event, Seat


class PartShown(Event, frozen=True, tag="part-shown"):
    """The mime has shown a part of the secret mask, by its number in `PART_NAMES`."""

    mime: Seat
    part: int


class SoundMade(Event, frozen=True, tag="sound-made"):
    """The mime has made a sound."""

    mime: Seat
    syllable: str


class Overtaken(Event, frozen=True, tag="overtaken"):
    """A guesser lost a tile to a hand that was earlier but came in later (ruling Q6)."""

    seat: Seat


class MaskGuessed(Event, frozen=True, tag="guessed"):
    """A race is over, and somebody was first on the right tile."""

    mime: Seat
    mask: int
    guesser: Seat


class MaskNotGuessed(Event, frozen=True, tag="not-guessed"):
    """A race is over, and nobody was right: two masks leave the game."""

    mime: Seat
    mask: int


class MimeGone(Event, frozen=True, tag="void"):
    """The mime left in the middle of a race, which is over: two masks leave the game."""

    mime: Seat


class PrizeDrawn(Event, frozen=True, tag="prize"):
    """Tells the guesser who was right which mask the prize is."""

    mask: int


class MaskKept(Event, frozen=True, tag="kept"):
    """Tells the mime whose face was guessed which mask it was."""

    mask: int


class MaskLost(Event, frozen=True, tag="gone"):
    """Tells the mime whose face nobody guessed which mask it was."""

    mask: int


class RaceMissed(Event, frozen=True, tag="missed"):
    """Tells all guessers but the right one that their race is over."""


class NotWaitedFor(Event, frozen=True, tag="not-waited-for"):
    """A guesser was silent so often that races go on without waiting."""

    seat: Seat


class RolePassedOn(Event, frozen=True, tag="passed-on"):
    """A mime passed the role on (ruling Q19)."""

    mime: Seat


class SeatLeft(Event, frozen=True, tag="left"):
    """A seat was left for good."""

    seat: Seat


EVENT_TYPES = (
    *(PartShown, SoundMade, Overtaken, MaskGuessed, MaskNotGuessed, MimeGone, PrizeDrawn),
    *(MaskKept, MaskLost, RaceMissed, NotWaitedFor, RolePassedOn, SeatLeft),
)
RACE_ENDS = (MaskGuessed, MaskNotGuessed)
"""The events that end a race by its result."""
