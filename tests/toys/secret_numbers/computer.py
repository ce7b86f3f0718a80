"""The computer players of Secret Numbers."""

from random import Random

from bot.engine.computers import Computers
from bot.engine.moves import Move
from tests.toys.secret_numbers.model.state import View


class SecretNumbersComputers(Computers[View]):
    levels = ("careless", "sound", "sly")

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose anything; the careless the lowest, the sly the highest, the absent the first."""
        chosen = {"absent": moves[0], "careless": moves[0], "sly": moves[-1]}
        return chosen.get(level) or rng.choice(moves)
