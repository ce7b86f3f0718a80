"""The Tomcat: sound. It counts the cards and makes the move that most likely leads to a win."""

from random import Random

from bot.games.catham_city.outcomes import Foresight
from bot.games.catham_city.state import View


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose one of the moves after which winning is likeliest."""
    foresight = Foresight(view)
    rated = [foresight.value(move) for move in moves]
    highest = max(rated)
    return luck.choice(
        [move for move, rating in zip(moves, rated, strict=True) if rating > highest - 1e-9]
    )
