"""The computer players of Cloaked Cats, one for each level of skill.

The levels load NumPy when one of them first chooses a move; level "absent" works without it.
"""

from collections.abc import Mapping
from random import Random

from bot.engine.computers import Computers
from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.cloaked_cats.computer import deduction
from bot.games.cloaked_cats.model.moves import SKIP, PlayCat, filter_cat_moves, filter_guess_moves
from bot.games.cloaked_cats.model.state import View


class CloakedCatsComputers(Computers[View]):
    """The computer players of Cloaked Cats."""

    levels = ("kitten", "tomcat", "fox")
    fast_levels = ("absent", "kitten", "tomcat")
    win_rates: Mapping[int, tuple[float, ...]] = {
        2: (0.70, 0.57),
        3: (0.44, 0.41),
        4: (0.30, 0.30),
    }

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose a move for a computer player.

        Level "absent" plays the cat that reveals least about its own features, and guesses only
        what is proven. An unknown level, such as one of another release, plays as level "tomcat".

        Raises:
            ValueError: The view is an onlooker's, who has no move to choose.
        """
        if view.viewer is None:
            raise ValueError("an onlooker has nothing to choose")
        if len(moves) == 1:
            return moves[0]
        if level == "absent":
            return _choose_mildest(view, view.viewer, moves, rng)
        # They load NumPy.
        from bot.games.cloaked_cats.computer import fox, kitten, tomcat  # noqa: PLC0415

        choose = {"kitten": kitten.choose_move, "fox": fox.choose_move}.get(
            level, tomcat.choose_move
        )
        return choose(view, moves, rng)


def _choose_mildest(view: View, seat: Seat, moves: tuple[Move, ...], rng: Random) -> Move:
    """Return the move that tells the others least about a player's own three features.

    It is a guess that is proven to be right, or else the skip. A cat is the one after which
    onlookers think most fans possible.
    """
    if view.phase == "guess":
        others = [other for other in range(len(view.revealed)) if other != seat]
        sure = {other: deduction.find_proven_features(view, other) for other in others}
        guesses = [m for m in filter_guess_moves(moves) if m.feature in sure[m.opponent]]
        return rng.choice(guesses or [SKIP])
    suspected = deduction.find_possible_fans(view.make_public_view())[seat]
    own = deduction.to_bits(view.fan)

    def count_left(move: PlayCat) -> int:
        cat = deduction.CAT_BITS[move.cat]
        return sum(bool(fan & cat) == bool(own & cat) for fan in suspected)

    left = {move: count_left(move) for move in filter_cat_moves(moves)}
    return rng.choice([move for move in left if left[move] == max(left.values())])
