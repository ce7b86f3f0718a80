"""What the factions do: the rulebook's examples and rulings C7 and C14-C36."""

import pytest

from bot.engine.game import IllegalMove
from bot.engine.records import list_legal_paths
from bot.games.catham_city.model.state import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)
from tests.games.catham_city.playing import GAME, Places, answer, cats, play, start

SIX_SCIENTISTS = cats(scientists=6)
STREET = (SCIENTISTS, MAFIA, HACKERS, POLICE, JOURNALISTS)
OFFICE = (SCIENTISTS, MAFIA, HACKERS, POLICE, BUREAUCRATS)


def list_play_moves(state, seat=0):
    return [move for move in list_legal_paths(GAME, state, seat) if move.startswith("play/")]


# The rulebook's examples


def test_the_hackers_example():
    """Michael, seat 0, plays 2 hackers; on his left one card is held, on his right several."""
    left, right = cats(mafia=1), cats(detectives=2, scientists=1, mafia=1)
    state = start(cats(robocats=1, hackers=2), left, right)
    assert list_play_moves(state) == ["play/4/1/1", "play/4/1/2", "play/4/2/2"]
    # The target then holds detectives, detectives, scientists, mafia, hackers, hackers.
    state, told = play(state, "play/4/2/2", chance=Places(4, 2))
    assert told == [("hackers", (0, 2, 2, HACKERS, SCIENTISTS))]
    assert state.points == (1, 0, 0)
    assert state.hands == (
        cats(scientists=1, robocats=1),
        left,
        cats(detectives=2, mafia=1, hackers=1),
    )
    assert state.discards == (HACKERS,)


def test_the_police_example():
    """Max plays 5 police cards and a journalist; 2 journalists, a hacker, 2 mafia turn up."""
    target = cats(scientists=2, mafia=2, hackers=1, journalists=2)
    state = start(cats(police=5, journalists=2), target, factions=STREET)
    state, told = play(state, "play/5/5/6/1", chance=Places(5, 6, 4, 2, 3))
    revealed = (JOURNALISTS, JOURNALISTS, HACKERS, MAFIA, MAFIA)
    assert told == [("police", (0, 1, 5, JOURNALISTS, *revealed))]
    assert state.points == (2, 0)
    assert state.hands == (cats(journalists=1), cats(scientists=2))
    assert sorted(state.discards) == sorted(cats(police=5, journalists=1) + revealed)


def test_the_journalists_example():
    """Carlo holds 2 journalists and 2 scientists; 3 scientists lie on the table."""
    market = cats(scientists=3, mafia=4)
    state = start(cats(journalists=2, scientists=2), (), market=market, factions=STREET)
    assert list_play_moves(state) == ["play/6"]
    assert "take/1/1" in list_legal_paths(GAME, state, 0)
    taken, _ = play(state, "take/1/1")
    assert taken.hands[0] == cats(scientists=3, journalists=2)
    played, told = play(state, "play/6")
    assert told == [("journalists", (0,))]
    assert played.points == (2, 0)
    assert taken.active == played.active == 1


def test_the_bureaucrats_example():
    """A scientist, a hacker, a bureaucrat and another scientist are 3 factions."""
    pile = (SCIENTISTS, HACKERS, BUREAUCRATS, SCIENTISTS, MAFIA)
    state = start(cats(bureaucrats=4), (), pile=pile, factions=OFFICE)
    state, told = play(state, "play/7/4")
    assert told == [("bureaucrats", (0, SCIENTISTS, HACKERS, BUREAUCRATS, SCIENTISTS))]
    assert state.points == (3, 0)
    assert state.pile == (MAFIA,)


# Exact numbers


def test_c7_a_faction_is_played_in_exact_numbers():
    held = cats(scientists=6, mafia=8)
    state = start(held, ())
    assert list_play_moves(state) == ["play/1", "play/3"]
    assert play(state, "play/1")[0].discards == cats(scientists=3)
    assert play(state, "play/3")[0].discards == cats(mafia=4)


@pytest.mark.parametrize(
    ("hand", "factions"),
    [
        (cats(detectives=2, mafia=3, scientists=2, robocats=1), (0, 1, 2, 3, 4)),
        (cats(journalists=1), (1, 3, 4, 6, 7)),
    ],
)
def test_too_few_cards_cannot_be_played(hand, factions):
    assert list_play_moves(start(hand, SIX_SCIENTISTS, factions=factions)) == []


# Detectives


def test_c14_the_extra_card_of_the_detectives_may_be_a_detective():
    state = start(cats(detectives=4), cats(detectives=1))
    assert list_play_moves(state) == ["play/0/0"]
    state, _ = play(state, "play/0/0")
    assert state.table == cats(detectives=4)
    state, told = play(state, "discard")
    assert told == [("pursued", (1, DETECTIVES))]


def test_c15_the_others_may_discard_one_card_of_the_extra_faction_for_a_point():
    state = start(cats(detectives=3, mafia=1), cats(mafia=3, hackers=1), cats(hackers=2))
    state, told = play(state, "play/0/3")
    assert told == [("detectives", (0, MAFIA))]
    assert state.points == (3, 0, 0)
    assert list_legal_paths(GAME, state, 1) == ("discard", "pass")
    assert list_legal_paths(GAME, state, 2) == ("pass",)
    state, told = play(state, "discard", "pass")
    assert told == [("pursued", (1, MAFIA))]
    assert state.points == (3, 1, 0)
    assert state.hands == ((), cats(mafia=2, hackers=1), cats(hackers=2))


def test_c16_three_detectives_alone_cannot_be_played():
    assert list_play_moves(start(cats(detectives=3), ())) == []
    assert list_play_moves(start(cats(detectives=3, mafia=1), ())) == ["play/0/3"]


def test_c17_what_the_others_discard_lies_on_the_discard_pile_before_what_was_played():
    state = start(cats(detectives=3, mafia=1), cats(mafia=1))
    state, _ = play(state, "play/0/3", "discard")
    assert state.discards == (MAFIA, *cats(detectives=3, mafia=1))


# Scientists and robocats


def test_c18_scientists_bring_two_points_and_then_two_hidden_cards_unless_they_win():
    state = start(cats(scientists=3), (), pile=cats(mafia=1, hackers=2))
    after, events = answer(state, 0, "play/1")
    assert [(event.to, event.name, event.values) for event in events] == [
        (None, "scientists", (0,)),
        ((0,), "drew", (0, MAFIA, HACKERS)),
    ]
    assert (after.points, after.hands[0]) == ((2, 0), cats(mafia=1, hackers=1))
    state, told = play(start(cats(scientists=3), (), points=(14, 0)), "play/1")
    assert told == [("scientists", (0,)), ("won", (0, 16))]
    assert state.hands[0] == ()


def test_c19_two_robocats_draw_five_cards_and_four_bring_three_points():
    state = start(cats(robocats=5), (), pile=cats(mafia=3, hackers=3))
    assert list_play_moves(state) == ["play/2/2", "play/2/4"]
    two, told = play(state, "play/2/2")
    assert told == [("robocats-drew", (0, 5))]
    assert two.hands[0] == cats(robocats=3, mafia=3, hackers=2)
    assert two.points == (0, 0)
    four, told = play(state, "play/2/4")
    assert told == [("robocats-scored", (0,))]
    assert four.hands[0] == cats(robocats=1)
    assert four.points == (3, 0)
    assert two.discards == cats(robocats=2) and four.discards == cats(robocats=4)


# Mafia


def test_c20_the_mafia_brings_two_points_first_and_may_win_by_them():
    state = start(cats(mafia=4), SIX_SCIENTISTS, points=(14, 3))
    state, told = play(state, "play/3")
    assert told == [("mafia", (0,)), ("won", (0, 16))]
    assert state.points == (16, 3) and state.hands[1] == SIX_SCIENTISTS


def test_c21_the_others_choose_between_two_cards_and_a_point():
    hand = cats(scientists=2, hackers=1)
    state, _ = play(start(cats(mafia=4), hand, hand, points=(0, 1, 0)), "play/3")
    assert list_legal_paths(GAME, state, 1) == ("pay", "drop/1.1", "drop/1.4")
    assert list_legal_paths(GAME, state, 2) == ("drop/1.1", "drop/1.4")
    with pytest.raises(IllegalMove) as refused:
        answer(state, 2, "pay")
    assert refused.value.key == "no-points"
    state, told = play(state, "pay", "drop/1.4")
    assert told == [("paid", (1,)), ("discarded", (2, SCIENTISTS, HACKERS))]
    assert state.points == (2, 0, 0)
    assert state.hands == ((), hand, cats(scientists=1))


ONE, TWO, THREE = cats(robocats=1), cats(scientists=2), cats(scientists=3)


@pytest.mark.parametrize(
    ("hands", "points", "told", "asked"),
    [
        (
            (ONE, ONE, (), ()),
            (0, 2, 0, 1, 0),
            [("paid", (1,)), ("discarded", (2, ROBOCATS)), ("paid", (3,))],
            [],
        ),
        ((ONE, THREE), (), [], [2]),  # those not asked wait for those who are
        ((TWO,), (), [("discarded", (1, SCIENTISTS, SCIENTISTS))], []),
        ((TWO,), (0, 1), [], [1]),
    ],
)
def test_c22_whom_the_mafia_leaves_no_choice_is_not_asked(hands, points, told, asked):
    state, events = play(start(cats(mafia=4), *hands, points=points), "play/3")
    assert events == [("mafia", (0,)), *told]
    assert [p.seat for p in GAME.prompts(state) if p.kind == "mafia"] == asked
    if asked == [2]:
        assert play(state, "drop/1.1")[1] == [
            ("discarded", (1, ROBOCATS)), ("discarded", (2, SCIENTISTS, SCIENTISTS)),
        ]  # fmt: skip


# Hackers


def test_whoever_loses_or_gets_cards_in_anothers_turn_is_told_what_is_left():
    state = start(cats(hackers=1), cats(mafia=1))
    after, events = answer(state, 0, "play/4/1/1", chance=Places(0))
    assert events[-1].to == (1,) and events[-1].name == "hand"
    assert events[-1].values == (1, *after.hands[1])


def test_c23_the_target_holds_at_least_as_many_cards_before_the_hackers_come():
    state = start(cats(hackers=5), cats(mafia=1), cats(mafia=4), ())
    assert list_play_moves(state) == [
        "play/4/1/1",
        "play/4/1/2",
        "play/4/2/2",
        "play/4/3/2",
        "play/4/4/2",
    ]


def test_c24_every_hacker_that_is_revealed_scores_the_targets_own_too():
    state = start(cats(hackers=1), cats(hackers=2))
    state, told = play(state, "play/4/1/1", chance=Places(0))
    assert told == [("hackers", (0, 1, 1, HACKERS))]
    assert state.points == (1, 0)
    assert state.hands == ((), cats(hackers=2))


def test_c25_all_hackers_are_revealed_before_they_score():
    state = start(cats(hackers=3), cats(mafia=3), points=(15, 0))
    state, told = play(state, "play/4/3/1", chance=Places(3, 4, 5))
    assert told == [("hackers", (0, 1, 3, HACKERS, HACKERS, HACKERS)), ("won", (0, 18))]


def test_c26_the_revealed_cards_are_told_to_everybody():
    state = start(cats(hackers=2), cats(mafia=1, robocats=1))
    _, events = answer(state, 0, "play/4/2/1", Places(0, 1))
    assert (events[0].to, events[0].values) == (None, (0, 1, 2, ROBOCATS, MAFIA))


# Police


@pytest.mark.parametrize("target", [(), cats(mafia=1)])
def test_c27_the_police_may_search_whoever_holds_too_few_cards_or_none(target):
    state = start(cats(police=2, mafia=1), target, factions=STREET)
    state, told = play(state, "play/5/2/3/1")
    assert told == [("police", (0, 1, 2, MAFIA, *target))]
    assert state.points == (len(target), 0)
    assert state.hands == ((), ())


def test_c28_any_number_of_policemen_goes_with_one_card_of_another_faction():
    state = start(cats(police=2, mafia=1, hackers=1), (), (), factions=STREET)
    police = [move for move in list_play_moves(state) if move.startswith("play/5")]
    assert police == [
        f"play/5/{n}/{extra}/{to}" for n in (1, 2) for extra in (3, 4) for to in (1, 2)
    ]
    assert list_play_moves(start(cats(police=10), (), factions=STREET)) == []


def test_c29_the_target_draws_a_hidden_card_for_each_policeman_it_reveals():
    state = start(
        cats(police=3, mafia=1),
        cats(mafia=1, police=2),
        pile=cats(hackers=2, scientists=1),
        factions=STREET,
    )
    after, events = answer(state, 0, "play/5/3/3/1")
    assert [(event.to, event.name, event.values) for event in events] == [
        (None, "police", (0, 1, 3, MAFIA, MAFIA, POLICE, POLICE)),
        ((1,), "drew", (1, HACKERS, HACKERS)),
    ]
    assert after.points == (1, 0) and after.hands[1] == cats(hackers=2)


def test_c29_the_target_draws_before_the_table_is_cleared_and_not_after_a_win():
    hands = cats(police=1, mafia=1), cats(police=2)
    state = start(*hands, pile=(), factions=STREET)
    assert play(state, "play/5/1/3/1")[0].hands[1] == cats(police=1)
    hands = cats(police=2, mafia=1), cats(mafia=1, police=1)
    state, told = play(start(*hands, points=(15, 0), factions=STREET), "play/5/2/3/1")
    assert told[-1] == ("won", (0, 16)) and state.hands[1] == ()


# Journalists


def test_c30_the_giver_chooses_the_faction():
    hand = cats(scientists=2, hackers=1)
    state, _ = play(start(cats(journalists=2), hand, factions=STREET), "play/6")
    assert list_legal_paths(GAME, state, 1) == ("give/1", "give/1/discard", "give/4", "pass")


def test_c31_a_present_without_a_second_card_is_legal_and_brings_nothing():
    state = start(cats(journalists=2), cats(hackers=1), factions=STREET)
    state, told = play(state, "play/6", "give/4")
    assert told == [("journalists", (0,)), ("gave", (1, 0, HACKERS, 0))]
    assert state.points == (2, 0)
    assert state.hands == (cats(hackers=1), ())


def test_c32_everybody_gives_discards_and_gains_at_most_one():
    hand = cats(hackers=4)
    state, _ = play(start(cats(journalists=2), hand, hand, factions=STREET), "play/6")
    assert list_legal_paths(GAME, state, 1) == ("give/4", "give/4/discard", "pass")
    state, told = play(state, "give/4/discard", "give/4/discard")
    assert told == [("gave", (1, 0, HACKERS, 1)), ("gave", (2, 0, HACKERS, 1))]
    assert state.points == (2, 1, 1)
    assert state.hands == (cats(hackers=2), cats(hackers=2), cats(hackers=2))
    assert state.discards == cats(hackers=2, journalists=2)


def test_c33_a_present_is_public_and_is_not_refused():
    state, _ = play(start(cats(journalists=2), cats(mafia=1), factions=STREET), "play/6")
    after, events = answer(state, 1, "give/3")
    assert [(event.to, event.name) for event in events] == [
        (None, "gave"), ((0,), "hand"), ((1,), "hand"),
    ]  # fmt: skip
    assert after.hands[0] == cats(mafia=1) and after.phase == "action"


# Bureaucrats


def test_c34_each_different_faction_is_a_point_and_all_cards_are_discarded():
    pile = cats(bureaucrats=2, scientists=1, mafia=1, hackers=1, police=1)
    state = start(cats(bureaucrats=7), (), pile=(*pile, MAFIA, POLICE), factions=OFFICE)
    assert list_play_moves(state) == [f"play/7/{number}" for number in range(1, 8)]
    state, _ = play(state, "play/7/7")
    assert state.points == (5, 0)
    assert state.discards == (*cats(bureaucrats=7), *pile, MAFIA)
    assert state.hands == ((), ())


def test_c36_points_are_plain_numbers():
    state = start(cats(mafia=4), cats(scientists=2), points=(4, 5))
    state, _ = play(state, "play/3", "pay")
    assert state.points == (6, 4)
