"""The rules: who knows what, votes, raids, dawn and the hunt."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import Notice
from bot.engine.game import IllegalMove, Leave, Prompt, Stale
from bot.games.who_barked.model import events
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
)
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, Phase
from bot.games.who_barked.rules import (
    HUSH_SECONDS,
    MEET_SECONDS,
    QUICK_CLOCK_SHARE,
    SNIFF_SECONDS,
)
from tests.games.who_barked.playing import (
    GAME,
    TEST_CHANCE,
    accuse,
    act,
    end_pause,
    go_on,
    make_state,
    play_hour,
    propose,
    raid,
    refuse,
    vote,
)


@pytest.mark.parametrize("seats", SETUPS_BY_SEATS)
def test_the_deal_has_as_many_dogs_as_the_setup_says(seats: int) -> None:
    state, notices = GAME.deal(seats, {}, PythonChance(1))
    assert len({*state.dogs}) == SETUPS_BY_SEATS[seats].dogs
    assert state.nose not in state.dogs
    assert notices == (Notice(events.NightBegun(state.leader)),)


@pytest.mark.parametrize("seats", SETUPS_BY_SEATS)
def test_a_crew_of_cats_alone_fits_each_goal(seats: int) -> None:
    setup = SETUPS_BY_SEATS[seats]
    assert max(setup.goals) <= seats - setup.dogs
    assert setup.hours >= len(setup.goals) + setup.alarms - 1


def test_only_dogs_know_the_dogs_until_the_hunt() -> None:
    state = make_state(dogs=(3, 4), nose=0)
    known = [GAME.view(state, viewer).dogs for viewer in (None, 0, 1, 2, 3, 4)]
    assert known == [(), (), (), (), (3, 4), (3, 4)]
    assert [GAME.view(state, viewer).nose for viewer in (None, 0, 1, 3)] == [None, 0, None, None]


def test_a_vote_can_be_changed_until_the_last_one_is_in() -> None:
    state = propose(make_state(), 0, 1)
    state, _ = act(state, 2, VOTE_YES)
    state, told = act(state, 2, VOTE_NO)
    assert told == ()
    assert GAME.view(state, 2).answers.own is False
    assert GAME.view(state, 1).answers.answered == (2,)
    assert GAME.view(state, 1).answers.own is None
    assert [p.seat for p in GAME.prompts(state) if p.has_answered] == [2]
    after, _ = vote(state, against=(2,))
    assert after.proposals[0].votes == (True, True, False, True, True)
    with pytest.raises(Stale):
        act(after, 2, VOTE_YES)


@pytest.mark.parametrize(("seats", "dogs", "against"), [(5, (3, 4), 3), (6, (4, 5), 3)])
def test_a_crew_stays_home_unless_more_than_half_vote_for_it(
    seats: int, dogs: tuple[int, ...], against: int
) -> None:
    state = propose(make_state(seats, dogs), *range(SETUPS_BY_SEATS[seats].goals[0]))
    after, told = vote(state, against=range(against))
    assert told[0].event == events.CrewRefused(0, seats - against)
    assert (after.phase, after.leader, after.hours_left) == ("talk", 1, 8)
    assert go_on(after).phase == "lead"
    gone, told = vote(state, against=range(against - 1))
    assert told[0] == Notice(events.CrewLeft(0, seats - against + 1))
    assert gone.phase == "raid"


def test_the_nose_alone_smells_how_many_dogs_leave() -> None:
    state, told = vote(propose(make_state(), 0, 3))
    assert told[1:] == (Notice(events.CrewSmelled(1), to=(0,)),)
    assert GAME.view(state, 0).scents == (1,)
    assert GAME.view(state, 1).scents == GAME.view(state, None).scents == ()


def test_cats_can_only_sneak() -> None:
    state, _ = vote(propose(make_state(), 0, 3))
    assert GAME.legal_moves(state, 0) == (SNEAK_MOVE,)
    assert GAME.legal_moves(state, 3) == (SNEAK_MOVE, BARK_MOVE)
    assert GAME.legal_moves(state, 1) == ()
    with pytest.raises(IllegalMove):
        act(state, 0, BARK_MOVE)


def test_a_quiet_crew_empties_the_first_goal_of_its_size() -> None:
    state = play_hour(make_state(), 0, 3)
    assert state.emptied == (0,)
    assert state.crew_sizes == (2, 3)
    state = play_hour(state, 0, 1)
    assert state.emptied == (0, 1)
    assert state.crew_sizes == (3,)
    assert PickCrew((0, 1)) not in GAME.legal_moves(state, state.leader)


def test_a_bark_wakes_the_humans_and_tells_how_many_barked() -> None:
    state, told = end_pause(raid(vote(propose(make_state(), 3, 4))[0], barking=(3, 4)))
    assert told == (Notice(events.HumansWoken(0, 2, 1)),)
    assert (state.phase, state.alarms, state.emptied) == ("talk", 1, ())
    assert go_on(state).phase == "lead"


def test_nobody_hears_anything_before_the_crew_is_through_the_kitchen() -> None:
    inside, _ = vote(propose(make_state(), 0, 3))
    hushes = [raid(inside, barking) for barking in ((), (3,))]
    for state in hushes:
        assert GAME.prompts(state) == (Prompt(state.decision, None, "hush", seconds=HUSH_SECONDS),)
        assert not any(GAME.legal_moves(state, seat) for seat in range(5))
        assert state.proposals[-1].barks is None
        assert (state.alarms, state.emptied, state.leader) == (0, (), 0)
    for viewer in (None, 0, 1, 2, 4):
        quiet, barked = (GAME.view(state, viewer) for state in hushes)
        assert quiet == barked
    assert [GAME.view(state, 3).answers.own for state in hushes] == [False, True]
    told = [end_pause(state)[1] for state in hushes]
    assert told == [(Notice(events.GoalRaided(0)),), (Notice(events.HumansWoken(0, 1, 1)),)]


def test_nobody_acts_twice_in_the_kitchen() -> None:
    state, _ = vote(propose(make_state(), 0, 3))
    state, told = act(state, 3, BARK_MOVE)
    assert told == ()
    assert GAME.view(state, 0).answers.answered == (3,)
    with pytest.raises(Stale):
        act(state, 3, SNEAK_MOVE)


def test_all_talk_after_a_crew_unless_the_night_is_over() -> None:
    for state in (
        go_on(raid(vote(propose(make_state(), 0, 3))[0])),
        vote(propose(make_state(), 0, 3), against=range(5))[0],
    ):
        (prompt,) = GAME.prompts(state)
        assert (prompt.kind, prompt.seat, prompt.may_end_early) == ("talk", None, True)
        assert (prompt.seconds, prompt.clock_share) == (None, QUICK_CLOCK_SHARE)
        assert state.leader == 1
        assert GAME.prompts(go_on(state))[0].seat == 1


def test_people_read_their_roles_before_the_first_leader_is_asked() -> None:
    state, _ = GAME.deal(6, {}, TEST_CHANCE)
    (prompt,) = GAME.prompts(state)
    assert prompt == Prompt(0, None, "meet", seconds=MEET_SECONDS, may_end_early=True)
    assert GAME.prompts(go_on(state)) == (Prompt(1, state.leader, "lead", "lead:1"),)


def test_the_dogs_win_by_the_fourth_alarm() -> None:
    state = make_state()
    for _ in range(4):
        assert GAME.standings(state) is None
        assert GAME.interim_standings(state) == ()
        state = play_hour(state, 0, 3, barking=(3,))
    ranks = {place.seat: (place.rank, place.team) for place in GAME.standings(state) or ()}
    assert ranks == {3: (1, "dogs"), 4: (1, "dogs"), **dict.fromkeys((0, 1, 2), (3, "cats"))}


def test_it_dawns_once_there_are_fewer_hours_than_goals() -> None:
    state = make_state()
    for spare in range(6, -1, -1):
        assert state.spare_hours == spare
        assert state.phase == "lead"
        state = refuse(state, 0, 1)
    assert state.phase == "over"
    assert GAME.view(state, None).winner == "dogs"


@pytest.mark.parametrize(("accused", "winner"), [(0, "dogs"), (1, "cats")])
def test_the_top_dog_may_still_name_the_nose(accused: int, winner: str) -> None:
    state = make_state(dogs=(3, 4), nose=0)
    for crew in ((0, 1), (0, 2), (0, 1, 2)):
        state = play_hour(state, *crew)
    assert state.phase == "hunt"
    assert GAME.view(state, None).dogs == (3, 4)
    assert GAME.legal_moves(state, 4) == ()
    assert GAME.legal_moves(state, 3) == (Accuse(0), Accuse(1), Accuse(2))
    state, told = act(state, 3, Accuse(accused))
    assert told == (Notice(events.CatSniffed(3, accused)),)
    assert GAME.standings(state) is None
    state, told = end_pause(state)
    assert told == (Notice(events.CatAccused(3, accused, 0)),)
    assert GAME.view(state, None).winner == winner
    assert GAME.prompts(state) == ()


def test_the_nose_is_told_only_after_the_sniff() -> None:
    state = make_state(dogs=(3, 4), nose=0)
    for crew in ((0, 1), (0, 2), (0, 1, 2)):
        state = play_hour(state, *crew)
    sniff = accuse(state, 0)
    assert GAME.prompts(sniff) == (Prompt(sniff.decision, None, "sniff", seconds=SNIFF_SECONDS),)
    assert not any(GAME.legal_moves(sniff, seat) for seat in range(5))
    for viewer in (None, 1, 2, 3, 4):
        view = GAME.view(sniff, viewer)
        assert (view.accused, view.nose, view.winner, view.scents) == (0, None, None, ())
    with pytest.raises(Stale):
        act(sniff, 3, Accuse(1))


@pytest.mark.parametrize("phase", ["lead", "vote", "raid", "hunt", "over"])
def test_only_a_pause_ends_by_itself(phase: Phase) -> None:
    state = replace(make_state(), phase=phase)
    with pytest.raises(Stale):
        go_on(state)


def test_nobody_leaves_for_good() -> None:
    state = make_state()
    assert GAME.computer_may_take(state)
    with pytest.raises(Stale):
        GAME.apply(state, Leave(0), TEST_CHANCE)


def test_other_roles_fit_barks_and_scents() -> None:
    state = play_hour(make_state(6, dogs=(4, 5), nose=0), 1, 2, 4, barking=(4,))
    rng = Random(0)
    found = [GAME.resample_hidden(state, 0, rng) for _ in range(200)]
    packs = {frozenset(other.dogs) for other in found if other}
    # One of 1, 2 and 4 is a dog, and the other dog is 3 or 5.
    assert packs == {frozenset((one, two)) for one in (1, 2, 4) for two in (3, 5)}
    assert {other.nose for other in found if other} == {0}
    noses = {other.nose for _ in range(200) if (other := GAME.resample_hidden(state, 1, rng))}
    assert noses == {0, 2, 3, 4, 5}
