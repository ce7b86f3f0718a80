"""The moves of Quickpick, each as a frozen struct.

In moves, a mask (a monster's face) is an index in `MASKS`.
"""

from bot.engine.moves import Move
from bot.games.quickpick.model.state import FEATURES, MASKS, SYLLABLES, Feature, Syllable


class Draw(Move, frozen=True, tag="draw"):
    """As the mime, draw the secret mask and look at it. From then on, the others may guess."""


class PassOn(Move, frozen=True, tag="pass-on"):
    """As the mime, let the next player to the left be the mime instead (ruling Q19)."""


class ShowFeature(Move, frozen=True, tag="show"):
    """As the mime, show how one feature of the secret face looks, such as its brows."""

    feature: Feature


class MakeSound(Move, frozen=True, tag="sound"):
    """As the mime, make a sound as a hint to the secret face (ruling Q18)."""

    syllable: Syllable


class StopMiming(Move, frozen=True, tag="done"):
    """As the mime, declare that no more parts of the face will be shown in this race."""


class ChooseTile(Move, frozen=True, tag="tile"):
    """As a guesser, guess a face, once in a race, by putting a hand on its tile."""

    mask: int
    """The guessed face, as an index in `MASKS`."""


class ChooseNothing(Move, frozen=True, tag="pass"):
    """As a guesser, say "no idea", so that the race no longer waits (ruling Q8)."""


MOVE_TYPES = (ChooseTile, ChooseNothing, ShowFeature, MakeSound, StopMiming, Draw, PassOn)
DRAW, PASS_ON, STOP_MIMING, CHOOSE_NOTHING = Draw(), PassOn(), StopMiming(), ChooseNothing()
TILE_MOVES = tuple(ChooseTile(mask) for mask in range(len(MASKS)))
"""The moves that guess each of the 16 faces, in the order of `MASKS`."""
GUESS_MOVES: tuple[Move, ...] = (*TILE_MOVES, CHOOSE_NOTHING)
"""All moves of a guesser in a race; tiles with a hand can still be chosen (ruling Q5)."""
SHOW_MOVES = tuple(map(ShowFeature, FEATURES))
"""The moves that show each feature of a face, such as its brows, in the order of `FEATURES`."""
SOUND_MOVES = tuple(map(MakeSound, SYLLABLES))
"""The moves that make each sound, in the order of `SYLLABLES`."""
