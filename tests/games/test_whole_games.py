"""What holds in every game on the shelf, over random games; the rest stands in their folders."""

import dataclasses
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.games.game import Prompt, Seat
from tests.games.whole_games import (
    KINDS,
    NEVER,
    Kind,
    Setting,
    check_left,
    check_secrets,
    check_step,
    check_viewed,
    every_kind,
    nearly,
)
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers, State, View

STEPS = 60
"""So many of a game are enough for what holds at any step, and takes long."""


def test_all_games_are_here() -> None:
    assert {kind.name: type(kind.game) for kind in KINDS} == {
        name: type(box.game) for name, box in SHELF.items()
    }


@every_kind
def test_every_step_can_be_answered_and_stored_until_there_are_places(kind: Kind) -> None:
    def holds(setting: Setting) -> None:
        for state, _ in kind.walk(*setting):
            check_step(kind.game, state, setting[0])
        assert kind.game.standings(state)

    kind.always(holds)


@every_kind
def test_what_is_seen_can_be_stored_and_only_who_is_not_replaced_leaves_by_the_rules(
    kind: Kind,
) -> None:
    @settings(max_examples=8)
    @given(kind.settings)
    def holds(setting: Setting) -> None:
        for state, _ in islice(kind.walk(*setting), STEPS):
            check_viewed(kind.game, state, setting[0])
            check_left(kind.game, state, setting[0])

    holds()


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
            tried = {*kind.conceivable, *nearly(moves, luck), *moves}
            assert {m for m in tried if kind.accepts(state, seat, decision, m)} == set(moves)
            assert not any(kind.accepts(state, seat, NEVER, move) for move in moves)

    holds()


@every_kind
def test_what_is_hidden_from_somebody_changes_nothing_that_they_are_told(kind: Kind) -> None:
    exchanged: list[bool] = []

    @settings(max_examples=40)
    @given(kind.settings, st.integers(0, 2**32).map(Random))
    def holds(setting: Setting, luck: Random) -> None:
        exchanged.extend(check_secrets(kind, setting, luck))

    holds()
    assert sum(exchanged) > len(exchanged) / 10, "hardly anything is hidden, or exchanged"


class InView(SecretNumbers):
    """Others' answers are in the view."""

    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), own=" ".join(state.answers))


class InMoves(SecretNumbers):
    """A number that somebody has named cannot be named again."""

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        named = {answer.split("/")[0] for answer in state.answers}
        return tuple(m for m in super().moves(state, seat) if m.split("/")[0] not in named)


class InWhoIsAsked(SecretNumbers):
    """Whoever named a high number changes who is asked first."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return super().prompts(state)[:: -1 if max(state.answers) > "3" else 1]


@pytest.mark.parametrize("leaky", [InView, InMoves, InWhoIsAsked])
def test_a_leak_of_the_rules_is_noticed(leaky: type[SecretNumbers]) -> None:
    (toy,) = (kind for kind in KINDS if kind.name == "secret_numbers")
    kind = dataclasses.replace(toy, game=leaky())
    with pytest.raises(AssertionError, match="is told of what is hidden"):
        for seed in range(50):
            check_secrets(kind, (4, {"numbers": "few"}, seed), Random(seed))
