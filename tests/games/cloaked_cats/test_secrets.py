"""Secrets of the rules: what a seat may not know changes nothing that the seat is shown."""

from itertools import combinations
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.rules import State
from bot.games.game import Seat
from bot.games.luck import Luck
from tests.games.cloaked_cats.playing import GAME, games, walk


def fits(state, seat, fan):
    """Tell whether nothing public contradicts that `seat` has this fan."""
    denied = {
        guess.feature for guess in state.guesses if guess.opponent == seat and not guess.right
    }
    return (
        set(state.revealed[seat]) <= set(fan)
        and not denied & set(fan)
        and all(
            bool(set(CATS[dancer.cat]) & set(fan)) == (seat in dancer.masks)
            for dancer in state.floor
        )
    )


def exchanged(state: State, seat: Seat, luck: Random) -> State:
    """Exchange the hidden features and the hand of one seat, and the order of the pile."""
    taken = {feature for other, fan in enumerate(state.fans) if other != seat for feature in fan}
    free = [feature for feature in range(19) if feature not in taken]
    fans = [fan for fan in combinations(free, 3) if fits(state, seat, fan)]
    hidden = [*state.hands[seat], *state.pile]
    luck.shuffle(hidden)
    size = len(state.hands[seat])
    fan, hand = luck.choice(fans), tuple(hidden[:size])
    return replace(
        state,
        fans=(*state.fans[:seat], fan, *state.fans[seat + 1 :]),
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        pile=tuple(hidden[size:]),
    )


def shown(state, seat):
    """Return all that the rules tell one seat, as bytes."""
    moves = () if seat is None else GAME.moves(state, seat)
    return msgspec.json.encode([GAME.view(state, seat), moves, GAME.prompts(state)])


@settings(max_examples=40)
@given(games, st.randoms(use_true_random=False))
def test_hidden_cards_of_a_seat_change_nothing_that_others_are_shown(game, luck):
    for state, _ in walk(*game):
        if state.phase == "over" or luck.random() < 0.7:
            continue
        seat = luck.randrange(game[0])
        other = exchanged(state, seat, luck)
        for viewer in (None, *range(game[0])):
            if viewer != seat:
                assert shown(other, viewer) == shown(state, viewer)


@settings(max_examples=15)
@given(games, st.randoms(use_true_random=False))
def test_a_computer_decides_alike_whatever_it_may_not_know(game, luck):
    for state, _ in walk(*game):
        for prompt in GAME.prompts(state):
            assert prompt.seat is not None
            seat = (prompt.seat + 1 + luck.randrange(game[0] - 1)) % game[0]
            other = exchanged(state, seat, luck)
            for level in ("cat", "absent"):
                chosen = [
                    GAME.choose(
                        GAME.view(each, prompt.seat),
                        GAME.moves(each, prompt.seat),
                        level,
                        Random(1),
                    )
                    for each in (state, other)
                ]
                assert chosen[0] == chosen[1]


def test_the_exchange_does_exchange_something():
    state, _ = GAME.deal(3, {}, Luck(1))
    other = exchanged(state, 1, Random(1))
    assert other.fans[1] != state.fans[1] and other.hands[1] != state.hands[1]
    assert shown(other, 1) != shown(state, 1)


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
