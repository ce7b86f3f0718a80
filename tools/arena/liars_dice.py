"""The player against whom the computer players of Liar's Dice are measured."""

from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.package import PACKAGE
from tools.arena import arena


def measure_game(state: State) -> arena.Measures:
    """Return the number of decisions of a finished game."""
    return {"decisions": (state.decision,) * len(state.cups)}


ARENA = arena.Arena(PACKAGE, {"random": arena.choose_randomly}, measures=measure_game)
