"""The rules: a race in which every other seat is a cat, the others are dogs; more points win."""

from bot.engine.game import Place
from tests.toys.race.rules import ROUNDS, Race, State


class TugOfWar(Race):
    """Tug of War, 3 to 6 players."""

    seats = range(3, 7)
    teams = ("cats", "dogs")

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places: the team with more points wins, or both if they have the same."""
        if state.round < ROUNDS:
            return None
        seats = range(len(state.points))
        pulls = [sum(state.points[number::2]) for number in range(2)]
        ahead = [sum(pulls[other % 2] > pulls[seat % 2] for other in seats) for seat in seats]
        return tuple(
            Place(seat, 1 + ahead[seat], 0, self.teams[seat % 2])
            for seat in sorted(seats, key=lambda seat: ahead[seat])
        )
