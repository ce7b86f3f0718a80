"""The computer players of Who Barked?, one for each level of skill.

How they think is imported only when one of them has to choose, because it loads NumPy.
"""

from collections.abc import Mapping
from random import Random

from bot.engine.computers import Computers
from bot.engine.moves import Move
from bot.games.who_barked.model.moves import PickCrew
from bot.games.who_barked.model.state import View


class WhoBarkedComputers(Computers[View]):
    """The computer players of Who Barked?."""

    levels = ("kitten", "tomcat", "fox")
    fast_levels = ("absent", *levels)
    win_rates: Mapping[int, tuple[float, ...]] = {
        5: (0.22, 0.21),
        6: (0.19, 0.17),
        7: (0.15, 0.15),
        8: (0.13, 0.14),
    }

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose a move as a computer player of a level.

        "absent" plays for a person who does not answer. Its moves do not depend on the person's
        role.
        """
        if level == "absent":
            own = [m for m in moves if isinstance(m, PickCrew) and view.viewer in m.seats]
            return rng.choice(moves) if view.phase == "hunt" else [*own, *moves][0]
        from bot.games.who_barked.computer import fox, tomcat  # noqa: PLC0415 - it loads NumPy

        if level == "fox":
            return fox.choose_move(view, moves, rng)
        return tomcat.choose_move(view, moves, level, rng)


def choose_as_honest_cat(view: View) -> Move:
    """Return the move with which a cat uses all that it knows, as the lesson advises it."""
    from bot.games.who_barked.computer import tomcat  # noqa: PLC0415 - it loads NumPy

    return tomcat.choose_as_honest_cat(view)


def compute_crew_chance(view: View) -> float:
    """Return how likely the proposed crew has no dog in it, as the viewer can tell."""
    from bot.games.who_barked.computer import tomcat  # noqa: PLC0415 - it loads NumPy

    return tomcat.compute_crew_chance(view)
