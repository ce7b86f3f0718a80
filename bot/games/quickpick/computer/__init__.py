"""The computer guests: what they show as mimes, what they guess, and how they err.

A guest reads the parts that were shown, each of them wrongly once in a while, and takes any tile
that fits and is free: so it mistakes a face for one that looks alike, the more often the more alike
they are. When it answers is up to its temperament: after how many parts it guesses, and how soon.

Each race has a mood, from wild to dreamy, in which all guests are but for a step of their own: so
no guest gambles always, and nobody knows which race is lost to whoever waits, or to whoever dares.
`docs/computer-players.md` tells how the numbers were found.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from bot.engine.game import Chance
from bot.engine.moves import Move
from bot.games.quickpick.model.moves import (
    CHOOSE_NOTHING,
    DRAW,
    PASS_ON,
    STOP_MIMING,
    TILE_MOVES,
    MakeSound,
    ShowFeature,
)
from bot.games.quickpick.model.state import DECISIVE_PARTS, MASKS, View, find_matching_masks

LEVELS = ("dreamer", "guest", "daredevil")
"""The temperaments, the slowest first."""
WILD, BOLD, CAUTIOUS, DREAMY = range(4)
"""Kinds of mood."""
PARTS_BEFORE_GUESS = (2, 3, 4, 4)
"""After how many parts a guest guesses, by the kind of its mood."""
MOODS = (WILD,) * 6 + (BOLD,) * 5 + (CAUTIOUS,) * 2 + (DREAMY,) * 5
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


MISREAD_CHANCE = 1 / 40
"""How likely a guest takes a part for its opposite: one of ten complete faces for another one."""
BLIND_GUESS_CHANCE = 1 / 4
"""How likely a guest slaps any tile though nothing was shown: it costs nothing (ruling Q23)."""
SOUND_CHANCE = 1 / 4
"""How likely a guest makes a sound instead of showing a part, where it may."""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose one of `moves` for `view.viewer`; `rng` is all the chance there is in it.

    Level "absent" guesses nothing and passes the mime's role on where faces are made; else it
    mimes on for whoever is not there, so that the others can guess.
    """
    if CHOOSE_NOTHING in moves:
        return CHOOSE_NOTHING if level == "absent" else _choose_guess(view, rng)
    if DRAW in moves:
        return PASS_ON if level == "absent" and PASS_ON in moves else DRAW
    return _choose_mime_move(view, moves, rng)


def _choose_guess(view: View, rng: Random) -> Move:
    """Choose any free tile that fits what was seen, or nothing if there is none."""
    if not view.shown and rng.random() >= BLIND_GUESS_CHANCE:
        return CHOOSE_NOTHING
    # Each part may be taken the wrong way round.
    seen = tuple([part ^ (rng.random() < MISREAD_CHANCE) for part in view.shown[:DECISIVE_PARTS]])
    fitting = find_matching_masks(seen) if seen else range(len(MASKS))
    free = [mask for mask in fitting if not view.taken or view.taken[mask] is None]
    return TILE_MOVES[rng.choice(free)] if free else CHOOSE_NOTHING


def _choose_mime_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Show any part, sometimes make a sound, and stop when one mask is left."""
    if len(view.shown) >= DECISIVE_PARTS:
        return STOP_MIMING
    sounds = [move for move in moves if isinstance(move, MakeSound)]
    if sounds and rng.random() < SOUND_CHANCE:
        return rng.choice(sounds)
    return rng.choice([move for move in moves if isinstance(move, ShowFeature)])
