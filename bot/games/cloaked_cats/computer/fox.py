"""The Fox, the strongest computer player of Cloaked Cats.

It treats guesses as evidence and knows that some of them are bluffs (`likelihood`). It never bluffs
itself, because that would not pay. It tries its moves in rollouts (`rollouts`), which take into
account when the game ends, who is ahead, and what a move gives away to the next player. They ignore
that masks and cats run out. There are few rollouts, so the Fox moves as a Tomcat would unless
another move is clearly better.

Between two players, everything depends on what each believes of the other, which rollouts simplify.
The arena showed that rollouts mislead there. So they decide only the last round. Before it, the Fox
sometimes makes a guess that is nearly as good as the best. So nobody can foresee its guess.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import tomcat
from bot.games.cloaked_cats.computer.chances import (
    FAN_BITS,
    FAN_NUMBERS,
    FanBelief,
    Numbers,
    Weights,
    compute_fan_beliefs,
)
from bot.games.cloaked_cats.computer.deduction import to_bits
from bot.games.cloaked_cats.computer.likelihood import compute_fan_likelihoods
from bot.games.cloaked_cats.computer.rollouts import MAX_TURNS, Rollouts, find_fans_in_use
from bot.games.cloaked_cats.model.moves import (
    SKIP,
    GuessFeature,
    filter_cat_moves,
    filter_guess_moves,
)
from bot.games.cloaked_cats.model.state import CATS, View

MIN_GUESS_CHANCE = 0.16
"""The lowest chance of being right at which the Fox guesses, unless rollouts advise a guess."""
MAX_CHANCE_BEHIND_BEST = 0.08
"""The largest gap in chance to the best guess at which the Fox sometimes makes another guess."""
MIN_SURE_GUESS_CHANCE = 0.6
"""The chance of being right above which the Fox always makes the best guess."""
HALVING_CHANCE_GAP = 0.08
"""The gap in chance between two guesses at which the Fox makes the likelier one twice as often."""
MIN_SHARE_TO_TRY = 0.1
"""The lowest chance of being right at which the Fox tries out a guess in simulated games."""
MAX_TRIED_GUESSES = 5
"""The maximum number of guesses, the likeliest ones, that the Fox tries out in rollouts."""
MAX_DEALS = 256
"""The maximum number of rollouts for each move; all moves are tried with the same deals."""
MAX_DEALS_TIMES_FANS = 200_000
"""The maximum product of the deals in rollouts and the fans that any player can have."""
MIN_STANDARD_ERRORS = 1.0
"""The number of standard errors by which a move must beat the default move in rollouts."""


def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move that wins most rollouts, or else the default move.

    The default move is the Tomcat's. Another move replaces it only if it is clearly better
    (`MIN_STANDARD_ERRORS`).
    """
    return choose_with_likelihoods(view, moves, rng, compute_fan_likelihoods(view))


def choose_with_likelihoods(
    view: View, moves: tuple[Move, ...], rng: Random, fan_likelihoods: tuple[Weights, ...]
) -> Move:
    """Choose a move as `choose_move` does, with given weights of `compute_fan_likelihoods`."""
    known = compute_fan_beliefs(view, fan_likelihoods)
    two = len(known) == 2 and not view.last_round
    default: Move
    if view.phase == "cat":
        default = tomcat.choose_best_cat(view, filter_cat_moves(moves), known, rng)
        candidates = [default, *(move for move in moves if move != default)]
    else:
        guesses = tomcat.rate_guesses(filter_guess_moves(moves), known)
        if two:
            return draw_guess(guesses, MIN_GUESS_CHANCE, rng)
        default = tomcat.choose_best_guess(guesses, MIN_GUESS_CHANCE, rng)
        promising = _list_promising_guesses(guesses)
        candidates = [default, *(move for move in promising if move != default)]
    if two or len(candidates) == 1:
        return default
    chance = np.random.default_rng(rng.getrandbits(64))
    deals = draw_deals(view, known, fan_likelihoods, MAX_DEALS, chance)
    return candidates[_find_clearly_better(_roll_out(view, candidates, deals, chance))]


def compute_guess_odds(guess_chances: Weights, min_chance: float) -> Weights:
    """Return how often the Fox makes each guess, given the chance that each guess is right.

    In a game of two, an opponent who could foresee its guess would take advantage of that. So the
    Fox sometimes makes a guess that is nearly as good as the best one. Along the last axis, the
    results add up to 1, or are all 0 if no guess reaches `min_chance`.
    """
    best = guess_chances.max(axis=-1, keepdims=True)
    below = best - guess_chances
    behind = np.where(best > MIN_SURE_GUESS_CHANCE, 1e-9, MAX_CHANCE_BEHIND_BEST)
    near = (below < behind) & (guess_chances >= min_chance)
    drawn = near * 0.5 ** (below / HALVING_CHANCE_GAP)
    chances: Weights = drawn / np.maximum(drawn.sum(axis=-1, keepdims=True), 1e-9)
    return chances


def draw_guess(guesses: list[tomcat.RatedGuess], min_chance: float, rng: Random) -> Move:
    """Return a good guess at random (`compute_guess_odds`), or the skip if none is likely."""
    weights = compute_guess_odds(np.array([guess.chance for guess in guesses]), min_chance).tolist()
    if not any(weights):
        return SKIP
    return rng.choices([guess.move for guess in guesses], weights)[0]


def _list_promising_guesses(guesses: list[tomcat.RatedGuess]) -> list[Move]:
    likely = [guess for guess in guesses if guess.chance >= MIN_SHARE_TO_TRY]
    likely.sort(key=lambda guess: -guess.chance)
    return [*(guess.move for guess in likely[:MAX_TRIED_GUESSES]), SKIP]


def draw_deals(
    view: View,
    beliefs: tuple[FanBelief | None, ...],
    fan_likelihoods: tuple[Weights, ...],
    deal_count: int,
    rng: np.random.Generator,
) -> Numbers:
    """Draw deals at random, each as likely as the rules and the evidence make it.

    First, each opponent's fan is drawn independently, and deals that contain a feature twice are
    dropped. From the rest, the result is drawn by weight, which corrects for having drawn the fans
    independently.

    Returns:
        A row for each deal with the fan of each seat.
    """
    found, weights = [], []
    others = [(seat, of) for seat, of in enumerate(beliefs) if of is not None]
    for _ in range(50):
        fans = np.empty((4 * deal_count, len(beliefs)), dtype=np.intp)
        fans[:, view.viewer] = FAN_NUMBERS[to_bits(view.fan)]
        weight = np.ones(len(fans))
        for seat, of in others:
            drawn = rng.choice(len(of.fans), size=len(fans), p=of.chances)
            fans[:, seat] = of.fans[drawn]
            weight *= fan_likelihoods[seat][fans[:, seat]] / of.chances[drawn]
            for before, _ in others:
                if before < seat:
                    weight *= FAN_BITS[fans[:, before]] & FAN_BITS[fans[:, seat]] == 0
        found.append(fans[weight > 0])
        weights.append(weight[weight > 0])
        if sum(map(len, found)) >= 2 * deal_count:
            break
    together = np.concatenate(weights)
    chosen = rng.choice(len(together), size=deal_count, p=together / together.sum())
    return np.concatenate(found)[chosen]


def _roll_out(
    view: View, candidates: list[Move], deals: Numbers, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the viewer's share of the victory in rollouts, by candidate move and deal.

    Fewer deals are used if there are too many (`MAX_DEALS_TIMES_FANS`).
    """
    number = min(len(deals), MAX_DEALS_TIMES_FANS // len(find_fans_in_use(view)))
    deals = deals[:number]
    whims = rng.random(deals.shape)
    each = (len(candidates), 1)
    rollouts = Rollouts(view, np.tile(deals, each), np.tile(whims, each))
    unseen = np.setdiff1d(np.arange(len(CATS)), [*(d.cat for d in view.floor), *view.hand])
    cats = rng.permuted(np.tile(unseen, (number, 1)), axis=1)[:, : 2 * MAX_TURNS]
    if view.phase == "cat":
        rollouts.play_cats(np.repeat([move.cat for move in filter_cat_moves(candidates)], number))
        rollouts.guess_likeliest()
    else:
        asked = [_encode_guess(move) for move in candidates]
        rollouts.guess(*(np.repeat(column, number) for column in zip(*asked, strict=True)))
    rollouts.finish(np.tile(cats, each))
    return rollouts.compute_win_shares(view.viewer or 0).reshape(len(candidates), number)


def _encode_guess(move: Move) -> tuple[int, int, bool]:
    return (move.opponent, move.feature, True) if isinstance(move, GuessFeature) else (0, 0, False)


def _find_clearly_better(win_shares: NDArray[np.float64]) -> int:
    """Return the index of the candidate move that is most clearly better than the first one, or 0.

    The 1 that is added to the variance keeps one or two lucky victories in few rollouts from
    deciding.
    """
    number = win_shares.shape[1]
    ahead = win_shares - win_shares[0]
    doubt = MIN_STANDARD_ERRORS * np.sqrt((ahead.var(axis=1) + 1 / number) / number)
    doubt[0] = 0
    return int(np.argmax(ahead.mean(axis=1) - doubt))
