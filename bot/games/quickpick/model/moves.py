"""The moves of Quickpick, each as a frozen struct.

In moves, a mask (a monster's face) is its index in `MASKS`.
"""

from bot.engine.moves import Move
from bot.games.quickpick.model.state import FEATURES, MASKS, SYLLABLES, Feature, Syllable


class Draw(Move, frozen=True, tag="draw"):
    """Draw the secret mask and look at it, as the mime; the race to guess it begins."""


class PassOn(Move, frozen=True, tag="pass-on"):
    """Pass the mime's role on to the player to the left (ruling Q19)."""


class ShowFeature(Move, frozen=True, tag="show"):
    """Show, as the mime, how one feature looks on the secret mask, such as the brows."""

    feature: Feature


class MakeSound(Move, frozen=True, tag="sound"):
    """Make a sound as a hint, as the mime (ruling Q18)."""

    syllable: Syllable


class StopMiming(Move, frozen=True, tag="done"):
    """Declare, as the mime, that nothing more will be shown in this race."""


class ChooseTile(Move, frozen=True, tag="tile"):
    """Put a hand on the tile of a mask, as a guesser."""

    mask: int


class ChooseNothing(Move, frozen=True, tag="pass"):
    """Choose no tile, as a guesser without an idea; this counts as having chosen (ruling Q8)."""


MOVE_TYPES = (ChooseTile, ChooseNothing, ShowFeature, MakeSound, StopMiming, Draw, PassOn)
DRAW, PASS_ON, STOP_MIMING, CHOOSE_NOTHING = Draw(), PassOn(), StopMiming(), ChooseNothing()
TILE_MOVES = tuple(ChooseTile(mask) for mask in range(len(MASKS)))
"""The move that chooses each tile, in the order of `MASKS`."""
GUESS_MOVES: tuple[Move, ...] = (*TILE_MOVES, CHOOSE_NOTHING)
"""All moves of a guesser in a race, including those to taken tiles (ruling Q5)."""
SHOW_MOVES = tuple(map(ShowFeature, FEATURES))
"""The move that shows each feature, in the order of `FEATURES`."""
SOUND_MOVES = tuple(map(MakeSound, SYLLABLES))
"""The move that makes each sound, in the order of `SYLLABLES`."""
