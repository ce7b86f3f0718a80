"""The computer players of Quickpick: what they show as mimes, what they guess, and how they err.

A computer player reads the parts of the face that the mime has shown, and sometimes misreads one.
It chooses any free tile that fits the parts as it read them. So the more similar two faces are, the
more often it takes one for the other. Its level and its mood in the race decide how soon it
guesses.

A mood says how many parts a computer player waits for, and ranges from wild to dreamy. In each
race, all computer players have nearly the same mood, drawn at random. So no computer player always
gambles, and nobody knows whether to wait or to dare in a race. `docs/computer-players.md` tells how
the numbers were found.
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
"""The names of the levels of computer players, from the slowest to the quickest."""
WILD, BOLD, CAUTIOUS, DREAMY = range(4)
"""The kinds of mood that a computer player can have, from the most daring to the most patient."""
PARTS_BEFORE_GUESS = (2, 3, 4, 4)
"""The number of shown parts of a face that a computer player waits for before it guesses. The index
is the kind of its mood, such as `BOLD`.
"""
MOODS = (WILD,) * 6 + (BOLD,) * 5 + (CAUTIOUS,) * 2 + (DREAMY,) * 5
"""The possible moods of a computer player in a race, from the most daring to the most patient. Each
value is the mood's kind, which says how many parts of a face the computer player waits for. Several
moods have the same kind, which makes that kind likelier.
"""
REACTION_TENTHS = ((19, 55, 84, 100), (9, 14, 18, 100), (8, 8, 9, 40))
"""The median reaction time of a computer player, in tenths of a second. The first index is the
level's place in `LEVELS`, the second the kind of mood, such as `BOLD`.
"""
REACTION_PERCENTS = (57, 67, 74, 79, 84, 89, 93, 98, 102, 107, 113, 119, 126, 135, 148, 175)
"""The possible reaction times of a computer player in a race, in percent of the median time. Each
is equally likely. They follow a log-normal distribution with sigma 0.3.
"""
MOODS_PER_RACE = 2
"""The number of neighbouring moods that computer players may have in the same race. The first of
them is the race's mood. Each computer player draws one of them, all equally likely.
"""
RACE_MOODS: tuple[Sequence[int], ...] = (
    *(range(14), range(15), range(15), range(1, 16)),
    *((*range(16), *range(15)), range(15)),
)
"""The moods that may be drawn for a race, as indices in `MOODS`. The first entry is for three
players, the next for four, and so on. A mood that is listed twice is twice as likely.
"""


def draw_moods(seats: int, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw how daring and how quick a computer player at each seat is in a race.

    The random draws are, in this order: the race's mood, each seat's own mood, and a shuffle of
    `REACTION_PERCENTS`. Each seat gets a different entry of the shuffle.

    Returns:
        Two tuples with one index for each seat: indices of `MOODS`, then indices of
            `REACTION_PERCENTS`.
    """
    race = RACE_MOODS[seats - 3]
    mood = race[chance.below(len(race))]
    moods = tuple([mood + chance.below(MOODS_PER_RACE) for _ in range(seats)])
    return moods, chance.shuffle(range(len(REACTION_PERCENTS)))[:seats]


@cache
def compute_pauses(mood: int, reaction: int) -> tuple[float, ...]:
    """Return the reaction time of a computer player in seconds, for each level in `LEVELS`.

    The time starts as soon as the mime has shown as many parts as the computer player waits for.
    `mood` is the kind of its mood, such as `BOLD`.
    """
    return tuple(
        [of_level[mood] * REACTION_PERCENTS[reaction] / 1000 for of_level in REACTION_TENTHS]
    )


MISREAD_CHANCE = 1 / 40
"""The chance that a computer player takes one shown part of a face for its opposite. It reads four
parts to tell a face from all others, so it misreads about one face in ten.
"""
BLIND_GUESS_CHANCE = 1 / 4
"""The chance that a computer player guesses at random if it has to choose before any part is shown.
A wrong guess costs nothing (ruling Q23). Otherwise, the computer player says "no idea".
"""
SOUND_CHANCE = 1 / 4
"""The chance that a computer player as the mime makes a sound instead of showing a part. It does so
only in games with sounds.
"""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose a move as a computer player of a level.

    `level` is the name of the level. "absent" plays for a person who does not answer, and never
    guesses. As the mime, it passes the role on if it can, which is possible in games with cameras
    only. Otherwise, it shows parts like any other level, so that the others can guess.
    """
    if CHOOSE_NOTHING in moves:
        return CHOOSE_NOTHING if level == "absent" else _choose_guess(view, rng)
    if DRAW in moves:
        return PASS_ON if level == "absent" and PASS_ON in moves else DRAW
    return _choose_mime_move(view, moves, rng)


def _choose_guess(view: View, rng: Random) -> Move:
    """Choose a random free tile that fits the shown parts, or "no idea" if there is none.

    Each part is misread with the chance `MISREAD_CHANCE`. Before any part is shown, the computer
    player guesses at random with the chance `BLIND_GUESS_CHANCE`.
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
