"""The moves of Cloaked Cats: a turn is a cat, then a guess or a skip."""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.model.state import CATS, FEATURES, FEATURES_PER_FAN

MAX_SEATS = 4
"""The largest number of players."""


class PlayCat(Move, frozen=True, tag="cat"):
    """Play a cat from the hand."""

    cat: int


class GuessFeature(Move, frozen=True, tag="guess"):
    """Guess that an opponent has a feature."""

    opponent: Seat
    feature: int


class Skip(Move, frozen=True, tag="skip"):
    """Skip the guess."""


SKIP = Skip()
MOVE_TYPES = (PlayCat, GuessFeature, Skip)
CAT_MOVES = tuple(map(PlayCat, range(len(CATS))))
"""The move that plays each cat, by cat."""
GUESS_MOVES = tuple(
    tuple(GuessFeature(opponent, feature) for feature in range(len(FEATURES)))
    for opponent in range(MAX_SEATS)
)
"""The move for each guess, by opponent and feature."""


@lru_cache(maxsize=512)
def list_guesses(seat: Seat, revealed: tuple[tuple[int, ...], ...]) -> tuple[Move, ...]:
    """Return the guesses that are open to `seat`, and the skip.

    Features that lie face up cannot be named (ruling K4). Players without a hidden feature cannot
    be asked (K5). The guesser's own features and denied features stay in the list: if they were
    missing, the list would reveal them (K6).
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
    """Return the moves that play a cat."""
    return tuple(move for move in moves if isinstance(move, PlayCat))


def filter_guess_moves(moves: Iterable[Move]) -> tuple[GuessFeature, ...]:
    """Return the moves that guess a feature."""
    return tuple(move for move in moves if isinstance(move, GuessFeature))
