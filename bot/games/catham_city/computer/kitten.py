"""The Kitten: plays what brings points now, else collects, and overlooks a lot."""

from random import Random

from bot.engine.moves import Move
from bot.games.catham_city.computer.outcomes import Foresight
from bot.games.catham_city.moves import Take
from bot.games.catham_city.state import View

OVERLOOKING_CHANCE = 0.1
"""How likely it does not see a move."""
POINTS_FOR_TAKING = 1.0, 0.1
"""Taking cards is worth so many points to it, and so many more for each card."""


def choose(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose, of the moves that it sees, the one with most points now, or with most cards."""
    seen = [move for move in moves if rng.random() >= OVERLOOKING_CHANCE] or [rng.choice(moves)]
    foresight = Foresight(view)

    def rate(move: Move) -> float:
        if isinstance(move, Take):
            return POINTS_FOR_TAKING[0] + POINTS_FOR_TAKING[1] * move.number
        return foresight.gain(move)

    ratings = [rate(move) for move in seen]
    highest = max(ratings)
    return rng.choice(
        [move for move, rating in zip(seen, ratings, strict=True) if rating == highest]
    )
