"""Which players can be the dogs, as far as a viewer can tell for sure."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from bot.engine.events import Seat
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, PublicState, View

Pack = tuple[Seat, ...]
"""The seats of all dogs, in ascending order."""


@cache
def list_packs(seats: int) -> tuple[Pack, ...]:
    """Return all packs that can be dealt to a number of players."""
    return tuple(combinations(range(seats), SETUPS_BY_SEATS[seats].dogs))


def count_dogs(crew: Sequence[Seat], dogs: Sequence[Seat]) -> int:
    """Return how many of a crew are dogs."""
    return sum(seat in dogs for seat in crew)


def find_first_dog(view: View) -> Seat:
    """Return the first dog in the crew in the order of seats, from the leader on.

    The viewer has to know the dogs, and one of them has to be along.
    """
    along = (seat for seat in view.crew if seat in view.dogs)
    return min(along, key=lambda seat: (seat - view.leader) % view.seats)


def find_open_packs(state: PublicState) -> tuple[Pack, ...]:
    """Return the packs that fit the barks: each crew has at least as many dogs as barked.

    This is all that votes, crews and noises prove to everybody before the dogs drop their masks.
    """
    heard = [(each.crew, each.barks) for each in state.proposals if each.barks]
    return tuple(
        pack
        for pack in list_packs(state.seats)
        if all(count_dogs(crew, pack) >= barks for crew, barks in heard)
    )


def find_possible_packs(view: View) -> tuple[Pack, ...]:
    """Return the packs that fit all that the viewer knows."""
    return tuple(pack for pack in list_packs(view.seats) if is_possible(view, pack))


def find_sure_dogs(packs: Iterable[Pack]) -> tuple[Seat, ...]:
    """Return the players who are in each of some packs."""
    return tuple(sorted(set.intersection(*({*pack} for pack in packs))))


def is_possible(view: View, pack: Pack) -> bool:
    """Return whether a pack fits what the viewer knows: roles, barks and scents.

    A crew has at least as many dogs as barked. The nose knows how many it had (ruling W10).
    """
    if view.dogs:
        return pack == tuple(sorted(view.dogs))
    if view.viewer in pack:
        return False
    counts = [count_dogs(raid.crew, pack) for raid in view.raids]
    if view.scents:
        return tuple(counts) == view.scents
    return all(count >= (raid.barks or 0) for count, raid in zip(counts, view.raids, strict=True))
