"""Deals are tried until one looks the same to the viewer, and differs."""

from random import Random

from msgspec.structs import replace

from bot.engine.moves import Move
from bot.engine.resampling import deal_until_fits
from tests.toys.council.model.moves import Team
from tests.toys.council.model.state import Round
from tests.toys.council.rules import Council, State

GAME = Council()
STATE = State(seats=5, thief=2)


def test_who_knows_nothing_may_see_any_other_deal() -> None:
    rng = Random(1)
    found = {
        dealt.thief
        for _ in range(60)
        if (dealt := deal_until_fits(GAME, STATE, 0, lambda: _deal(rng)))
    }
    assert found == {1, 3, 4}, "neither the real thief nor the viewer, who would know"


def test_nothing_is_dealt_for_who_knows_all() -> None:
    rng = Random(1)
    assert deal_until_fits(GAME, STATE, 2, lambda: _deal(rng)) is None


def test_a_thief_who_would_have_made_other_points_is_never_dealt() -> None:
    sent, refused = Round((1, 2), votes_for=(0, 1, 2)), Round((0, 1), votes_for=(0, 1))
    state = replace(STATE, past=(sent, refused))
    assert state.points == (0, 1)
    deals = [GAME.resample_hidden(state, viewer, Random(1)) for viewer in (0, 3, 4, None)]
    assert [deal and deal.thief for deal in deals] == [1, 1, 1, 1], "who else was in that team"
    assert GAME.resample_hidden(state, 1, Random(1)) is None, "the other one knows"


def test_the_number_of_deals_is_bounded() -> None:
    dealt = list[State]()

    def deal() -> State:
        dealt.append(STATE)
        return STATE

    assert deal_until_fits(GAME, STATE, None, deal, max_deals=5) is None
    assert len(dealt) == 5


class Careful(Council):
    """A game whose legal moves tell who the thief is."""

    def legal_moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Return each team without the thief."""
        teams = super().legal_moves(state, seat)
        return tuple(
            team for team in teams if isinstance(team, Team) and state.thief not in team.seats
        )


def test_a_deal_with_other_moves_for_the_viewer_does_not_look_the_same() -> None:
    state = replace(STATE, phase="team")
    dealt = replace(state, thief=3)
    assert deal_until_fits(Careful(), state, 0, lambda: dealt) is None
    assert deal_until_fits(Careful(), state, 1, lambda: dealt) == dealt
    assert deal_until_fits(Careful(), state, None, lambda: dealt) == dealt


def _deal(rng: Random) -> State:
    return replace(STATE, thief=rng.randrange(5))
