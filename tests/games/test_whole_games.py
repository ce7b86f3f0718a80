"""What holds in every game of every kind, over random games; the rest stands in their folders."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.registry import GAMES
from tests.games.whole_games import KINDS, NEVER, Kind, Setting, check_step

every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def test_all_games_are_here() -> None:
    assert {kind.name: type(kind.game) for kind in KINDS} == {
        name: type(box.game) for name, box in GAMES.items()
    }


@every_kind
def test_the_same_seed_makes_the_same_game(kind: Kind) -> None:
    def holds(setting: Setting) -> None:
        assert list(kind.walk(*setting)) == list(kind.walk(*setting))

    kind.always(holds)


@every_kind
def test_every_step_can_be_answered_and_stored_until_there_are_places(kind: Kind) -> None:
    def holds(setting: Setting) -> None:
        for state, _ in kind.walk(*setting):
            check_step(kind.game, state, setting[0])
        assert kind.game.standings(state)

    kind.always(holds)


@every_kind
def test_moves_are_exactly_what_step_accepts(kind: Kind) -> None:
    @settings(max_examples=2 * kind.examples // 3)
    @given(kind.settings, st.randoms())
    def holds(setting: Setting, luck: Random) -> None:
        state = luck.choice([state for state, _ in kind.walk(*setting)])
        asked = {prompt.seat: prompt.decision for prompt in kind.game.prompts(state)}
        open_one = min(asked.values(), default=0)
        for seat in range(-1, setting[0] + 1):
            moves = kind.game.moves(state, seat)
            decision = asked.get(seat, open_one)
            tried = {*kind.conceivable, *moves}
            assert {m for m in tried if kind.accepts(state, seat, decision, m)} == set(moves)
            assert not any(kind.accepts(state, seat, NEVER, move) for move in moves)

    holds()
