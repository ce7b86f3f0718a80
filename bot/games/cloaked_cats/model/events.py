"""What can happen in a game of Cloaked Cats."""

from collections.abc import Iterable, Iterator

from bot.engine.events import Event, Seat
from bot.games.cloaked_cats.model.state import Guess


class SeatEvent(Event, frozen=True):
    """Something happened to a player."""

    seat: Seat


class GameStarted(SeatEvent, frozen=True, tag="starts"):
    """The starter was drawn."""


class CardsDealt(Event, frozen=True, tag="dealt"):
    """A player got three features and three cats; only that player is told."""

    features: tuple[int, int, int]
    cats: tuple[int, ...]


class CatDrawn(Event, frozen=True, tag="drew"):
    """A player drew a cat; only that player is told."""

    cat: int


class CatPlayed(Event, frozen=True, tag="cat-played"):
    """A cat went onto the dance floor, and everybody whose fan matches placed a mask on it."""

    seat: Seat
    cat: int
    masks: tuple[Seat, ...] = ()
    """Who placed one, ascending."""


class GuessAnswered(Event, frozen=True):
    """A guess was answered."""

    seat: Seat
    """Who guessed."""
    opponent: Seat
    feature: int

    @property
    def right(self) -> bool:
        """Whether the opponent has the feature."""
        return isinstance(self, GuessRight)

    def make_guess(self, turn: int) -> Guess:
        """Return the guess as one that was made in this turn."""
        return Guess(turn, self.seat, self.opponent, self.feature, self.right)


class GuessRight(GuessAnswered, frozen=True, tag="guess-right"):
    """The opponent has the feature, which lies face up now."""


class GuessWrong(GuessAnswered, frozen=True, tag="guess-wrong"):
    """The opponent does not have the feature."""


class GuessSkipped(SeatEvent, frozen=True, tag="skipped"):
    """A player guessed nothing."""


class Unmasked(SeatEvent, frozen=True, tag="unmasked"):
    """All features of a player lie face up: that triggers the end."""


class LastCatPlayed(SeatEvent, frozen=True, tag="last-cat"):
    """No cat is left to play or to draw: that triggers the end."""


class LastRoundBegan(Event, frozen=True, tag="last-round"):
    """Only guesses are left to those still to move in this round."""


class RoundBegan(Event, frozen=True, tag="round-begins"):
    """A round begins."""

    round: int


class MasksRanOut(SeatEvent, frozen=True, tag="out-of-masks"):
    """A player's stockpile is empty: the game ends at once."""


class GameEnded(Event, frozen=True, tag="game-over"):
    """The game is over."""


def number_turns(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Yield each event with the number of its turn, from 0; -1 before the first one."""
    turn, active = -1, None
    for event in events:
        if isinstance(event, CatPlayed | GuessAnswered | GuessSkipped):
            turn += isinstance(event, CatPlayed) or event.seat != active
            active = event.seat
        yield turn, event


EVENT_TYPES = (
    GameStarted, CardsDealt, CatDrawn, CatPlayed, GuessRight, GuessWrong, GuessSkipped, Unmasked,
    LastCatPlayed, LastRoundBegan, RoundBegan, MasksRanOut, GameEnded,
)  # fmt: skip
