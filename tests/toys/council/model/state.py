"""The state of a game of Council, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.answers import Answers, AnswersView
from bot.engine.events import Seat


class State(Struct, frozen=True):
    """A game. Its phase is "talk", "team", "vote" or "over"."""

    seats: int
    thief: Seat
    phase: str = "talk"
    round: int = 0
    decision: int = 0
    team: tuple[int, ...] = ()
    votes: Answers[int] | None = None
    last_for: tuple[int, ...] = ()
    """Who voted for the team of the round before."""
    honest_points: int = 0
    thief_points: int = 0

    @property
    def leader(self) -> Seat:
        """The seat that picks the team of this round."""
        return self.round % self.seats


class View(Struct, frozen=True):
    """What one viewer may know."""

    phase: str
    round: int
    leader: Seat
    team: tuple[int, ...]
    votes: AnswersView[int]
    honest_points: int
    thief_points: int
    last_for: tuple[int, ...]
    thief: Seat | None
    """The thief, for the thief alone until the end."""
