"""What follows with certainty from a view of Cloaked Cats: the fans that each player can have.

A fan is handled as a bit set: bit f is feature f.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from bot.engine.events import Event, Seat
from bot.games.cloaked_cats.model.events import CatPlayed, GuessAnswered
from bot.games.cloaked_cats.model.state import CATS, FAN, FEATURES, Dancers, View

Fans = tuple[int, ...]
"""The fans that one player can have."""


def bits(features: Iterable[int]) -> int:
    """Return the features as a bit set."""
    return reduce(or_, (1 << feature for feature in features), 0)


ALL_FEATURES = bits(range(len(FEATURES)))
ALL_FANS: Fans = tuple(bits(fan) for fan in combinations(range(len(FEATURES)), FAN))
"""What anybody can have at the start."""
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


def narrow_fans(possible: tuple[Fans, ...], event: Event) -> tuple[Fans, ...]:
    """Return, by seat, which of the possible fans are left to onlookers after an event."""
    match event:
        case CatPlayed(cat=cat, masks=masks):
            left = [
                tuple([fan for fan in fans if bool(fan & CAT_BITS[cat]) == (seat in masks)])
                for seat, fans in enumerate(possible)
            ]
        case GuessAnswered(opponent=opponent, feature=feature, right=right):
            left = list(possible)
            left[opponent] = tuple(
                [fan for fan in possible[opponent] if bool(fan & 1 << feature) == right]
            )
        case _:
            return possible
    return apart(tuple(left))


def certainly_wrong(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly not in the opponent's fan, ascending."""
    possible = reduce(or_, possible_fans(view)[opponent], 0)
    return tuple(feature for feature in range(len(FEATURES)) if not possible >> feature & 1)


def proven(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly in the opponent's fan, ascending."""
    certain = _in_all(possible_fans(view)[opponent])
    return tuple(feature for feature in range(len(FEATURES)) if certain >> feature & 1)


def telling_cats(view: View, opponent: Seat) -> tuple[Dancers, Dancers]:
    """Return the cats with the opponent's mask, and those without it, that tell something.

    A mask that a revealed feature explains tells nothing, nor does a cat without it whose features
    are all ruled out by newer ones. Where the table gives no help, they are for the player to sort.
    """
    masked = tuple(dancer for dancer in view.dancing() if opponent in dancer.masks)
    bare = tuple(dancer for dancer in view.dancing() if opponent not in dancer.masks)
    if view.help == "none":
        return masked, bare
    known = set(view.revealed[opponent])
    return tuple(each for each in masked if known.isdisjoint(CATS[each.cat])), _ruling(bare)


def _ruling(bare: Dancers) -> Dancers:
    """Return the cats of which each rules out a feature that no newer one does."""
    ruled: set[int] = set()
    found = []
    for dancer in reversed(bare):
        features = set(CATS[dancer.cat])
        if not features <= ruled:
            found.append(dancer)
        ruled |= features
    return tuple(reversed(found))


def newest_cats(groups: tuple[Dancers, Dancers], most: int) -> tuple[Dancers, Dancers]:
    """Return the newest of both groups, at most so many in all."""
    oldest_first = sorted(dancer.number for group in groups for dancer in group)
    shown = set(oldest_first[-most:])
    first, second = (tuple(each for each in group if each.number in shown) for group in groups)
    return first, second


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
    return reduce(and_, fans, ALL_FEATURES)
