"""Secrets of the rules: what a seat may not know changes nothing that the seat is shown."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.cloaked_cats.rules import exchange_hidden
from tests.games.cloaked_cats.playing import GAME, games, walk


@settings(max_examples=15)
@given(games, st.integers(0, 2**32).map(Random))
def test_a_computer_decides_alike_whatever_it_may_not_know(game, luck):
    for state, _ in walk(*game):
        for prompt in GAME.prompts(state):
            assert prompt.seat is not None
            seat = (prompt.seat + 1 + luck.randrange(game[0] - 1)) % game[0]
            other = exchange_hidden(state, seat, luck)
            for level in ("cat", "absent"):
                chosen = [
                    GAME.choose_move(
                        GAME.view(each, prompt.seat),
                        GAME.legal_moves(each, prompt.seat),
                        level,
                        Random(1),
                    )
                    for each in (state, other)
                ]
                assert chosen[0] == chosen[1]


@settings(max_examples=30)
@given(games)
def test_cards_are_told_to_their_owner_alone(game):
    for _, events in walk(*game):
        for event in events:
            if event.name in ("dealt", "drew"):
                assert event.to is not None and len(event.to) == 1
            else:
                assert event.to is None


@settings(max_examples=30)
@given(games)
def test_features_that_were_not_dealt_are_shown_to_nobody(game):
    """Ruling K15."""
    *_, (state, _) = walk(*game)
    dealt = {feature for fan in state.fans for feature in fan}
    for viewer in (None, *range(game[0])):
        view = GAME.view(state, viewer)
        assert {feature for fan in view.fans for feature in fan} == dealt
        assert {feature for fan in view.revealed for feature in fan} <= dealt
