"""What follows with certainty from a view of Cloaked Cats: the fans that each player can have.

A fan is handled as a bit set: bit f is feature f.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from bot.engine.events import Event, Seat
from bot.games.cloaked_cats.model.events import CatPlayed, GuessAnswered
from bot.games.cloaked_cats.model.state import (
    CATS,
    FEATURES,
    FEATURES_PER_FAN,
    NumberedDancers,
    View,
)

Fans = tuple[int, ...]
"""The fans that one player can have."""


def to_bits(features: Iterable[int]) -> int:
    """Return the features as a bit set."""
    return reduce(or_, (1 << feature for feature in features), 0)


ALL_FEATURES = to_bits(range(len(FEATURES)))
ALL_FANS: Fans = tuple(to_bits(fan) for fan in combinations(range(len(FEATURES)), FEATURES_PER_FAN))
"""What anybody can have at the start."""
CAT_BITS = tuple(to_bits(cat) for cat in CATS)


def find_possible_fans(view: View) -> tuple[Fans, ...]:
    """Return, by seat, the fans that nothing in the view contradicts.

    Masks and missing masks, answers and revealed features are held against each fan. Each feature
    exists once, so what is certainly in one fan is taken from all others, until nothing changes.
    """
    return exclude_certain_features(
        tuple(_find_matching_fans(view, seat) for seat in range(len(view.revealed)))
    )


def exclude_certain_features(possible: tuple[Fans, ...]) -> tuple[Fans, ...]:
    """Take what is certainly in one player's fan from all others, until nothing changes."""
    seats, fans = range(len(possible)), list(possible)
    changed = True
    while changed:
        changed = False
        for seat in seats:
            taken = reduce(
                or_, (_find_shared_features(fans[other]) for other in seats if other != seat)
            )
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
    return exclude_certain_features(tuple(left))


def find_impossible_features(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly not in the opponent's fan, ascending."""
    possible = reduce(or_, find_possible_fans(view)[opponent], 0)
    return tuple(feature for feature in range(len(FEATURES)) if not possible >> feature & 1)


def find_proven_features(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are certainly in the opponent's fan, ascending."""
    certain = _find_shared_features(find_possible_fans(view)[opponent])
    return tuple(feature for feature in range(len(FEATURES)) if certain >> feature & 1)


def find_informative_cats(view: View, opponent: Seat) -> tuple[NumberedDancers, NumberedDancers]:
    """Return the cats with the opponent's mask, and those without it, that tell something.

    A mask that a revealed feature explains tells nothing, nor does a cat without it whose features
    are all ruled out by newer ones. Where the table gives no help, they are for the player to sort.
    """
    masked = tuple(dancer for dancer in view.number_dancers() if opponent in dancer.masks)
    bare = tuple(dancer for dancer in view.number_dancers() if opponent not in dancer.masks)
    if view.help == "none":
        return masked, bare
    known = set(view.revealed[opponent])
    return tuple(each for each in masked if known.isdisjoint(CATS[each.cat])), _find_excluding_cats(
        bare
    )


def _find_excluding_cats(bare: NumberedDancers) -> NumberedDancers:
    """Return the cats of which each rules out a feature that no newer one does."""
    ruled: set[int] = set()
    found = []
    for dancer in reversed(bare):
        features = set(CATS[dancer.cat])
        if not features <= ruled:
            found.append(dancer)
        ruled |= features
    return tuple(reversed(found))


def select_newest_cats(
    groups: tuple[NumberedDancers, NumberedDancers], most: int
) -> tuple[NumberedDancers, NumberedDancers]:
    """Return the newest of both groups, at most so many in all."""
    oldest_first = sorted(dancer.number for group in groups for dancer in group)
    shown = set(oldest_first[-most:])
    first, second = (tuple(each for each in group if each.number in shown) for group in groups)
    return first, second


def _find_matching_fans(view: View, seat: Seat) -> Fans:
    """Return the fans that fit what is known of this seat alone."""
    if seat == view.viewer:
        return (to_bits(view.fan),)
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    unmasked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat not in dancer.masks]
    masked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat in dancer.masks]
    impossible = reduce(or_, unmasked, to_bits(denied))
    known = to_bits(view.revealed[seat])
    unexplained = [cat for cat in masked if not cat & known]
    hidden = [
        1 << feature for feature in range(len(FEATURES)) if not (impossible | known) >> feature & 1
    ]
    left = FEATURES_PER_FAN - len(view.revealed[seat])
    fans = [known | sum(features) for features in combinations(hidden, left)]
    for cat in unexplained:
        fans = [fan for fan in fans if fan & cat]
    return tuple(fans)


def _find_shared_features(fans: Fans) -> int:
    """Return the features that every one of the fans holds."""
    return reduce(and_, fans, ALL_FEATURES)
