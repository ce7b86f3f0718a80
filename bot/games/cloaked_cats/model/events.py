"""The events of Cloaked Cats.

Each event's tag is the name of its message in the catalogue.
"""

from collections.abc import Iterable, Iterator

from bot.engine.events import Event, Seat
from bot.games.cloaked_cats.model.state import Guess


class SeatEvent(Event, frozen=True):
    """An event that concerns one player."""

    seat: Seat
    """The player whom the event concerns."""


class GameStarted(SeatEvent, frozen=True, tag="starts"):
    """The starting player was drawn."""


class CardsDealt(Event, frozen=True, tag="dealt"):
    """A player got three features and three cats; only that player sees which."""

    features: tuple[int, int, int]
    cats: tuple[int, ...]


class CatDrawn(Event, frozen=True, tag="drew"):
    """A player drew a cat; only that player sees which."""

    cat: int


class CatPlayed(Event, frozen=True, tag="cat-played"):
    """A player put a cat on the dance floor.

    All players whose fan matches placed a mask on it.
    """

    seat: Seat
    """The player who played the cat."""
    cat: int
    masks: tuple[Seat, ...] = ()
    """The seats that placed a mask, ascending."""


class GuessAnswered(Event, frozen=True):
    """An opponent answered a guess."""

    seat: Seat
    """The player who guessed."""
    opponent: Seat
    feature: int

    @property
    def right(self) -> bool:
        """Tell whether the opponent has the feature."""
        return isinstance(self, GuessRight)

    def make_guess(self, turn: int) -> Guess:
        """Return the guess that was answered. `turn` is the number of its turn."""
        return Guess(turn, self.seat, self.opponent, self.feature, self.right)


class GuessRight(GuessAnswered, frozen=True, tag="guess-right"):
    """The opponent has the feature, which now lies face up."""


class GuessWrong(GuessAnswered, frozen=True, tag="guess-wrong"):
    """The opponent does not have the feature."""


class GuessSkipped(SeatEvent, frozen=True, tag="skipped"):
    """A player skipped the guess."""


class Unmasked(SeatEvent, frozen=True, tag="unmasked"):
    """All features of a player lie face up, which triggers the end of the game."""


class LastCatPlayed(SeatEvent, frozen=True, tag="last-cat"):
    """No cat is left to play or to draw, which triggers the end of the game."""


class LastRoundBegan(Event, frozen=True, tag="last-round"):
    """A last round began: players who have not yet moved in this round may only guess."""


class RoundBegan(Event, frozen=True, tag="round-begins"):
    """A round began."""

    round: int


class MasksRanOut(SeatEvent, frozen=True, tag="out-of-masks"):
    """A player's stockpile is empty, which ends the game at once."""


class GameEnded(Event, frozen=True, tag="game-over"):
    """The game is over."""


def number_turns(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Yield each event with the number of its turn.

    The first turn is 0. Events before it have the number -1.
    """
    turn, active = -1, None
    for event in events:
        if isinstance(event, CatPlayed | GuessAnswered | GuessSkipped):
            # A turn begins with a cat. In the last round, it begins with another player's guess.
            turn += isinstance(event, CatPlayed) or event.seat != active
            active = event.seat
        yield turn, event


EVENT_TYPES = (
    GameStarted, CardsDealt, CatDrawn, CatPlayed, GuessRight, GuessWrong, GuessSkipped, Unmasked,
    LastCatPlayed, LastRoundBegan, RoundBegan, MasksRanOut, GameEnded,
)  # fmt: skip
