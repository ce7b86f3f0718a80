"""Deceivers: players for measuring who lie with their guesses in Cloaked Cats.

They show how well the strongest computer player, the Sly Fox, copes with lies. A bluff names a
feature of one's own (ruling K6): players who believe it look for it elsewhere. All deceivers are
the Sly Fox with other habits. They are not levels for tables.
"""

from functools import partial
from random import Random
from typing import Literal

import numpy as np
from msgspec import Struct

from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import fox
from bot.games.cloaked_cats.computer.chances import (
    FAN_BITS,
    FAN_FEATURES,
    Weights,
    compute_fan_beliefs,
    find_fitting_fans,
)
from bot.games.cloaked_cats.computer.likelihood import (
    GUESSING_STYLES,
    GuessingStyle,
    compute_fan_likelihoods,
)
from bot.games.cloaked_cats.computer.tomcat import choose_best_cat, rate_guesses
from bot.games.cloaked_cats.model.moves import GuessFeature, filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN, View

BELIEVER_STYLES = (GuessingStyle(prevalence=1.0, bluff_chance=1e-4, guess_threshold=0.3),)
"""How a player reads guesses who believes all: whoever names a feature does not have it."""
ABOVE_ANY_CHANCE = 2.0
"""A threshold above 1, which no probability reaches, so that it never limits anything."""


class Habits(Struct, frozen=True):
    """The habits of a deceiver: when it bluffs, and how it reads the others' guesses."""

    bluff_chance: float = 0.0
    bluff_threshold: float = ABOVE_ANY_CHANCE
    """The chance of being right of its best honest guess below which the deceiver may bluff."""
    first_bluff_turn: int = 0
    """The first of its own turns, counted from 0, in which the deceiver may bluff."""
    bluff_turns_end: int = 99
    """The first of its own turns, counted from 0, in which the deceiver may no longer bluff."""
    bluff_choice: Literal["any", "likeliest", "unlikeliest"] = "any"
    """Which of its hidden features the deceiver names.

    It names any, or the one that others suspect most ("likeliest") or least ("unlikeliest").
    """
    reading_styles: tuple[GuessingStyle, ...] = GUESSING_STYLES
    """The styles by which the deceiver interprets the others' guesses.

    If it is empty, the deceiver doubts all guesses and concludes nothing from them.
    """
    min_guess_chance: float = fox.MIN_GUESS_CHANCE
    """The lowest chance of being right at which the deceiver makes an honest guess."""
    revealed_bit_weight: float = 1.0
    """The weight of a bit that a played cat gives away, where a bit learned has weight 1."""


DECEIVER_HABITS = {
    "bluffs-15": Habits(bluff_chance=0.4, bluff_threshold=0.35),
    "bluffs-25": Habits(bluff_chance=1.0, bluff_threshold=0.3),
    "bluffs-35": Habits(bluff_chance=1.0, bluff_threshold=0.38),
    "bluffs-50": Habits(bluff_chance=1.0, bluff_threshold=0.5),
    "bluffs-below-35": Habits(bluff_chance=1.0, bluff_threshold=0.35),
    "bluffs-anytime-25": Habits(bluff_chance=0.25),
    "bluffs-anytime-50": Habits(bluff_chance=0.5),
    "bluffs-seldom": Habits(bluff_chance=0.05),
    "bluffs-once": Habits(bluff_chance=1.0, bluff_turns_end=1),
    "bluffs-blind": Habits(bluff_chance=1.0, bluff_threshold=0.28, bluff_turns_end=1),
    "bluffs-first": Habits(bluff_chance=1.0, bluff_turns_end=2),
    "honest-first": Habits(bluff_chance=1.0, bluff_threshold=0.4, first_bluff_turn=2),
    "hides-the-suspected": Habits(bluff_chance=1.0, bluff_threshold=0.35, bluff_choice="likeliest"),
    "hides-the-unsuspected": Habits(
        bluff_chance=1.0, bluff_threshold=0.35, bluff_choice="unlikeliest"
    ),
    "doubts-all": Habits(reading_styles=()),
    "doubts-all-bluffs": Habits(bluff_chance=1.0, bluff_threshold=0.35, reading_styles=()),
    "doubts-all-bluffs-first": Habits(bluff_chance=1.0, bluff_turns_end=2, reading_styles=()),
    "believes-all": Habits(reading_styles=BELIEVER_STYLES),
    "believes-all-bluffs": Habits(
        bluff_chance=1.0, bluff_threshold=0.35, reading_styles=BELIEVER_STYLES
    ),
    "believes-all-bluffs-once": Habits(
        bluff_chance=1.0, bluff_turns_end=1, reading_styles=BELIEVER_STYLES
    ),
    "suspects-all": Habits(reading_styles=(GuessingStyle(prevalence=1.0, bluff_chance=0.4),)),
    "patient": Habits(min_guess_chance=0.3),
    "best-response": Habits(
        reading_styles=(
            GuessingStyle(
                prevalence=1.0, bluff_chance=2.4e-5, guess_threshold=0.13, bluff_threshold=0.28
            ),
        )
    ),
}
"""The habits of all deceivers, by name; the last was found by `tools.best_response`, seed 1."""


def make_deceiver(habits: Habits) -> "partial[Move]":
    """Make a player with these habits, which can be pickled and so be sent to other processes."""
    return partial(choose, habits)


def choose(habits: Habits, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose a move as a deceiver does; in the last round, choose as the Sly Fox does."""
    if len(moves) == 1:
        return moves[0]
    likely = _read_guesses(habits, view)
    if view.last_round:
        return fox.choose_with_likelihoods(view, moves, rng, likely)
    known = compute_fan_beliefs(view, likely)
    if view.phase == "cat":
        return choose_best_cat(
            view, filter_cat_moves(moves), known, rng, habits.revealed_bit_weight
        )
    guesses = rate_guesses(filter_guess_moves(moves), known)
    best = max(guess.chance for guess in guesses)
    if (
        _may_bluff(habits, view)
        and best < habits.bluff_threshold
        and rng.random() < habits.bluff_chance
    ):
        return _choose_bluff(habits, view, rng)
    return fox.draw_guess(guesses, habits.min_guess_chance, rng)


def _read_guesses(habits: Habits, view: View) -> tuple[Weights, ...]:
    """Return how well each fan agrees with each player's guesses, in the deceiver's opinion."""
    if habits.reading_styles:
        return compute_fan_likelihoods(view, habits.reading_styles)
    return tuple(np.ones(len(FAN_BITS)) for _ in view.revealed)


def _may_bluff(habits: Habits, view: View) -> bool:
    """Tell whether the deceiver may bluff in this turn, and has a feature left to hide."""
    in_time = habits.first_bluff_turn <= view.turn // len(view.revealed) < habits.bluff_turns_end
    return in_time and habits.bluff_chance > 0 and len(_list_hidden_features(view)) > 0


def _list_hidden_features(view: View) -> list[int]:
    shown = view.revealed[view.viewer or 0]
    return [feature for feature in view.fan if feature not in shown]


def _choose_bluff(habits: Habits, view: View, rng: Random) -> Move:
    hidden = _list_hidden_features(view)
    if habits.bluff_choice == "any":
        feature = rng.choice(hidden)
    else:
        suspected = FAN_FEATURES[find_fitting_fans(view.make_public_view(), view.viewer or 0)].mean(
            axis=0
        )
        choice = max if habits.bluff_choice == "likeliest" else min
        feature = choice(hidden, key=lambda each: float(suspected[each]))
    others = [
        seat
        for seat, shown in enumerate(view.revealed)
        if seat != view.viewer and len(shown) < FEATURES_PER_FAN
    ]
    return GuessFeature(rng.choice(others), feature)
