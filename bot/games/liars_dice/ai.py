"""The computers, by their levels."""

from random import Random

from bot.games.liars_dice import fox, kitten, tomcat
from bot.games.liars_dice.state import View

PLAYERS = {"kitten": kitten.choose, "tomcat": tomcat.choose, "fox": fox.choose}
LEVELS = tuple(PLAYERS)
"""Weakest first."""
QUICK = ("kitten", "tomcat", "absent")


def choose(view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
    """Choose a move for a level; whoever is absent plays by the odds, which tell least."""
    return PLAYERS.get(level, tomcat.choose)(view, moves, luck)
