"""The Kitten: plays like the Tomcat, but forgets, is careless with its cats, and cannot wait."""

from random import Random

from msgspec.structs import replace

from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import tomcat
from bot.games.cloaked_cats.computer.chances import compute_fan_beliefs
from bot.games.cloaked_cats.model.moves import filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import View

FORGETTING_CHANCE = 0.45
"""How likely it overlooks a cat that is not among the last few."""
REMEMBERED_CATS = 3
"""So many cats that came last are never overlooked."""
CARELESS_CHANCE = 0.5
"""How likely it plays any cat."""
MIN_GUESS_CHANCE = 0.15
"""It guesses early."""


def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose as a Tomcat that does not see all that lies on the table."""
    if view.phase == "cat" and rng.random() < CARELESS_CHANCE:
        return rng.choice(moves)
    known = compute_fan_beliefs(overlook_cats(view, rng))
    if view.phase == "cat":
        return tomcat.choose_best_cat(view, filter_cat_moves(moves), known, rng)
    return tomcat.choose_best_guess(
        tomcat.rate_guesses(filter_guess_moves(moves), known), MIN_GUESS_CHANCE, rng
    )


def overlook_cats(view: View, rng: Random) -> View:
    """Return the view without some of the older cats."""
    old, new = view.floor[:-REMEMBERED_CATS], view.floor[-REMEMBERED_CATS:]
    noticed = tuple(dancer for dancer in old if rng.random() >= FORGETTING_CHANCE)
    return replace(view, floor=(*noticed, *new))
