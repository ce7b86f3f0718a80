"""Which level plays about as well as the people at a table do: the choice "like us".

How well somebody plays is one number, a rating, as in Elo's for chess. Of the seats at a table with
the ratings r1, r2, ... seat i wins with the probability

    exp(ri) / (exp(r1) + exp(r2) + ...)

(Luce, Individual Choice Behavior, 1959; of two seats it is the model of Bradley and Terry, 1952).
The weakest level of a game has the rating 0, and each other one is as far above the next weaker one
as the share w of games of two tells that it wins against it (`Game.beats`): log(w / (1 - w)), or
`STEP` where that was not measured. All people whose results are looked at have one rating r, and so
have those who played with them. People are spread around r0 normally, and so r is most likely where
the wins that they had are those that they should have had, but for a doubt as long as there are few
games:

    sum over the games of (the share of the win - the probability of a win at r) = (r - r0) / v

Here v is the variance, the square of `SPREAD` times the mean step from level to level. The left
side falls with r and the right side rises, so there is one such r. First it is found for the
server's other people, with the weakest level's as r0; then for those at the table, with that r as
r0. The level next to it is the one beside which they win their fair share.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import accumulate, groupby
from math import exp, log

from msgspec import Struct

from bot.games.box import Box
from bot.store.records import Player, Seated
from bot.tables.lobby.levels import level_of

STEP = 0.8
"""The step to the next level where it was not measured: that one wins 69 of 100 games of two."""
SPREAD = 1.1
"""The standard deviation of people's ratings, in steps from level to level.

So whoever wins their first two games of two is led from the weakest level to the next one `STEP`
above; one win alone does not do that.
"""
REACH = 5.0
"""No rating is further below the weakest level or above the strongest."""
HALVINGS = 30
"""So often the range is halved in which the rating is."""


class Trial(Struct, frozen=True):
    """Beside whom somebody played."""

    people: int
    """Themselves included."""
    computers: tuple[float, ...]
    """The ratings of the computers' levels, in order."""


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
    levels = ratings(box)
    rating = rating_of(here, rating_of(others, 0.0, levels), levels)
    return min(box.game.levels, key=lambda level: abs(rating - levels[level]))


def ratings(box: Box) -> dict[str, float]:
    """Return the ratings of a game's levels, weakest first."""
    steps = [log(share / (1 - share)) for share in box.game.beats]
    steps = steps or [STEP] * (len(box.game.levels) - 1)
    return dict(zip(box.game.levels, accumulate(steps, initial=0.0), strict=True))


def outcomes(seats: Iterable[Seated], box: Box) -> list[Outcome]:
    """Return how people fared beside computers, game by game.

    Games of which the places are not known, from an older version, tell nothing.
    """
    games, levels = groupby(seats, key=lambda seat: seat.table), ratings(box)
    return [outcome for _, game in games for outcome in _outcomes(tuple(game), box, levels)]


def _outcomes(game: tuple[Seated, ...], box: Box, levels: Mapping[str, float]) -> Iterator[Outcome]:
    winners = sum(seat.rank == 1 for seat in game)
    computers = [Player("", None, seat.level) for seat in game if seat.user is None]
    if not winners or not computers or any(computer.is_vacant for computer in computers):
        return
    beside = sorted(levels[level_of(player, box)] for player in computers)
    trial = Trial(len(game) - len(computers), tuple(beside))
    for seat in game:
        if seat.user is not None and not seat.away:
            yield Outcome(seat.user, trial, (seat.rank == 1) / winners)


def rating_of(outcomes: Iterable[Outcome], supposed: float, levels: Mapping[str, float]) -> float:
    """Return the rating of people; `supposed` is what it is thought to be without any game.

    `levels` are the ratings of the game's several levels.
    """
    strongest = max(levels.values())
    variance = (SPREAD * strongest / (len(levels) - 1)) ** 2
    games: Counter[Trial] = Counter()
    won = 0.0
    for outcome in outcomes:
        games[outcome.trial] += 1
        won += outcome.share
    low, high = -REACH, strongest + REACH
    for _ in range(HALVINGS):
        rating = (low + high) / 2
        expected = sum(number * chance(rating, trial) for trial, number in games.items())
        if won - expected > (rating - supposed) / variance:
            low = rating
        else:
            high = rating
    return (low + high) / 2


def chance(rating: float, trial: Trial) -> float:
    """Return with which probability somebody of this rating wins, beside people of the same."""
    own = exp(rating)
    return own / (trial.people * own + sum(map(exp, trial.computers)))
