"""The events of Catham City. Factions and cards are indices into `FACTIONS`."""

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
    """An event that a seat causes or that happens to it."""

    sure_points: ClassVar[int] = 0

    seat: Seat

    @property
    def points(self) -> int:
        """How many points the event brings to the seat; below 0, how many it costs."""
        return self.sure_points


class CardsTaken(SeatEvent, tag="took", frozen=True):
    """A player takes cards of one faction from the market."""

    faction: int
    number: int


class CardsDrawn(SeatEvent, tag="drew", frozen=True):
    """A player draws hidden cards, or is dealt them."""

    cards: Cards


class HandChanged(SeatEvent, tag="hand", frozen=True):
    """Others change a player's hand; `cards` are all cards that it holds now."""

    cards: Cards


class CardsDiscarded(SeatEvent, tag="discarded", frozen=True):
    """A player discards surplus cards, or the cards that the mafia demands."""

    cards: Cards


class FactionPlayed(SeatEvent, frozen=True):
    """A player plays a faction."""

    faction: ClassVar[int]


class DetectivesPlayed(FactionPlayed, tag="detectives", frozen=True):
    """A player plays detectives and an extra card."""

    faction = DETECTIVES
    sure_points = 3
    extra: int


class ScientistsPlayed(FactionPlayed, tag="scientists", frozen=True):
    """A player plays scientists."""

    faction = SCIENTISTS
    sure_points = 2


class RobocatsDrew(FactionPlayed, tag="robocats-drew", frozen=True):
    """A player plays two robocats, and draws `number` cards for them."""

    faction = ROBOCATS
    number: int


class RobocatsScored(FactionPlayed, tag="robocats-scored", frozen=True):
    """A player plays four robocats."""

    faction = ROBOCATS
    sure_points = 3


class MafiaPlayed(FactionPlayed, tag="mafia", frozen=True):
    """A player plays the mafia."""

    faction = MAFIA
    sure_points = 2


class JournalistsPlayed(FactionPlayed, tag="journalists", frozen=True):
    """A player plays journalists."""

    faction = JOURNALISTS
    sure_points = 2


class HackersPlayed(FactionPlayed, tag="hackers", frozen=True):
    """A player mixes `number` hackers with the target's hand, and reveals as many cards of it."""

    faction = HACKERS
    target: Seat
    number: int
    revealed: Cards

    @property
    def points(self) -> int:
        """One point for each revealed hacker."""
        return self.revealed.count(HACKERS)


class PolicePlayed(FactionPlayed, tag="police", frozen=True):
    """A player sends police to search the target's hand for cards of the extra card's faction."""

    faction = POLICE
    target: Seat
    number: int
    extra: int
    revealed: Cards

    @property
    def points(self) -> int:
        """One point for each revealed card of the extra card's faction."""
        return self.revealed.count(self.extra)


class BureaucratsPlayed(FactionPlayed, tag="bureaucrats", frozen=True):
    """A player plays bureaucrats, which turn up cards of the draw pile."""

    faction = BUREAUCRATS
    revealed: Cards

    @property
    def points(self) -> int:
        """One point for each different faction among the revealed cards."""
        return len(set(self.revealed))


class ExtraDiscarded(SeatEvent, tag="pursued", frozen=True):
    """A player answers detectives by discarding a card of the extra card's faction."""

    sure_points = 1
    extra: int


class CardGiven(SeatEvent, tag="gave", frozen=True):
    """A player answers journalists by giving a card to `receiver`."""

    receiver: Seat
    faction: int
    has_discarded: bool
    """Whether the giver discards a second card of the faction for a point."""

    @property
    def points(self) -> int:
        """One point for a second card, else none."""
        return int(self.has_discarded)


class PointPaid(SeatEvent, tag="paid", frozen=True):
    """A player pays the mafia a point."""

    sure_points = -1


class SeatLeft(SeatEvent, tag="left", frozen=True):
    """A player leaves for good."""


class ElectionWon(SeatEvent, tag="won", frozen=True):
    """A player wins the election with `score` points."""

    score: int


class PileReshuffled(Event, tag="reshuffled", frozen=True):
    """The discards are shuffled and become the draw pile of `number` cards."""

    number: int


CHANCE_PLAY_EVENTS = (HackersPlayed, PolicePlayed, BureaucratsPlayed)
"""The plays whose points depend on the cards that they reveal."""
ANSWER_EVENTS = (ExtraDiscarded, CardGiven, PointPaid)
"""The answers that bring or cost points in another player's turn."""
EVENT_TYPES: tuple[type[Event], ...] = (
    CardsTaken, CardsDrawn, HandChanged, CardsDiscarded,
    DetectivesPlayed, ScientistsPlayed, RobocatsDrew, RobocatsScored, MafiaPlayed,
    HackersPlayed, PolicePlayed, JournalistsPlayed, BureaucratsPlayed,
    ExtraDiscarded, CardGiven, PointPaid, SeatLeft, ElectionWon, PileReshuffled,
)  # fmt: skip
