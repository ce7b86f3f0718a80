"""A server's table: who plays how well, and who has won how often."""

import re

import pytest

from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.domain.results import Line
from bot.domain.table import Player, Table
from bot.games.registry import GAMES
from bot.i18n import text
from bot.presenters.scores import (
    ScoresRequest,
    line_told,
    parse_scores_request,
    since,
)
from tests.bench.ends import ended, placed
from tests.bench.sim import World
from tests.play.evening import deal, finish

NOVEMBER = 1_793_491_200.0  # 2026-11-01
ROW = re.compile(r"`( *\d+) +(\S+) +(\d+) +(\d+)` (.*)")


def rows(told: str) -> list[tuple[str, ...]]:
    """Return the lines of a table: place, rating, games, wins and name."""
    return [tuple(map(str.strip, found)) for found in ROW.findall(told)]


def lobby(world: World, game: str = "cloaked_cats") -> Table:
    return Table(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


async def test_who_has_played_stands_in_the_servers_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    assert "No game has been finished here so far." in (await cleo.slash("cats scores")).text
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    await deal(world, ada, ben, clock="none")
    await finish(world)
    first, second = rows((await cleo.slash("cats scores")).text)
    assert {first[4], second[4]} == {"Ada", "Ben"}
    assert (first[0], first[2:4], second[0]) == ("1", ("1", "1"), "2")
    assert int(first[1][:-1]) >= 1500 >= int(second[1][:-1])
    assert first[1].endswith("?") and second[1].endswith("?"), "one game does not tell much"


async def test_the_spans_count_their_own_games(world: World) -> None:
    ada, *_ = world.people
    now = world.now()
    long_ago, lately = now - 70 * 86_400, now
    for at in (long_ago, long_ago, lately):
        await ended(world.store, lobby(world), placed(7, "Ada", 1), placed(8, "Bo", 2), at=at)
    await ended(world.store, lobby(world), placed(7, "Ada", 2), placed(8, "Bo", 1), at=lately)
    shown = await ada.slash("cats scores")
    assert [row[2:] for row in rows(shown.text)] == [("4", "3", "Ada"), ("4", "1", "Bo")]
    shown = await ada.press("This month", on=shown.shown)
    assert [row[2:] for row in rows(shown.text)] == [("2", "1", "Ada"), ("2", "1", "Bo")]
    shown = await ada.press("Ever", on=shown.shown)
    assert [row[2:] for row in rows(shown.text)] == [("4", "3", "Ada"), ("4", "1", "Bo")]


async def test_of_several_games_one_is_chosen_and_the_channels_own_comes_first(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await ended(world.store, lobby(world, "quickpick"), placed(7, "Quick", 1), placed(8, "Bo", 2))
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await ada.slash("cats scores")
    assert {row[4] for row in rows(shown.text)} == {"Ada", "Ben"}
    shown = await ada.choose("Another game", "quickpick", on=shown.shown)
    assert [row[4] for row in rows(shown.text)] == ["Quick", "Bo"]


async def test_there_are_pages_as_long_as_there_are_people(world: World) -> None:
    ada, *_ = world.people
    for first in range(1, 26, 5):
        people = [placed(n, f"Person {n}", n) for n in range(first, first + 5)]
        await ended(world.store, lobby(world), *people)
    shown = await ada.slash("cats scores")
    seen = [row[4] for row in rows(shown.text)]
    for _ in range(2):
        shown = await ada.press("Next page", on=shown.shown)
        seen += [row[4] for row in rows(shown.text)]
    assert sorted(seen) == sorted(f"Person {n}" for n in range(1, 26))
    assert rows(shown.text)[-1][0] == "25"
    assert shown.shown.control("c1:d:*:scores:cloaked_cats/ever/3").disabled
    shown = await ada.press("Back", on=shown.shown)
    assert rows(shown.text)[0][0] == "11"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Line(7, "Ada", 25.0, 20, 4, 0.0, 20, 9), "` 3   1500    20    9` Ada"),
        (Line(7, "Ada", 25.0, 19, 4, 0.0, 20, 9), "` 3  1500?    20    9` Ada"),
        (Line(7, "Ada", 25.0, 20, 3, 0.0, 20, 9), "` 3  1500?    20    9` Ada"),
        (Line(7, "Ada", 25.0, 20, 4, -181 * 86_400.0, 20, 9), "` 3  1500?    20    9` Ada"),
        (Line(7, "Ada", 25.0, 0, 0, 0.0, 1, 1), "` 3      –     1    1` Ada"),
        (Line(7, "*" * 32, 25.0, 20, 4, 0.0, 20, 9), "` 3   1500    20    9` " + r"\*" * 12 + "…"),
    ],
    ids=["sure", "few games", "few opponents", "long ago", "beside computers alone", "markup"],
)
def test_a_rating_says_when_it_is_not_sure(line: Line, told: str) -> None:
    assert line_told(text("en"), line, 3, 0.0) == told


def test_a_span_begins_with_a_month() -> None:
    assert since("ever", NOVEMBER) == 0
    assert since("month", NOVEMBER) == 202611
    assert since("three", NOVEMBER) == 202609
    assert since("three", NOVEMBER + 70 * 86_400) == 202611, "over the turn of the year"
    assert since("three", NOVEMBER + 100 * 86_400) == 202612


@pytest.mark.parametrize("value", ["", "x", "x/y", "x/ever/-1", "x/ever/9999999", "x/y/z/1"])
def test_what_no_button_asks_for_is_the_first_page(value: str) -> None:
    assert parse_scores_request(value) == ScoresRequest(value.partition("/")[0])


def test_what_a_button_asks_for_is_read() -> None:
    for asks in (
        ScoresRequest("quickpick", "month", 3),
        ScoresRequest("race"),
        ScoresRequest("x", "three", 99_999),
    ):
        assert parse_scores_request(asks.value) == asks


async def test_a_game_that_the_bot_does_not_have_is_passed_over(world: World) -> None:
    ada, *_ = world.people
    await ended(world.store, lobby(world, "chess"), placed(7, "Ada", 1), Player("x", 8, rank=2))
    assert "No game has been finished here so far." in (await ada.slash("cats scores")).text
    assert "chess" not in GAMES
