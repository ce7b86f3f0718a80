"""Played by the bot's rules and by the oracle, each night goes the same way."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.chance import PythonChance, SeededChance
from bot.engine.events import Notice, to_record
from bot.engine.game import Act, Elapse, IllegalMove, Leave, Stale
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
)
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, State, View
from bot.games.who_barked.package import PACKAGE
from tests.games.who_barked import oracle
from tests.games.who_barked.playing import GAME, TEST_CHANCE

Night = dict[str, Any]
Choose = Callable[[Night, int, Sequence[str], Random], str]
NAMES_BY_KIND = {
    **{"meet": "reading", "lead": "leading", "vote": "voting", "raid": "kitchen"},
    **{"hush": "listening", "talk": "talking", "hunt": "hunting", "sniff": "sniffing"},
}
ANSWERS = {"vote/yes": True, "vote/no": False, "sneak": False, "bark": True, None: None}
CHANGED_VOTE_CHANCE, WRONG_PRESS_CHANCE = 0.2, 0.1


def choose_at_random(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    return rng.choice(legal)


def refuse_everything(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    return legal[-1]


def agree_to_everything(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    return legal[0]


def bark_whenever_possible(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    """Send dogs, agree, and bark with all of them."""
    dogs = oracle.find_seats(night, "dog")
    crews = [move for move in legal if any(str(dog) in move for dog in dogs)]
    choices = [move for move in crews or legal if move in ("vote/yes", "bark")]
    return rng.choice(choices or crews or legal)


def obstruct(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    """As a dog, wake the humans alone and refuse crews of cats; as a cat, be divided."""
    if night["roles"][seat] == "dog" and "vote/no" in legal:
        return "vote/yes" if oracle.smell(night, night["hours"][-1]) else "vote/no"
    return rng.choice([*legal, "bark", "bark"] if "bark" in legal else legal)


def eat_everything(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    """Agree and never bark, and sometimes find the nose."""
    if legal[0].startswith(("crew", "accuse")):
        return rng.choice(legal)
    return legal[0]


def play_by_committee(night: Night, seat: int, legal: Sequence[str], rng: Random) -> str:
    """Vote half and half, so that ties and narrow majorities come about."""
    if "vote/yes" in legal:
        return "vote/yes" if (seat + len(night["hours"])) % 2 else "vote/no"
    return rng.choice(legal)


TEMPERS: Mapping[str, Choose] = {
    each.__name__: each
    for each in (
        choose_at_random,
        refuse_everything,
        agree_to_everything,
        bark_whenever_possible,
        obstruct,
        eat_everything,
        play_by_committee,
    )
}


def tell(notices: Sequence[Notice]) -> list[tuple[Any, ...]]:
    records = map(to_record, notices)
    return [(record.to, record.name, record.values) for record in records]


def read_view(view: View) -> Night:
    """Return what a view tells, in the oracle's words."""
    assert view.answers.waiting == tuple(
        seat for seat in view.answers.seats if seat not in view.answers.answered
    )
    return {
        "role": view.role,
        "leader": view.leader,
        "crew": [*view.crew],
        "hours": [
            {
                "leader": each.leader,
                "crew": [*each.crew],
                "goal": each.goal,
                "votes": [*each.votes],
                "barks": each.barks,
            }
            for each in view.proposals
        ],
        "answered": [*view.answers.answered],
        "own": view.answers.own,
        "dogs": sorted(view.dogs),
        "top dog": view.dogs[0] if view.dogs else None,
        "nose": view.nose,
        "scents": [*view.scents],
        "named": view.accused,
        "winner": view.winner,
    }


def compare(state: State, night: Night) -> None:
    """Check that both ask the same people the same, and that all know the same."""
    legal = {
        seat: [move.path for move in moves]
        for seat in range(night["seats"])
        if (moves := GAME.legal_moves(state, seat))
    }
    assert legal == oracle.list_asked(night)
    compare_prompts(state, night)
    for viewer in (None, *range(night["seats"])):
        known = oracle.know(night, viewer)
        assert read_view(GAME.view(state, viewer)) == known | {"own": ANSWERS[known["own"]]}
    places = GAME.standings(state)
    assert GAME.interim_standings(state) == (places or ())
    found = places and {place.seat: (place.rank, place.team) for place in places}
    assert found == oracle.list_places(night)
    assert not any(place.points for place in places or ())


def compare_prompts(state: State, night: Night) -> None:
    now, prompts = night["now"], GAME.prompts(state)
    seats = [None] if now in oracle.PAUSE_SECONDS else [*oracle.list_asked(night)]
    assert [prompt.seat for prompt in prompts] == seats
    for prompt in prompts:
        assert prompt.decision == state.decision
        assert NAMES_BY_KIND[prompt.kind] == now
        assert prompt.seconds == oracle.PAUSE_SECONDS.get(now)
        assert prompt.may_end_early == (now in oracle.ENDS_EARLY)
        assert prompt.has_answered == (prompt.seat in night["answers"])
        assert bool(prompt.clock) == (now in oracle.CLOCK_SHARES)
        assert prompt.clock_share == oracle.CLOCK_SHARES.get(now, 1)


def press_wrong(state: State, night: Night, rng: Random) -> None:
    """Let somebody press what is not possible. Nothing may come of it."""
    seat = rng.randrange(night["seats"])
    asked = oracle.list_asked(night)
    moves = (
        *(PickCrew(()), PickCrew((0,)), PickCrew((1, 0)), Accuse(night["top dog"])),
        *(SNEAK_MOVE, BARK_MOVE, VOTE_YES, VOTE_NO),
    )
    wrong = [move for move in moves if move.path not in asked.get(seat, ())]
    with pytest.raises(IllegalMove if seat in asked else Stale):
        GAME.apply(state, Act(seat, state.decision, rng.choice(wrong), 0), TEST_CHANCE)
    for action in (Leave(seat), Act(seat, state.decision - 1, wrong[0], 0)):
        with pytest.raises(Stale):
            GAME.apply(state, action, TEST_CHANCE)
    if night["now"] not in oracle.PAUSE_SECONDS:
        with pytest.raises(Stale):
            GAME.apply(state, Elapse(state.decision), TEST_CHANCE)


def pick_seat(night: Night, asked: Mapping[int, Sequence[str]], rng: Random) -> int:
    """Return who answers next: now and then somebody who only changes a vote."""
    waiting = [seat for seat in asked if seat not in night["answers"]]
    return rng.choice([*asked] if rng.random() < CHANGED_VOTE_CHANCE else waiting)


def play_both(seats: int, seed: int, choose: Choose) -> Night:
    """Play a night by both rules, comparing them after each step, and return how it ended."""
    rng = Random(seed)
    night, news = oracle.deal(seats, PythonChance(seed))
    state, notices = GAME.deal(seats, {}, PythonChance(seed))
    while True:
        assert tell(notices) == news
        compare(state, night)
        if rng.random() < WRONG_PRESS_CHANCE:
            press_wrong(state, night, rng)
        if night["now"] == "over":
            return night
        asked = oracle.list_asked(night)
        if asked:
            seat = pick_seat(night, asked, rng)
            compare_absent(state, night, seat, rng)
            path = choose(night, seat, asked[seat], rng)
            (move,) = (each for each in GAME.legal_moves(state, seat) if each.path == path)
            state, notices = GAME.apply(state, Act(seat, state.decision, move, 0), TEST_CHANCE)
            news = oracle.answer(night, seat, path)
        else:
            state, notices = GAME.apply(state, Elapse(state.decision), TEST_CHANCE)
            news = oracle.end_pause(night)


def compare_absent(state: State, night: Night, seat: int, rng: Random) -> None:
    moves, view = GAME.legal_moves(state, seat), GAME.view(state, seat)
    move = PACKAGE.computers.choose_move(view, moves, "absent", rng)
    assert move.path in oracle.list_absent_moves(night, seat)


@settings(max_examples=120)
@given(st.sampled_from([*SETUPS_BY_SEATS]), st.integers(0, 2**32), st.sampled_from([*TEMPERS]))
def test_each_night_goes_as_the_rulings_say(seats: int, seed: int, temper: str) -> None:
    play_both(seats, seed, TEMPERS[temper])


@settings(max_examples=40)
@given(st.sampled_from([*SETUPS_BY_SEATS]), st.integers(0, 2**32), st.randoms())
def test_so_does_a_night_among_people_of_all_kinds(seats: int, seed: int, rng: Random) -> None:
    tempers = [rng.choice([*TEMPERS.values()]) for _ in range(seats)]
    play_both(seats, seed, lambda night, seat, *rest: tempers[seat](night, seat, *rest))


@pytest.mark.parametrize("seats", SETUPS_BY_SEATS)
def test_all_ends_of_a_night_come_about(seats: int) -> None:
    ends = set()
    for temper in TEMPERS.values():
        for seed in range(6):
            night = play_both(seats, seed, temper)
            woken = oracle.count_alarms(night) == oracle.LAST_ALARM
            ends.add((night["winner"], night["named"] is not None, woken))
    assert ends >= {
        ("cats", True, False),
        ("dogs", True, False),
        ("dogs", False, True),
        ("dogs", False, False),
    }


@pytest.mark.parametrize("seats", SETUPS_BY_SEATS)
def test_a_table_deals_as_the_rulings_say(seats: int) -> None:
    for number in range(20):
        seed = bytes([number]) * 32
        state, notices = GAME.deal(seats, {}, SeededChance(seed, 0))
        night, news = oracle.deal(seats, SeededChance(seed, 0))
        assert tell(notices) == news
        compare(state, night)
