"""What a computer player believes: how likely each pack of dogs is, given all that it knows.

A pack is the seats of all dogs. Packs and crews are rows of tables with a column for each seat,
in the order of `list_packs` and `list_crews`.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bot.engine.answers import AnswersView
from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.who_barked.model.deduction import count_dogs, is_possible, list_packs
from bot.games.who_barked.model.moves import list_crews
from bot.games.who_barked.model.state import Proposal, PublicState, Role, View

Chances = NDArray[np.float64]
"""A number for each pack, such as how likely it is to be the dogs."""
Table = NDArray[np.int64]

BARK_CHANCES = np.array(
    [[1, 0, 0, 0], [0.25, 0.75, 0, 0], [0.1, 0.5, 0.4, 0], [0.1, 0.4, 0.3, 0.2]]
)
"""How likely 0, 1, 2 or 3 dogs bark, by the number of dogs in the crew."""
LAST_QUIET_CHANCE = 0.03
"""How likely no dog barks where a bark wins the game, or silence brings the hunt."""
CAT_YES_CHANCES = np.array([0.7, 0.8])
"""How likely a cat votes for a crew without itself, and for one with itself."""
DOG_YES_CHANCES = np.array([0.5, 0.88])
"""How likely a dog votes for a crew without dogs, and for one with dogs."""
LEADING_DOG_WEIGHTS = np.array([0.4, 1.6])
"""How much likelier a dog than a cat proposes a crew without dogs, and one with dogs."""


def form_beliefs(view: View, *, reads_conduct: bool) -> Chances:
    """Return how likely each pack is.

    A dog that pretends to be a cat, but is exposed by two barks, thinks like an onlooker.

    Args:
        view: All that the computer player knows.
        reads_conduct: Whether it also draws conclusions from votes and proposals. If not, it only
            considers who was along when a dog barked.
    """
    known = View(
        seats=view.seats,
        leader=0,
        phase="lead",
        decision=0,
        proposals=view.proposals,
        viewer=view.viewer,
        role=None,
        dogs=view.dogs,
        nose=None,
        answers=AnswersView(),
        scents=view.scents,
        winner=None,
    )
    return _form_beliefs(known, reads_conduct)


def mark_possible_packs(view: View) -> NDArray[np.bool_]:
    """Return for each pack whether it fits what the viewer knows, as `is_possible` tells."""
    if view.dogs:
        return np.array([is_possible(view, pack) for pack in list_packs(view.seats)])
    packs = _make_table(view.seats, None)
    possible: NDArray[np.bool_] = np.ones(len(packs), dtype=bool)
    if view.viewer is not None:
        possible &= packs[:, view.viewer] == 0
    for number, raid in enumerate(view.raids):
        counts = packs[:, list(raid.crew)].sum(axis=1)
        if view.scents:
            possible &= counts == view.scents[number]
        else:
            possible &= counts >= (raid.barks or 0)
    return possible


@WITHOUT_FALSE_ALARMS
def compute_clean_chances(seats: int, size: int, beliefs: Chances) -> Chances:
    """Return how likely each crew of a size has no dog in it, in the order of `list_crews`."""
    chances: Chances = _find_clean(seats, size) @ beliefs
    return chances


def imagine_view(view: View, seat: Seat, role: Role, proposals: int | None = None) -> View:
    """Return what another player with a role would know, or would have known earlier.

    Args:
        view: All that the computer player knows. For the role "nose", this includes the dogs.
        seat: The seat of the other player.
        role: The role that the player is supposed to have.
        proposals: The number of proposals after which the player looks. None means now.
    """
    past = view.proposals[:proposals]
    is_nose = role == "nose"
    raids = [each for each in past if each.is_accepted] if is_nose else []
    return replace(
        view,
        proposals=past,
        viewer=seat,
        role=role,
        dogs=(),
        nose=seat if is_nose else None,
        scents=tuple(count_dogs(raid.crew, view.dogs) for raid in raids),
    )


@lru_cache(maxsize=256)
def _form_beliefs(known: View, reads_conduct: bool) -> Chances:
    public = PublicState(
        seats=known.seats, leader=0, phase="lead", decision=0, proposals=known.proposals
    )
    possible = mark_possible_packs(known)
    weights = _weigh_packs(public, reads_conduct) * (possible if possible.any() else 1)
    chances: Chances = weights / weights.sum()
    return chances


@cache
def _make_table(seats: int, size: int | None) -> Table:
    """Return a table of all crews of a size, or of all packs, with 1 for each member."""
    rows: Sequence[Sequence[Seat]] = list_packs(seats)
    if size is not None:
        rows = [move.seats for move in list_crews(seats, (size,))]
    return np.array([[int(seat in row) for seat in range(seats)] for row in rows])


@cache
@WITHOUT_FALSE_ALARMS
def _find_clean(seats: int, size: int) -> Chances:
    """Return 1 for each crew, by row, and each pack, by column, that have no seat in common."""
    common = _make_table(seats, size) @ _make_table(seats, None).T
    clean: Chances = (common == 0).astype(float)
    return clean


@lru_cache(maxsize=512)
def _weigh_packs(state: PublicState, reads_conduct: bool) -> Chances:
    """Return a weight for each pack, judged by what everybody knows.

    The weight is proportional to the chance of all that happened if this pack is the dogs.
    """
    if not state.proposals:
        return np.ones(len(list_packs(state.seats)))
    before = replace(state, proposals=state.proposals[:-1])
    weights = _weigh_packs(before, reads_conduct) * _compute_bark_chances(
        before, state.proposals[-1]
    )
    if reads_conduct:
        weights *= _compute_conduct_weights(state.proposals[-1], state.seats)
    scaled: Chances = weights / weights.max()
    return scaled


def _compute_bark_chances(before: PublicState, proposal: Proposal) -> Chances:
    """Return how likely each pack barks as often as the crew did; 1 before it has acted."""
    dogs = _make_table(before.seats, None)[:, list(proposal.crew)].sum(axis=1)
    if proposal.barks is None:
        return np.ones(len(dogs))
    chances: Chances = BARK_CHANCES[dogs, proposal.barks]
    if before.is_decisive and not proposal.barks:
        chances = np.where(dogs > 0, LAST_QUIET_CHANCE, 1.0)
    return chances


def _compute_conduct_weights(proposal: Proposal, seats: int) -> Chances:
    """Return how much likelier each pack makes a proposal and its votes than cats alone would."""
    packs = _make_table(seats, None)
    is_dirty = (packs[:, list(proposal.crew)].sum(axis=1) > 0).astype(int)
    dogs_yes = DOG_YES_CHANCES[is_dirty][:, None]
    cats_yes = CAT_YES_CHANCES[[int(seat in proposal.crew) for seat in range(seats)]]
    votes = np.array(proposal.votes)
    ratios = np.where(votes, dogs_yes / cats_yes, (1 - dogs_yes) / (1 - cats_yes))
    weights: Chances = np.where(packs, ratios, 1.0).prod(axis=1)
    return weights * np.where(packs[:, proposal.leader], LEADING_DOG_WEIGHTS[is_dirty], 1.0)
