"""Secrets of the rules: what a seat may not know changes nothing that the seat is shown."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.cloaked_cats.package import PACKAGE
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
                    PACKAGE.computers.choose_move(
                        GAME.view(each, prompt.seat),
                        GAME.legal_moves(each, prompt.seat),
                        level,
                        Random(1),
                    )
                    for each in (state, other)
                ]
                assert chosen[0] == chosen[1]
