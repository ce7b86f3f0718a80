"""The Kitten: plays like the Tomcat, but forgets, is careless with its cats, and cannot wait."""

from random import Random

from msgspec.structs import replace

from bot.games.cloaked_cats.computer import tomcat
from bot.games.cloaked_cats.computer.chances import beliefs
from bot.games.cloaked_cats.moves import cats_in, guesses_in
from bot.games.cloaked_cats.state import View
from bot.games.moves import Move

FORGETS = 0.45
"""How likely it overlooks a cat that is not among the last few."""
REMEMBERS = 3
"""So many cats that came last are never overlooked."""
CARELESS = 0.5
"""How likely it plays any cat."""
WORTH_A_GUESS = 0.15
"""It guesses early."""


def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose as a Tomcat that does not see all that lies on the table."""
    if view.phase == "cat" and rng.random() < CARELESS:
        return rng.choice(moves)
    known = beliefs(overlooking(view, rng))
    if view.phase == "cat":
        return tomcat.best_cat(view, cats_in(moves), known, rng)
    return tomcat.best_guess(tomcat.likely_guesses(guesses_in(moves), known), WORTH_A_GUESS, rng)


def overlooking(view: View, rng: Random) -> View:
    """Return the view without some of the older cats."""
    old, new = view.floor[:-REMEMBERS], view.floor[-REMEMBERS:]
    noticed = tuple(dancer for dancer in old if rng.random() >= FORGETS)
    return replace(view, floor=(*noticed, *new))
