"""The foreseer: a player for measuring who knows how the Sly Fox of Cloaked Cats chooses.

It shows how much the Fox, the strongest level, loses to somebody who can predict it. A fan is the
three secret features of a player. For each fan that the Fox can have, the foreseer computes what
the Fox guesses next. It then makes the guess, honest, bluff or decoy, after which the Fox does
worst. It looks one guess of the Fox ahead, over the fans and cats that the Fox may have. It can
also read the Fox's former guesses exactly, as only some fans lead to them. It is not a level for
tables, and people cannot play like that.
"""

from functools import partial
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import fox
from bot.games.cloaked_cats.computer.chances import (
    CAT_FAN_MASKS,
    FAN_BITS,
    FAN_FEATURES,
    FAN_NUMBERS,
    Numbers,
    Weights,
    find_disjoint_fans,
)
from bot.games.cloaked_cats.computer.chances import find_fitting_fans as fans_fitting
from bot.games.cloaked_cats.computer.deduction import to_bits
from bot.games.cloaked_cats.computer.likelihood import (
    GUESSING_STYLES,
    compute_fan_likelihoods,
    compute_guess_likelihoods,
    rewind_to_guess,
)
from bot.games.cloaked_cats.model.moves import GuessFeature, filter_cat_moves
from bot.games.cloaked_cats.model.state import CATS, Guess, View

POINTS_PER_BIT = 0.7
"""The value, in points, of learning one bit of information about the opponent."""
OTHER_GUESS_CHANCE = 0.02
"""The probability that the Fox, the player that is foreseen, does not guess as computed."""
MAX_FANS_TRIED = 60
"""The limit of fans of the Fox with which the foreseer looks ahead; these are the likeliest."""
MAX_CATS_TRIED = 10
ANY_FAN = np.arange(len(FAN_BITS))


class Reading(Struct, frozen=True):
    """What the foreseer has concluded about the Fox, and the Fox about the foreseer."""

    fans: Numbers
    """The sets of three secret features that the Fox can have, as indices into `FAN_BITS`."""
    fan_chances: Weights
    suspect_weights: Weights
    """How well each fan of the foreseer agrees with its guesses, to the Fox, by style and fan."""


def make_foreseer(*, exact: bool) -> "partial[Move]":
    """Make a foreseer, which can be pickled and so be sent to other processes.

    Args:
        exact: True lets the foreseer conclude exactly from the Fox's guesses. False lets it
            conclude only as much as the Fox would.
    """
    return partial(choose, exact)


@WITHOUT_FALSE_ALARMS
def choose(exact: bool, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move after which the Fox does worst.

    In the last round, and with more than two players, it chooses as the Fox does.
    """
    if len(moves) == 1:
        return moves[0]
    if len(view.revealed) > 2:
        return fox.choose_move(view, moves, rng)
    known = read_fox(view, exact=exact)
    if view.last_round:
        likely = [np.ones(len(FAN_BITS)) for _ in view.revealed]
        likely[1 - (view.viewer or 0)][known.fans] = known.fan_chances
        return fox.choose_with_likelihoods(view, moves, rng, tuple(likely))
    worth = _rate_cats if view.phase == "cat" else _rate_guesses
    return moves[int(np.argmax(worth(view, moves, known, rng)))]


def read_fox(view: View, *, exact: bool) -> Reading:
    """Conclude the Fox's features, and what the Fox concludes from the foreseer's guesses."""
    me, other = view.viewer or 0, 1 - (view.viewer or 0)
    fans = fans_fitting(view, other)
    shares = np.ones(len(fans))
    suspects = np.tile([[style.prevalence] for style in GUESSING_STYLES], len(FAN_BITS))
    guesses = {guess.turn: guess for guess in view.guesses}
    for turn in range(view.turn):
        past, guess = rewind_to_guess(view, turn), guesses.get(turn)
        if (view.starter + turn) % 2 == me:
            suspects = suspects * compute_guess_likelihoods(past, me, ANY_FAN, (guess,))[0]
            suspects /= suspects.max()  # else they vanish in a long game
        elif exact:
            odds = predict_guesses(past, me, fans, suspects.sum(axis=0))[:, 0]
            shares *= OTHER_GUESS_CHANCE + (
                odds[:, guess.feature] if guess else 1 - odds.sum(axis=1)
            )
    if not exact:
        shares = compute_fan_likelihoods(view)[other][fans]
    return Reading(fans, shares / shares.sum(), suspects)


@WITHOUT_FALSE_ALARMS
def predict_guesses(
    past_view: View, own_seat: Seat, fans: Numbers, weights: Weights, cats: Weights | None = None
) -> Weights:
    """Return how likely the Fox makes each guess, by fan, cat and feature.

    The result holds for guesses before the last round of a game of two players.

    Args:
        weights: How well each fan of `own_seat` agrees with the guesses that the Fox has seen.
        cats: For each cat that the Fox may play first, which fans of `own_seat` remain possible.
            None means that the Fox has already played its cat.
    """
    mine = fans_fitting(past_view, own_seat)
    left = weights[mine] * (np.ones((1, len(mine))) if cats is None else cats[:, mine])
    held = np.hstack([FAN_FEATURES[mine], np.ones((len(mine), 1))])
    table = (left.T[:, :, None] * held[:, None]).reshape(len(mine), -1).astype(np.float32)
    sums = (find_disjoint_fans(fans, mine) @ table).reshape(len(fans), len(left), -1)
    shares = sums[..., :-1] / np.maximum(sums[..., -1:], 1e-30)
    shares[..., [feature for shown in past_view.revealed for feature in shown]] = 0
    return fox.compute_guess_odds(shares, fox.MIN_GUESS_CHANCE)


@WITHOUT_FALSE_ALARMS
def _rate_cats(view: View, moves: tuple[Move, ...], reading: Reading, rng: Random) -> list[float]:  # noqa: ARG001
    """Return the value of each cat: the bits that it learns less the bits that it gives away."""
    own = FAN_NUMBERS[to_bits(view.fan)]
    mine = fans_fitting(view.make_public_view(), view.viewer or 0)
    suspects = reading.suspect_weights.sum(axis=0)[mine]
    worth = []
    for move in filter_cat_moves(moves):
        masked = CAT_FAN_MASKS[move.cat]
        alike = suspects[masked[mine] == masked[own]].sum() / suspects.sum()
        worth.append(
            _count_bits(float(masked[reading.fans] @ reading.fan_chances)) + float(np.log2(alike))
        )
    return worth


@WITHOUT_FALSE_ALARMS
def _rate_guesses(
    view: View, moves: tuple[Move, ...], reading: Reading, rng: Random
) -> list[float]:
    """Return the value of each guess: its average points less those of the Fox's next guess."""
    me, past = view.viewer or 0, view.make_public_view()
    features = [move.feature if isinstance(move, GuessFeature) else None for move in moves]
    guesses = [
        None if feature is None else Guess(view.turn, me, 1 - me, feature, right=False)
        for feature in features
    ]
    held = reading.fan_chances @ FAN_FEATURES[reading.fans]
    likeliest = np.argsort(-reading.fan_chances)[:MAX_FANS_TRIED]
    tried = replace(
        reading, fans=reading.fans[likeliest], fan_chances=reading.fan_chances[likeliest]
    )
    cats = _sample_cats(view, rng)
    worth = []
    for feature, agrees in zip(
        features, compute_guess_likelihoods(past, me, ANY_FAN, guesses), strict=True
    ):
        right = 0.0 if feature is None else float(np.clip(held[feature], 0, 1))
        own = 0.0 if feature is None else 3 * right - 1 + POINTS_PER_BIT * _count_bits(right)
        suspects = (reading.suspect_weights * agrees).sum(axis=0)
        worth.append(own - _estimate_fox_gain(view, feature, tried, suspects, cats))
    return worth


def _sample_cats(view: View, rng: Random) -> Weights:
    """Return which own fans would remain possible after each of some cats that the Fox may play.

    The result is by cat and fan.
    """
    seen = {*view.hand, *(dancer.cat for dancer in view.floor)}
    unseen = [cat for cat in range(len(CATS)) if cat not in seen]
    cats = rng.sample(unseen, min(MAX_CATS_TRIED, len(unseen)))
    masked = CAT_FAN_MASKS[cats] if cats else np.ones((1, len(FAN_BITS)), dtype=bool)
    own = masked[:, FAN_NUMBERS[to_bits(view.fan)]]
    left: Weights = (masked == own[:, None]).astype(float)
    return left


@WITHOUT_FALSE_ALARMS
def _estimate_fox_gain(
    view: View, feature: int | None, reading: Reading, suspect_weights: Weights, cats: Weights
) -> float:
    """Return the average points of the Fox's next guess after the foreseer has named a feature.

    A right guess is worth two points, one of which the foreseer loses. A wrong one gives the
    foreseer one point. A `feature` of None means that the foreseer skips its guess.
    """
    me, other = view.viewer or 0, 1 - (view.viewer or 0)
    hidden = [own for own in view.fan if own not in view.revealed[me]]
    holds = np.zeros(len(reading.fans), dtype=bool)
    if feature is not None:
        holds = FAN_FEATURES[reading.fans, feature] > 0
    gains = 0.0
    for right in (False, True):
        some = holds == right
        if not some.any():
            continue
        shown = list(view.revealed)
        if right and feature is not None:
            shown[other] = (*shown[other], feature)
        past = replace(view.make_public_view(), revealed=tuple(shown))
        odds = predict_guesses(past, me, reading.fans[some], suspect_weights, cats)
        gain = 3 * odds[..., hidden].sum(axis=-1) - odds.sum(axis=-1)
        gains += float(reading.fan_chances[some] @ gain.mean(axis=1))
    return gains / float(reading.fan_chances.sum())


def _count_bits(chance: float) -> float:
    """Return how many bits of information an answer gives if it is "yes" with this chance."""
    return -sum(float(part * np.log2(part)) for part in (chance, 1 - chance) if part > 1e-12)
