"""The Sly Fox's model of how each role acts, and how likely each deal of the roles then is.

A deal says who are the dogs, and who is the nose. Until the hunt, the top dog acts like any other
dog, so it has no part in a deal. Deals are a table with a row for each pack, in the order of
`list_packs`, and a column for the seat of the nose.

Everybody judges a crew by what the cats' chance to win gains if it leaves. A player mixes two such
judgments: that of a cat that knows only its own role, and its own, with all that it knows and for
its own team. The share of the second one is the player's openness. The more a dog or the nose
opens up, the more it achieves now, and the more it tells the others.

What a player could know at the time of an act follows from all acts before it. So the deals are
weighed act by act, by Bayes' rule: a proposal, its votes, and what was heard of the crew.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.who_barked.model.deduction import count_dogs, list_packs
from bot.games.who_barked.model.moves import list_crews
from bot.games.who_barked.model.state import Proposal, PublicState

Numbers = NDArray[np.float64]

NOSE_OPENNESS_BY_SEATS: Mapping[int, float] = {5: 0.28, 6: 0.2, 7: 0.15, 8: 0.2}
"""The openness of a nose that nobody suspects, by the number of players.

It falls with the suspicion against it. The more open the nose, the sooner the dogs find it.
"""
OPEN_NOSE_CHANCE = 0.15
"""How likely the nose hides nothing in an act. The Sly Fox expects this of others only."""
DOG_OPENNESS_BY_SEATS: Mapping[int, float] = {5: 0.05, 6: 0.03, 7: 0.13, 8: 0.04}
"""The openness of dogs by the number of players, with which both sides win equally often.

In a vote that is the last chance of the cats, dogs are entirely open.
"""
VOTE_TEMPERATURE, LEAD_TEMPERATURE = 0.03, 0.0075
"""The softmax temperatures of votes and proposals."""
WHIM_CHANCE = 0.06
"""How likely a vote or a proposal has no reason. The Sly Fox expects this of others only."""
BARK_CHANCES = (0.8, 0.6)
"""How likely a crew with dogs is heard, with two goals left and with three.

Where a bark decides the game, all dogs bark.
"""
MISHEARD_CHANCE = 0.04
"""How likely the number of barks has no reason, but is any that the dogs along could make."""
REFUSAL_CHANCE = 0.4
"""How likely each later crew is refused, in `_estimate_win_chance`."""
LEAST_QUIET_CHANCE = 0.05
"""How likely each later crew is not heard, at the least."""
SPARE_DOG_COST = 0.5
"""What each dog of a crew but the first costs a leading dog, as a share of an alarm's worth."""


class Acts(Struct, frozen=True):
    """The chances of an act, by what the actor is and knows.

    For votes, the last dimension is the seat that votes. For a proposal, it is the crew.
    """

    cat: Numbers
    nose: Numbers
    """The chances of the nose, with a row for each pack, as it smells the dogs."""
    open_nose: Numbers
    """The chances of a nose that hides nothing."""
    dog: Numbers
    """The chances of a dog, with a row for each pack."""

    def expect_nose(self) -> Numbers:
        """Return the chances that the Sly Fox expects of a nose other than itself."""
        return _mix(self.nose, self.open_nose, OPEN_NOSE_CHANCE)


class Stakes(Struct, frozen=True):
    """What is at stake for the cats, as a share of their chance to win after an empty goal."""

    gain: float
    """How much higher this chance is than after a refused crew."""
    alarm_cost: float
    """How much higher this chance is than after an alarm."""
    bark_chance: float
    """How likely a crew with dogs is heard."""

    def judge_as_cat(self, dog_chances: Numbers) -> Numbers:
        """Return what crews gain for the cats, by the chance that there is a dog in them."""
        return self.gain - self.bark_chance * self.alarm_cost * dog_chances

    def judge_as_dog(self, dogs: Numbers) -> Numbers:
        """Return what crews gain for the dogs, by the number of dogs in them."""
        judgments: Numbers = np.where(dogs > 0, self.alarm_cost, 0.0) - self.gain
        return judgments


@lru_cache(maxsize=512)
@WITHOUT_FALSE_ALARMS
def weigh_deals(state: PublicState) -> Numbers:
    """Return how likely each deal is, judged by what everybody knows.

    The votes of the last proposal are () while they are open.
    """
    members = _list_members(state.seats)
    if not state.proposals:
        even: Numbers = (1 - members) / (1 - members).sum()
        return even
    *past, last = state.proposals
    if last.barks is not None:
        before = replace(state, proposals=(*past, replace(last, barks=None)))
        likely = _compute_bark_likelihoods(before, last.barks)
    elif last.votes:
        before = replace(state, proposals=(*past, replace(last, votes=())))
        likely = _compute_vote_likelihoods(before, last.votes)
    else:
        before = replace(state, proposals=tuple(past))
        likely = _compute_lead_likelihoods(before, last)
    weights = weigh_deals(before) * likely
    shares: Numbers = weights / weights.sum()
    return shares


@lru_cache(maxsize=64)
@WITHOUT_FALSE_ALARMS
def predict_votes(state: PublicState) -> Acts:
    """Return how likely each seat votes for the last proposal, which is open."""
    before, deals = replace(state, proposals=state.proposals[:-1]), weigh_deals(state)
    dogs = _count_dogs_of_packs(state.seats, state.proposals[-1].crew)
    stakes, alike = _weigh_stakes(before, deals), _find_alike(before)
    has_dogs = (dogs > 0)[:, None]
    as_cat = stakes.judge_as_cat(_believe_as_cats(deals, state.seats) @ has_dogs[:, 0])
    as_nose = stakes.judge_as_cat(_divide(alike @ (deals * has_dogs), alike @ deals))
    openness = DOG_OPENNESS_BY_SEATS[state.seats] if before.spare_hours else 1.0
    return Acts(
        cat=_choose_yes(as_cat),
        nose=_choose_yes(_mix(as_cat, as_nose, _compute_nose_openness(deals, alike))),
        open_nose=_choose_yes(as_nose),
        dog=_choose_yes(_mix(as_cat, stakes.judge_as_dog(dogs)[:, None], openness)),
    )


@lru_cache(maxsize=64)
@WITHOUT_FALSE_ALARMS
def predict_crews(state: PublicState, leader: Seat) -> Acts:
    """Return how likely a leader proposes each crew, in the order of `list_crews`."""
    deals, dogs = weigh_deals(state), _count_dogs_of_crews(state.seats, state.crew_sizes)
    stakes, alike = _weigh_stakes(state, deals), _find_alike(state)
    as_cat = stakes.judge_as_cat(_believe_as_cats(deals, state.seats)[leader] @ (dogs > 0))
    own = deals[:, [leader]]
    as_nose = stakes.judge_as_cat(_divide(alike @ (own * (dogs > 0)), alike @ own))
    nose_openness = _compute_nose_openness(deals, alike)[:, [leader]]
    spare_cost = SPARE_DOG_COST * stakes.bark_chance * stakes.alarm_cost
    as_dog = stakes.judge_as_dog(dogs) - spare_cost * np.maximum(dogs - 1, 0)
    return Acts(
        cat=_choose_one(as_cat),
        nose=_choose_one(_mix(as_cat, as_nose, nose_openness)),
        open_nose=_choose_one(as_nose),
        dog=_choose_one(_mix(as_cat, as_dog, DOG_OPENNESS_BY_SEATS[state.seats])),
    )


def compute_bark_chance(state: PublicState) -> float:
    """Return how likely a crew with dogs is heard."""
    return 1.0 if state.is_decisive else BARK_CHANCES[len(state.goals_left) - 2]


@cache
def _list_members(seats: int) -> Numbers:
    """Return 1 for each pack, by row, and each of its seats, by column."""
    return np.array([[float(seat in pack) for seat in range(seats)] for pack in list_packs(seats)])


@cache
def _count_dogs_of_crews(seats: int, sizes: tuple[int, ...]) -> Numbers:
    """Return how many dogs each pack, by row, has in each crew of some sizes, by column."""
    crews = [move.seats for move in list_crews(seats, sizes)]
    return np.array(
        [[float(count_dogs(crew, pack)) for crew in crews] for pack in list_packs(seats)]
    )


def _count_dogs_of_packs(seats: int, crew: Sequence[Seat]) -> Numbers:
    """Return how many dogs each pack has in a crew."""
    counts: Numbers = _list_members(seats)[:, list(crew)].sum(axis=1)
    return counts


@WITHOUT_FALSE_ALARMS
def _weigh_stakes(state: PublicState, deals: Numbers) -> Stakes:
    """Return what is at stake before a crew is proposed.

    Later crews are taken to be as good as the best one now, as far as everybody knows.
    """
    bark_chance = compute_bark_chance(state)
    dog_chances = deals.sum(axis=1) @ (_count_dogs_of_crews(state.seats, state.crew_sizes) > 0)
    quiet = max(round(1 - bark_chance * float(dog_chances.min()), 2), LEAST_QUIET_CHANCE)
    goals, spare = len(state.goals_left), state.spare_hours
    alarms_left = state.setup.alarms - state.alarms
    emptied = _estimate_win_chance(goals - 1, alarms_left, spare, quiet)
    woken = _estimate_win_chance(goals, alarms_left - 1, spare - 1, quiet)
    refused = _estimate_win_chance(goals, alarms_left, spare - 1, quiet)
    return Stakes(1 - refused / emptied, 1 - woken / emptied, bark_chance)


@cache
def _estimate_win_chance(goals: int, alarms: int, spare_hours: int, quiet: float) -> float:
    """Return how likely the cats empty all goals, if all hours are alike.

    Args:
        goals: The number of goals left.
        alarms: The number of alarms after which the dogs win.
        spare_hours: How many proposals may fail.
        quiet: How likely a crew that leaves is not heard.
    """
    if not goals or not alarms or spare_hours < 0:
        return float(not goals)
    sent = quiet * _estimate_win_chance(goals - 1, alarms, spare_hours, quiet)
    sent += (1 - quiet) * _estimate_win_chance(goals, alarms - 1, spare_hours - 1, quiet)
    refused = _estimate_win_chance(goals, alarms, spare_hours - 1, quiet)
    return REFUSAL_CHANCE * refused + (1 - REFUSAL_CHANCE) * sent


def _believe_as_cats(deals: Numbers, seats: int) -> Numbers:
    """Return how likely each pack is, by column, for a cat on each seat, by row.

    Such a cat is not the nose. One that cannot be a cat, for all that was heard, thinks like an
    onlooker: so does a dog that is found out.
    """
    packs = deals.sum(axis=1, keepdims=True)
    weights = (packs - deals) * (1 - _list_members(seats))
    totals = weights.sum(axis=0)
    beliefs: Numbers = np.where(totals > 1e-9, _divide(weights, totals), packs).T
    return beliefs


def _find_alike(state: PublicState) -> Numbers:
    """Return 1 for each two packs that the nose cannot tell apart by any crew that left."""
    crews = [raid.crew for raid in state.raids]
    packs = len(list_packs(state.seats))
    counts = np.array([_count_dogs_of_packs(state.seats, crew) for crew in crews])
    counts = counts.reshape(len(crews), packs)
    alike: Numbers = (counts[:, :, None] == counts[:, None, :]).all(axis=0).astype(float)
    return alike


@WITHOUT_FALSE_ALARMS
def _compute_nose_openness(deals: Numbers, alike: Numbers) -> Numbers:
    """Return the openness of the nose by pack and seat.

    It depends on how likely the nose expects the dogs to find it, in all packs that it smells.
    """
    weights, openness = alike @ deals, NOSE_OPENNESS_BY_SEATS[deals.shape[1]]
    return openness * (1 - _divide(weights, weights.sum(axis=1, keepdims=True)))


def _mix(as_cat: Numbers, own: Numbers, openness: Numbers | float) -> Numbers:
    return (1 - openness) * as_cat + openness * own


def _divide(weights: Numbers, totals: Numbers) -> Numbers:
    """Return shares. Those of nothing are 0."""
    return weights / np.where(totals > 0, totals, 1)


def _choose_yes(judgments: Numbers) -> Numbers:
    """Return how likely votes for a crew are, by what it gains."""
    chances: Numbers = 1 / (1 + np.exp(np.clip(-judgments / VOTE_TEMPERATURE, -30, 30)))
    return chances


def _choose_one(judgments: Numbers) -> Numbers:
    """Return how likely each crew is proposed, by what it gains, in the last dimension."""
    best = judgments.max(axis=-1, keepdims=True)
    weights = np.exp((judgments - best) / LEAD_TEMPERATURE)
    chances: Numbers = weights / weights.sum(axis=-1, keepdims=True)
    return chances


def _compute_lead_likelihoods(before: PublicState, proposal: Proposal) -> Numbers:
    """Return how likely the leader proposes the crew, for each deal."""
    crews = [move.seats for move in list_crews(before.seats, before.crew_sizes)]
    crew, leader = crews.index(proposal.crew), proposal.leader
    acts, members = predict_crews(before, leader), _list_members(before.seats)
    likely = np.full(members.shape, acts.cat[crew])
    likely[:, leader] = acts.expect_nose()[:, crew]
    likely = np.where(members[:, [leader]] > 0, acts.dog[:, [crew]], likely)
    return (1 - WHIM_CHANCE) * likely + WHIM_CHANCE / len(crews)


def _compute_vote_likelihoods(before: PublicState, votes: tuple[bool, ...]) -> Numbers:
    """Return how likely all vote as they did, for each deal."""
    acts = predict_votes(before)
    cat, nose, dog = (
        (1 - WHIM_CHANCE) * np.where(votes, yes, 1 - yes) + WHIM_CHANCE / 2
        for yes in (acts.cat, acts.expect_nose(), acts.dog)
    )
    others = np.where(_list_members(before.seats) > 0, dog, cat).prod(axis=1, keepdims=True)
    likely: Numbers = others * nose / cat
    return likely


def _compute_bark_likelihoods(before: PublicState, barks: int) -> Numbers:
    """Return how likely a crew is heard as it was, for each pack, in a single column."""
    dogs = _count_dogs_of_packs(before.seats, before.proposals[-1].crew)
    if before.is_decisive:
        expected = (dogs == barks).astype(float)
    else:
        bark = compute_bark_chance(before)
        heard = bark if barks == 1 else 1 - bark if barks == 0 else 0.0
        expected = np.where(dogs > 0, heard, float(barks == 0))
    misheard = np.where(dogs >= barks, 1 / (1 + dogs), 0.0)
    chances: Numbers = (1 - MISHEARD_CHANCE) * expected + MISHEARD_CHANCE * misheard
    return chances[:, None]
