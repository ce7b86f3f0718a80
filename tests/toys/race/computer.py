"""The computer players of the race."""

from random import Random

from bot.engine.computers import Computers
from bot.engine.moves import Move
from tests.toys.race.model.moves import Pass
from tests.toys.race.model.state import View


class RaceComputers(Computers[View]):
    levels = ("slow",)

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return Pass() if level == "absent" else rng.choice(moves)
