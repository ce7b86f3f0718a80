"""The temperaments of the computer guests: after how many parts they guess, and how quickly.

Each race has a mood, from wild to dreamy, in which all guests are but for a step of their own: so
no guest gambles always, and nobody knows which race is lost to whoever waits, or to whoever dares.
`docs/computer-players.md` tells how the numbers were found.
"""

from collections.abc import Sequence
from functools import cache

from bot.engine.game import Chance

LEVELS = ("dreamer", "guest", "daredevil")
"""The temperaments, the slowest first."""
WILD, BOLD, SURE, DREAMY = range(4)
"""Kinds of mood."""
PARTS_BEFORE_GUESS = (2, 3, 4, 4)
"""After how many parts a guest guesses, by the kind of its mood."""
MOODS = (WILD,) * 6 + (BOLD,) * 5 + (SURE,) * 2 + (DREAMY,) * 5
"""All moods, the wildest first."""
REACTION_TENTHS = ((19, 55, 84, 100), (9, 14, 18, 100), (8, 8, 9, 40))
"""By level and by kind of mood, how many tenths of a second a guest takes, in half of all races."""
REACTION_PERCENTS = (57, 67, 74, 79, 84, 89, 93, 98, 102, 107, 113, 119, 126, 135, 148, 175)
"""How many percent of that it may take, each equally likely: log-normal, with sigma 0.3."""
MOODS_PER_RACE = 2
"""From its race's mood on, a guest may be in so many, each equally likely."""
RACE_MOODS: tuple[Sequence[int], ...] = (
    *(range(14), range(15), range(15), range(1, 16)),
    *((*range(16), *range(15)), range(15)),
)
"""The moods that a race may have, each equally likely, by the number of seats, from three on."""


def draw_moods(seats: int, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw for a race, by seat, indices of `MOODS` and of `REACTION_PERCENTS`.

    In this order: the race's mood, each seat's own one, and a shuffle of `REACTION_PERCENTS`, of
    which each seat gets another one.
    """
    race = RACE_MOODS[seats - 3]
    mood = race[chance.below(len(race))]
    moods = tuple([mood + chance.below(MOODS_PER_RACE) for _ in range(seats)])
    return moods, chance.shuffled(range(len(REACTION_PERCENTS)))[:seats]


@cache
def compute_pauses(mood: int, reaction: int) -> tuple[float, ...]:
    """Return by level how many seconds a guest takes, once all is shown that it waits for.

    Takes the kind of its mood and an index of `REACTION_PERCENTS`.
    """
    return tuple(
        [of_level[mood] * REACTION_PERCENTS[reaction] / 1000 for of_level in REACTION_TENTHS]
    )
