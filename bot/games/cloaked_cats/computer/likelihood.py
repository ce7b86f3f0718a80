"""How well each opponent's possible fans agree with that opponent's guesses and skips.

A player who guesses honestly hardly ever has the feature, and finds the guess about as likely as
any other. A player who skips found nothing likely. How likely a guess looks depends on the player's
own fan, because nobody else holds those features. A player who bluffs names a feature of their own.

Nobody says whether they bluff. So this module estimates a player's fan and way of guessing
together, by Bayes' theorem. A guess is believed while its author's guesses look like those of
honest people. Once bluffs are seen through, they reveal what they should hide. Nothing counts as
certain: weights stay above 0, so what is possible remains possible.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.cloaked_cats.computer import chances
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, Guess, View


class GuessingStyle(Struct, frozen=True):
    """A way of guessing that a player may have, such as honest and patient, or often bluffing."""

    prevalence: float
    """The share of players who are assumed to have this style, relative to the other styles."""
    bluff_chance: float
    """The chance, above 0, that a player bluffs in a turn."""
    guess_threshold: float = 0.2
    """The chance of being right, from 0 to 1, around which a player begins to guess."""
    bluff_threshold: float = 2.0
    """The chance of the best guess above which a player rarely bluffs; above 1 never rarely."""


GUESSING_STYLES = (
    GuessingStyle(prevalence=0.4, bluff_chance=0.01),
    GuessingStyle(prevalence=0.4, bluff_chance=0.01, guess_threshold=0.3),
    GuessingStyle(prevalence=0.05, bluff_chance=0.4),
    GuessingStyle(prevalence=0.15, bluff_chance=0.5, bluff_threshold=0.3),
)
"""The ways of guessing that opponents are assumed to have. Most players are honest, either eager or
patient. Some bluff at any time, some only while they know little. The numbers were found in
tournaments of computer players (docs/computer-players.md).
"""

GUESSING_SPREAD = 0.07
"""How gradually players begin to guess around `GuessingStyle.guess_threshold`, as a chance."""
BLUFFING_SPREAD = 0.02
"""How gradually players stop bluffing around `GuessingStyle.bluff_threshold`, as a chance."""
CARELESS_CHANCE = 0.15
"""The chance that a player guesses or skips against expectation, or names any feature. With a lower
value, guesses that are made to mislead the computer player fool it more easily.
"""
GUESS_CHOICE_EXPONENT = 8.0
"""How strongly likelier guesses are preferred: one half as likely is made 2 percent as often."""

FAN_FEATURES_FLOAT32 = chances.FAN_FEATURES.astype(np.float32)
"""The matrix `FAN_FEATURES`, which says what features each fan holds, in 32-bit numbers."""


def compute_fan_likelihoods(
    view: View, styles: Sequence[GuessingStyle] = GUESSING_STYLES
) -> tuple[chances.Weights, ...]:
    """Return how well each fan agrees with each player's guesses and skips, by seat and fan.

    Each player is assumed to guess in one of the styles for the whole game. Ignore the weights of
    fans that the player cannot have.
    """
    seats = range(len(view.revealed))
    fans = [chances.find_fitting_fans(view, seat) for seat in seats]
    common = np.array([[style.prevalence] for style in styles])
    together = [np.tile(common, len(each)) for each in fans]
    guesses = {(guess.turn, guess.seat): guess for guess in view.guesses}
    for turn in range(view.turn):
        seat = (view.starter + turn) % len(seats)
        if seat != view.viewer:
            past = rewind_to_guess(view, turn)
            made = guesses.get((turn, seat))
            together[seat] *= compute_guess_likelihoods(past, seat, fans[seat], (made,), styles)[0]
            together[seat] /= together[seat].max()  # against underflow in a long game
    weights = tuple(np.ones(len(chances.FAN_BITS)) for _ in seats)
    for seat in seats:
        weights[seat][fans[seat]] = together[seat].sum(axis=0)
    return weights


def rewind_to_guess(view: View, turn: int) -> View:
    """Return the public view of an earlier turn, just before the player guessed or skipped."""
    guesses = tuple(guess for guess in view.guesses if guess.turn < turn)
    right = [guess for guess in guesses if guess.right]
    revealed = tuple(
        tuple(guess.feature for guess in right if guess.opponent == seat)
        for seat in range(len(view.revealed))
    )
    floor = view.floor[: turn + 1]
    return replace(view.make_public_view(), floor=floor, guesses=guesses, revealed=revealed)


def compute_guess_likelihoods(
    past_view: View,
    seat: Seat,
    fans: chances.Numbers,
    guesses: Sequence[Guess | None],
    styles: Sequence[GuessingStyle] = GUESSING_STYLES,
) -> list[chances.Weights]:
    """Return how likely a player would have made guesses, for each style and each possible fan.

    None among the `guesses` stands for a skip.
    """
    likely = {
        opponent: _compute_feature_chances(past_view, opponent, fans)
        for opponent, shown in enumerate(past_view.revealed)
        if opponent != seat and len(shown) < FEATURES_PER_FAN
    }
    likeliest = np.max([each.max(axis=0) for each in likely.values()], axis=0, initial=1e-9)
    bluffs = np.array([[style.bluff_chance] for style in styles])
    bluffs_below = np.array([[style.bluff_threshold] for style in styles])
    guesses_at = np.array([[style.guess_threshold] for style in styles])
    bluffs = bluffs / (1 + np.exp((likeliest - bluffs_below) / BLUFFING_SPREAD))
    means = 1 / (1 + np.exp((guesses_at - likeliest) / GUESSING_SPREAD))
    means = CARELESS_CHANCE + (1 - 2 * CARELESS_CHANCE) * means
    own = bluffs / max(FEATURES_PER_FAN - len(past_view.revealed[seat]), 1)
    chosen = _compute_choice_chances(likely, likeliest)
    found = []
    for guess in guesses:
        if guess is None:
            agrees: chances.Weights = (1 - bluffs) * (1 - means)
        else:
            meant = (1 - bluffs) * (means * chosen[guess.opponent][guess.feature])
            agrees = np.where(chances.FAN_FEATURES[fans, guess.feature] > 0, own, meant)
        found.append(agrees)
    return found


def _compute_choice_chances(
    feature_chances: dict[Seat, chances.Matrix], best_chances: chances.Weights
) -> dict[Seat, chances.Weights]:
    """Return how likely a guessing player chooses each guess, by opponent, feature and own fan."""
    attraction = {
        opponent: np.where(each > 0, np.exp(GUESS_CHOICE_EXPONENT * (each / best_chances - 1)), 0)
        for opponent, each in feature_chances.items()
    }
    all_together = np.maximum(sum(each.sum(axis=0) for each in attraction.values()), 1e-9)
    careless = CARELESS_CHANCE / len(FEATURES)
    return {
        opponent: careless + (1 - CARELESS_CHANCE) * (each / all_together)
        for opponent, each in attraction.items()
    }


@WITHOUT_FALSE_ALARMS
def _compute_feature_chances(
    past_view: View, opponent: Seat, own_fans: chances.Numbers
) -> chances.Matrix:
    """Return how likely a player thought each feature of an opponent, by feature and own fan.

    Features that lie face up get 0, because they cannot be guessed.
    """
    suspected = chances.find_fitting_fans(past_view, opponent)
    apart = chances.find_disjoint_fans(suspected, own_fans)
    likely: chances.Matrix = (FAN_FEATURES_FLOAT32[suspected].T @ apart) / np.maximum(
        apart.sum(axis=0), 1
    )
    face_up = [feature for shown in past_view.revealed for feature in shown]
    likely[face_up] = 0
    return likely
