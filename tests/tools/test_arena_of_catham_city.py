"""The yardsticks of Catham City are what they are said to be."""

from random import Random
from statistics import mean

from tests.games.catham_city.playing import cats, start
from tools.arena.catham_city import ARENA, FACTION_SETS

KITTEN, TOMCAT, RANDOM, GREEDY, CHILD = map(
    ARENA.make_player, ("kitten", "tomcat", "random", "greedy", "child")
)


def test_the_measured_player_is_measured_apart_from_the_others():
    records = ARENA.play_from_every_seat(1, 3, lambda view, moves, luck: moves[0], KITTEN, {})
    assert [record.share for record in records] == [0, 0, 0], "who takes the first move never wins"
    for record in records:
        own, others = record.measures["points"]
        assert own < others
        assert len(record.cpu_seconds) >= 2, "the time of each decision is measured"


def test_two_actions_make_shorter_games():
    turns = [
        ARENA.play_from_every_seat(1, 2, TOMCAT, TOMCAT, {"actions": actions})[0].measures["turns"][
            0
        ]
        for actions in ("one", "two")
    ]
    assert turns[1] < turns[0]


def test_the_deals_go_through_all_sets_of_factions():
    assert len(set(FACTION_SETS)) == 56
    assert FACTION_SETS[0] != FACTION_SETS[1]
    drawn = {ARENA.options(deal, {})["factions"] for deal in range(len(FACTION_SETS))}
    assert drawn == {".".join(names) for names in FACTION_SETS}


def test_the_stronger_level_wins_more_often():
    """About 0.95 in truth: with fixed seeds, luck cannot make it fail."""
    records = [
        each
        for deal in range(20)
        for each in ARENA.play_from_every_seat(deal, 2, TOMCAT, KITTEN, {})
    ]
    assert mean(record.share for record in records) >= 0.75


def test_whoever_plays_anything_loses():
    records = [
        each
        for deal in range(5)
        for each in ARENA.play_from_every_seat(deal, 2, RANDOM, KITTEN, {})
    ]
    assert mean(record.share for record in records) <= 0.2


def test_a_greedy_player_takes_points_in_sight_or_else_most_cards():
    game = ARENA.game
    for hand, choice in ((cats(scientists=3), "play/1"), (cats(scientists=2), "take/1/3")):
        state = start(hand, cats(mafia=4))
        assert GREEDY(game.view(state, 0), game.legal_moves(state, 0), Random(0)).path == choice


def test_a_child_plans_but_makes_any_move_now_and_then():
    game = ARENA.game
    state = start(cats(scientists=3), cats(mafia=4), points=(14, 0))
    view, moves = game.view(state, 0), game.legal_moves(state, 0)
    chosen = [CHILD(view, moves, Random(seed)).path for seed in range(300)]
    assert 0.75 < chosen.count("play/1") / len(chosen) < 0.95
    assert len(set(chosen)) > 3
