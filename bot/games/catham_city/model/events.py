"""The events of Catham City, which tell what happened in a step.

Every card belongs to a faction. In events, a faction or a card is its index in `FACTIONS`.
"""

from typing import ClassVar

from bot.engine.events import Event, Seat
from bot.games.catham_city.model import state


class SeatEvent(Event, frozen=True):
    """An event that a player causes, or that happens to a player."""

    sure_points: ClassVar[int] = 0

    seat: Seat

    @property
    def points(self) -> int:
        """The number of points that the player gains through the event; negative for a loss."""
        return self.sure_points


class CardsTaken(SeatEvent, tag="took", frozen=True):
    """A player takes cards of one faction from the market."""

    faction: int
    number: int


class CardsDrawn(SeatEvent, tag="drew", frozen=True):
    """A player draws cards from the face-down draw pile, or is dealt cards at the start."""

    cards: state.Cards


class HandChanged(SeatEvent, tag="hand", frozen=True):
    """A player's hand changes because of another player's play. `cards` is the whole new hand."""

    cards: state.Cards


class CardsDiscarded(SeatEvent, tag="discarded", frozen=True):
    """A player discards cards because of the hand limit or the mafia."""

    cards: state.Cards


class FactionPlayed(SeatEvent, frozen=True):
    """A player plays cards of a faction; each kind of play has a subclass."""

    faction: ClassVar[int]


class DetectivesPlayed(FactionPlayed, tag="detectives", frozen=True):
    """A player plays three detectives and an extra card for three points."""

    faction = state.DETECTIVES
    sure_points = 3
    extra: int


class ScientistsPlayed(FactionPlayed, tag="scientists", frozen=True):
    """A player plays three scientists for two points, and will draw two cards."""

    faction = state.SCIENTISTS
    sure_points = 2


class RobocatsDrew(FactionPlayed, tag="robocats-drew", frozen=True):
    """A player plays two robocats to draw `number` cards: five, or fewer if there are fewer."""

    faction = state.ROBOCATS
    number: int


class RobocatsScored(FactionPlayed, tag="robocats-scored", frozen=True):
    """A player plays four robocats for three points."""

    faction = state.ROBOCATS
    sure_points = 3


class MafiaPlayed(FactionPlayed, tag="mafia", frozen=True):
    """A player plays four mafia cards for two points, and the others pay a point or discard."""

    faction = state.MAFIA
    sure_points = 2


class JournalistsPlayed(FactionPlayed, tag="journalists", frozen=True):
    """A player plays two journalists for two points, and the others may give a card."""

    faction = state.JOURNALISTS
    sure_points = 2


class HackersPlayed(FactionPlayed, tag="hackers", frozen=True):
    """A player mixes hackers into the target's hand, then reveals as many random cards of it."""

    faction = state.HACKERS
    target: Seat
    number: int
    revealed: state.Cards

    @property
    def points(self) -> int:
        """The number of points gained: one for each revealed hacker."""
        return self.revealed.count(state.HACKERS)


class PolicePlayed(FactionPlayed, tag="police", frozen=True):
    """A player plays police to find cards of the extra card's faction in the target's hand."""

    faction = state.POLICE
    target: Seat
    number: int
    extra: int
    revealed: state.Cards

    @property
    def points(self) -> int:
        """The number of points gained: one for each revealed card of the extra card's faction."""
        return self.revealed.count(self.extra)


class BureaucratsPlayed(FactionPlayed, tag="bureaucrats", frozen=True):
    """A player plays bureaucrats, and reveals as many cards from the draw pile."""

    faction = state.BUREAUCRATS
    revealed: state.Cards

    @property
    def points(self) -> int:
        """The number of points gained: one for each different faction among the revealed cards."""
        return len(set(self.revealed))


class ExtraDiscarded(SeatEvent, tag="pursued", frozen=True):
    """A player answers detectives by discarding a card of the extra card's faction for a point."""

    sure_points = 1
    extra: int


class CardGiven(SeatEvent, tag="gave", frozen=True):
    """A player answers another player's journalists by giving that player, the receiver, a card."""

    receiver: Seat
    faction: int
    has_discarded: bool
    """Whether the giver also discards a second card of the same faction for a point."""

    @property
    def points(self) -> int:
        """The number of points gained: one for a discarded second card, otherwise none."""
        return int(self.has_discarded)


class PointPaid(SeatEvent, tag="paid", frozen=True):
    """A player answers another player's mafia by paying a point."""

    sure_points = -1


class SeatLeft(SeatEvent, tag="left", frozen=True):
    """A player leaves the game for good."""


class ElectionWon(SeatEvent, tag="won", frozen=True):
    """A player wins the election, and thereby the game, with `score` points."""

    score: int


class PileReshuffled(Event, tag="reshuffled", frozen=True):
    """The discard pile is shuffled and becomes the new draw pile of `number` cards."""

    number: int


CHANCE_PLAY_EVENTS = (HackersPlayed, PolicePlayed, BureaucratsPlayed)
"""The events of plays whose points depend on luck, because they count revealed cards."""
ANSWER_EVENTS = (ExtraDiscarded, CardGiven, PointPaid)
"""The events in which a player gains or loses a point by answering another player's play."""
EVENT_TYPES: tuple[type[Event], ...] = (
    CardsTaken, CardsDrawn, HandChanged, CardsDiscarded,
    DetectivesPlayed, ScientistsPlayed, RobocatsDrew, RobocatsScored, MafiaPlayed,
    HackersPlayed, PolicePlayed, JournalistsPlayed, BureaucratsPlayed,
    ExtraDiscarded, CardGiven, PointPaid, SeatLeft, ElectionWon, PileReshuffled,
)  # fmt: skip
