"""The events of Quickpick, which tell what happened in a step.

Each event's tag is the name of its message in the catalogue.
"""

from bot.engine.events import Event, Seat


class PartShown(Event, frozen=True, tag="part-shown"):
    """The mime, who acts out the secret mask, shows a part of it, such as "brows up"."""

    mime: Seat
    part: int
    """The part's index in `PART_NAMES`."""


class SoundMade(Event, frozen=True, tag="sound-made"):
    """The mime, who acts out the secret mask, makes a sound as a hint."""

    mime: Seat
    syllable: str


class Overtaken(Event, frozen=True, tag="overtaken"):
    """A guesser loses a tile to a hand that arrived later but was pressed earlier (ruling Q6)."""

    seat: Seat


class MaskGuessed(Event, frozen=True, tag="guessed"):
    """A race ends because a guesser's hand was first on the right tile."""

    mime: Seat
    mask: int
    """The secret mask."""
    guesser: Seat
    """The guesser whose hand was first on the tile of the mask."""


class MaskNotGuessed(Event, frozen=True, tag="not-guessed"):
    """A race ends and nobody was right, so two masks leave the game."""

    mime: Seat
    mask: int
    """The secret mask."""


class MimeGone(Event, frozen=True, tag="void"):
    """The mime leaves during a race, which ends it, and two masks leave the game."""

    mime: Seat


class PrizeDrawn(Event, frozen=True, tag="prize"):
    """The guesser who was right wins a mask, which nobody else sees."""

    mask: int


class MaskKept(Event, frozen=True, tag="kept"):
    """The mime whose face was guessed keeps the mask; this event is for the mime alone."""

    mask: int


class MaskLost(Event, frozen=True, tag="gone"):
    """The mime whose face nobody guessed loses the mask; this event is for the mime alone."""

    mask: int


class RaceMissed(Event, frozen=True, tag="missed"):
    """The race ends for all guessers except the one who was right."""


class NotWaitedFor(Event, frozen=True, tag="not-waited-for"):
    """A guesser was silent so often that races no longer wait for this guesser's choice."""

    seat: Seat


class RolePassedOn(Event, frozen=True, tag="passed-on"):
    """A mime passes the role of acting out a mask on to the next player (ruling Q19)."""

    mime: Seat


class SeatLeft(Event, frozen=True, tag="left"):
    """A player leaves the game for good."""

    seat: Seat


EVENT_TYPES = (
    *(PartShown, SoundMade, Overtaken, MaskGuessed, MaskNotGuessed, MimeGone, PrizeDrawn),
    *(MaskKept, MaskLost, RaceMissed, NotWaitedFor, RolePassedOn, SeatLeft),
)
RACE_ENDS = (MaskGuessed, MaskNotGuessed)
"""The events that end a race with a result."""
