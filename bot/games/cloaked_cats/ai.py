"""The computer cat: shows what reveals least, guesses what is proven or likeliest."""

from random import Random

from msgspec.structs import replace

from bot.games.cloaked_cats.deduction import CAT_BITS, bits, possible_fans, shares
from bot.games.cloaked_cats.state import SKIP, View
from bot.games.game import Seat

WORTH_A_MASK = 1 / 3
"""How likely a guess must be right. With two players, a right one widens the lead by two points
(a mask won, a feature of the opponent's revealed), a wrong one narrows it by one."""


def choose(view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
    """Choose one of `moves` for `view.viewer`; `luck` decides between equally good ones.

    Level "absent" guesses only what is proven. Raises ValueError for an onlooker's view.
    """
    if view.viewer is None:
        raise ValueError("an onlooker has nothing to choose")
    if view.phase == "cat":
        return _choose_cat(view, view.viewer, moves, luck)
    return _choose_guess(view, moves, 1.0 if level == "absent" else WORTH_A_MASK, luck)


def _choose_cat(view: View, seat: Seat, moves: tuple[str, ...], luck: Random) -> str:
    """Choose the cat that leaves the public the most fans to suspect of this seat."""
    onlooker = replace(view, viewer=None, fan=(), hand=())
    suspected = possible_fans(onlooker)[seat]
    own = bits(view.fan)

    def left(move: str) -> int:
        cat = CAT_BITS[int(move.removeprefix("cat/"))]
        return sum(bool(fan & cat) == bool(own & cat) for fan in suspected)

    return _best([(left(move), move) for move in moves], luck)[1]


def _choose_guess(view: View, moves: tuple[str, ...], least: float, luck: Random) -> str:
    """Choose the likeliest guess, or skip if it is not at least as likely as `least`."""
    likely = [shares(fans) for fans in possible_fans(view)]
    guesses = []
    for move in moves:
        if move != SKIP:
            _, opponent, feature = move.split("/")
            guesses.append((likely[int(opponent)][int(feature)], move))
    share, move = _best(guesses, luck)
    return move if share >= least else SKIP


def _best(rated: list[tuple[float, str]], luck: Random) -> tuple[float, str]:
    """Return one of the highest rated moves and its rating."""
    highest = max(rating for rating, _ in rated)
    return luck.choice([(rating, move) for rating, move in rated if rating == highest])
