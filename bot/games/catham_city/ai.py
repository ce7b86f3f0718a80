"""The computer players: which level thinks how, and what is played for somebody absent.

The Old Fox reasons with NumPy, which is loaded when the first of them has to decide: starting the
bot stays quick.
"""

from random import Random

from bot.games.catham_city import kitten, tomcat
from bot.games.catham_city.state import PASS, View

LEVELS = ("kitten", "tomcat", "fox")
"""How well the computer players play, weakest first."""
QUICK = ("absent", "kitten", "tomcat")
"""Those that choose within 5 ms."""


def choose(view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
    """Choose one of `moves` for `view.viewer`; `luck` is all the chance there is in it.

    Level "absent" plays the mildest (ruling C40). A level of another release plays as a Tomcat.
    Raises ValueError for an onlooker's view.
    """
    if view.viewer is None:
        raise ValueError("an onlooker has nothing to choose")
    if len(moves) == 1:
        return moves[0]
    if level == "absent":
        return _mildest(moves, luck)
    if level == "fox":
        from bot.games.catham_city import fox  # noqa: PLC0415 - it loads NumPy

        return fox.choose(view, moves, luck)
    thinks = kitten.choose if level == "kitten" else tomcat.choose
    return thinks(view, moves, luck)


def _mildest(moves: tuple[str, ...], luck: Random) -> str:
    """Pass, else discard two cards, else take one card or discard what is too much (ruling C40)."""
    if PASS in moves:
        return PASS
    mild = [
        move
        for move in moves
        if move.startswith(("drop/", "discard/"))
        or (move.startswith("take/") and move.endswith("/1"))
    ]
    return luck.choice(mild)
