"""Which cats on the dance floor tell something about an opponent."""

from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.state import Dancing, View
from bot.games.events import Seat

Dancers = tuple[Dancing, ...]


def telling(view: View, opponent: Seat) -> tuple[Dancers, Dancers]:
    """Return the cats with the opponent's mask, and those without it, that tell something.

    A mask that a revealed feature explains tells nothing, nor does a cat without it whose features
    are all ruled out by newer ones. Where the table gives no help, they are for the player to sort.
    """
    masked = tuple(dancer for dancer in view.dancing() if opponent in dancer.masks)
    bare = tuple(dancer for dancer in view.dancing() if opponent not in dancer.masks)
    if view.help == "none":
        return masked, bare
    known = set(view.revealed[opponent])
    return tuple(dancer for dancer in masked if known.isdisjoint(CATS[dancer.cat])), _ruling(bare)


def newest(groups: tuple[Dancers, Dancers], most: int) -> tuple[Dancers, Dancers]:
    """Return the newest of both groups, at most so many in all."""
    oldest_first = sorted(dancer.number for group in groups for dancer in group)
    shown = set(oldest_first[-most:])
    first, second = (tuple(each for each in group if each.number in shown) for group in groups)
    return first, second


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
