"""The Sly Fox, the strongest computer player of Who Barked?.

It acts by the model of `conduct`, by which it also reads the others: it draws each act with the
chance that the model gives to its own role. So what it lets others see is what a cat could do, as
far as its role allows. The top dog names the likeliest nose.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from bot.engine.moves import Move
from bot.games.who_barked.computer.conduct import (
    compute_bark_chance,
    predict_crews,
    predict_votes,
    weigh_deals,
)
from bot.games.who_barked.model.deduction import find_first_dog, is_possible, list_packs
from bot.games.who_barked.model.moves import Accuse
from bot.games.who_barked.model.state import Proposal, PublicState, View


def choose_move(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a move at random, with the chance that the model gives to it."""
    return rng.choices(moves, compute_chances(view, moves))[0]


def compute_chances(view: View, moves: Sequence[Move]) -> list[float]:
    """Return how likely the Sly Fox makes each legal move."""
    seat, state = view.viewer or 0, _list_acts(view)
    if view.phase == "raid":
        bark = _compute_own_bark_chance(view, state)
        return [1 - bark, bark][: len(moves)]
    pack = next(row for row, each in enumerate(list_packs(view.seats)) if is_possible(view, each))
    if view.phase == "hunt":
        noses = weigh_deals(state)[pack]
        accused = int(np.argmax(noses))
        return [float(move == Accuse(accused)) for move in moves]
    acts = predict_crews(state, seat) if view.phase == "lead" else predict_votes(state)
    by_role = {"cat": acts.cat, "nose": acts.nose[pack], "dog": acts.dog[pack]}
    chances = by_role[view.role or "cat"]
    if view.phase == "lead":
        return list(map(float, chances))
    return [float(chances[seat]), 1 - float(chances[seat])]


def _list_acts(view: View) -> PublicState:
    """Return all that everybody saw, as far as it tells of roles, with an open vote as well."""
    proposals = view.proposals
    if view.phase == "vote":
        goal = view.find_goal(view.crew)
        proposals = (*proposals, Proposal(view.leader, view.crew, goal, (), None))
    return PublicState(seats=view.seats, leader=0, phase="lead", decision=0, proposals=proposals)


def _compute_own_bark_chance(view: View, state: PublicState) -> float:
    """Return how likely the viewer barks. Where it is not decisive, only one dog does."""
    if view.role != "dog" or state.is_decisive:
        return float(view.role == "dog")
    return compute_bark_chance(state) if view.viewer == find_first_dog(view) else 0.0
