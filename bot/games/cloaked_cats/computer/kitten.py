"""The Kitten, the weakest computer player of Cloaked Cats.

It plays like the Tomcat, but it forgets cats, plays cats carelessly and guesses too early.
"""

from random import Random

from msgspec.structs import replace

from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import tomcat
from bot.games.cloaked_cats.computer.chances import compute_fan_beliefs
from bot.games.cloaked_cats.model.moves import filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import View

FORGETTING_CHANCE = 0.45
"""The chance that the Kitten overlooks a cat older than the newest `REMEMBERED_CATS`."""
REMEMBERED_CATS = 3
"""The number of the newest cats that the Kitten always notices."""
CARELESS_CHANCE = 0.5
"""The chance that the Kitten plays a random cat, not a good one."""
MIN_GUESS_CHANCE = 0.15
"""The lowest chance of being right at which the Kitten guesses: too low."""


def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose a move like the Tomcat, but with some cats overlooked, or a random cat."""
    if view.phase == "cat" and rng.random() < CARELESS_CHANCE:
        return rng.choice(moves)
    known = compute_fan_beliefs(overlook_cats(view, rng))
    if view.phase == "cat":
        return tomcat.choose_best_cat(view, filter_cat_moves(moves), known, rng)
    guesses = tomcat.rate_guesses(filter_guess_moves(moves), known)
    return tomcat.choose_best_guess(guesses, MIN_GUESS_CHANCE, rng)


def overlook_cats(view: View, rng: Random) -> View:
    """Return the view without some of the older cats, as if a player had forgotten them."""
    old, new = view.floor[:-REMEMBERED_CATS], view.floor[-REMEMBERED_CATS:]
    noticed = tuple(dancer for dancer in old if rng.random() >= FORGETTING_CHANCE)
    return replace(view, floor=(*noticed, *new))
