"""The computer players of Quickpick: what they show as mimes, what they guess, and how they err.

A computer player reads the parts of the face that the mime has shown, and sometimes misreads one.
It chooses any free tile that fits the parts as it read them. So the more similar two faces are, the
more often it takes one for the other.

Its level and its mood in the race decide how soon it guesses. A mood says how many parts a computer
player waits for. In each race, all computer players have nearly the same mood, drawn at random. So
no computer player always gambles, and nobody knows whether to wait or to dare in a race.
`docs/computer-players.md` tells how the numbers were found.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from bot.engine.computers import Computers
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
"""The names of the levels of computer players, from the slowest to the quickest."""
WILD, BOLD, CAUTIOUS, DREAMY = range(4)
"""The kinds of mood that a computer player can have, from the most daring to the most patient."""
PARTS_BEFORE_GUESS = (2, 3, 4, 4)
"""The number of shown parts that a computer player waits for, by its kind of mood."""
MOODS = (WILD,) * 6 + (BOLD,) * 5 + (CAUTIOUS,) * 2 + (DREAMY,) * 5
"""The kinds of mood in a race, from the most daring; those listed more often are likelier."""
REACTION_TENTHS = ((19, 55, 84, 100), (9, 14, 18, 100), (8, 8, 9, 40))
"""The median reaction time in tenths of a second, by level and kind of mood."""
REACTION_PERCENTS = (57, 67, 74, 79, 84, 89, 93, 98, 102, 107, 113, 119, 126, 135, 148, 175)
"""The equally likely reaction times in a race, in percent of the median time. They follow a
log-normal distribution with sigma 0.3.
"""
MOODS_PER_RACE = 2
"""The number of neighbouring moods in a race, from its own on, all equally likely."""
RACE_MOODS: tuple[Sequence[int], ...] = (
    *(range(14), range(15), range(15), range(1, 16)),
    *((*range(16), *range(15)), range(15)),
)
"""The moods that may be drawn for a race, as indices in `MOODS`, for 3, 4, ... players."""


def draw_moods(seats: int, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw each seat's mood and speed in a race, as indices of `MOODS` and `REACTION_PERCENTS`.

    The random draws are, in this order: the race's mood, each seat's own mood, and a shuffle, of
    which each seat gets a different entry.
    """
    race = RACE_MOODS[seats - 3]
    mood = race[chance.below(len(race))]
    moods = tuple([mood + chance.below(MOODS_PER_RACE) for _ in range(seats)])
    return moods, chance.shuffle(range(len(REACTION_PERCENTS)))[:seats]


@cache
def compute_pauses(mood: int, reaction: int) -> tuple[float, ...]:
    """Return the reaction time of a computer player in seconds, for each level.

    It starts as soon as the mime has shown as many parts as the computer player waits for.
    """
    percent = REACTION_PERCENTS[reaction]
    return tuple([of_level[mood] * percent / 1000 for of_level in REACTION_TENTHS])


MISREAD_CHANCE = 1 / 40
"""The chance that a part is taken for its opposite: with four parts, one face in ten."""
BLIND_GUESS_CHANCE = 1 / 4
"""The chance of a guess before any part is shown; a wrong one costs nothing (ruling Q23)."""
SOUND_CHANCE = 1 / 4
"""The chance of a sound instead of a part, in games with sounds."""


class QuickpickComputers(Computers[View]):
    """The computer players of Quickpick."""

    levels = LEVELS
    fast_levels = ("absent", *LEVELS)
    win_rates: Mapping[int, tuple[float, ...]] = {
        3: (0.42, 0.48),
        4: (0.49, 0.61),
        5: (0.52, 0.70),
        6: (0.61, 0.89),
        7: (0.75, 0.87),
        8: (0.85, 0.89),
    }

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose a move as a computer player of a level.

        "absent" plays for a person who does not answer, and never guesses. As the mime, it passes
        the role on if it can, in games with cameras. Otherwise, it shows parts, so that the others
        can guess.
        """
        if CHOOSE_NOTHING in moves:
            return CHOOSE_NOTHING if level == "absent" else _choose_guess(view, rng)
        if DRAW in moves:
            return PASS_ON if level == "absent" and PASS_ON in moves else DRAW
        return _choose_mime_move(view, moves, rng)


def _choose_guess(view: View, rng: Random) -> Move:
    """Choose a random free tile that fits the shown parts, or "no idea" if there is none.

    Before any part is shown, it is a blind guess or "no idea".
    """
    if not view.shown and rng.random() >= BLIND_GUESS_CHANCE:
        return CHOOSE_NOTHING
    # Each part may be taken the wrong way round.
    seen = tuple([part ^ (rng.random() < MISREAD_CHANCE) for part in view.shown[:DECISIVE_PARTS]])
    fitting = find_matching_masks(seen) if seen else range(len(MASKS))
    free = [mask for mask in fitting if not view.taken or view.taken[mask] is None]
    return TILE_MOVES[rng.choice(free)] if free else CHOOSE_NOTHING


def _choose_mime_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Show a random part or make a sound, until the shown parts fit only one face; then stop."""
    if len(view.shown) >= DECISIVE_PARTS:
        return STOP_MIMING
    sounds = [move for move in moves if isinstance(move, MakeSound)]
    if sounds and rng.random() < SOUND_CHANCE:
        return rng.choice(sounds)
    return rng.choice([move for move in moves if isinstance(move, ShowFeature)])
