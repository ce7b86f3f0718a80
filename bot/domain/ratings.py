"""How well people play: a rating, from places in games of two or more.

The model is Bradley and Terry's for several players at once, as Weng and Lin update it after each
game (A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011), by the library openskill.
Its model of Plackett and Luce would rank ties wrongly:
https://github.com/vivekjoshy/openskill.py/issues/155.
`BETA` is as large as games of luck need: with the library's own value, which is a third of it, what
it foretells is too sure. `tests/domain/test_ratings.py` measures it.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import log, sqrt
from typing import Any

from msgspec import Struct
from openskill.models import BradleyTerryFull

from bot.domain.results import MU, SIGMA
from bot.engine.game import Game

BETA = 12.5
"""How much luck there is: the standard deviation of how well somebody plays from game to game."""
MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA)
COMPUTER = 1.0
"""The standard deviation of a computer's rating, which never changes."""
STEP = 0.69
"""The share of games of two that a level wins against the next weaker one, where nobody measured
it."""
SHOWN, SCALE = 1500, 24
"""What a new person's rating is shown as, and what one point of it is."""


class Rating(Struct, frozen=True, gc=False):
    """What is known of how well somebody plays."""

    mu: float = MU
    """The mean."""
    sigma: float = SIGMA
    """The standard deviation."""


def shown(mu: float) -> int:
    """Return a rating as people see it: never a function of how sure it is.

    >>> shown(25.0), shown(30.0)
    (1500, 1620)
    """
    return round(SHOWN + SCALE * (mu - MU))


def after(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players after a game in which they had these places, 1 the best.

    A rating moves by the sum of what each opponent alone would move it: without one of them, the
    others move it as before.
    """
    if len(ratings) < 2:
        return [*ratings]
    teams = [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


def levels(game: Game[Any, Any], seats: int) -> Mapping[str, float]:
    """Return the ratings of a game's levels where so many play, in the order of the levels.

    The weakest is as strong as somebody new is thought to be. Each other one is as far above the
    next weaker as the share of the games tells that it wins as the only one of its kind
    (`Game.beats`); below it, if that is less than a fair share.
    """
    played = _measured(game, seats)
    shares = game.beats.get(played, (STEP,) * (len(game.levels) - 1))
    steps = (above(share, played) for share in shares)
    return dict(zip(game.levels, accumulate(steps, initial=MU), strict=True))


def above(share: float, seats: int) -> float:
    """Return how far above its equal opponents a computer is that wins this share of the games.

    `seats` is how many play. By the logit model, which is Plackett and Luce's for the first place,
    the chance to win is exp(d / s) / (exp(d / s) + seats - 1), s being the spread of the difference
    d of two ratings. Between two that is what the model of Bradley and Terry foretells.

    >>> above(0.25, 4)
    0.0
    """
    spread = sqrt(2 * COMPUTER**2 + 2 * BETA**2)
    return spread * log(share * (seats - 1) / (1 - share))


def _measured(game: Game[Any, Any], seats: int) -> int:
    """Return the number of seats whose measured shares count; 2 where none were measured."""
    smaller = (number for number in game.beats if number <= seats)
    return max(smaller, default=min(game.beats, default=2))
