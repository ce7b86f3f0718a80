"""Which level plays about as well as the people here do, from how their games went."""

from itertools import count
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.registry import GAMES
from bot.store.records import Seated
from bot.tables.lobby.likeness import (
    SPREAD,
    STEP,
    Trial,
    chance,
    nearest,
    outcomes,
    rating_of,
    ratings,
)
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers

BOX = SHELF["secret_numbers"]
"""Its levels are careless, sound and sly."""
ADA, BEN, CLEO = 1, 2, 3
NUMBERS = count(2)
"""One is the table of a game that a test seats by itself."""

Game = tuple[Seated, ...]


def game(*people: int, level: str = "careless", won: int | None = None, computers: int = 1) -> Game:
    """Return a game of these people beside computers, which one of the people won, or all lost."""
    table = next(NUMBERS)
    of_people = (Seated(table, user, "", False, 1 if user == won else 3) for user in people)
    best = 2 if won else 1
    return (*of_people, *(Seated(table, None, level, False, best) for _ in range(computers)))


def games(won: int, lost: int, level: str = "careless", who: int = ADA) -> Game:
    """Return so many games of one person beside one computer."""
    all_won = (game(who, level=level, won=who) for _ in range(won))
    all_lost = (game(who, level=level) for _ in range(lost))
    return tuple(seat for each in (*all_won, *all_lost) for seat in each)


def test_where_nobody_has_played_it_is_the_weakest_level() -> None:
    assert nearest((), {ADA}, BOX) == "careless"
    assert nearest(game(ADA, BEN, won=BEN, computers=0), {ADA}, BOX) == "careless"


@pytest.mark.parametrize(
    ("won", "lost", "level", "found"),
    [
        (1, 0, "careless", "careless"),  # one game does not tell much
        (2, 0, "careless", "sound"),
        (6, 0, "careless", "sound"),
        (20, 0, "careless", "sly"),
        (10, 10, "careless", "careless"),
        (1, 1, "sound", "careless"),  # nor do two
        (10, 10, "sound", "sound"),
        (12, 12, "sly", "sly"),
        (2, 30, "sly", "careless"),
    ],
)
def test_it_is_the_level_beside_which_they_win_their_fair_share(
    won: int, lost: int, level: str, found: str
) -> None:
    assert nearest(games(won, lost, level), {ADA}, BOX) == found


def test_a_fair_share_is_smaller_at_a_larger_table() -> None:
    won = [game(ADA, level="sound", won=ADA, computers=3) for _ in range(10)]
    lost = [game(ADA, level="sound", computers=3) for _ in range(30)]
    assert nearest(sum(won + lost, ()), {ADA}, BOX) == "sound"
    assert nearest(games(10, 30, "sound"), {ADA}, BOX) == "careless"


def test_people_share_their_level_with_the_people_they_play_with() -> None:
    both = [game(ADA, BEN, level="sly", won=who) for who in (ADA, BEN) for _ in range(10)]
    lost = [game(ADA, BEN, level="sly") for _ in range(10)]
    assert nearest(sum(both + lost, ()), {ADA, BEN}, BOX) == "sly"


def test_who_has_not_played_here_counts_as_the_people_of_the_server() -> None:
    others = games(40, 40, "sly", BEN)
    assert nearest(others, {ADA}, BOX) == "sly"
    assert nearest((*others, *games(1, 1, "sly")), {ADA}, BOX) == "sly"
    assert nearest((*others, *games(0, 20, "sound")), {ADA}, BOX) == "careless"
    assert nearest((*others, *games(0, 20, "sound")), {BEN}, BOX) == "sly"


def test_a_win_that_several_share_counts_in_part() -> None:
    shared = (Seated(1, ADA, "", False, 1), Seated(1, None, "sound", False, 1))
    (outcome,) = outcomes(shared, BOX)
    assert (outcome.user, outcome.trial, outcome.share) == (ADA, Trial(1, (STEP,)), 0.5)


def test_who_was_away_at_the_end_did_not_win_or_lose_it() -> None:
    away = (
        Seated(1, ADA, "", True, 2),
        Seated(1, BEN, "", False, 3),
        Seated(1, None, "sly", False, 1),
    )
    assert [(outcome.user, outcome.trial) for outcome in outcomes(away, BOX)] == [
        (BEN, Trial(2, (2 * STEP,)))
    ]


@pytest.mark.parametrize(
    "useless",
    [
        (Seated(1, ADA, "", False, 0), Seated(1, None, "sly", False, 0)),  # of an older version
        (Seated(1, ADA, "", False, 1), Seated(1, BEN, "", False, 2)),  # without computers
        (Seated(1, ADA, "", False, 1), Seated(1, None, "", False, 2)),  # somebody left
        (Seated(1, None, "sly", False, 1), Seated(1, None, "sly", False, 2)),  # all left
    ],
)
def test_games_that_say_nothing_about_a_level_are_passed_over(useless: Game) -> None:
    assert outcomes((*useless, *game(BEN, won=BEN)), BOX) == outcomes(game(BEN, won=BEN), BOX)


@pytest.mark.parametrize(
    ("stored", "place"),
    [("careless", 0), ("like-us/sly", 2), ("like-us", 1), ("clever", 1), ("like-us/clever", 1)],
)
def test_a_level_is_read_as_the_game_plays_it(stored: str, place: int) -> None:
    (outcome,) = outcomes(game(ADA, level=stored), BOX)
    assert outcome.trial.computers == (STEP * place,)


RESULTS = st.lists(
    st.tuples(
        st.sampled_from([ADA, BEN, CLEO]),
        st.sampled_from(BOX.game.levels),
        st.booleans(),
        st.integers(1, 3),
    ),
    max_size=30,
)


def played(results: list[tuple[int, str, bool, int]]) -> Game:
    """Return games with these people, levels, wins and numbers of computers."""
    found = (
        game(who, level=level, won=who if won else None, computers=computers)
        for who, level, won, computers in results
    )
    return sum(found, ())


@given(RESULTS, st.sampled_from(BOX.game.levels))
def test_another_win_never_leads_to_weaker_computers_nor_a_loss_to_stronger_ones(
    results: list[tuple[int, str, bool, int]], level: str
) -> None:
    levels, before = BOX.game.levels, played(results)
    found = levels.index(nearest(before, {ADA}, BOX))
    won = nearest((*before, *game(ADA, level=level, won=ADA)), {ADA}, BOX)
    lost = nearest((*before, *game(ADA, level=level)), {ADA}, BOX)
    assert levels.index(lost) <= found <= levels.index(won)


@given(RESULTS, st.floats(-2.0, 3.0))
def test_the_rating_is_the_most_likely_one(
    results: list[tuple[int, str, bool, int]], supposed: float
) -> None:
    """Held against the likelihood itself, of which the module solves the derivative."""
    found = outcomes(played(results), BOX)

    def likelihood(rating: float) -> float:
        chances = ((chance(rating, each.trial), each.share) for each in found)
        told = sum(log(c if share else 1 - c) for c, share in chances)
        return told - ((rating - supposed) / (SPREAD * STEP)) ** 2 / 2

    best = rating_of(found, supposed, ratings(BOX))
    assert all(likelihood(best) >= likelihood(best + aside) for aside in (-0.01, 0.01))


def test_a_level_wins_69_of_100_games_against_the_next_one() -> None:
    assert chance(STEP, Trial(1, (0,))) == pytest.approx(0.69, abs=0.001)


class Measured(SecretNumbers):
    """The toy, as if an arena had measured that its second level beats the first nearly always."""

    beats = (0.95, 0.6)


def test_where_levels_were_measured_wins_count_as_much_as_they_are_worth() -> None:
    box = replace(BOX, game=Measured())
    assert nearest(games(30, 2), {ADA}, BOX) == "sly"
    assert nearest(games(30, 2), {ADA}, box) == "sound", "so would a computer of this level win"
    assert nearest(games(3, 0), {ADA}, box) == "sound", "people are spread as far as levels are"


@pytest.mark.parametrize("box", GAMES.values(), ids=GAMES)
def test_ratings_rise_from_level_to_level(box: Box) -> None:
    found = ratings(box)
    assert list(found) == sorted(box.game.levels, key=lambda level: found[level])
    assert len(set(found.values())) == len(box.game.levels)
