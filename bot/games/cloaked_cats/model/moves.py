"""The moves of Cloaked Cats: a cat, then a guess or none."""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.model.state import CATS, FEATURES, FEATURES_PER_FAN

MAX_SEATS = 4


class PlayCat(Move, frozen=True, tag="cat"):
    """Play a cat from the hand."""

    cat: int


class GuessFeature(Move, frozen=True, tag="guess"):
    """Guess that an opponent has a feature."""

    opponent: Seat
    feature: int


class Skip(Move, frozen=True, tag="skip"):
    """Guess nothing."""


SKIP = Skip()
MOVE_TYPES = (PlayCat, GuessFeature, Skip)
CAT_MOVES = tuple(map(PlayCat, range(len(CATS))))
"""The move that plays each cat."""
GUESS_MOVES = tuple(
    tuple(GuessFeature(opponent, feature) for feature in range(len(FEATURES)))
    for opponent in range(MAX_SEATS)
)
"""By opponent and feature."""


@lru_cache(maxsize=512)
def list_guesses(seat: Seat, revealed: tuple[tuple[int, ...], ...]) -> tuple[Move, ...]:
    """Return what `seat` may guess, and the skip.

    Features that lie face up cannot be named (ruling K4), players without a hidden feature not
    be questioned (K5). One's own features and denied ones stay: their absence would tell (K6).
    """
    face_up = sorted({feature for fan in revealed for feature in fan}, reverse=True)
    moves: list[Move] = []
    for opponent, fan in enumerate(revealed):
        if opponent != seat and len(fan) < FEATURES_PER_FAN:
            guesses = list(GUESS_MOVES[opponent])
            for feature in face_up:  # the highest first: the places of lower ones stay
                del guesses[feature]
            moves += guesses
    return (*moves, SKIP)


def filter_cat_moves(moves: Iterable[Move]) -> tuple[PlayCat, ...]:
    """Return the moves that play a cat."""
    return tuple(move for move in moves if isinstance(move, PlayCat))


def filter_guess_moves(moves: Iterable[Move]) -> tuple[GuessFeature, ...]:
    """Return the moves that guess a feature."""
    return tuple(move for move in moves if isinstance(move, GuessFeature))
