"""What follows with certainty from a view of Cloaked Cats: the fans that each player can have.

A fan is handled as a bit set: bit f is feature f.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from bot.games.cloaked_cats.cards import CATS, FAN, FEATURES
from bot.games.cloaked_cats.state import View
from bot.games.events import Seat

Fans = tuple[int, ...]
"""The fans that one player can have."""


def bits(features: Iterable[int]) -> int:
    """Return the features as a bit set."""
    return reduce(or_, (1 << feature for feature in features), 0)


ALL = bits(range(len(FEATURES)))
CAT_BITS = tuple(bits(cat) for cat in CATS)


def possible_fans(view: View) -> tuple[Fans, ...]:
    """Return, by seat, the fans that nothing in the view contradicts.

    Masks and missing masks, answers and revealed features are held against each fan. Each feature
    exists once, so what is certainly in one fan is taken from all others, until nothing changes.
    """
    return apart(tuple(_matching_fans(view, seat) for seat in range(len(view.revealed))))


def apart(possible: tuple[Fans, ...]) -> tuple[Fans, ...]:
    """Take what is certainly in one player's fan from all others, until nothing changes."""
    seats, fans = range(len(possible)), list(possible)
    changed = True
    while changed:
        changed = False
        for seat in seats:
            taken = reduce(or_, (_in_all(fans[other]) for other in seats if other != seat))
            left = tuple([fan for fan in fans[seat] if not fan & taken])
            changed = changed or len(left) < len(fans[seat])
            fans[seat] = left
    return tuple(fans)


def certainly_wrong(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly not in the opponent's fan, ascending."""
    possible = reduce(or_, possible_fans(view)[opponent], 0)
    return tuple(feature for feature in range(len(FEATURES)) if not possible >> feature & 1)


def proven(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly in the opponent's fan, ascending."""
    certain = _in_all(possible_fans(view)[opponent])
    return tuple(feature for feature in range(len(FEATURES)) if certain >> feature & 1)


def _matching_fans(view: View, seat: Seat) -> Fans:
    """Return the fans that fit what is known of this seat alone."""
    if seat == view.viewer:
        return (bits(view.fan),)
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    unmasked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat not in dancer.masks]
    masked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat in dancer.masks]
    impossible = reduce(or_, unmasked, bits(denied))
    known = bits(view.revealed[seat])
    unexplained = [cat for cat in masked if not cat & known]
    hidden = [
        1 << feature for feature in range(len(FEATURES)) if not (impossible | known) >> feature & 1
    ]
    left = FAN - len(view.revealed[seat])
    fans = [known | sum(features) for features in combinations(hidden, left)]
    for cat in unexplained:
        fans = [fan for fan in fans if fan & cat]
    return tuple(fans)


def _in_all(fans: Fans) -> int:
    """Return the features that every one of the fans holds."""
    return reduce(and_, fans, ALL)
