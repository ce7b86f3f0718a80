"""The Tomcat, the middle level, knows the exact chances and draws the simple conclusions."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np

from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import chances
from bot.games.cloaked_cats.computer.deduction import to_bits
from bot.games.cloaked_cats.model.moves import (
    SKIP,
    GuessFeature,
    PlayCat,
    filter_cat_moves,
    filter_guess_moves,
)
from bot.games.cloaked_cats.model.state import View

M = TypeVar("M", bound=Move)

MIN_GUESS_CHANCE = 0.225
"""The lowest chance of being right at which the Tomcat guesses. By points alone, a guess would pay
only from a chance of one third. But a player who waits is guessed first by others, and a wrong
guess also rules out a feature.
"""


class RatedGuess(NamedTuple):
    """A guess together with the chance that it is right."""

    chance: float
    """The chance that the guess is right, from 0 to 1."""
    move: GuessFeature


def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the cat that reveals most for what it gives away, or the likeliest guess."""
    if view.phase == "cat":
        return choose_best_cat(
            view, filter_cat_moves(moves), chances.compute_fan_beliefs(view), rng
        )
    guesses = rate_guesses(filter_guess_moves(moves), chances.compute_fan_beliefs(view))
    return choose_best_guess(guesses, MIN_GUESS_CHANCE, rng)


@WITHOUT_FALSE_ALARMS
def choose_best_cat(
    view: View,
    moves: Sequence[PlayCat],
    beliefs: tuple[chances.FanBelief | None, ...],
    rng: Random,
    revealed_bit_weight: float = 1.0,
) -> PlayCat:
    """Return the cat that reveals most about the others and least about the viewer's features.

    Both are measured in bits of information. A bit that the viewer gives away has the weight
    `revealed_bit_weight`, a bit learned has weight 1.
    """
    suspected = chances.find_fitting_fans(view.make_public_view(), view.viewer or 0)
    own = chances.FAN_NUMBERS[to_bits(view.fan)]
    rated = []
    for move in moves:
        masked = chances.CAT_FAN_MASKS[move.cat]
        asked = [_compute_entropy_bits(masked[of.fans] @ of.chances) for of in beliefs if of]
        told = -np.log2((masked[suspected] == masked[own]).mean())
        rated.append(sum(asked) / len(asked) - revealed_bit_weight * float(told))
    return _choose_among_best(moves, rated, rng)


def rate_guesses(
    moves: Sequence[GuessFeature], beliefs: tuple[chances.FanBelief | None, ...]
) -> list[RatedGuess]:
    """Return every guess with its chance of being right."""
    of_feature = [None if of is None else of.compute_feature_chances().tolist() for of in beliefs]
    guesses = []
    for move in moves:
        of = of_feature[move.opponent]
        guesses.append(RatedGuess(of[move.feature] if of else 0.0, move))
    return guesses


def choose_best_guess(guesses: list[RatedGuess], min_chance: float, rng: Random) -> Move:
    """Return the likeliest guess, or the skip if none reaches `min_chance`."""
    likely = [guess for guess in guesses if guess.chance >= min_chance]
    if not likely:
        return SKIP
    moves = [guess.move for guess in likely]
    return _choose_among_best(moves, [guess.chance for guess in likely], rng)


def _compute_entropy_bits(chance: float) -> float:
    parts = [part for part in (chance, 1 - chance) if part > 1e-12]
    return -sum(part * float(np.log2(part)) for part in parts)


def _choose_among_best(moves: Sequence[M], ratings: list[float], rng: Random) -> M:
    """Return one of the highest rated moves at random.

    Ratings within 1e-9 of the highest count as equal, because rounding errors can be as large.
    """
    least = max(ratings) - 1e-9
    return rng.choice([move for move, at in zip(moves, ratings, strict=True) if at > least])
