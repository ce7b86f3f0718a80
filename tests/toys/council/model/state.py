"""The state of a game of Council, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.answers import Answers, AnswersView
from bot.engine.events import Seat


class Round(Struct, frozen=True):
    """A round that is over."""

    team: tuple[int, ...]
    votes_for: tuple[int, ...]


class State(Struct, frozen=True):
    """A game. Its phase is "talk", "team", "vote" or "over".

    The points follow from `past` and the thief, so another thief who would have made other points
    does not look the same.
    """

    seats: int
    thief: Seat
    phase: str = "talk"
    decision: int = 0
    team: tuple[int, ...] = ()
    votes: Answers[int] | None = None
    past: tuple[Round, ...] = ()

    @property
    def leader(self) -> Seat:
        """The seat that picks the team of this round."""
        return len(self.past) % self.seats

    @property
    def points(self) -> tuple[int, int]:
        """The points of the honest players, and those of the thief."""
        sent = [each.team for each in self.past if 2 * len(each.votes_for) > self.seats]
        with_thief = sum(self.thief in team for team in sent)
        return len(sent) - with_thief, with_thief


class View(Struct, frozen=True):
    """What one viewer may know."""

    phase: str
    leader: Seat
    team: tuple[int, ...]
    votes: AnswersView[int]
    past: tuple[Round, ...]
    points: tuple[int, int]
    thief: Seat | None
    """The thief, for the thief alone until the end."""
