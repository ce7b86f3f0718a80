"""Certain conclusions from a view: which fans each player can still have.

A fan is stored as a bit set: bit f is set if the fan holds feature f.
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
"""The fans that one player can have, as bit sets."""


def to_bits(features: Iterable[int]) -> int:
    """Return the bit set of some features, in which bit f is set for each feature f."""
    return reduce(or_, (1 << feature for feature in features), 0)


ALL_FEATURES = to_bits(range(len(FEATURES)))
"""The bit set that contains all 19 features, with bit f for feature f."""
ALL_FANS: Fans = tuple(to_bits(fan) for fan in combinations(range(len(FEATURES)), FEATURES_PER_FAN))
"""All 969 fans that a player can be dealt, as bit sets."""
CAT_BITS = tuple(to_bits(cat) for cat in CATS)
"""The features of each cat card as a bit set, which is fast to compare."""


def find_possible_fans(view: View) -> tuple[Fans, ...]:
    """Return the fans that each player can have without contradicting the view, by seat.

    Mask tiles placed or not placed, answers to guesses and face-up features rule out fans.
    """
    return exclude_certain_features(
        tuple(_find_matching_fans(view, seat) for seat in range(len(view.revealed)))
    )


def exclude_certain_features(possible_fans: tuple[Fans, ...]) -> tuple[Fans, ...]:
    """Remove the fans with a feature that another player certainly has.

    Each removal may make another feature certain, so this repeats until nothing changes.
    """
    seats, fans = range(len(possible_fans)), list(possible_fans)
    changed = True
    while changed:
        changed = False
        for seat in seats:
            certain = (_find_shared_features(fans[other]) for other in seats if other != seat)
            taken = reduce(or_, certain)
            left = tuple([fan for fan in fans[seat] if not fan & taken])
            changed = changed or len(left) < len(fans[seat])
            fans[seat] = left
    return tuple(fans)


def narrow_fans(possible_fans: tuple[Fans, ...], event: Event) -> tuple[Fans, ...]:
    """Return the fans that onlookers think each player can have after an event.

    Only a played cat and an answered guess rule out fans.
    """
    match event:
        case CatPlayed(cat=cat, masks=masks):
            left = [
                tuple([fan for fan in fans if bool(fan & CAT_BITS[cat]) == (seat in masks)])
                for seat, fans in enumerate(possible_fans)
            ]
        case GuessAnswered(opponent=opponent, feature=feature, right=right):
            left = list(possible_fans)
            left[opponent] = tuple([f for f in left[opponent] if bool(f & 1 << feature) == right])
        case _:
            return possible_fans
    return exclude_certain_features(tuple(left))


def find_impossible_features(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that the opponent certainly does not have, in ascending order."""
    return _to_features(ALL_FEATURES & ~reduce(or_, find_possible_fans(view)[opponent], 0))


def find_proven_features(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that the opponent certainly has, in ascending order."""
    return _to_features(_find_shared_features(find_possible_fans(view)[opponent]))


def _to_features(bits: int) -> tuple[int, ...]:
    return tuple(feature for feature in range(len(FEATURES)) if bits >> feature & 1)


def find_informative_cats(view: View, opponent: Seat) -> tuple[NumberedDancers, NumberedDancers]:
    """Return the played cats that tell something: with an opponent's mask tile, and without.

    A cat with the tile is left out if a face-up feature explains the tile. A cat without it is left
    out if newer cats already rule out all its features. If the host chose no help, all cats are
    returned, and the player has to find the informative ones.
    """
    masked = tuple(dancer for dancer in view.number_dancers() if opponent in dancer.masks)
    bare = tuple(dancer for dancer in view.number_dancers() if opponent not in dancer.masks)
    if view.help == "none":
        return masked, bare
    known = set(view.revealed[opponent])
    unexplained = tuple(each for each in masked if known.isdisjoint(CATS[each.cat]))
    return unexplained, _find_excluding_cats(bare)


def _find_excluding_cats(unmasked_dancers: NumberedDancers) -> NumberedDancers:
    ruled: set[int] = set()
    found = []
    for dancer in reversed(unmasked_dancers):
        features = set(CATS[dancer.cat])
        if not features <= ruled:
            found.append(dancer)
        ruled |= features
    return tuple(reversed(found))


def select_newest_cats(
    groups: tuple[NumberedDancers, NumberedDancers], max_cats: int
) -> tuple[NumberedDancers, NumberedDancers]:
    """Return the newest cats of two groups, at most `max_cats` together."""
    oldest_first = sorted(dancer.number for group in groups for dancer in group)
    shown = set(oldest_first[-max_cats:])
    first, second = (tuple(each for each in group if each.number in shown) for group in groups)
    return first, second


def _find_matching_fans(view: View, seat: Seat) -> Fans:
    """Return the fans that a player can have, judged by the facts about this player alone."""
    if seat == view.viewer:
        return (to_bits(view.fan),)
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    unmasked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat not in dancer.masks]
    masked = [CAT_BITS[dancer.cat] for dancer in view.floor if seat in dancer.masks]
    impossible = reduce(or_, unmasked, to_bits(denied))
    known = to_bits(view.revealed[seat])
    unexplained = [cat for cat in masked if not cat & known]
    hidden = [1 << feature for feature in _to_features(ALL_FEATURES & ~(impossible | known))]
    left = FEATURES_PER_FAN - len(view.revealed[seat])
    fans = [known | sum(features) for features in combinations(hidden, left)]
    for cat in unexplained:
        fans = [fan for fan in fans if fan & cat]
    return tuple(fans)


def _find_shared_features(fans: Fans) -> int:
    return reduce(and_, fans, ALL_FEATURES)
