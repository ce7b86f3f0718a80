"""The moves of Quickpick.

A mask is an index into `MASKS`.
"""

from bot.engine.moves import Move
from bot.games.quickpick.model.state import FEATURES, MASKS, SYLLABLES, Feature, Syllable


class Draw(Move, frozen=True, tag="draw"):
    """Draw the secret mask and look at it, as the mime: the race begins."""


class PassOn(Move, frozen=True, tag="pass-on"):
    """Pass the mime's role on to the left (ruling Q19)."""


class ShowFeature(Move, frozen=True, tag="show"):
    """Show the part that the secret mask has for this feature, as the mime."""

    feature: Feature


class MakeSound(Move, frozen=True, tag="sound"):
    """Make a sound, as the mime (ruling Q18)."""

    syllable: Syllable


class StopMiming(Move, frozen=True, tag="done"):
    """Show nothing more in this race, as the mime."""


class ChooseTile(Move, frozen=True, tag="tile"):
    """Put a hand on a tile, as a guesser."""

    mask: int


class ChooseNothing(Move, frozen=True, tag="pass"):
    """Choose nothing, as a guesser without an idea; this counts as having chosen (ruling Q8)."""


MOVE_TYPES = (ChooseTile, ChooseNothing, ShowFeature, MakeSound, StopMiming, Draw, PassOn)
DRAW, PASS_ON, STOP_MIMING, CHOOSE_NOTHING = Draw(), PassOn(), StopMiming(), ChooseNothing()
TILE_MOVES = tuple(ChooseTile(mask) for mask in range(len(MASKS)))
"""The move that chooses each tile, by mask."""
GUESS_MOVES: tuple[Move, ...] = (*TILE_MOVES, CHOOSE_NOTHING)
"""All moves of guessers in a race, including taken tiles (ruling Q5)."""
SHOW_MOVES = tuple(map(ShowFeature, FEATURES))
"""The move that shows each feature, in the order of `FEATURES`."""
SOUND_MOVES = tuple(map(MakeSound, SYLLABLES))
"""The move that makes each sound, in the order of `SYLLABLES`."""
