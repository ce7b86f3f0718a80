"""The Tomcat: sound. It knows all exact chances and draws the plain conclusions."""

from random import Random
from typing import NamedTuple

import numpy as np

from bot.games.cloaked_cats.chances import MASKED, NUMBERS, Belief, beliefs, fitting
from bot.games.cloaked_cats.deduction import bits
from bot.games.cloaked_cats.state import SKIP, View
from bot.games.events import Seat

WORTH_A_GUESS = 0.225
"""How likely a guess must be right. Points alone would ask for a third, but who waits is unmasked
first, and a denied feature is worth knowing, too."""


class Likely(NamedTuple):
    """A guess and how likely it is right."""

    share: float
    opponent: Seat
    feature: int
    move: str


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose the cat with the best balance, or the likeliest guess if it is likely enough."""
    if view.phase == "cat":
        return best_cat(view, moves, beliefs(view), luck)
    return best_guess(likely_guesses(moves, beliefs(view)), WORTH_A_GUESS, luck)


def best_cat(
    view: View,
    moves: tuple[str, ...],
    known: tuple[Belief | None, ...],
    luck: Random,
    caution: float = 1.0,
) -> str:
    """Return the cat that asks most of the others and tells least of the own fan, in bits.

    `caution` is what a bit told counts, if one learned counts 1.
    """
    suspected = fitting(view.public(), view.viewer or 0)
    own = NUMBERS[bits(view.fan)]
    rated = []
    for move in moves:
        masked = MASKED[int(move.removeprefix("cat/"))]
        asked = [_bits(masked[of.fans] @ of.shares) for of in known if of is not None]
        told = -np.log2((masked[suspected] == masked[own]).mean())
        rated.append(sum(asked) / len(asked) - caution * float(told))
    return _one_of_the_best(moves, rated, luck)


def likely_guesses(moves: tuple[str, ...], known: tuple[Belief | None, ...]) -> list[Likely]:
    """Return every guess among the moves, and how likely it is."""
    of_feature = [None if of is None else of.of_feature().tolist() for of in known]
    guesses = []
    for move in moves:
        if move != SKIP:
            opponent, feature = map(int, move.split("/")[1:])
            of = of_feature[opponent]
            guesses.append(Likely(of[feature] if of else 0.0, opponent, feature, move))
    return guesses


def best_guess(guesses: list[Likely], least: float, luck: Random) -> str:
    """Return the likeliest guess, or "skip" if none is at least as likely as `least`."""
    likely = [guess for guess in guesses if guess.share >= least]
    if not likely:
        return SKIP
    moves = tuple(guess.move for guess in likely)
    return _one_of_the_best(moves, [guess.share for guess in likely], luck)


def _bits(share: float) -> float:
    """Return how many bits the answer to a question tells that is "yes" with this chance."""
    parts = [part for part in (share, 1 - share) if part > 1e-12]
    return -sum(part * float(np.log2(part)) for part in parts)


def _one_of_the_best(moves: tuple[str, ...], rated: list[float], luck: Random) -> str:
    """Return one of the highest rated moves; sums in another order may differ by a breath."""
    highest = max(rated)
    return luck.choice(
        [move for move, rating in zip(moves, rated, strict=True) if rating > highest - 1e-9]
    )
