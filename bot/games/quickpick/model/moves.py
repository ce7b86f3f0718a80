"""The moves of Quickpick, each as a frozen struct.

In moves, a mask (a monster's face) is its index in `MASKS`.
"""

from bot.engine.moves import Move
from bot.games.quickpick.model.state import FEATURES, MASKS, SYLLABLES, Feature, Syllable


class Draw(Move, frozen=True, tag="draw"):
    """As the mime, draw the secret mask and look at it, which begins the race to guess it."""


class PassOn(Move, frozen=True, tag="pass-on"):
    """As the mime, pass the role of acting out a mask on to the left (ruling Q19)."""


class ShowFeature(Move, frozen=True, tag="show"):
    """As the mime, show how one feature of the secret mask looks, such as the brows."""

    feature: Feature


class MakeSound(Move, frozen=True, tag="sound"):
    """As the mime, make a sound as a hint (ruling Q18)."""

    syllable: Syllable


class StopMiming(Move, frozen=True, tag="done"):
    """As the mime, declare that nothing more will be shown in this race."""


class ChooseTile(Move, frozen=True, tag="tile"):
    """As a guesser, put a hand on the tile of a mask."""

    mask: int


class ChooseNothing(Move, frozen=True, tag="pass"):
    """As a guesser without an idea, choose no tile; this counts as having chosen (ruling Q8)."""


MOVE_TYPES = (ChooseTile, ChooseNothing, ShowFeature, MakeSound, StopMiming, Draw, PassOn)
DRAW, PASS_ON, STOP_MIMING, CHOOSE_NOTHING = Draw(), PassOn(), StopMiming(), ChooseNothing()
TILE_MOVES = tuple(ChooseTile(mask) for mask in range(len(MASKS)))
"""The move that chooses each tile, in the order of `MASKS`."""
GUESS_MOVES: tuple[Move, ...] = (*TILE_MOVES, CHOOSE_NOTHING)
"""All moves of a guesser in a race; tiles that are already taken can be chosen, too (ruling Q5)."""
SHOW_MOVES = tuple(map(ShowFeature, FEATURES))
"""The move that shows each feature, in the order of `FEATURES`."""
SOUND_MOVES = tuple(map(MakeSound, SYLLABLES))
"""The move that makes each sound, in the order of `SYLLABLES`."""
