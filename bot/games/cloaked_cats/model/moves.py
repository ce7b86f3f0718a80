"""The moves of Cloaked Cats: in a turn, a player plays a cat, then guesses or skips the guess."""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.model.state import CATS, FEATURES, FEATURES_PER_FAN

MAX_SEATS = 4
"""The maximum number of players in a game."""


class PlayCat(Move, frozen=True, tag="cat"):
    """The move that plays a cat card from the player's hand."""

    cat: int


class GuessFeature(Move, frozen=True, tag="guess"):
    """The move that guesses that an opponent has a certain feature."""

    opponent: Seat
    feature: int


class Skip(Move, frozen=True, tag="skip"):
    """The move that ends the turn without a guess."""


SKIP = Skip()
MOVE_TYPES = (PlayCat, GuessFeature, Skip)
CAT_MOVES = tuple(map(PlayCat, range(len(CATS))))
"""The move that plays each cat card, in the order of `CATS`."""
GUESS_MOVES = tuple(
    tuple(GuessFeature(opponent, feature) for feature in range(len(FEATURES)))
    for opponent in range(MAX_SEATS)
)
"""The move for each guess, by the opponent's seat and the feature's index in `FEATURES`."""


@lru_cache(maxsize=512)
def list_guesses(seat: Seat, revealed: tuple[tuple[int, ...], ...]) -> tuple[Move, ...]:
    """Return the guesses that the rules allow a player, followed by the move that skips the guess.

    Features that lie face up cannot be named (ruling K4), and opponents whose features all lie face
    up cannot be asked (K5). A player may also name an own feature, or one that an opponent denied,
    so the result does not depend on any secret (K6).
    """
    face_up = sorted({feature for fan in revealed for feature in fan}, reverse=True)
    moves: list[Move] = []
    for opponent, fan in enumerate(revealed):
        if opponent != seat and len(fan) < FEATURES_PER_FAN:
            guesses = list(GUESS_MOVES[opponent])
            for feature in face_up:  # highest first, so that lower indices stay valid
                del guesses[feature]
            moves += guesses
    return (*moves, SKIP)


def filter_cat_moves(moves: Iterable[Move]) -> tuple[PlayCat, ...]:
    """Return only the moves that play a cat card, in the same order."""
    return tuple(move for move in moves if isinstance(move, PlayCat))


def filter_guess_moves(moves: Iterable[Move]) -> tuple[GuessFeature, ...]:
    """Return only the moves that guess a feature, in the same order."""
    return tuple(move for move in moves if isinstance(move, GuessFeature))
