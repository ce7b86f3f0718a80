"""The computer players: what they conclude, and what they give away."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.who_barked.computer.beliefs import compute_clean_chances, form_beliefs
from bot.games.who_barked.model.deduction import list_packs
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
    list_crews,
)
from bot.games.who_barked.model.state import State
from bot.games.who_barked.package import PACKAGE
from tests.games.who_barked.playing import (
    GAME,
    go_on,
    make_state,
    play_hour,
    propose,
    raid,
    refuse,
    vote,
)

MANY_TRIES = 40


def choose(state: State, seat: Seat, level: str, number: int = 0) -> Move:
    """Return the choice of a computer player."""
    moves = GAME.legal_moves(state, seat)
    return PACKAGE.computers.choose_move(GAME.view(state, seat), moves, level, Random(number))


def find_suspicion(state: State, viewer: Seat, seat: Seat, reads_conduct: bool) -> float:
    """Return how likely a viewer thinks that a player is a dog."""
    beliefs = form_beliefs(GAME.view(state, viewer), reads_conduct=reads_conduct)
    packs = list_packs(state.seats)
    return sum(float(each) for each, pack in zip(beliefs, packs, strict=True) if seat in pack)


@pytest.mark.parametrize("level", PACKAGE.computers.levels)
def test_a_cat_leads_itself_and_nobody_who_was_along_when_it_barked(level: str) -> None:
    state = play_hour(make_state(), 2, 3, barking=(3,))
    for number in range(MANY_TRIES):
        crew = choose(state, state.leader, level, number)
        assert isinstance(crew, PickCrew)
        assert state.leader in crew.seats
        assert not {2, 3} & {*crew.seats}


def test_who_votes_for_a_crew_that_barks_is_suspicious_to_the_tomcat_alone() -> None:
    state = propose(make_state(6, dogs=(4, 5), nose=0), 2, 3, 4)
    state, _ = vote(state, against=(1,))
    for reads_conduct in (False, True):
        for_it, against = (find_suspicion(state, 0, seat, reads_conduct) for seat in (5, 1))
        assert (for_it > against) == reads_conduct


def test_the_nose_uses_what_it_smelled() -> None:
    state = play_hour(make_state(5, dogs=(3, 4), nose=0), 1, 3)
    assert find_suspicion(state, 2, 3, reads_conduct=False) < 1
    assert find_suspicion(state, 0, 3, reads_conduct=False) == 0.5
    crews = list_crews(5, (2,))
    beliefs = form_beliefs(GAME.view(state, 0), reads_conduct=False)
    chances = dict(zip(crews, compute_clean_chances(5, 2, beliefs), strict=True))
    assert chances[PickCrew((1, 3))] == 0


@pytest.mark.parametrize("level", PACKAGE.computers.levels)
def test_a_dog_barks_if_it_wins_by_it(level: str) -> None:
    state = make_state()
    for _ in range(3):
        state = play_hour(state, 0, 3, barking=(3,))
    state, _ = vote(propose(state, 0, 3))
    assert {choose(state, 3, level, number) for number in range(MANY_TRIES)} == {BARK_MOVE}


@pytest.mark.parametrize("level", PACKAGE.computers.levels)
def test_a_dog_refuses_the_last_crew_and_every_cat_wants_it(level: str) -> None:
    state = make_state()
    for _ in range(6):
        state = refuse(state, 0, 1)
    state = propose(state, 1, 2)
    assert {choose(state, 3, level, number) for number in range(MANY_TRIES)} == {VOTE_NO}
    votes = [choose(state, 2, level, number) for number in range(MANY_TRIES)]
    assert votes.count(VOTE_YES) > votes.count(VOTE_NO)


def test_absent_players_do_the_same_in_public_whatever_their_role() -> None:
    for dogs, nose in (((3, 4), 0), ((0, 4), 1), ((1, 2), 3)):
        state = make_state(dogs=dogs, nose=nose)
        assert choose(state, 0, "absent") == PickCrew((0, 1))
        state = propose(state, 0, 1)
        assert [choose(state, seat, "absent") for seat in range(5)] == [VOTE_YES] * 5
        state, _ = vote(state)
        assert [choose(state, seat, "absent") for seat in (0, 1)] == [SNEAK_MOVE] * 2


def test_the_tomcat_hunts_the_cat_that_votes_as_if_it_could_smell() -> None:
    state = make_state(6, dogs=(4, 5), nose=0)
    state = play_hour(state, 2, 3, 4)  # nobody barked, but the nose smelled a dog
    state = vote(propose(state, 0, 3, 4), against=(0,))[0]
    state = go_on(go_on(raid(state)))
    votes = {accuse(state, number) for number in range(MANY_TRIES)}
    assert votes == {0}


def accuse(state: State, number: int) -> Seat:
    """Return whom the top dog would name now."""
    move = choose(replace(state, phase="hunt"), state.dogs[0], "tomcat", number)
    assert isinstance(move, Accuse)
    return move.seat
