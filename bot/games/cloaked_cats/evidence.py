"""What others' guesses tell of them: a guess is made of what the guesser holds and believes.

Whoever guesses a feature hardly holds it, and found it about as likely as any; whoever skips
found nothing likely. How likely something was to them depends on their own fan, because nobody
else holds what they hold. People bluff and forget, so nothing here is taken for certain: the
weights stay above 0, and what is possible remains so.
"""

import numpy as np
from msgspec.structs import replace

from bot.games.cloaked_cats.cards import FAN
from bot.games.cloaked_cats.chances import APART, FANS, HOLDS, Numbers, Weights, fitting
from bot.games.cloaked_cats.state import Guess, View
from bot.games.game import Seat

BLUFF = 0.02
"""How much less likely one guesses what one holds."""
GUESSES_AT, HESITATES = 0.3, 0.07
"""At about this chance people begin to guess, within about so much of it."""
CARELESS = 0.05
"""The chance to do neither of what this module expects."""
CHOOSY = 8.0
"""How much people prefer the likelier guess."""

HOLDS_32 = HOLDS.astype(np.float32)


def evidence(view: View) -> tuple[Weights, ...]:
    """Return by seat, for each of all fans, how well it agrees with that seat's guesses.

    Only fans that the seat can have are weighed; the others' weights mean nothing.
    """
    seats = range(len(view.revealed))
    weights = tuple(np.ones(len(FANS)) for _ in seats)
    fans = [fitting(view, seat) for seat in seats]
    guesses = {guess.turn: guess for guess in view.guesses}
    for turn in range(view.turn):
        seat = (view.starter + turn) % len(seats)
        if seat != view.viewer:
            past = _before_the_guess(view, turn)
            agrees = _agrees(past, seat, fans[seat], guesses.get(turn))
            weights[seat][fans[seat]] *= agrees / agrees.max()  # else they vanish in a long game
    return weights


def _before_the_guess(view: View, turn: int) -> View:
    """Return what was public before somebody guessed, or skipped, in that turn."""
    guesses = tuple(guess for guess in view.guesses if guess.turn < turn)
    right = [guess for guess in guesses if guess.right]
    revealed = tuple(
        tuple(guess.feature for guess in right if guess.opponent == seat)
        for seat in range(len(view.revealed))
    )
    floor = view.floor[: turn + 1]
    return replace(view.public(), floor=floor, guesses=guesses, revealed=revealed)


def _agrees(past: View, seat: Seat, fans: Numbers, guess: Guess | None) -> Weights:
    """Return how likely `seat` would have made this guess, or none, with each of the fans."""
    likeliest = np.full(len(fans), 1e-9)
    named = np.zeros(len(fans))
    for opponent, shown in enumerate(past.revealed):
        if opponent != seat and len(shown) < FAN:
            likely = _as_seen_with(past, opponent, fans)
            likeliest = np.maximum(likeliest, likely.max(axis=0))
            if guess is not None and guess.opponent == opponent:
                named = likely[guess.feature]
    guesses = 1 / (1 + np.exp((GUESSES_AT - likeliest) / HESITATES))
    guesses = CARELESS + (1 - 2 * CARELESS) * guesses
    if guess is None:
        silent: Weights = 1 - guesses
        return silent
    prefers = CARELESS + np.exp(-CHOOSY * (likeliest - named) / likeliest)
    names = np.where(HOLDS[fans, guess.feature] > 0, BLUFF, 1.0)
    agrees: Weights = guesses * prefers * names
    return agrees


def _as_seen_with(past: View, opponent: Seat, fans: Numbers) -> Weights:
    """Return by feature and own fan how likely each hidden feature of the opponent was."""
    suspected = fitting(past, opponent)
    apart = APART[np.ix_(suspected, fans)]
    likely: Weights = (HOLDS_32[suspected].T @ apart) / np.maximum(apart.sum(axis=0), 1)
    face_up = [feature for shown in past.revealed for feature in shown]
    likely[face_up] = 0
    return likely
