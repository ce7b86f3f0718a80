"""The computer players: what they conclude, and what they give away."""

import subprocess
import sys
from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.who_barked.computer import conduct, fox
from bot.games.who_barked.computer.beliefs import (
    compute_clean_chances,
    form_beliefs,
    mark_possible_packs,
)
from bot.games.who_barked.computer.conduct import (
    MISHEARD_CHANCE,
    OPEN_NOSE_CHANCE,
    WHIM_CHANCE,
    predict_crews,
    predict_votes,
    weigh_deals,
)
from bot.games.who_barked.model.deduction import is_possible, list_packs
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
    list_crews,
)
from bot.games.who_barked.model.state import Proposal, PublicState, State
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
from tools.arena.who_barked import ARENA

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


def list_public(state: State) -> PublicState:
    """Return what everybody saw, in the form in which the Sly Fox remembers it."""
    return PublicState(
        seats=state.seats, leader=0, phase="lead", decision=0, proposals=state.proposals
    )


def list_deals(state: State) -> list[State]:
    """Return the state with each pack and each nose."""
    return [
        replace(state, dogs=pack, nose=nose)
        for pack in list_packs(state.seats)
        for nose in range(state.seats)
        if nose not in pack
    ]


def chance_of(state: State, seat: Seat, move: Move) -> float:
    """Return how likely the Sly Fox makes a move, as it tells of its own view."""
    moves = GAME.legal_moves(state, seat)
    return fox.compute_chances(GAME.view(state, seat), moves)[moves.index(move)]


def expected_chance_of(state: State, seat: Seat, move: Move) -> float:
    """Return how likely the Sly Fox expects a move of another: also openly, and by a whim."""
    likely, number = chance_of(state, seat, move), len(GAME.legal_moves(state, seat))
    if seat == state.nose:
        hides_nothing = chance_of_open_nose(state, move)
        likely = (1 - OPEN_NOSE_CHANCE) * likely + OPEN_NOSE_CHANCE * hides_nothing
    return (1 - WHIM_CHANCE) * likely + WHIM_CHANCE / number


def chance_of_open_nose(state: State, move: Move) -> float:
    """Return how likely the nose makes a move if it does not care who notices."""
    with pytest.MonkeyPatch.context() as patch:
        for function in (predict_votes, predict_crews):
            patch.setattr(fox, function.__name__, function.__wrapped__)  # remember nothing
        patch.setattr(conduct, "_compute_nose_openness", lambda deals, alike: np.ones_like(deals))
        return chance_of(state, state.nose, move)


def chance_of_hour(state: State, proposal: Proposal) -> float:
    """Return how likely Sly Foxes propose this crew, vote so and bark so, with these roles."""
    likely = expected_chance_of(state, state.leader, PickCrew(proposal.crew))
    state = propose(state, *proposal.crew)
    for seat, answer in enumerate(proposal.votes):
        likely *= expected_chance_of(state, seat, VOTE_YES if answer else VOTE_NO)
    if proposal.barks is None:
        return likely
    state, _ = vote(state, against=[seat for seat, yes in enumerate(proposal.votes) if not yes])
    dogs = [seat for seat in proposal.crew if seat in state.dogs]
    heard = 0.0
    for barking in product((False, True), repeat=len(dogs)):
        if sum(barking) == proposal.barks:
            pairs = zip(dogs, barking, strict=True)
            acts = [
                chance_of(state, seat, BARK_MOVE if bark else SNEAK_MOVE) for seat, bark in pairs
            ]
            heard += float(np.prod(acts))
    misheard = 1 / (1 + len(dogs)) if proposal.barks <= len(dogs) else 0.0
    return likely * ((1 - MISHEARD_CHANCE) * heard + MISHEARD_CHANCE * misheard)


def play_randomly(state: State, rng: Random, hours: int) -> State:
    """Play some hours by moves of any kind."""
    for _ in range(hours):
        crew = rng.choice(GAME.legal_moves(state, state.leader))
        assert isinstance(crew, PickCrew)
        against = [seat for seat in range(state.seats) if rng.random() < 0.4]
        after, _ = vote(propose(state, *crew.seats), against)
        if after.phase == "raid":
            after = go_on(raid(after, [seat for seat in crew.seats if seat in state.dogs][:1]))
        if after.phase != "talk":
            return state
        state = go_on(after)
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_possible_packs_are_those_that_the_rules_of_deduction_allow(seats: int) -> None:
    for number in range(20):
        begun = make_state(seats, list_packs(seats)[number % len(list_packs(seats))], nose=0)
        state = play_randomly(begun, Random(number), hours=4)
        for viewer in (None, *range(seats)):
            view = GAME.view(state, viewer)
            expected = [is_possible(view, pack) for pack in list_packs(seats)]
            assert mark_possible_packs(view).tolist() == expected


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_sly_fox_weighs_all_deals_by_what_sly_foxes_would_do_in_each(seats: int) -> None:
    """Multiply the chances of all acts in each deal, one by one, each from the actor's own view."""
    rng = Random(seats)
    begun = make_state(seats, tuple(range(seats)[-len(list_packs(seats)[0]) :]), nose=1)
    played = play_randomly(begun, rng, hours=3)
    weights = dict[tuple[tuple[Seat, ...], Seat], float]()
    for deal in list_deals(begun):
        likely, state = 1.0, deal
        for number, proposal in enumerate(played.proposals):
            past = played.proposals[:number]
            state = replace(state, proposals=past, leader=proposal.leader)
            likely *= chance_of_hour(state, proposal)
        weights[deal.dogs, deal.nose] = likely
    found = weigh_deals(list_public(played))
    for row, pack in enumerate(list_packs(seats)):
        for nose in range(seats):
            expected = weights.get((pack, nose), 0.0) / sum(weights.values())
            assert found[row, nose] == pytest.approx(expected, abs=1e-9)
    assert found.sum() == pytest.approx(1)


def test_the_sly_fox_names_the_likeliest_nose() -> None:
    for number in range(MANY_TRIES):
        state = play_randomly(make_state(8, (5, 6, 7), nose=2), Random(number), hours=4)
        hunt = replace(state, phase="hunt")
        moves = GAME.legal_moves(hunt, 5)
        chances = fox.compute_chances(GAME.view(hunt, 5), moves)
        noses = weigh_deals(list_public(state))[list_packs(8).index((5, 6, 7))]
        assert moves[chances.index(1.0)] == Accuse(int(noses.argmax()))
        assert sum(chances) == 1


def test_the_sly_fox_believes_the_same_whoever_asks_first() -> None:
    """What the model remembers of other games changes no chance."""
    state = play_randomly(make_state(6, (4, 5), nose=0), Random(4), hours=4)
    first = weigh_deals(list_public(state)).tolist()
    for function in (weigh_deals, predict_votes, predict_crews):
        function.cache_clear()
    assert weigh_deals(list_public(state)).tolist() == first


CHOICES_IN_ANOTHER_PROCESS = """
from random import Random
from tests.games.who_barked.playing import GAME, make_state
from tests.games.who_barked.test_computers import choose, play_randomly
state = play_randomly(make_state(7, (5, 6), nose=0), Random(3), hours=5)
print([choose(state, state.leader, "fox", number).path for number in range(20)])
"""


def test_the_sly_fox_chooses_the_same_in_another_process() -> None:
    state = play_randomly(make_state(7, (5, 6), nose=0), Random(3), hours=5)
    here = [choose(state, state.leader, "fox", number).path for number in range(20)]
    done = subprocess.run(
        [sys.executable, "-c", CHOICES_IN_ANOTHER_PROCESS],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(here)


def test_a_dog_of_the_sly_foxes_votes_much_like_a_cat_until_it_decides_the_game() -> None:
    state = propose(make_state(), 0, 3)
    as_dog = chance_of(state, 3, VOTE_YES)
    as_cat = chance_of(replace(state, dogs=(2, 4)), 3, VOTE_YES)
    assert abs(as_dog - as_cat) < 0.25
    for _ in range(6):
        state = go_on(vote(state, against=range(5))[0])
        state = propose(state, *sorted({state.leader, (state.leader + 1) % 5}))
    assert state.spare_hours == 0
    assert chance_of(state, 3, VOTE_YES) < 0.01
    assert chance_of(replace(state, dogs=(2, 4)), 3, VOTE_YES) > 0.99


def test_sly_foxes_win_more_often_than_tomcats_on_either_side() -> None:
    """The shares are about 0.5, 0.5 and 0.35: with fixed seeds, luck cannot make it fail."""
    won_by_cats = []
    for kind in ("cats-fox-dogs-tomcat", "tomcat", "cats-tomcat-dogs-fox"):
        players = [ARENA.make_player(kind)] * 6
        games = [ARENA.play(deal, {}, players, 0).team_shares["cats"] for deal in range(80)]
        won_by_cats.append(sum(games))
    assert won_by_cats[0] > won_by_cats[2] + 8
    assert won_by_cats[1] > won_by_cats[2] + 4
