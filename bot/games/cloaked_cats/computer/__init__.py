"""The computer cats: which level thinks how, and what is played for somebody absent.

The levels reason with NumPy, which is loaded when the first of them has to decide: starting the
bot stays quick, and the absent are played for without it.
"""

from random import Random

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.computer.deduction import (
    CAT_BITS,
    find_possible_fans,
    find_proven_features,
    to_bits,
)
from bot.games.cloaked_cats.model.moves import SKIP, PlayCat, filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import View

LEVELS = ("kitten", "tomcat", "fox")
"""How well the computer cats play, weakest first."""
FAST_LEVELS = ("absent", "kitten", "tomcat")
"""Those that choose within 5 ms."""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose one of `moves` for `view.viewer`; `rng` is all the chance there is in it.

    Level "absent" plays what tells least and guesses only what is proven. A level of another
    release plays as a Tomcat. Raises ValueError for an onlooker's view.
    """
    if view.viewer is None:
        raise ValueError("an onlooker has nothing to choose")
    if len(moves) == 1:
        return moves[0]
    if level == "absent":
        return _choose_mildest(view, view.viewer, moves, rng)
    from bot.games.cloaked_cats.computer import fox, kitten, tomcat  # noqa: PLC0415 - they load NumPy

    choose = {"kitten": kitten.choose_move, "fox": fox.choose_move}.get(level, tomcat.choose_move)
    return choose(view, moves, rng)


def _choose_mildest(view: View, seat: Seat, moves: tuple[Move, ...], rng: Random) -> Move:
    """Return a guess that is proven or none, or the cat that leaves most fans to suspect."""
    if view.phase == "guess":
        sure = {
            other: find_proven_features(view, other)
            for other in range(len(view.revealed))
            if other != seat
        }
        guesses = [
            move for move in filter_guess_moves(moves) if move.feature in sure[move.opponent]
        ]
        return rng.choice(guesses or [SKIP])
    suspected = find_possible_fans(view.public())[seat]
    own = to_bits(view.fan)

    def count_left(move: PlayCat) -> int:
        cat = CAT_BITS[move.cat]
        return sum(bool(fan & cat) == bool(own & cat) for fan in suspected)

    left = {move: count_left(move) for move in filter_cat_moves(moves)}
    return rng.choice([move for move in left if left[move] == max(left.values())])
