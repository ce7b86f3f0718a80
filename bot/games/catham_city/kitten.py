"""The Kitten: plays what brings points now, else collects, and overlooks a lot."""

from random import Random

from bot.games.catham_city.outcomes import Foresight
from bot.games.catham_city.state import View

OVERLOOKS = 0.1
"""How likely it does not see a move."""
TAKING = 1.0, 0.1
"""Taking cards is worth so many points to it, and so many more for each card."""


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose, of the moves that it sees, the one with most points now, or with most cards."""
    seen = [move for move in moves if luck.random() >= OVERLOOKS] or [luck.choice(moves)]
    foresight = Foresight(view)

    def liking(move: str) -> float:
        if move.startswith("take/"):
            return TAKING[0] + TAKING[1] * int(move.split("/")[2])
        return foresight.gain(move)

    likings = [liking(move) for move in seen]
    highest = max(likings)
    return luck.choice(
        [move for move, liked in zip(seen, likings, strict=True) if liked == highest]
    )
