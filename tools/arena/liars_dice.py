"""The yardsticks by which the computers of Liar's Dice are measured, for `tools.arena`."""

from collections.abc import Sequence
from random import Random

from bot.engine.moves import Move
from bot.games.liars_dice.model.state import State, View
from bot.games.liars_dice.rules import LiarsDice
from tools.arena import arena


def anything(view: View, moves: Sequence[Move], rng: Random) -> Move:  # noqa: ARG001
    """Choose any move: the yardstick that every level has to beat."""
    return rng.choice(moves)


def measures(state: State) -> arena.Measures:
    """Return how many decisions a game had."""
    return {"decisions": (state.decision,) * len(state.cups)}


ARENA = arena.Arena(LiarsDice(), {"random": anything}, measures=measures)
