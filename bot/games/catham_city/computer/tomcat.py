"""The Tomcat: sound. It counts the cards and makes the move that most likely leads to a win."""

from random import Random

from bot.engine.moves import Move
from bot.games.catham_city.computer.outcomes import Foresight
from bot.games.catham_city.state import View


def choose(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose one of the moves after which winning is likeliest."""
    foresight = Foresight(view)
    rated = [foresight.value(move) for move in moves]
    highest = max(rated)
    return rng.choice(
        [move for move, rating in zip(moves, rated, strict=True) if rating > highest - 1e-9]
    )
