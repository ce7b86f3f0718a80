"""The computer guests: what they show as mimes, what they guess, and how they err.

A guest reads the parts that were shown, each of them wrongly once in a while, and takes any tile
that fits and is free: so it mistakes a face for one that looks alike, the more often the more alike
they are. When it answers is up to its temperament (`temperaments.py`).
"""

from random import Random

from bot.engine.moves import Move
from bot.games.quickpick.moves import (
    CHOOSE_NOTHING,
    DRAW,
    PASS_ON,
    STOP_MIMING,
    TILE_MOVES,
    MakeSound,
    ShowFeature,
)
from bot.games.quickpick.state import DECISIVE_PARTS, MASKS, View, candidates

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
        return CHOOSE_NOTHING if level == "absent" else _guess(view, rng)
    if DRAW in moves:
        return PASS_ON if level == "absent" and PASS_ON in moves else DRAW
    return _mime(view, moves, rng)


def _guess(view: View, rng: Random) -> Move:
    """Choose any free tile that fits what was seen, or nothing if there is none."""
    if not view.shown and rng.random() >= BLIND_GUESS_CHANCE:
        return CHOOSE_NOTHING
    # Each part may be taken the wrong way round.
    seen = tuple([part ^ (rng.random() < MISREAD_CHANCE) for part in view.shown[:DECISIVE_PARTS]])
    fitting = candidates(seen) if seen else range(len(MASKS))
    free = [mask for mask in fitting if not view.taken or view.taken[mask] is None]
    return TILE_MOVES[rng.choice(free)] if free else CHOOSE_NOTHING


def _mime(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Show any part, sometimes make a sound, and stop when one mask is left."""
    if len(view.shown) >= DECISIVE_PARTS:
        return STOP_MIMING
    sounds = [move for move in moves if isinstance(move, MakeSound)]
    if sounds and rng.random() < SOUND_CHANCE:
        return rng.choice(sounds)
    return rng.choice([move for move in moves if isinstance(move, ShowFeature)])
