"""Tug of War: a race in which every other seat is a dog, from the first on, and the others cats."""

from pathlib import Path

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.package import GamePackage
from tests.toys.race.computer import RaceComputers
from tests.toys.race.rules import ROUNDS, Race, State
from tests.toys.race.screens import RaceScreens


class TugOfWar(Race):
    """Tug of War, 3 to 6 players: the team with more points wins."""

    seats = range(3, 7)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places, the best team first; with equal points both win."""
        if state.round < ROUNDS:
            return None
        seats = range(len(state.points))
        pulls = [sum(state.points[number::2]) for number in range(2)]
        ahead = [sum(pulls[other % 2] > pulls[seat % 2] for other in seats) for seat in seats]
        return tuple(
            Place(seat, 1 + ahead[seat], 0, find_team(seat))
            for seat in sorted(seats, key=lambda seat: ahead[seat])
        )


def find_team(seat: Seat) -> str:
    """Return the team of a seat. The index of the team is never the number of the seat."""
    return "cats" if seat % 2 else "dogs"


PACKAGE = GamePackage(
    TugOfWar(),
    RaceScreens(),
    Path(__file__).parent / "team_text",
    computers=RaceComputers(),
    teams=("cats", "dogs"),
)
