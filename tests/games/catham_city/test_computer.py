"""The computer players, each as clever as its level."""

from collections import Counter
from itertools import combinations
from math import isclose
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from bot.engine.records import list_legal_paths
from bot.games.catham_city.computer import fox
from bot.games.catham_city.computer.evaluation import count_by_faction, count_unseen_cards
from bot.games.catham_city.computer.fox import deal_hidden_cards
from bot.games.catham_city.computer.odds import (
    compute_draw_chances,
    compute_group_count_chances,
    compute_hacker_chances,
)
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.model.moves import PlayPolice
from bot.games.catham_city.model.state import FACTIONS
from bot.games.catham_city.package import PACKAGE
from tests.games.catham_city.playing import GAME, Luck, answer, cats, play, start
from tests.games.catham_city.playing import choose as choose_path

LEVELS = (*PACKAGE.computers.levels, "absent")
LAST_FIVE = "mafia.hackers.police.journalists.bureaucrats"
PRESS = (0, 1, 2, 3, 6)
"""The factions of the first game, with journalists in place of the hackers."""


@pytest.fixture(autouse=True)
def little_effort(monkeypatch):
    """Let the Sly Fox think less than it does in a game: what is tested here takes no more."""
    effort = fox.SearchEffort(max_moves=3, worlds_per_round=(4,), turns_per_player=0)
    monkeypatch.setattr(fox, "SEARCH_EFFORT", effort)


@pytest.fixture
def great_effort(little_effort, monkeypatch):
    effort = fox.SearchEffort(max_moves=12, worlds_per_round=(32, 64, 128), turns_per_player=2)
    monkeypatch.setattr(fox, "SEARCH_EFFORT", effort)


def choose(state, seat, level, seed=0):
    return choose_path(
        GAME.view(state, seat), list_legal_paths(GAME, state, seat), level, Random(seed)
    )


def collect_choices(state, seat, level, seeds=20):
    return {choose(state, seat, level, seed) for seed in range(seeds)}


def play_game(seats, level, seed, actions="one", factions=LAST_FIVE):
    """Play a game among computers of one level and yield the states on the way."""
    luck = Luck(seed)
    state, _ = GAME.deal(seats, {"actions": actions, "factions": factions}, luck)
    while prompts := GAME.prompts(state):
        yield state
        seat = prompts[-1].seat
        assert seat is not None
        move = choose(state, seat, level, seed=luck.below(100))
        assert move in list_legal_paths(GAME, state, seat)
        state, _ = answer(state, seat, move, luck)
    yield state


# All levels


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_thought_before_changes_no_decision(level):
    states = [state for state in play_game(3, "kitten", 5) if state.phase != "over"][::5]

    def decided(positions):
        return {
            state: choose(state, GAME.prompts(state)[0].seat, level, seed=7) for state in positions
        }

    assert decided(states) == decided(reversed(states))


@pytest.mark.parametrize("level", LEVELS)
def test_onlookers_have_nothing_to_choose(level):
    state = start(cats(mafia=4), cats(hackers=4))
    with pytest.raises(ValueError, match="onlooker"):
        choose_path(GAME.view(state, None), list_legal_paths(GAME, state, 0), level, Random(0))


def test_a_level_of_another_release_plays_as_a_tomcat():
    for state in play_game(3, "kitten", 1):
        for prompt in GAME.prompts(state):
            assert choose(state, prompt.seat, "cat") == choose(state, prompt.seat, "tomcat")


# The absent (ruling C40)


def test_the_absent_take_one_card_pass_or_let_go_at_random():
    state = start(cats(mafia=4, detectives=4, robocats=2), cats(hackers=4))
    assert collect_choices(state, 0, "absent") == {"take/1/1", "take/3/1", "take/4/1"}
    detectives, _ = play(start(cats(detectives=4), cats(detectives=2), cats(mafia=1)), "play/0/0")
    journalists = start(cats(journalists=2), cats(mafia=2), factions=PRESS, market=cats(mafia=7))
    for asked in (detectives, play(journalists, "play/6")[0]):
        assert collect_choices(asked, 1, "absent") == {"pass"}
    mafia = start(cats(mafia=4), cats(detectives=1, hackers=2), points=(0, 5))
    mafia, _ = play(mafia, "play/3")
    assert "pay" in list_legal_paths(GAME, mafia, 1)
    assert collect_choices(mafia, 1, "absent") == {"drop/0.4", "drop/4.4"}
    full, _ = play(start(cats(detectives=5, mafia=5), cats(hackers=4)), "take/4/1")
    assert collect_choices(full, 0, "absent") == {"discard/0", "discard/3", "discard/4"}


def test_for_the_absent_one_card_is_taken_twice_with_two_actions():
    state = start(cats(mafia=4), cats(hackers=4), actions=2)
    for _ in range(2):
        move = choose(state, 0, "absent")
        assert move.startswith("take/") and move.endswith("/1")
        state, _ = play(state, move)
    assert state.active == 1


# Tomcat


@pytest.mark.parametrize(("level", "seeds"), [("tomcat", 20), ("fox", 3)])
def test_tomcat_and_fox_win_when_they_can(great_effort, level, seeds):
    hand = cats(journalists=2, scientists=3, mafia=3)
    for points in (14, 15):
        state = start(
            hand, cats(detectives=5), market=cats(mafia=7), factions=PRESS, points=(points, 15)
        )
        assert collect_choices(state, 0, level, seeds) <= {"play/1", "play/6"}
    state, _ = play(start(cats(detectives=4), cats(detectives=3), points=(8, 15)), "play/0/0")
    assert collect_choices(state, 1, level, seeds) == {"discard"}


def test_a_tomcat_gives_for_the_point_that_wins_but_never_for_nothing():
    winning = start(
        cats(journalists=2), cats(mafia=2), factions=PRESS, market=cats(mafia=7), points=(8, 15)
    )
    winning, _ = play(winning, "play/6")
    assert collect_choices(winning, 1, "tomcat") == {"give/3/discard"}
    for state in play_game(4, "tomcat", 3):
        if state.played == FACTIONS.index("journalists"):
            for seat in state.owing:
                assert choose(state, seat, "tomcat").endswith(("pass", "/discard"))


def test_a_tomcat_plays_the_extra_card_that_nobody_can_discard():
    """All other robocats lie face up; of hackers and scientists, none has been seen."""
    hand = cats(detectives=3, scientists=1, robocats=1, hackers=1)
    state = start(
        hand,
        cats(scientists=4, hackers=4),
        market=cats(mafia=7),
        pile=cats(detectives=8, scientists=8, hackers=8),
        discards=cats(robocats=14),
        points=(8, 15),
    )
    plays = ("play/0/1", "play/0/2", "play/0/4")
    assert set(plays) < set(list_legal_paths(GAME, state, 0))
    assert choose_path(GAME.view(state, 0), plays, "tomcat", Random(0)) == "play/0/2"


@pytest.mark.parametrize(
    ("hand", "points", "move"),
    [
        (cats(scientists=3, robocats=1, hackers=1), (0, 0), "drop/2.4"),  # what it needs least
        # with three scientists it wins next turn, unless it pays
        (cats(scientists=3, hackers=2), (3, 14), "drop/4.4"),
    ],
)
def test_a_tomcat_drops_what_it_needs_least_and_pays_no_point_that_it_lacks_then(
    hand, points, move
):
    state, _ = play(start(cats(mafia=4), hand, points=points), "play/3")
    assert collect_choices(state, 1, "tomcat") == {move}


def test_a_tomcat_keeps_the_sets_when_it_holds_too_much():
    state = start(cats(scientists=6, detectives=3, mafia=1), cats(hackers=4))
    state, _ = play(state, "take/3/1")
    assert collect_choices(state, 0, "tomcat") == {"discard/3"}


# Kitten


@pytest.mark.parametrize("level", PACKAGE.computers.levels)
def test_all_levels_beat_random_play(level):
    won = 0
    for number in range(12):
        luck = Luck(number)
        state, _ = GAME.deal(2, {"factions": "random"}, luck)
        while prompts := GAME.prompts(state):
            seat = prompts[0].seat
            assert seat is not None
            random = luck.random.choice(list_legal_paths(GAME, state, seat))
            thought = choose(state, seat, level, seed=luck.below(100))
            state, _ = answer(state, seat, thought if seat == number % 2 else random, luck)
        won += state.winner == number % 2
    assert won >= 10


def test_a_kitten_overlooks_moves_but_takes_what_it_sees():
    state = start(cats(detectives=3, mafia=1), cats(hackers=4))
    seen = collect_choices(state, 0, "kitten", seeds=100)
    assert "play/0/3" in seen
    assert any(move.startswith("take/") for move in seen)


# Sly Fox


def test_a_fox_remembers_who_took_what(great_effort):
    """Who openly took two mafia cards can discard one to the detectives, but no robocat."""
    hand = cats(detectives=3, mafia=1, robocats=1, scientists=3)
    state = start(
        hand,
        cats(mafia=2),
        market=cats(scientists=7),
        pile=cats(hackers=12, robocats=4, mafia=4),
        points=(11, 15),
    )
    state = replace(state, shown=((), cats(mafia=2)))
    plays = ("play/0/2", "play/0/3")
    assert set(plays) < set(list_legal_paths(GAME, state, 0))
    for seed in range(3):
        assert choose_path(GAME.view(state, 0), plays, "fox", Random(seed)) == "play/0/2"


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_is_dealt_as_it_may_be(seats):
    """Each hand gets its size, with what all have seen in it; no card is lost or double."""
    for state in play_game(seats, "kitten", seats, factions=LAST_FIVE):
        for prompt in GAME.prompts(state):
            view = GAME.view(state, prompt.seat)
            hands, pile = deal_hidden_cards(view, 5, np.random.default_rng(seats))
            assert (hands.sum(axis=1) == np.array(view.hand_sizes)[:, None]).all()
            assert (hands[prompt.seat] == np.array(count_by_faction(view.hand))[:, None]).all()
            for seat, shown in enumerate(view.shown):
                assert (hands[seat] >= np.array(count_by_faction(shown))[:, None]).all()
            open_cards = count_by_faction((*view.market, *view.discards, *view.table))
            total = hands.sum(axis=0) + pile + np.array(open_cards)[:, None]
            assert set(np.unique(total)) == {0, 15}


# What they reckon with


def test_all_cards_not_seen_are_in_other_hands_or_in_the_pile():
    for state in play_game(4, "kitten", 2):
        for seat in range(4):
            hidden = [card for other in range(4) if other != seat for card in state.hands[other]]
            counts = Counter((*hidden, *state.pile))
            assert count_unseen_cards(GAME.view(state, seat)) == tuple(
                counts[card] for card in range(8)
            )


def test_the_odds_are_those_of_all_draws():
    cards = (0, 0, 0, 1, 1, 2, 2, 2)
    draws = list(combinations(cards, 4))

    def share(fits):
        return sum(map(fits, draws)) / len(draws)

    for hits, likely in enumerate(compute_draw_chances(3, 8, 4)):
        assert isclose(likely, share(lambda draw, hits=hits: draw.count(0) == hits))
    for kinds, likely in enumerate(compute_group_count_chances((3, 2, 3), 4)):
        assert isclose(likely, share(lambda draw, kinds=kinds: len(set(draw)) == kinds))


def test_hackers_turn_up_as_often_as_in_all_hands():
    """Two of five unseen cards are hackers; three make the hand, which gets two more."""
    turned_up: Counter[int] = Counter()
    for hand in combinations((1, 1, 0, 0, 0), 3):
        turned_up.update(sum(shown) for shown in combinations((*hand, 1, 1), 2))
    shares = compute_hacker_chances(2, 5, 3, 2)
    for hackers, likely in enumerate(shares):
        assert isclose(likely, turned_up[hackers] / turned_up.total())


def test_fewer_cards_than_asked_for_are_all_drawn():
    assert compute_draw_chances(2, 3, 5) == (0, 0, 1)
    assert compute_group_count_chances((2, 1), 5) == (0, 0, 1)


@pytest.mark.parametrize("factions", ["first-game", LAST_FIVE])
def test_the_outcomes_of_every_move_are_all_that_can_happen(factions):
    for state in play_game(3, "kitten", 4, factions=factions):
        for prompt in GAME.prompts(state):
            assert prompt.seat is not None
            foresight = MoveOutcomes(GAME.view(state, prompt.seat))
            for move in GAME.legal_moves(state, prompt.seat):
                outcomes = list(foresight.list_outcomes(move))
                assert isclose(sum(outcome.chance for outcome in outcomes), 1)
                assert all(min(outcome.hand) >= 0 for outcome in outcomes)
                assert 0 <= foresight.estimate_win_chance(move) <= 1 + 1e-9


def test_the_police_expect_points_by_the_share_of_unseen_cards():
    """Four of the fifteen unseen cards are journalists; a hand of six shows five."""
    state = start(
        cats(police=5, journalists=1),
        cats(journalists=4, mafia=2),
        market=cats(mafia=7),
        pile=cats(mafia=2),
        discards=cats(bureaucrats=15, hackers=14, police=8, journalists=10, mafia=2),
        factions=(3, 4, 5, 6, 7),
    )
    assert isclose(
        MoveOutcomes(GAME.view(state, 0)).compute_mean_gain(PlayPolice(5, 6, 1)), 5 * 4 / 13
    )
