"""The events of Quickpick, which tell what happened in a step of the game.

Each event's tag is the key of the text that describes it.
"""

from bot.engine.events import Event, Seat


class PartShown(Event, frozen=True, tag="part-shown"):
    """The mime shows a part of the secret face, such as "brows up"."""

    mime: Seat
    part: int
    """The number of the shown part, as an index in `PART_NAMES`."""


class SoundMade(Event, frozen=True, tag="sound-made"):
    """The mime makes a sound as a hint."""

    mime: Seat
    syllable: str


class Overtaken(Event, frozen=True, tag="overtaken"):
    """A guesser alone learns that an earlier click, which arrived later, takes a tile (Q6)."""

    seat: Seat


class MaskGuessed(Event, frozen=True, tag="guessed"):
    """A race to guess the secret face ends because a guesser was first on the right tile."""

    mime: Seat
    mask: int
    """The secret mask, as an index in `MASKS`."""
    guesser: Seat
    """The seat of the guesser who was first on the tile of the secret mask."""


class MaskNotGuessed(Event, frozen=True, tag="not-guessed"):
    """A race ends without a winner, or the right guesser has left the game (ruling Q14).

    Two mask cards leave the game: the secret one and one that nobody sees.
    """

    mime: Seat
    mask: int
    """The secret mask, as an index in `MASKS`."""


class MimeGone(Event, frozen=True, tag="void"):
    """The mime leaves the game during a race, which ends it and removes two mask cards."""

    mime: Seat


class PrizeDrawn(Event, frozen=True, tag="prize"):
    """The guesser who was right draws a mask card as a prize; only this guesser gets the event."""

    mask: int


class MaskKept(Event, frozen=True, tag="kept"):
    """The mime keeps the secret mask because somebody guessed it; only the mime gets the event."""

    mask: int


class MaskLost(Event, frozen=True, tag="gone"):
    """The mime loses the secret mask because nobody guessed it; only the mime gets the event."""

    mask: int


class RaceMissed(Event, frozen=True, tag="missed"):
    """The race is over; only the guessers who did not win it get the event."""


class NotWaitedFor(Event, frozen=True, tag="not-waited-for"):
    """Races wait no longer for one without a choice in `MAX_SILENT_RACES`, until the next move."""

    seat: Seat


class RolePassedOn(Event, frozen=True, tag="passed-on"):
    """A player declines to be the mime, so that the next player is (ruling Q19)."""

    mime: Seat


class SeatLeft(Event, frozen=True, tag="left"):
    """A player leaves the game for good, and no computer player takes over."""

    seat: Seat


EVENT_TYPES = (
    *(PartShown, SoundMade, Overtaken, MaskGuessed, MaskNotGuessed, MimeGone, PrizeDrawn),
    *(MaskKept, MaskLost, RaceMissed, NotWaitedFor, RolePassedOn, SeatLeft),
)
RACE_ENDS = (MaskGuessed, MaskNotGuessed)
"""The events that end a race with a result: the secret face was guessed, or nobody guessed it."""
