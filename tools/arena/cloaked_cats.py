"""The players against whom the computer players of Cloaked Cats are measured."""

from collections.abc import Sequence
from math import log2
from random import Random
from typing import TypeVar

from bot.engine.moves import Move
from bot.games.cloaked_cats.computer.chances import FAN_BITS, compute_fan_beliefs
from bot.games.cloaked_cats.computer.deduction import CAT_BITS, find_possible_fans, to_bits
from bot.games.cloaked_cats.model.moves import SKIP, PlayCat, filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import State, View
from bot.games.cloaked_cats.package import PACKAGE
from tools.arena import arena
from tools.arena.deceivers import DECEIVER_HABITS, make_deceiver
from tools.arena.foreseer import make_foreseer

GAME = PACKAGE.game
MoveT = TypeVar("MoveT", bound=Move)

MIN_GUESS_CHANCE = 0.225
"""The lowest chance of being right at which the reasoner makes its best guess."""


def choose_as_reasoner(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose a move as the plain reasoner, a simple player with whom the levels are compared.

    It knows the exact probabilities and plays the cat with the best balance of information. It
    guesses if its best guess is likely enough.
    """
    known = compute_fan_beliefs(view)
    if view.phase == "cat":
        suspected = find_possible_fans(view.make_public_view())[view.viewer or 0]
        own = to_bits(view.fan)

        def balance(move: PlayCat) -> float:
            cat = CAT_BITS[move.cat]
            learned = 0.0
            for other in known:
                if other is not None:
                    shares = zip(FAN_BITS[other.fans].tolist(), other.chances.tolist(), strict=True)
                    learned += _count_bits(sum(share for fan, share in shares if fan & cat))
            left = sum(bool(fan & cat) == bool(own & cat) for fan in suspected)
            return learned / (len(known) - 1) - log2(len(suspected) / left)

        return _choose_best([(balance(move), move) for move in filter_cat_moves(moves)], rng)[1]
    held = [of.compute_feature_chances().tolist() if of else None for of in known]
    guesses: list[tuple[float, Move]] = [(0.0, SKIP)]
    for guess in filter_guess_moves(moves):
        chances = held[guess.opponent]
        guesses.append((chances[guess.feature] if chances else 0.0, guess))
    likely, best = _choose_best(guesses, rng)
    return best if likely >= MIN_GUESS_CHANCE else SKIP


def _count_bits(chance: float) -> float:
    """Return how many bits of information an answer gives if it is "yes" with this chance."""
    return -sum(part * log2(part) for part in (chance, 1 - chance) if part > 1e-12)


def _choose_best(rated: Sequence[tuple[float, MoveT]], rng: Random) -> tuple[float, MoveT]:
    highest = max(rating for rating, _ in rated)
    return rng.choice([(rating, move) for rating, move in rated if rating == highest])


def measure_game(state: State) -> arena.Measures:
    """Return the number of turns of a game, and each player's guesses and right guesses."""
    guesses, right = [0] * len(state.fans), [0] * len(state.fans)
    for guess in state.guesses:
        guesses[guess.seat] += 1
        right[guess.seat] += guess.right
    turns = (state.turn + 1,) * len(state.fans)
    return {"turns": turns, "guesses": tuple(guesses), "right": tuple(right)}


YARDSTICKS = {"reasoner": choose_as_reasoner}
YARDSTICKS |= {name: make_deceiver(habits) for name, habits in DECEIVER_HABITS.items()}
YARDSTICKS |= {
    "foresees": make_foreseer(exact=False),
    "foresees-exactly": make_foreseer(exact=True),
}
ARENA = arena.Arena(PACKAGE, YARDSTICKS, measures=measure_game)
