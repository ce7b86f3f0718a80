"""The computer guests: what they show as mimes, what they guess, and how they err.

A guest reads the parts that were shown, each of them wrongly once in a while, and takes any tile
that fits and is free: so it mistakes a face for one that looks alike, the more often the more alike
they are. When it answers is up to its temperament (`tempers.py`).
"""

from random import Random

from bot.games.quickpick.masks import FEATURES, MASKS, candidates
from bot.games.quickpick.state import DONE, DRAW, PASS, PASS_ON, View

ENOUGH = len(FEATURES) - 1
"""After so many parts one mask is left, and the last part follows."""
SLIPS = 1 / 40
"""How likely a guest takes a part for its opposite: one of ten complete faces for another one."""
GAMBLES = 1 / 4
"""How likely a guest slaps any tile though nothing was shown: it costs nothing (ruling Q23)."""
SOUNDS = 1 / 4
"""How likely a guest makes a sound instead of showing a part, where it may."""


def choose(view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
    """Choose one of `moves` for `view.viewer`; `luck` is all the chance there is in it.

    Level "absent" guesses nothing and passes the mime's role on where faces are made; else it
    mimes on for whoever is not there, so that the others can guess.
    """
    absent = level == "absent"
    if PASS in moves:
        return PASS if absent else _guess(view, luck)
    if DRAW in moves:
        return PASS_ON if absent and PASS_ON in moves else DRAW
    return _mime(view, moves, luck)


def _guess(view: View, luck: Random) -> str:
    """Slap any free tile that fits what was seen; pass if there is none."""
    if not view.shown and luck.random() >= GAMBLES:
        return PASS
    fitting = candidates(_seen(view.shown[:ENOUGH], luck)) if view.shown else range(len(MASKS))
    free = [mask for mask in fitting if not view.taken or view.taken[mask] is None]
    return f"tile/{luck.choice(free)}" if free else PASS


def _seen(shown: tuple[int, ...], luck: Random) -> tuple[int, ...]:
    """Return the parts as a guest takes them: any of them may be the wrong way round."""
    return tuple([part ^ (luck.random() < SLIPS) for part in shown])


def _mime(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Show any part, sometimes make a sound, and stop when one mask is left."""
    if len(view.shown) >= ENOUGH:
        return DONE
    sounds = [move for move in moves if move.startswith("sound/")]
    if sounds and luck.random() < SOUNDS:
        return luck.choice(sounds)
    return luck.choice([move for move in moves if move.startswith("show/")])
