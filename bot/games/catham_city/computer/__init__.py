"""The computer players of Catham City, by level, and the play for absent players.

The levels are the Kitten, the Tomcat and the Old Fox. The Old Fox uses NumPy. It is imported only
when an Old Fox has to choose, so that the bot starts quickly.
"""

from random import Random

from bot.engine.moves import Move
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.model.moves import Discard, Drop, Pass, Take
from bot.games.catham_city.model.state import View

LEVELS = ("kitten", "tomcat", "fox")
"""The names of the levels of computer players, from the weakest to the strongest."""
FAST_LEVELS = ("absent", "kitten", "tomcat")
"""The levels that choose a move within 5 ms of processor time."""
OVERLOOKING_CHANCE = 0.1
"""The chance, from 0 to 1, that the Kitten does not see a move that it could make."""
POINTS_FOR_TAKING = 1.0, 0.1
"""How much the Kitten values taking cards, in points: for the move, and for each card."""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose a move as a computer player of a level.

    Args:
        view: All that the computer player may know.
        moves: The legal moves, one of which is chosen.
        level: The name of the level. "absent" plays the mildest move for a person who does not
            answer (ruling C40). Names of levels from other releases play as the Tomcat.
        rng: The only source of chance.

    Returns:
        One of `moves`.

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
    """Choose the mildest move for an absent person (ruling C40).

    That is to pass if possible. Otherwise it is to discard two random cards for the mafia, to take
    one card, or to discard surplus cards.
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
    """Choose the move that brings most points now or takes most cards, as the Kitten.

    The Kitten, the weakest level, overlooks some moves, see `OVERLOOKING_CHANCE`.
    """
    seen = [move for move in moves if rng.random() >= OVERLOOKING_CHANCE] or [rng.choice(moves)]
    foresight = MoveOutcomes(view)

    def rate(move: Move) -> float:
        if isinstance(move, Take):
            return POINTS_FOR_TAKING[0] + POINTS_FOR_TAKING[1] * move.number
        return foresight.compute_mean_gain(move)

    ratings = [rate(move) for move in seen]
    highest = max(ratings)
    return rng.choice(
        [move for move, rating in zip(seen, ratings, strict=True) if rating == highest]
    )


def choose_as_tomcat(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
    """Choose a move with the highest estimated winning chance, as the Tomcat, the middle level.

    The Tomcat counts the cards that it has seen. It looks no further than the move itself. Chance
    decides between equally good moves.
    """
    foresight = MoveOutcomes(view)
    rated = [foresight.estimate_win_chance(move) for move in moves]
    highest = max(rated)
    return rng.choice(
        [move for move, rating in zip(moves, rated, strict=True) if rating > highest - 1e-9]
    )
