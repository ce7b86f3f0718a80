"""Lines about teams: the winners first, names before what is only counted, both languages."""

import pytest

from bot.engine.game import Place
from bot.engine.screens import ScreenContext
from bot.engine.teams import (
    describe_teams,
    describe_winning_teams,
    group_by_team,
    join_members,
    name_team,
)
from bot.engine.text_helpers import format_medals
from bot.i18n import text
from tests.toys.race.teams import PACKAGE

SAY, GERMAN = (text(language, PACKAGE.text) for language in ("en", "de"))
NAMES = ("Ada", "Ben", "Cleo", "Dan")
WON = (
    Place(1, 1, 0, "dogs"),
    Place(3, 1, 0, "dogs"),
    Place(0, 3, 0, "cats"),
    Place(2, 3, 0, "cats"),
)


def test_the_winning_team_is_named_before_its_members_and_the_others_without_points() -> None:
    assert describe_teams(WON, NAMES, SAY) == (
        "🏆 The dogs have won: Ben, Dan",
        "The cats: Ada, Cleo",
    )
    assert describe_teams(WON, NAMES, GERMAN) == (
        "🏆 Die Hunde haben gewonnen: Ben, Dan",
        "Die Katzen: Ada, Cleo",
    )


def test_points_are_told_where_there_are_any() -> None:
    places = (Place(0, 1, 7, "cats"), Place(2, 1, 0, "cats"), Place(1, 3, 2, "dogs"))
    assert describe_teams(places, NAMES, SAY) == (
        "🏆 The cats have won: Ada 7, Cleo",
        "The dogs: Ben 2",
    )


def test_points_that_only_repeat_who_has_won_are_left_out() -> None:
    places = (Place(3, 1, 1, "dogs"), Place(2, 1, 1, "dogs"), Place(0, 3, 0, "cats"))
    won = "🏆 The dogs have won: Dan, Cleo"
    assert describe_teams(places, NAMES, SAY) == (won, "The cats: Ada")
    assert describe_winning_teams(places, NAMES, SAY) == won
    so_far = ("The dogs: Dan 1, Cleo 1", "The cats: Ada")
    assert describe_teams(places, NAMES, SAY, is_over=False) == so_far


def test_before_the_end_no_team_has_won() -> None:
    assert describe_teams(WON, NAMES, SAY, is_over=False) == (
        "The dogs: Ben, Dan",
        "The cats: Ada, Cleo",
    )


def test_teams_that_tie_have_both_won() -> None:
    places = (Place(0, 1, 0, "cats"), Place(1, 1, 0, "dogs"))
    told = "🏆 The cats have won: Ada · 🏆 The dogs have won: Ben"
    assert describe_winning_teams(places, NAMES, SAY) == told


@pytest.mark.parametrize("places", [(Place(0, 1, 3), Place(1, 2, 1)), (Place(0, 1, 0), *WON[1:])])
def test_without_teams_or_while_one_is_secret_nothing_is_told(places: tuple[Place, ...]) -> None:
    assert group_by_team(places) == {}
    assert describe_teams(places, NAMES, SAY) == ()


def test_the_line_to_copy_names_the_winning_team_and_counts_many_members() -> None:
    names = ("W" * 30, *"BCDEFG")
    context = ScreenContext(SAY, names, names, pictures=False)
    places = (*(Place(seat, 1, 0, "cats") for seat in range(6)), Place(6, 7, 0, "dogs"))
    told = "🏆 The cats have won: WWWW…, B, C, D, E, 1 more"
    assert format_medals(places, context) == told


def test_members_are_counted_beyond_the_limit() -> None:
    assert join_members(NAMES, SAY, 4) == "Ada, Ben, Cleo, Dan"
    assert join_members(NAMES, SAY, 2) == "Ada, Ben, 2 more"


def test_a_team_that_the_game_no_longer_has_keeps_its_stored_name() -> None:
    assert name_team("cats", GERMAN) == "Die Katzen"
    assert name_team("mice", SAY) == "mice"
