"""Secrets of the rules: what a seat may not know changes nothing that the seat is shown."""

from itertools import combinations

from hypothesis import given, settings
from msgspec.structs import replace

from bot.engine.records import ActRecord, apply_record, list_legal_paths
from tests.games.catham_city.playing import (
    GAME,
    Luck,
    cats,
    games,
    play,
    random_sources,
    start,
    walk,
)


def pairs(state):
    """Return the pairs of seats whose hidden hands are of equal size and differ."""
    seats = range(0 if state.phase == "over" else len(state.hands))
    return [
        (one, other)
        for one, other in combinations(seats, 2)
        if len(state.hands[one]) == len(state.hands[other])
        and state.hands[one] != state.hands[other]
    ]


def swap_hands(state, one, other):
    """Exchange the hands of two seats."""
    hands = list(state.hands)
    hands[one], hands[other] = hands[other], hands[one]
    return replace(state, hands=tuple(hands))


def dealt_anew(state, seat, luck):
    """Mix the cards of one hand with the pile and deal as many out again."""
    cards = [*state.hands[seat], *state.pile]
    luck.shuffle(cards)
    size = len(state.hands[seat])
    hands = (*state.hands[:seat], tuple(sorted(cards[:size])), *state.hands[seat + 1 :])
    return replace(state, hands=hands, pile=tuple(cards[size:]))


def outcome(state, seat, move):
    """Return what is public of a move's outcome, and how many draws of chance it took."""
    chance = Luck(5)
    after, events = apply_record(GAME, state, ActRecord(seat, state.decision, move, at=0), chance)
    public = [(event.name, event.values) for event in events if event.to is None]
    view = replace(GAME.view(after, None), hands=())  # they are shown when the game is over
    return view, GAME.prompts(after), public, chance.draws


@settings(max_examples=25)
@given(games, random_sources)
def test_who_is_asked_next_and_how_often_chance_is_drawn_tell_nothing_of_hands(game, luck):
    """Exchanged are hands of two who wait; where no card of theirs is revealed, nothing differs."""
    for state, _ in walk(*game):
        found = [pair for pair in pairs(state) if state.active not in pair]
        if not found or state.phase not in ("action", "discard"):
            continue
        one, other = luck.choice(found)
        twin = swap_hands(state, one, other)
        move = luck.choice(list_legal_paths(GAME, state, state.active))
        before = outcome(state, state.active, move)
        after = outcome(twin, state.active, move)
        if move.startswith(("play/4", "play/5")):
            assert [name for name, _ in before[2]][:1] == [name for name, _ in after[2]][:1]
        elif not (move == "play/3" and "discarded" in [name for name, _ in before[2]]):
            assert before == after


@settings(max_examples=25)
@given(games, random_sources)
def test_a_search_draws_chance_alike_whatever_the_target_holds(game, luck):
    for state, _ in walk(*game):
        if state.phase != "action" or len(state.pile) < 16:  # else what is revealed may reshuffle
            continue
        for move in list_legal_paths(GAME, state, state.active):
            if move.startswith(("play/4", "play/5")) and luck.random() < 0.2:
                target = int(move[-1])
                twin = dealt_anew(state, target, luck)
                draws = {outcome(each, state.active, move)[3] for each in (state, twin)}
                assert len(draws) == 1


@settings(max_examples=20)
@given(games, random_sources)
def test_an_answer_shows_nothing_while_others_are_awaited(game, luck):
    for state, _ in walk(*game):
        if state.phase != "answers" or len(state.owing) < 2:
            continue
        seat = luck.choice(state.owing)
        moves = list_legal_paths(GAME, state, seat)
        ways = [outcome(state, seat, move) for move in (luck.choice(moves), luck.choice(moves))]
        assert ways[0] == ways[1]
        view, prompts, public, draws = ways[0]
        assert public == [] and draws == 0 and seat in view.answered
        assert [prompt.seat for prompt in prompts] == [o for o in state.owing if o != seat]
        assert {prompt.decision for prompt in prompts} == {state.decision}


def test_the_exchange_does_exchange_something():
    state = start((), cats(mafia=2), cats(hackers=2))
    assert pairs(state) == [(1, 2)]
    other = swap_hands(state, 1, 2)
    assert all(GAME.view(other, seat) != GAME.view(state, seat) for seat in (1, 2))


def test_the_same_people_are_asked_whatever_they_hold():
    """Ruling C12: of two with equally many cards, only one holds the extra card."""
    state = start(cats(detectives=3, mafia=1), cats(mafia=1), cats(hackers=1))
    asked = [GAME.prompts(play(each, "play/0/3")[0]) for each in (state, swap_hands(state, 1, 2))]
    assert asked[0] == asked[1] and len(asked[0]) == 2
