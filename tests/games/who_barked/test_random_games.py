"""What holds in every game: secrets, counts, the end, and what is stored."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import decode, encode

from bot.engine.events import Seat
from bot.engine.game import find_winners
from bot.games.who_barked.model import events
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, State, View
from bot.games.who_barked.package import PACKAGE
from bot.testing.playing import (
    ABSENT_PLAYERS,
    FIRST_MOVE_PLAYERS,
    LAST_MOVE_PLAYERS,
    RANDOM_PLAYERS,
    Setup,
    Step,
    play_game,
)
from tests.games.who_barked.playing import GAME

PLAYERS = (RANDOM_PLAYERS, FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS, ABSENT_PLAYERS)
PAUSES = ("meet", "hush", "talk", "sniff")
MAX_STATE_BYTES = 4096
games = st.builds(
    Setup,
    st.integers(0, 2**32),
    st.sampled_from([*SETUPS_BY_SEATS]),
    st.just(dict[str, str]()),
    st.sampled_from(PLAYERS),
)
EACH_GAME = settings(max_examples=25)


@cache
def play(number: int, seats: int, players: str) -> tuple[Step, ...]:
    played = play_game(PACKAGE, Setup(number, seats, {}, players))
    assert played.failure == ""
    return played.steps


def walk(setup: Setup) -> tuple[Step, ...]:
    return play(setup.number, setup.seats, setup.players)


def list_viewers(state: State) -> Iterator[tuple[Seat | None, View]]:
    for viewer in (None, *range(state.seats)):
        yield viewer, GAME.view(state, viewer)


@EACH_GAME
@given(games)
def test_roles_are_seen_by_those_alone_who_may_know_them(setup: Setup) -> None:
    for step in walk(setup):
        state: State = step.state
        is_over, is_unmasked = state.phase == "over", state.phase in ("hunt", "sniff", "over")
        for viewer, view in list_viewers(state):
            assert view.dogs == (state.dogs if is_unmasked or viewer in state.dogs else ())
            assert view.nose == (state.nose if is_over or viewer == state.nose else None)
            assert bool(view.scents) <= (is_over or viewer == state.nose)
            assert (view.role is None) == (viewer is None)


@EACH_GAME
@given(games)
def test_nobody_but_the_nose_can_tell_from_a_view_which_cat_it_is(setup: Setup) -> None:
    """With another cat as the nose, all others see exactly the same before the end."""
    for step in walk(setup):
        state: State = step.state
        cats = {*range(state.seats)} - {*state.dogs, state.nose}
        for other in cats if state.phase != "over" else ():
            exchanged = State(**{**_fields(state), "nose": other})
            for viewer, view in list_viewers(state):
                if viewer not in (state.nose, other):
                    assert GAME.view(exchanged, viewer) == view
            for seat in range(state.seats):
                assert GAME.legal_moves(exchanged, seat) == GAME.legal_moves(state, seat)


def _fields(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


@EACH_GAME
@given(games)
def test_open_answers_are_seen_by_those_alone_who_gave_them(setup: Setup) -> None:
    for step in walk(setup):
        state: State = step.state
        given = dict(state.answers.given) if state.answers else {}
        for viewer, view in list_viewers(state):
            assert view.answers.own == given.get(-1 if viewer is None else viewer)
            assert view.answers.answered == tuple(given)
            for proposal in view.proposals[:-1]:
                assert (proposal.barks is None) == (not proposal.is_accepted)


@EACH_GAME
@given(games)
def test_all_is_counted_at_every_step(setup: Setup) -> None:
    rules = SETUPS_BY_SEATS[setup.seats]
    for before, step in pairwise(walk(setup)):
        state: State = step.state
        dealt = (state.dogs, state.nose, state.seats)
        assert dealt == (before.state.dogs, before.state.nose, before.state.seats)
        assert len({*state.dogs, state.nose}) == rules.dogs + 1
        assert 0 <= state.alarms <= rules.alarms
        assert len(state.proposals) <= rules.hours
        assert len({*state.emptied}) == len(state.emptied)
        past = before.state.proposals[:-1]
        assert state.proposals[: len(past)] == past
        assert all(len(each.votes) == setup.seats for each in state.proposals)
        for each in state.proposals:
            assert len({*each.crew}) == len(each.crew) == rules.goals[each.goal]
            assert (each.barks or 0) <= len({*each.crew} & {*state.dogs})


@EACH_GAME
@given(games)
def test_somebody_is_asked_or_a_pause_runs_until_one_team_has_won(setup: Setup) -> None:
    steps = walk(setup)
    for step in steps[:-1]:
        state: State = step.state
        prompts = GAME.prompts(state)
        assert prompts
        assert GAME.standings(state) is None
        assert GAME.interim_standings(state) == ()
        for prompt in prompts:
            if prompt.seat is None:
                assert state.phase in PAUSES and len(prompts) == 1
            else:
                assert GAME.legal_moves(state, prompt.seat)
    last = steps[-1].state
    places = GAME.standings(last)
    assert places and GAME.prompts(last) == ()
    winners = {*find_winners(places)}
    assert winners in ({*last.dogs}, {*range(last.seats)} - {*last.dogs})
    ends = (events.DawnBroken, events.HouseAwake, events.CatAccused)
    tags = {kind.__struct_config__.tag for kind in ends}
    told = [event.name for step in steps for event in step.events if event.name in tags]
    assert len(told) == 1


@EACH_GAME
@given(games)
def test_a_state_and_its_views_are_stored_and_read_as_they_were(setup: Setup) -> None:
    for step in walk(setup):
        stored = encode(step.state)
        assert GAME.load_state(stored) == step.state
        assert len(stored) <= MAX_STATE_BYTES
        for _, view in list_viewers(step.state):
            assert decode(encode(view), type=View) == view


@pytest.mark.parametrize("seats", SETUPS_BY_SEATS)
def test_a_game_ends_within_its_hours(seats: int) -> None:
    """An hour has at most a proposal, a vote, a crew and two pauses. Changed votes do not count."""
    hours = SETUPS_BY_SEATS[seats].hours
    for players in PLAYERS:
        for number in range(3):
            last = play(number, seats, players)[-1].state
            assert last.decision <= 1 + 5 * hours + 2
    assert hours * (3 + 2 * seats) < GAME.max_actions
