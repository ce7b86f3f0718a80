"""The computer cats: which level thinks how, and what is played for somebody absent.

The levels reason with NumPy, which is loaded when the first of them has to decide: starting the
bot stays quick, and the absent are played for without it.
"""

from random import Random

from bot.games.cloaked_cats.deduction import CAT_BITS, bits, possible_fans, proven
from bot.games.cloaked_cats.state import SKIP, View
from bot.games.events import Seat

LEVELS = ("kitten", "tomcat", "fox")
"""How well the computer cats play, weakest first."""
QUICK = ("absent", "kitten", "tomcat")
"""Those that choose within 5 ms."""


def choose(view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
    """Choose one of `moves` for `view.viewer`; `luck` is all the chance there is in it.

    Level "absent" plays what tells least and guesses only what is proven. A level of another
    release plays as a Tomcat. Raises ValueError for an onlooker's view.
    """
    if view.viewer is None:
        raise ValueError("an onlooker has nothing to choose")
    if len(moves) == 1:
        return moves[0]
    if level == "absent":
        return _mildest(view, view.viewer, moves, luck)
    from bot.games.cloaked_cats import fox, kitten, tomcat  # noqa: PLC0415 - they load NumPy

    thinks = {"kitten": kitten.choose, "fox": fox.choose}.get(level, tomcat.choose)
    return thinks(view, moves, luck)


def _mildest(view: View, seat: Seat, moves: tuple[str, ...], luck: Random) -> str:
    """Return a guess that is proven or none, or the cat that leaves most fans to suspect."""
    if view.phase == "guess":
        opponents = [other for other in range(len(view.revealed)) if other != seat]
        sure = {
            f"guess/{other}/{feature}" for other in opponents for feature in proven(view, other)
        }
        return luck.choice([move for move in moves if move in sure] or [SKIP])
    suspected = possible_fans(view.public())[seat]
    own = bits(view.fan)

    def left(move: str) -> int:
        cat = CAT_BITS[int(move.removeprefix("cat/"))]
        return sum(bool(fan & cat) == bool(own & cat) for fan in suspected)

    most = max(left(move) for move in moves)
    return luck.choice([move for move in moves if left(move) == most])
