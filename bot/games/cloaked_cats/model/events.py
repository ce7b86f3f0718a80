"""The events that tell what happened in a game of Cloaked Cats.

The tag of each event type is the key of its message in the game's message catalogue.
"""

from collections.abc import Iterable, Iterator

from bot.engine.events import Event, Seat
from bot.games.cloaked_cats.model.state import Guess


class SeatEvent(Event, frozen=True):
    """The base class of events that concern one player."""

    seat: Seat
    """The seat of the player whom the event concerns."""


class GameStarted(SeatEvent, frozen=True, tag="starts"):
    """The game began, and the player who takes the first turn was drawn at random."""


class CardsDealt(Event, frozen=True, tag="dealt"):
    """A player was dealt three feature cards and three cat cards, known to that player only."""

    features: tuple[int, int, int]
    cats: tuple[int, ...]


class CatDrawn(Event, frozen=True, tag="drew"):
    """A player drew a cat card from the draw pile. Only that player learns of this event."""

    cat: int


class CatPlayed(Event, frozen=True, tag="cat-played"):
    """A player put a cat card on the dance floor, and all with its features placed a mask tile."""

    seat: Seat
    """The seat of the player who played the cat."""
    cat: int
    masks: tuple[Seat, ...] = ()
    """The seats of the players who placed a mask tile on the cat, in ascending order."""


class GuessAnswered(Event, frozen=True):
    """A player guessed a feature of an opponent and learned whether the guess is right."""

    seat: Seat
    """The seat of the player who guessed."""
    opponent: Seat
    feature: int

    @property
    def right(self) -> bool:
        """Tell whether the guess is right, which means that the opponent has the feature."""
        return isinstance(self, GuessRight)

    def make_guess(self, turn: int) -> Guess:
        """Return this guess as the game's state stores it."""
        return Guess(turn, self.seat, self.opponent, self.feature, self.right)


class GuessRight(GuessAnswered, frozen=True, tag="guess-right"):
    """A player's guess was right, so the opponent's feature card now lies face up."""


class GuessWrong(GuessAnswered, frozen=True, tag="guess-wrong"):
    """A player's guess was wrong: the opponent does not have the feature."""


class GuessSkipped(SeatEvent, frozen=True, tag="skipped"):
    """A player ended their turn without a guess."""


class Unmasked(SeatEvent, frozen=True, tag="unmasked"):
    """All three features of a player lie face up, which makes the current round the last one."""


class LastCatPlayed(SeatEvent, frozen=True, tag="last-cat"):
    """A player played the last cat card, which makes the current round the last one."""


class LastRoundBegan(Event, frozen=True, tag="last-round"):
    """The current round became the last one, in which the players still to move may only guess."""


class RoundBegan(Event, frozen=True, tag="round-begins"):
    """A new round began, in which each player has one turn."""

    round: int


class MasksRanOut(SeatEvent, frozen=True, tag="out-of-masks"):
    """A player placed or gave away their last mask tile, which ends the game immediately."""


class GameEnded(Event, frozen=True, tag="game-over"):
    """The game is over, and the places are final."""


def number_turns(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Yield each event with the number of its turn: -1 before the first turn, which is 0."""
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
