"""What is told of a finished game: awards for votes and crews, and numbers."""

import pytest

from bot.games.who_barked.awards import AWARDS, NUMBERS, Outing, read_outings
from tests.games.who_barked.nights import Night, Seats, eaten, lost_by_four_barks


def test_outings_are_read_with_the_last_vote_of_each_player() -> None:
    night = Night()
    night.send(0, 1, against=(1, 3, 4), changing=(1,))
    night.send(0, 3, against=(2,), barking=(3,))
    night.send(0, 1)
    assert [*read_outings(night.log)] == [
        Outing(0, (0, 1), {0: True, 1: False, 2: True, 3: False, 4: False}, None),
        Outing(1, (0, 3), {0: True, 1: True, 2: False, 3: True, 4: True}, 1),
        Outing(2, (0, 1), dict.fromkeys(range(5), True), 0),
    ]


@pytest.mark.parametrize(
    ("against", "earned"),
    [
        ([(), (), (), ()], set()),
        ([(2,), (2,), (2,), (2,)], {("lone-voice", 2), ("doubter", 2)}),
        ([(2,), (), (), ()], {("lone-voice", 2)}),
        ([(4,), (), (), ()], set()),
        ([(1, 2)] * 4, {("doubter", 1), ("doubter", 2)}),
        ([(1, 2), (1, 2), (1,), (1,)], {("doubter", 1), ("lone-voice", 1)}),
    ],
)
def test_cats_earn_awards_by_voting_against_crews_that_bark(
    against: list[Seats], earned: set[tuple[str, int]]
) -> None:
    night = lost_by_four_barks(*against)
    alibi = {("alibi", 4)}
    assert {*AWARDS.find_earned(night.log, night.places())} == earned | alibi


@pytest.mark.parametrize(
    ("against", "accused", "earned"),
    [
        (((0, 2, 4), (0, 2, 4)), 1, {("poker-nose", 0), ("doubter", 0), ("doubter", 2)}),
        (((0, 2, 4), (0, 2, 4)), 0, {("doubter", 0), ("doubter", 2), ("bloodhound", 3)}),
        (((0, 2, 4),), 1, set()),
    ],
)
def test_the_nose_earns_an_award_if_it_doubts_dogs_and_is_not_found(
    against: tuple[Seats, ...], accused: int, earned: set[tuple[str, int]]
) -> None:
    night = eaten(*against, accused=accused)
    assert {*AWARDS.find_earned(night.log, night.places())} == earned


def test_a_leader_of_two_quiet_crews_opens_tins() -> None:
    night = Night()
    night.send(0, 1)
    for _ in range(4):
        night.send(1, 2, against=(0, 1, 2))
    night.send(0, 2)
    night.send(0, 1, 2)
    night.accuse(0)
    assert night.state.proposals[0].leader == night.state.proposals[5].leader == 0
    assert AWARDS.find_earned(night.log, night.places()) == (("tin-opener", 0), ("bloodhound", 3))


@pytest.mark.parametrize(
    ("accused", "earned"), [(0, (("cat-suit", 3), ("bloodhound", 3))), (1, ())]
)
def test_a_dog_that_helps_twice_and_wins_wore_its_suit_well(
    accused: int, earned: tuple[tuple[str, int], ...]
) -> None:
    night = Night()
    for crew in ((0, 3), (0, 1), (0, 1, 3)):
        night.send(*crew)
    night.accuse(accused)
    assert AWARDS.find_earned(night.log, night.places()) == earned


def test_numbers_count_crews_and_alarms() -> None:
    night = lost_by_four_barks((), (), (), ())
    told = [event for entry in night.log for event in entry.events]
    assert {name: count(told) for name, count in NUMBERS.items()} == {"crews": 4, "alarms": 4}


@pytest.mark.parametrize(("alarms", "cool"), [(3, [2]), (2, [])])
def test_a_cat_that_leads_the_last_crew_before_the_last_alarm_stays_cool(
    alarms: int, cool: list[int]
) -> None:
    night = Night()
    for _ in range(alarms):
        night.send(0, 3, barking=(3,))
    while night.state.leader != 0:
        night.send(0, 1, against=(0, 1, 2, 3, 4))
    for crew in ((0, 1), (0, 2), (0, 1, 2)):
        night.send(*crew)
    night.accuse(1)
    earned = AWARDS.find_earned(night.log, night.places())
    assert [seat for name, seat in earned if name == "cool-cat"] == cool


def test_a_dog_that_was_along_at_an_alarm_has_no_alibi() -> None:
    night = Night()
    for crew in ((0, 3), (0, 3), (3, 4), (0, 3)):
        night.send(*crew, barking=(3,))
    assert "alibi" not in {name for name, _ in AWARDS.find_earned(night.log, night.places())}
