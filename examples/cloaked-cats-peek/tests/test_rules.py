"""The rules, played without the bot: what a peek tells, and what it does not."""

import pytest

from bot.engine.chance import PythonChance
from bot.engine.events import Seat
from bot.engine.game import Act, Elapse, IllegalMove, Stale
from bot.engine.moves import Move
from peek.model.moves import Keep, Peek, Swap
from peek.model.state import State
from peek.rules import PeekRules

RULES = PeekRules()
ADA, BEN, CLEO = range(3)
NOBODY_ANSWERED = (None, None, None)
DEALT = State((4, 7, 9), NOBODY_ANSWERED, dealt=(4, 7, 9))


def answer(state: State, seat: Seat, move: Move, seed: int = 1) -> State:
    return RULES.apply(state, Act(seat, 0, move, at=0), PythonChance(seed))[0]


def test_a_peek_tells_the_card_that_somebody_was_dealt() -> None:
    view = RULES.view(answer(DEALT, ADA, Peek(BEN)), ADA)
    assert (view.peeked, view.seen) == (BEN, 7)


def test_it_does_not_tell_the_card_that_they_swap_it_for() -> None:
    swapped = answer(answer(DEALT, ADA, Peek(BEN)), BEN, Swap())
    assert swapped.cards[BEN] != 7
    assert RULES.view(swapped, ADA).seen == 7
    assert RULES.view(swapped, ADA).cards == (4, 0, 0)


@pytest.mark.parametrize("viewer", [BEN, CLEO, None])
def test_nobody_else_notices(viewer: Seat | None) -> None:
    peeked, kept = (answer(DEALT, ADA, move) for move in (Peek(BEN), Keep()))
    assert RULES.view(peeked, viewer) == RULES.view(kept, viewer)


def test_nobody_peeks_at_their_own_card() -> None:
    assert Peek(ADA) not in RULES.legal_moves(DEALT, ADA)
    with pytest.raises(IllegalMove):
        answer(DEALT, ADA, Peek(ADA))


def test_nobody_answers_twice_and_there_is_no_pause_to_end() -> None:
    with pytest.raises(Stale):
        answer(answer(DEALT, ADA, Keep()), ADA, Swap())
    with pytest.raises(Stale):
        RULES.apply(DEALT, Elapse(0), PythonChance(1))


def test_the_highest_card_wins() -> None:
    state = DEALT
    for seat in (ADA, BEN, CLEO):
        assert RULES.standings(state) is None
        state = answer(state, seat, Keep())
    assert [place.seat for place in RULES.standings(state) or ()] == [CLEO, BEN, ADA]
