"""What holds in every game: invariants over random games."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings

from bot.engine.events import EventRecord
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from tests.games.catham_city.playing import CHOICES, GAME, STYLES, Luck, games, random_sources, walk

GAMES, THOROUGH_GAMES = 15, 105
"""Games for each number of players and of actions; the second with `--thorough`."""


@pytest.mark.parametrize("actions", CHOICES["actions"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_games_keep_every_card_and_end(seats, actions, thorough):
    for seed in range(THOROUGH_GAMES if thorough else GAMES):
        options = {name: choices[seed % len(choices)] for name, choices in CHOICES.items()}
        style = "keen" if seed % 5 else STYLES[seed // 5 % len(STYLES)]
        decisions = [-1]
        for state, events in walk(seats, seed, options | {"actions": actions}, style):
            check_cards(state)
            check_recipients(events)
            check_points(state)
            check_prompts(state)
            if state.decision != decisions[-1]:
                decisions.append(state.decision)
        assert state.phase == "over"
        assert decisions == sorted(decisions)


def check_cards(state):
    """All 75 cards are somewhere, the market is full, and no hand is too large."""
    deck = [*state.market, *state.pile, *state.discards, *state.table]
    for seat, hand in enumerate(state.hands):
        deck += hand
        waits = state.phase != "over" and seat != state.active
        assert len(hand) <= (10 if waits else 24)
    assert sorted(deck) == [faction for faction in state.factions for _ in range(15)]
    drawable = state.pile or state.discards
    assert len(state.market) == 7 or not drawable
    assert state.pile or not state.discards or len(state.market) == 7
    for shown, hand in zip(state.shown, state.hands, strict=True):
        assert Counter(shown) <= Counter(hand)


def check_recipients(events):
    """Hidden cards are told to their owner alone."""
    for event in events:
        assert event.to == ((event.values[0],) if event.name in ("drew", "hand") else None)


def check_points(state):
    """Nobody owes points; one has won when the game is over; the chips suffice (ruling C36)."""
    assert min(state.points) >= 0 and sum(state.points) <= 90
    assert (state.winner is not None) == (state.phase == "over")
    for seat, points in enumerate(state.points):
        assert points < state.target or seat == state.winner


def check_prompts(state):
    """Somebody present is asked until the game is over, and can always answer."""
    prompts = GAME.prompts(state)
    assert bool(prompts) == (state.phase != "over")
    assert (GAME.standings(state) is None) == bool(prompts)
    for prompt in prompts:
        assert prompt.decision == state.decision
        assert prompt.seat is not None and state.present[prompt.seat]
        assert list_legal_paths(GAME, state, prompt.seat)


@settings(max_examples=10)
@given(games, random_sources)
def test_the_order_in_which_answers_arrive_does_not_matter(game, luck):
    for state, _ in walk(*game):
        if state.phase == "answers" and len(state.owing) > 1:
            answers = {
                seat: luck.choice(list_legal_paths(GAME, state, seat)) for seat in state.owing
            }
            forward, backward = sorted(answers), sorted(answers, reverse=True)
            assert answer_in_order(state, answers, forward) == answer_in_order(
                state, answers, backward
            )


def answer_in_order(state, answers, order):
    events: tuple[EventRecord, ...] = ()
    for seat in order:
        assert state.decision == GAME.prompts(state)[0].decision
        state, events = apply_record(
            GAME, state, ActRecord(seat, state.decision, answers[seat], 0), Luck(7)
        )
    return state, events


def test_random_games_reach_every_event():
    names = set()
    options = {"factions": "random", "leavers": "nobody"}
    for seed, style in product(range(8), STYLES):
        for _, events in walk(2 + seed % 5, seed, options, style):
            names |= {event.name for event in events}
    assert names == {
        *("took", "detectives", "scientists", "robocats-drew", "robocats-scored", "mafia"),
        *("hackers", "police", "journalists", "bureaucrats", "pursued", "paid", "discarded"),
        *("gave", "drew", "hand", "discarded", "reshuffled", "left", "won"),
    }
