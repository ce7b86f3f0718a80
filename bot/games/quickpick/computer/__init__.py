"""The computer players of Quickpick: what they show as mimes, what they guess, and how they err.

A computer player reads the parts that were shown, and sometimes reads one wrongly. It takes any
free tile that fits. So it mistakes a face for a similar one, the more often the more similar they
are. Its level and the mood of the race decide how soon it guesses.

Each race has a mood, from wild to dreamy, which says how many parts computer players wait for. All
of them share it, up to one step of their own. So no computer player always gambles. And nobody
knows which race is lost by waiting, and which by daring. `docs/computer-players.md` tells how the
numbers were found.
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
"""The names of the levels of computer players, the slowest first."""
WILD, BOLD, CAUTIOUS, DREAMY = range(4)
"""The kinds of mood of a computer player, from the most daring to the most patient."""
PARTS_BEFORE_GUESS = (2, 3, 4, 4)
"""How many parts of a face a computer player waits for before it guesses, by kind of mood."""
MOODS = (WILD,) * 6 + (BOLD,) * 5 + (CAUTIOUS,) * 2 + (DREAMY,) * 5
"""The kind of each possible mood, the wildest first; a mood is an index into this tuple.

A mood says how many parts a computer player waits for before it guesses.
"""
REACTION_TENTHS = ((19, 55, 84, 100), (9, 14, 18, 100), (8, 8, 9, 40))
"""The median reaction time of a computer player, in tenths of a second.

The numbers go by level and by kind of mood.
"""
REACTION_PERCENTS = (57, 67, 74, 79, 84, 89, 93, 98, 102, 107, 113, 119, 126, 135, 148, 175)
"""The reaction times that a computer player may have in a race, in percent of the median time.

Each is equally likely. They follow a log-normal distribution with sigma 0.3.
"""
MOODS_PER_RACE = 2
"""How many different moods computer players may have in one race, from the race's mood on.

Each is equally likely.
"""
RACE_MOODS: tuple[Sequence[int], ...] = (
    *(range(14), range(15), range(15), range(1, 16)),
    *((*range(16), *range(15)), range(15)),
)
"""The moods that a race may have, by the number of seats, from three on.

Each entry is equally likely, and a mood that is listed twice is twice as likely.
"""


def draw_moods(seats: int, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw how daring and how quick a computer player at each seat is in a race.

    The random draws are, in this order: the race's mood, each seat's own mood, and a shuffle of
    `REACTION_PERCENTS`. Each seat gets a different entry of the shuffle.

    Args:
        seats: The number of players.
        chance: The source of the random draws.

    Returns:
        Indices of `MOODS` by seat, and indices of `REACTION_PERCENTS` by seat.
    """
    race = RACE_MOODS[seats - 3]
    mood = race[chance.below(len(race))]
    moods = tuple([mood + chance.below(MOODS_PER_RACE) for _ in range(seats)])
    return moods, chance.shuffle(range(len(REACTION_PERCENTS)))[:seats]


@cache
def compute_pauses(mood: int, reaction: int) -> tuple[float, ...]:
    """Return how many seconds a computer player takes to react, for each level.

    The time begins when all parts are shown for which the computer player waits.

    Args:
        mood: The kind of its mood, such as `BOLD`.
        reaction: An index of `REACTION_PERCENTS`.
    """
    return tuple(
        [of_level[mood] * REACTION_PERCENTS[reaction] / 1000 for of_level in REACTION_TENTHS]
    )


MISREAD_CHANCE = 1 / 40
"""The chance that a computer player takes a shown part for its opposite.

So it takes one of ten complete faces for another one.
"""
BLIND_GUESS_CHANCE = 1 / 4
"""The chance that a computer player guesses at random if it chooses before any part is shown.

That costs nothing (ruling Q23). Otherwise it chooses no tile.
"""
SOUND_CHANCE = 1 / 4
"""The chance that a computer player as the mime makes a sound instead of showing a part.

It does so only where sounds are allowed.
"""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose a move as a computer player of a level.

    Args:
        view: All that the computer player may know.
        moves: The legal moves, one of which is chosen.
        level: The name of the level. "absent" plays for a person who does not answer: it guesses
            nothing. As the mime, it passes the role on where that is possible, in front of a
            camera. Elsewhere it goes on miming, so that the others can guess.
        rng: The only source of chance.
    """
    if CHOOSE_NOTHING in moves:
        return CHOOSE_NOTHING if level == "absent" else _choose_guess(view, rng)
    if DRAW in moves:
        return PASS_ON if level == "absent" and PASS_ON in moves else DRAW
    return _choose_mime_move(view, moves, rng)


def _choose_guess(view: View, rng: Random) -> Move:
    """Choose a random free tile that fits the shown parts, or no tile if there is none.

    A part may be read wrongly, see `MISREAD_CHANCE`.
    """
    if not view.shown and rng.random() >= BLIND_GUESS_CHANCE:
        return CHOOSE_NOTHING
    # Each part may be taken the wrong way round.
    seen = tuple([part ^ (rng.random() < MISREAD_CHANCE) for part in view.shown[:DECISIVE_PARTS]])
    fitting = find_matching_masks(seen) if seen else range(len(MASKS))
    free = [mask for mask in fitting if not view.taken or view.taken[mask] is None]
    return TILE_MOVES[rng.choice(free)] if free else CHOOSE_NOTHING


def _choose_mime_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Show a random part, sometimes make a sound, and stop when only a single mask fits."""
    if len(view.shown) >= DECISIVE_PARTS:
        return STOP_MIMING
    sounds = [move for move in moves if isinstance(move, MakeSound)]
    if sounds and rng.random() < SOUND_CHANCE:
        return rng.choice(sounds)
    return rng.choice([move for move in moves if isinstance(move, ShowFeature)])
