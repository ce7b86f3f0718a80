"""What can happen in Catham City, as types. Factions and cards are numbers of `FACTIONS`."""

from typing import ClassVar

from bot.engine.events import Event, Seat
from bot.games.catham_city.model.state import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
    Cards,
)


class SeatEvent(Event, frozen=True):
    """Something that a seat did, or that happened to it."""

    sure_points: ClassVar[int] = 0

    seat: Seat

    @property
    def points(self) -> int:
        """Return how many points it brought to the seat; below 0, what it cost."""
        return self.sure_points


class CardsTaken(SeatEvent, tag="took", frozen=True):
    """A player took cards of one faction from the market."""

    faction: int
    number: int


class CardsDrawn(SeatEvent, tag="drew", frozen=True):
    """A player drew hidden cards, or was dealt them."""

    cards: Cards


class HandChanged(SeatEvent, tag="hand", frozen=True):
    """Others have changed a player's hand: these are its cards now."""

    cards: Cards


class CardsDiscarded(SeatEvent, tag="discarded", frozen=True):
    """A player discarded surplus cards, or those that the mafia asked for."""

    cards: Cards


class FactionPlayed(SeatEvent, frozen=True):
    """A player played a faction."""

    faction: ClassVar[int]


class DetectivesPlayed(FactionPlayed, tag="detectives", frozen=True):
    """A player played detectives and an extra card."""

    faction = DETECTIVES
    sure_points = 3
    extra: int


class ScientistsPlayed(FactionPlayed, tag="scientists", frozen=True):
    """A player played scientists."""

    faction = SCIENTISTS
    sure_points = 2


class RobocatsDrew(FactionPlayed, tag="robocats-drew", frozen=True):
    """A player played two robocats, which draw so many cards."""

    faction = ROBOCATS
    number: int


class RobocatsScored(FactionPlayed, tag="robocats-scored", frozen=True):
    """A player played four robocats."""

    faction = ROBOCATS
    sure_points = 3


class MafiaPlayed(FactionPlayed, tag="mafia", frozen=True):
    """A player played the mafia."""

    faction = MAFIA
    sure_points = 2


class JournalistsPlayed(FactionPlayed, tag="journalists", frozen=True):
    """A player played journalists."""

    faction = JOURNALISTS
    sure_points = 2


class HackersPlayed(FactionPlayed, tag="hackers", frozen=True):
    """Hackers were mixed with a hand, and as many cards came out of it."""

    faction = HACKERS
    target: Seat
    number: int
    revealed: Cards

    @property
    def points(self) -> int:
        """Return a point for each hacker."""
        return self.revealed.count(HACKERS)


class PolicePlayed(FactionPlayed, tag="police", frozen=True):
    """Police searched a hand for cards like the extra one."""

    faction = POLICE
    target: Seat
    number: int
    extra: int
    revealed: Cards

    @property
    def points(self) -> int:
        """Return a point for each card of the extra card's faction."""
        return self.revealed.count(self.extra)


class BureaucratsPlayed(FactionPlayed, tag="bureaucrats", frozen=True):
    """Bureaucrats turned up cards of the pile."""

    faction = BUREAUCRATS
    revealed: Cards

    @property
    def points(self) -> int:
        """Return a point for each different faction."""
        return len(set(self.revealed))


class ExtraDiscarded(SeatEvent, tag="pursued", frozen=True):
    """A player answered detectives by discarding a card of the extra one's faction."""

    sure_points = 1
    extra: int


class CardGiven(SeatEvent, tag="gave", frozen=True):
    """A player gave journalists a card."""

    receiver: Seat
    faction: int
    has_discarded: bool
    """Whether the giver discarded a second one for a point."""

    @property
    def points(self) -> int:
        """Return a point for a second card."""
        return int(self.has_discarded)


class PointPaid(SeatEvent, tag="paid", frozen=True):
    """A player paid the mafia a point."""

    sure_points = -1


class SeatLeft(SeatEvent, tag="left", frozen=True):
    """A player left for good."""


class ElectionWon(SeatEvent, tag="won", frozen=True):
    """A player won with so many points."""

    score: int


class PileReshuffled(Event, tag="reshuffled", frozen=True):
    """The discards became the pile, with so many cards."""

    number: int


CHANCE_PLAY_EVENTS = (HackersPlayed, PolicePlayed, BureaucratsPlayed)
"""The factions that bring points for the cards that come out."""
ANSWER_EVENTS = (ExtraDiscarded, CardGiven, PointPaid)
"""What tells of points in another's turn."""
EVENT_TYPES: tuple[type[Event], ...] = (
    CardsTaken, CardsDrawn, HandChanged, CardsDiscarded,
    DetectivesPlayed, ScientistsPlayed, RobocatsDrew, RobocatsScored, MafiaPlayed,
    HackersPlayed, PolicePlayed, JournalistsPlayed, BureaucratsPlayed,
    ExtraDiscarded, CardGiven, PointPaid, SeatLeft, ElectionWon, PileReshuffled,
)  # fmt: skip
