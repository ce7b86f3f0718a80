"""The computer players, by their levels."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.computer import fox, kitten, tomcat
from bot.games.liars_dice.state import View

PLAYERS = {"kitten": kitten.choose_move, "tomcat": tomcat.choose_move, "fox": fox.choose_move}
LEVELS = tuple(PLAYERS)
"""Weakest first."""
FAST_LEVELS = ("kitten", "tomcat", "absent")


def choose_move(view: View, moves: Sequence[Move], level: str, rng: Random) -> Move:
    """Choose a move for a level; whoever is absent plays by the odds, which tell least."""
    return PLAYERS.get(level, tomcat.choose_move)(view, moves, rng)
