"""Which level plays about as well as the people at a table do: the choice "like us".

How well somebody plays is their rating from all their games, those beside computers alone, too
(`bot.domain.results.Standing.all_mu`). Those of the levels are on the same scale
(`bot.domain.ratings.levels`): somebody new is thought to play like the weakest one.
"""

from collections.abc import Iterable
from statistics import fmean

from bot.domain.ratings import levels
from bot.domain.results import EVERYWHERE, MU, Standing
from bot.engine.box import Box


def nearest(people: Iterable[Iterable[Standing]], box: Box, game: str, seats: int) -> str:
    """Return the level next to the mean rating of people, the weaker of two.

    `people` are how each of them stands, in whatever games; `seats` is how many play here.
    """
    mean = fmean([_rating(standings, game) for standings in people] or [MU])
    ratings = levels(box.game, seats)
    return min(ratings, key=lambda level: abs(mean - ratings[level]))


def _rating(standings: Iterable[Standing], game: str) -> float:
    """Return somebody's rating from all games of a kind."""
    everywhere = (each for each in standings if each.guild == EVERYWHERE and each.game == game)
    return next((each.all_mu for each in everywhere), MU)
