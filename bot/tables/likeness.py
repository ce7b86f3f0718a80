"""Which level plays about as well as the people at a table do: the choice "like us".

How well somebody plays is one number, a rating, as in Elo's for chess. Of the seats at a table with
the ratings r1, r2, ... seat i wins with the probability

    exp(ri) / (exp(r1) + exp(r2) + ...)

(Luce, Individual Choice Behavior, 1959; of two seats it is the model of Bradley and Terry, 1952).
The levels of a game are `STEP` apart, and the weakest has the rating 0. All people whose results
are looked at have one rating r, and so have those who played with them. It is where the wins that
they had are those that they should have had, but for a doubt that pulls it to a rating r0 as long
as there are few games:

    sum over the games of (the share of the win - the probability of a win at r) = DOUBT * (r - r0)

The left side falls with r and the right side rises, so there is one such r; it is the most likely
rating if those of people are spread around r0 normally, with the variance 1 / `DOUBT`. First r is
found for the server's other people, with the weakest level's as r0; then for those at the table,
with that r as r0. The level next to it is the one beside which they win their fair share.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from math import exp

from msgspec import Struct

from bot.games.box import Box
from bot.store.records import Player, Seated
from bot.tables.change import is_vacant
from bot.tables.levels import level_of

STEP = 0.8
"""The ratings of a level and the next one are so far apart: it wins 69 of 100 games of two.

As measured by the arenas (docs/figures.md), that is 0.83 from the Kitten to the Tomcat of Cloaked
Cats and 0.44 from there to the Old Fox, in Catham City more than 1.
"""
DOUBT = 1.25
"""A rating that is 1 off is believed in where people won so many games more than expected at it.

So whoever wins their first two games of two is led from the weakest level to the next one; one win
alone does not do that."""
REACH = 5.0
"""No rating is further below the weakest level or above the strongest."""
HALVINGS = 30
"""So often the range is halved in which the rating is."""


class Trial(Struct, frozen=True):
    """Beside whom somebody played."""

    people: int
    """Themselves included."""
    computers: tuple[int, ...]
    """The places of the computers' levels among the game's, 0 the weakest, in order."""


class Outcome(Struct, frozen=True):
    """How one person fared in one game."""

    user: int
    trial: Trial
    share: float
    """Of the win: 1, 0, or less than 1 where several won."""


def nearest(seats: Iterable[Seated], users: Collection[int], box: Box) -> str:
    """Return the level beside which these people win about their fair share; the weaker of two.

    `seats` are those of a server's games of this kind, game by game. The fewer games these people
    have, the more it is that of the server's others; where those have few, too, the weakest.
    """
    found = outcomes(seats, box)
    here = [outcome for outcome in found if outcome.user in users]
    others = [outcome for outcome in found if outcome.user not in users]
    last = len(box.game.levels) - 1
    rating = rating_of(here, rating_of(others, 0.0, last), last)
    place = min(range(last + 1), key=lambda place: abs(rating - STEP * place))
    return box.game.levels[place]


def outcomes(seats: Iterable[Seated], box: Box) -> list[Outcome]:
    """Return how people fared beside computers, game by game.

    Games of which the places are not known, from an older version, tell nothing.
    """
    games = groupby(seats, key=lambda seat: seat.table)
    return [outcome for _, game in games for outcome in _outcomes(tuple(game), box)]


def _outcomes(game: tuple[Seated, ...], box: Box) -> Iterator[Outcome]:
    winners = sum(seat.rank == 1 for seat in game)
    computers = [Player("", None, seat.level) for seat in game if seat.user is None]
    if not winners or not computers or any(map(is_vacant, computers)):
        return
    levels = sorted(box.game.levels.index(level_of(player, box)) for player in computers)
    trial = Trial(len(game) - len(computers), tuple(levels))
    for seat in game:
        if seat.user is not None and not seat.away:
            yield Outcome(seat.user, trial, (seat.rank == 1) / winners)


def rating_of(outcomes: Iterable[Outcome], supposed: float, last: int) -> float:
    """Return the rating of people; `supposed` is what it is thought to be without any game.

    `last` is the place of the game's strongest level.
    """
    games: Counter[Trial] = Counter()
    won = 0.0
    for outcome in outcomes:
        games[outcome.trial] += 1
        won += outcome.share
    low, high = -REACH, STEP * last + REACH
    for _ in range(HALVINGS):
        rating = (low + high) / 2
        expected = sum(number * chance(rating, trial) for trial, number in games.items())
        if won - expected > DOUBT * (rating - supposed):
            low = rating
        else:
            high = rating
    return (low + high) / 2


def chance(rating: float, trial: Trial) -> float:
    """Return with which probability somebody of this rating wins, beside people of the same."""
    own = exp(rating)
    return own / (trial.people * own + sum(exp(STEP * place) for place in trial.computers))
