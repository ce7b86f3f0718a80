"""The foreseer: an opponent who knows how the Old Fox thinks, by which the Fox is measured.

It asks what the Fox would guess next with each fan that it can have, and makes the guess, honest, a
bluff or a decoy, after which the Fox does worst. It looks one of the Fox's guesses ahead, over the
fans and cats that the Fox may have. It may read the Fox's former guesses likewise: they fit the
fans with which the Fox would have made them. Nobody meets it at a table, and people cannot play
like that.
"""

from functools import partial
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import fox
from bot.games.cloaked_cats.computer.chances import (
    FANS,
    HOLDS,
    MASKED,
    NUMBERS,
    Numbers,
    Weights,
    apart_from,
)
from bot.games.cloaked_cats.computer.chances import fitting as fans_fitting
from bot.games.cloaked_cats.computer.deduction import bits
from bot.games.cloaked_cats.computer.likelihood import (
    STYLES,
    fan_likelihoods,
    guess_likelihoods,
    view_before_guess,
)
from bot.games.cloaked_cats.model.moves import GuessFeature, cats_in
from bot.games.cloaked_cats.model.state import CATS, Guess, View

LEARNS = 0.7
"""How many points it is worth to learn a bit."""
DOUBTS = 0.02
"""The chance that the Fox guesses otherwise than it should: it is nobody's slave."""
FANS_TRIED = 60
"""With so many of the Fox's likeliest fans it looks ahead."""
CATS_TRIED = 10
"""With so many of the cats that the Fox may have."""
ANY_FAN = np.arange(len(FANS))


class Reading(Struct, frozen=True):
    """What the foreseer knows of the Fox's mind."""

    fans: Numbers
    """The fans that the Fox can have."""
    shares: Weights
    """How likely each of them is."""
    suspects: Weights
    """By style of guessing and of all fans: how well it agrees, to the Fox, with our guesses."""


def foreseer(*, exact: bool) -> "partial[Move]":
    """Return the player, which may be pickled; unless `exact`, it reads guesses as the Fox."""
    return partial(choose, exact)


def choose(exact: bool, view: View, moves: tuple[Move, ...], luck: Random) -> Move:
    """Choose what the Fox falls for; in the last round, and among more than two, as the Fox."""
    if len(moves) == 1:
        return moves[0]
    if len(view.revealed) > 2:
        return fox.choose_move(view, moves, luck)
    known = reading(view, exact=exact)
    if view.last_round:
        likely = [np.ones(len(FANS)) for _ in view.revealed]
        likely[1 - (view.viewer or 0)][known.fans] = known.shares
        return fox.choose_with(view, moves, luck, tuple(likely))
    worth = _cats_worth if view.phase == "cat" else _guesses_worth
    return moves[int(np.argmax(worth(view, moves, known, luck)))]


def reading(view: View, *, exact: bool) -> Reading:
    """Return what the Fox's guesses tell of its fan, and what it makes of ours; for two players."""
    me, other = view.viewer or 0, 1 - (view.viewer or 0)
    fans = fans_fitting(view, other)
    shares = np.ones(len(fans))
    suspects = np.tile([[style.common] for style in STYLES], len(FANS))
    guesses = {guess.turn: guess for guess in view.guesses}
    for turn in range(view.turn):
        past, guess = view_before_guess(view, turn), guesses.get(turn)
        if (view.starter + turn) % 2 == me:
            suspects = suspects * guess_likelihoods(past, me, ANY_FAN, (guess,))[0]
            suspects /= suspects.max()  # else they vanish in a long game
        elif exact:
            odds = foreseen(past, me, fans, suspects.sum(axis=0))[:, 0]
            shares *= DOUBTS + (odds[:, guess.feature] if guess else 1 - odds.sum(axis=1))
    if not exact:
        shares = fan_likelihoods(view)[other][fans]
    return Reading(fans, shares / shares.sum(), suspects)


def foreseen(
    past: View, me: Seat, fans: Numbers, weights: Weights, cats: Weights | None = None
) -> Weights:
    """Return how likely the Fox guesses what, by its fan, cat and feature, before the last round.

    `past` is what is public, `weights` how well each of all fans of `me` agrees with what the Fox
    read. `cats`, by cat and fan, tells which of them the cat leaves that it plays before; None:
    it has played it.
    """
    mine = fans_fitting(past, me)
    left = weights[mine] * (np.ones((1, len(mine))) if cats is None else cats[:, mine])
    held = np.hstack([HOLDS[mine], np.ones((len(mine), 1))])
    table = (left.T[:, :, None] * held[:, None]).reshape(len(mine), -1).astype(np.float32)
    sums = (apart_from(fans, mine) @ table).reshape(len(fans), len(left), -1)
    shares = sums[..., :-1] / np.maximum(sums[..., -1:], 1e-30)
    shares[..., [feature for shown in past.revealed for feature in shown]] = 0
    return fox.odds(shares, fox.MIN_GUESS_CHANCE)


def _cats_worth(view: View, moves: tuple[Move, ...], known: Reading, luck: Random) -> list[float]:  # noqa: ARG001
    """Return by cat what it asks the Fox less what it tells the Fox, in bits."""
    own = NUMBERS[bits(view.fan)]
    mine = fans_fitting(view.public(), view.viewer or 0)
    suspects = known.suspects.sum(axis=0)[mine]
    worth = []
    for move in cats_in(moves):
        masked = MASKED[move.cat]
        alike = suspects[masked[mine] == masked[own]].sum() / suspects.sum()
        worth.append(_bits(float(masked[known.fans] @ known.shares)) + float(np.log2(alike)))
    return worth


def _guesses_worth(
    view: View, moves: tuple[Move, ...], known: Reading, luck: Random
) -> list[float]:
    """Return by guess the points that it and the Fox's next one bring on average."""
    me, past = view.viewer or 0, view.public()
    features = [move.feature if isinstance(move, GuessFeature) else None for move in moves]
    guesses = [
        None if feature is None else Guess(view.turn, me, 1 - me, feature, right=False)
        for feature in features
    ]
    held = known.shares @ HOLDS[known.fans]
    likeliest = np.argsort(-known.shares)[:FANS_TRIED]
    tried = replace(known, fans=known.fans[likeliest], shares=known.shares[likeliest])
    cats = _cats_left(view, luck)
    worth = []
    for feature, agrees in zip(
        features, guess_likelihoods(past, me, ANY_FAN, guesses), strict=True
    ):
        right = 0.0 if feature is None else float(np.clip(held[feature], 0, 1))
        own = 0.0 if feature is None else 3 * right - 1 + LEARNS * _bits(right)
        suspects = (known.suspects * agrees).sum(axis=0)
        worth.append(own - _fox_gains(view, feature, tried, suspects, cats))
    return worth


def _cats_left(view: View, luck: Random) -> Weights:
    """Return by some cats that the Fox may play and by our fan: whether the cat would leave it."""
    seen = {*view.hand, *(dancer.cat for dancer in view.floor)}
    unseen = [cat for cat in range(len(CATS)) if cat not in seen]
    cats = luck.sample(unseen, min(CATS_TRIED, len(unseen)))
    masked = MASKED[cats] if cats else np.ones((1, len(FANS)), dtype=bool)
    own = masked[:, NUMBERS[bits(view.fan)]]
    left: Weights = (masked == own[:, None]).astype(float)
    return left


def _fox_gains(
    view: View, feature: int | None, known: Reading, suspects: Weights, cats: Weights
) -> float:
    """Return the points that the Fox's next guess brings it on average, after we named a feature.

    A right guess is worth two, of which we lose one; a wrong one brings us one.
    """
    me, other = view.viewer or 0, 1 - (view.viewer or 0)
    hidden = [own for own in view.fan if own not in view.revealed[me]]
    holds = np.zeros(len(known.fans), dtype=bool)
    if feature is not None:
        holds = HOLDS[known.fans, feature] > 0
    gains = 0.0
    for right in (False, True):
        some = holds == right
        if not some.any():
            continue
        shown = list(view.revealed)
        if right and feature is not None:
            shown[other] = (*shown[other], feature)
        past = replace(view.public(), revealed=tuple(shown))
        odds = foreseen(past, me, known.fans[some], suspects, cats)
        gain = 3 * odds[..., hidden].sum(axis=-1) - odds.sum(axis=-1)
        gains += float(known.shares[some] @ gain.mean(axis=1))
    return gains / float(known.shares.sum())


def _bits(share: float) -> float:
    """Return how many bits the answer to a question tells that is "yes" with this chance."""
    return -sum(float(part * np.log2(part)) for part in (share, 1 - share) if part > 1e-12)
