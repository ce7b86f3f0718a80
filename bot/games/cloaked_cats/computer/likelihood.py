"""What others' guesses and skips tell of them, as far as it would pay to be believed.

Whoever means a guess hardly holds the feature, and found it about as likely as any; whoever skips
found nothing likely. How likely something was to them depends on their own fan, because nobody
else holds what they hold. Whoever bluffs names a feature of their own. Nobody says which of the two
they do, so what somebody holds and how they guess is found out together, with the chances of both
after Bayes: a guess is believed while its author's guesses are as honest people's would be, and
bluffs tell of what they should hide once they are seen through. Nothing is taken for certain: the
weights stay above 0, and what is possible remains so.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.games.cloaked_cats.computer.chances import (
    FAN_BITS,
    FAN_FEATURES,
    Matrix,
    Numbers,
    Weights,
    find_disjoint_fans,
    find_fitting_fans,
)
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, Guess, View


class GuessingStyle(Struct, frozen=True):
    """A way to guess that people may have."""

    common: float
    """How many people have it, compared with the other styles."""
    bluffs: float
    """How likely one names a feature of one's own in a turn; above 0."""
    guesses_at: float = 0.2
    """At about this chance one begins to guess."""
    bluffs_below: float = 2.0
    """One bluffs only if the best guess is less likely right than about this."""


GUESSING_STYLES = (
    GuessingStyle(common=0.4, bluffs=0.01),
    GuessingStyle(common=0.4, bluffs=0.01, guesses_at=0.3),
    GuessingStyle(common=0.05, bluffs=0.4),
    GuessingStyle(common=0.15, bluffs=0.5, bluffs_below=0.3),
)
"""Most are honest, be they eager or patient, some bluff at any time, some while they know little.
Found with the arena, as docs/computer-players.md tells."""

GUESSING_SPREAD = 0.07
"""One begins to guess within about so much of the chance of the style."""
BLUFFING_SPREAD = 0.02
"""One leaves off bluffing within about so much of it."""
CARELESS_CHANCE = 0.15
"""The chance to do neither of what this module expects. Whoever takes others for more exact than
this is led astray by guesses that are made for it."""
GUESS_CHOICE_EXPONENT = 8.0
"""How much people prefer the likelier guess."""

FAN_FEATURES_FLOAT32 = FAN_FEATURES.astype(np.float32)


def compute_fan_likelihoods(
    view: View, styles: Sequence[GuessingStyle] = GUESSING_STYLES
) -> tuple[Weights, ...]:
    """Return by seat, for each of all fans, how well it agrees with that seat's guesses.

    Everybody is taken to have one of the styles for all of the game. Only fans that the seat can
    have are weighed; the others' weights mean nothing.
    """
    seats = range(len(view.revealed))
    fans = [find_fitting_fans(view, seat) for seat in seats]
    common = np.array([[style.common] for style in styles])
    together = [np.tile(common, len(each)) for each in fans]
    guesses = {(guess.turn, guess.seat): guess for guess in view.guesses}
    for turn in range(view.turn):
        seat = (view.starter + turn) % len(seats)
        if seat != view.viewer:
            past = rewind_to_guess(view, turn)
            made = guesses.get((turn, seat))
            together[seat] *= compute_guess_likelihoods(past, seat, fans[seat], (made,), styles)[0]
            together[seat] /= together[seat].max()  # else they vanish in a long game
    weights = tuple(np.ones(len(FAN_BITS)) for _ in seats)
    for seat in seats:
        weights[seat][fans[seat]] = together[seat].sum(axis=0)
    return weights


def rewind_to_guess(view: View, turn: int) -> View:
    """Return what was public before somebody guessed, or skipped, in that turn."""
    guesses = tuple(guess for guess in view.guesses if guess.turn < turn)
    right = [guess for guess in guesses if guess.right]
    revealed = tuple(
        tuple(guess.feature for guess in right if guess.opponent == seat)
        for seat in range(len(view.revealed))
    )
    floor = view.floor[: turn + 1]
    return replace(view.public(), floor=floor, guesses=guesses, revealed=revealed)


def compute_guess_likelihoods(
    past: View,
    seat: Seat,
    fans: Numbers,
    guesses: Sequence[Guess | None],
    styles: Sequence[GuessingStyle] = GUESSING_STYLES,
) -> list[Weights]:
    """Return for each guess, None being a skip, how likely `seat` would have made it.

    By style and fan; `past` is what was public before it.
    """
    likely = {
        opponent: _compute_feature_chances(past, opponent, fans)
        for opponent, shown in enumerate(past.revealed)
        if opponent != seat and len(shown) < FEATURES_PER_FAN
    }
    likeliest = np.max([each.max(axis=0) for each in likely.values()], axis=0, initial=1e-9)
    bluffs = np.array([[style.bluffs] for style in styles])
    bluffs_below = np.array([[style.bluffs_below] for style in styles])
    guesses_at = np.array([[style.guesses_at] for style in styles])
    bluffs = bluffs / (1 + np.exp((likeliest - bluffs_below) / BLUFFING_SPREAD))
    means = 1 / (1 + np.exp((guesses_at - likeliest) / GUESSING_SPREAD))
    means = CARELESS_CHANCE + (1 - 2 * CARELESS_CHANCE) * means
    own = bluffs / max(FEATURES_PER_FAN - len(past.revealed[seat]), 1)
    chosen = _compute_choice_chances(likely, likeliest)
    found = []
    for guess in guesses:
        if guess is None:
            agrees: Weights = (1 - bluffs) * (1 - means)
        else:
            meant = (1 - bluffs) * (means * chosen[guess.opponent][guess.feature])
            agrees = np.where(FAN_FEATURES[fans, guess.feature] > 0, own, meant)
        found.append(agrees)
    return found


def _compute_choice_chances(likely: dict[Seat, Matrix], likeliest: Weights) -> dict[Seat, Weights]:
    """Return by feature and fan how likely one who guesses chooses this guess among all."""
    attraction = {
        opponent: np.where(each > 0, np.exp(GUESS_CHOICE_EXPONENT * (each / likeliest - 1)), 0)
        for opponent, each in likely.items()
    }
    all_together = np.maximum(sum(each.sum(axis=0) for each in attraction.values()), 1e-9)
    careless = CARELESS_CHANCE / len(FEATURES)
    return {
        opponent: careless + (1 - CARELESS_CHANCE) * (each / all_together)
        for opponent, each in attraction.items()
    }


def _compute_feature_chances(past: View, opponent: Seat, fans: Numbers) -> Matrix:
    """Return by feature and own fan how likely each hidden feature of the opponent was."""
    suspected = find_fitting_fans(past, opponent)
    apart = find_disjoint_fans(suspected, fans)
    likely: Matrix = (FAN_FEATURES_FLOAT32[suspected].T @ apart) / np.maximum(apart.sum(axis=0), 1)
    face_up = [feature for shown in past.revealed for feature in shown]
    likely[face_up] = 0
    return likely
