"""The computer players of Catham City, by level, and the moves for people who do not answer.

The levels are the Kitten, the Tomcat and the Sly Fox. The Fox is imported only when it has to
choose a move, because it loads NumPy.
"""

from collections.abc import Mapping
from random import Random

from bot.engine.computers import Computers
from bot.engine.moves import Move
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.model.moves import Discard, Drop, Pass, Take
from bot.games.catham_city.model.state import View

OVERLOOKING_CHANCE = 0.1
"""The probability, from 0 to 1, that the Kitten (the weakest level) overlooks a legal move."""
POINTS_FOR_TAKING = 1.0, 0.1
"""What taking cards is worth to the Kitten, in points: for the move, and for each card taken."""


class CathamCityComputers(Computers[View]):
    """The computer players of Catham City."""

    levels = ("kitten", "tomcat", "fox")
    fast_levels = ("absent", "kitten", "tomcat")
    win_rates: Mapping[int, tuple[float, ...]] = {
        2: (0.84, 0.75),
        3: (0.73, 0.55),
        4: (0.61, 0.48),
        6: (0.45, 0.41),
    }

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose a move as a computer player of a level.

        Level "absent" chooses the mildest move, for a person who does not answer (ruling C40). An
        unknown level, such as one of another version, plays as the Tomcat.

        Raises:
            ValueError: The view is an onlooker's.
        """
        if view.viewer is None:
            raise ValueError("an onlooker has nothing to choose")
        if len(moves) == 1:
            return moves[0]
        if level == "absent":
            return _choose_mildest(moves, rng)
        if level == "fox":
            from bot.games.catham_city.computer import fox  # noqa: PLC0415 - it loads NumPy

            return fox.choose_move(view, moves, rng)
        thinks = _choose_as_kitten if level == "kitten" else choose_as_tomcat
        return thinks(view, moves, rng)


def _choose_mildest(moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move that changes least, for a person who does not answer (ruling C40).

    This is to pass if possible. Otherwise it is to discard two random cards for the mafia, to take
    one random card, or to discard random cards above the hand limit.
    """
    if Pass() in moves:
        return Pass()
    mild = [
        move
        for move in moves
        if isinstance(move, Drop | Discard) or (isinstance(move, Take) and move.number == 1)
    ]
    return rng.choice(mild)


def _choose_as_kitten(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move that brings the most points now or takes the most cards.

    Some moves are overlooked at random (`OVERLOOKING_CHANCE`).
    """
    seen = [move for move in moves if rng.random() >= OVERLOOKING_CHANCE] or [rng.choice(moves)]
    foresight = MoveOutcomes(view)

    def rate(move: Move) -> float:
        if isinstance(move, Take):
            return POINTS_FOR_TAKING[0] + POINTS_FOR_TAKING[1] * move.number
        return foresight.compute_mean_gain(move)

    ratings = [rate(move) for move in seen]
    highest = max(ratings)
    return rng.choice([move for move, at in zip(seen, ratings, strict=True) if at == highest])


def choose_as_tomcat(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose a move after which the player's estimated winning chance is highest.

    The Tomcat counts the cards that it can see, but looks no further than the next move.
    """
    foresight = MoveOutcomes(view)
    rated = [foresight.estimate_win_chance(move) for move in moves]
    least = max(rated) - 1e-9
    return rng.choice([move for move, at in zip(moves, rated, strict=True) if at > least])
