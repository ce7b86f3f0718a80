"""The moves of Quickpick. Masks are numbers of `MASKS`."""

from bot.engine.moves import Move
from bot.games.quickpick.model.state import FEATURES, MASKS, SYLLABLES, Feature, Syllable


class Draw(Move, frozen=True, tag="draw"):
    """The mime draws and looks at the secret mask: the race begins."""


class PassOn(Move, frozen=True, tag="pass-on"):
    """The role of the mime goes on to the left (ruling Q19)."""


class ShowFeature(Move, frozen=True, tag="show"):
    """The mime shows the part that the secret mask has there."""

    feature: Feature


class MakeSound(Move, frozen=True, tag="sound"):
    """The mime makes a sound (ruling Q18)."""

    syllable: Syllable


class StopMiming(Move, frozen=True, tag="done"):
    """The mime shows nothing more."""


class ChooseTile(Move, frozen=True, tag="tile"):
    """A guesser puts a hand on a tile."""

    mask: int


class ChooseNothing(Move, frozen=True, tag="pass"):
    """A guesser has no idea, which counts as having chosen (ruling Q8)."""


MOVE_TYPES = (ChooseTile, ChooseNothing, ShowFeature, MakeSound, StopMiming, Draw, PassOn)
DRAW, PASS_ON, STOP_MIMING, CHOOSE_NOTHING = Draw(), PassOn(), StopMiming(), ChooseNothing()
TILE_MOVES = tuple(ChooseTile(mask) for mask in range(len(MASKS)))
"""By mask."""
GUESSES: tuple[Move, ...] = (*TILE_MOVES, CHOOSE_NOTHING)
"""All that guessers may do in a race, on taken tiles, too (ruling Q5)."""
SHOW_MOVES = tuple(map(ShowFeature, FEATURES))
SOUND_MOVES = tuple(map(MakeSound, SYLLABLES))
