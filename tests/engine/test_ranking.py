"""Places by score: the best first, and equal scores share a rank."""

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.game import Place
from bot.engine.ranking import rank_seats

scores = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=8)


def test_points_are_shown_and_scores_decide() -> None:
    assert rank_seats(((5, 0), (5, 2), (7, 1), (5, 2)), points=(5, 5, 7, 5)) == (
        Place(2, 1, 7),
        Place(1, 2, 5),
        Place(3, 2, 5),
        Place(0, 4, 5),
    )


@given(scores)
def test_each_seat_has_the_place_that_those_before_it_leave(each: list[tuple[bool, int]]) -> None:
    places = rank_seats(each, points=range(len(each)))
    assert sorted(place.seat for place in places) == [*range(len(each))]
    assert all(place.points == place.seat for place in places)
    for place in places:
        assert place.rank == 1 + sum(other > each[place.seat] for other in each)
    order = [(place.rank, place.seat) for place in places]
    assert order == sorted(order)
