"""How a person plays: a picture and its words, as far as they let others see it."""

import re

import pytest
from msgspec.structs import replace

from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.domain.results import Line, Result
from bot.domain.table import Lobby, Player, Table
from bot.drawing.profile import PlayedGame, draw_profile
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.standings import (
    ProfileData,
    ProfileRequest,
    ScoresRequest,
    first_month_of,
    format_line,
    parse_profile_request,
    parse_scores_request,
    render_profile,
)
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.limits import message_problems
from tests.bench.shown import Control
from tests.bench.sim import World
from tests.bench.whole import whole_game
from tests.play.evening import deal, finish


async def play_game_with_others(world: World, game: str, guild: int = 0) -> Table:
    """Let Ada and others have played a game."""
    people = [Player(person.name, person.id) for person in world.people[:3]]
    return await whole_game(world.store, game, people, guild=guild or world.guild.id)


async def test_a_profile_tells_rating_games_and_wins_of_each_game(world: World) -> None:
    ada, *_ = world.people
    for game in GAMES:
        await play_game_with_others(world, game)
    answer = await ada.slash("cats profile")
    for package in GAMES.values():
        assert text("en", package.text)("game-title") in answer.text
    assert answer.text.count("one game") == len(GAMES)
    assert "Ada, on this server" in answer.text
    assert "profile.jpg" in answer.shown.files
    assert "Catham City: one game" in "".join(answer.shown.alts.values())
    assert message_problems(answer.shown.wire) == []


async def test_a_game_is_told_with_all_its_awards(world: World) -> None:
    ada, *_ = world.people
    await play_game_with_others(world, "cloaked_cats")
    shown = (await ada.slash("cats profile")).shown
    answer = await ada.choose("c1:d:0:profile:*/awards", "cloaked_cats", on=shown)
    awards = GAMES["cloaked_cats"].game.awards
    assert awards
    say = text("en", GAMES["cloaked_cats"].text)
    for award in awards:
        assert say(f"award-{award}") in answer.text
    assert "All games" in answer.shown.labels


async def test_who_has_not_played_is_told_how_to_begin(world: World) -> None:
    ada, *_ = world.people
    assert "No finished games yet" in (await ada.slash("cats profile")).text


async def test_others_see_what_happened_on_their_server_alone(world: World) -> None:
    ada, _, _, dan = world.people
    await play_game_with_others(world, "cloaked_cats")
    await play_game_with_others(world, "quickpick", guild=77)
    shown = await dan.slash("cats profile", person=ada.actor)
    assert "Cloaked Cats" in shown.text and "Quickpick" not in shown.text
    assert "All servers" not in shown.shown.labels
    assert "Who sees this?" not in shown.shown.labels
    forged = f"{ada.id}/all//where"
    button = Control("", f"c1:d:0:profile:{forged}", disabled=False, style=2)
    answer = await world.click(dan, shown.shown, button, {})
    assert "Quickpick" not in answer.text


async def test_of_all_servers_one_sees_oneself_and_who_shows_themselves(world: World) -> None:
    ada, _, _, dan = world.people
    await play_game_with_others(world, "quickpick", guild=77)
    shown = await ada.press("All servers", on=(await ada.slash("cats profile")).shown)
    assert "Quickpick" in shown.text and "on all servers" in shown.text
    panel = (await ada.slash("cats privacy")).shown
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)
    theirs = await dan.slash("cats profile", person=ada.actor)
    shown = await dan.press("All servers", on=theirs.shown)
    assert "Quickpick" in shown.text


async def test_a_profile_says_nothing_of_who_played_along(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    answer = await ada.slash("cats profile")
    assert "Ben" not in answer.text
    assert str(ben.id) not in str(answer.shown.wire)


async def test_awards_are_counted(world: World) -> None:
    ada, *_ = world.people
    lobby = Lobby("cloaked_cats", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    for _ in range(3):
        await store_finished_table(
            world.store, lobby, make_ranked_player(ada.id, "Ada", 1), make_ranked_player(8, "Bo", 2)
        )
    award = GAMES["cloaked_cats"].game.awards[0]
    found = await world.store.history.find_results(ada.id, world.guild.id)
    assert len(found) == 3
    standings = {
        each.game: each for each in await world.store.history.find_standings(ada.id) if each.guild
    }
    honoured = tuple(replace(result, awards=(award,)) for result in found)
    shown = ProfileData(ProfileRequest(ada.id), "Ada", standings, honoured, {}, True, True, True)
    told = render_profile(text("en"), shown, GAMES, world.now()).fields[0].text
    assert "×3" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_profile_fits(language: str) -> None:
    results = tuple(
        Result(number, 1, 2, game, 1e9 + number * 86_400, 4, 1, 9, True, 20.0 + number % 9,
               awards=GAMES[game].game.awards)
        for game in GAMES for number in range(500)
    )  # fmt: skip
    read = dict.fromkeys(GAMES, (1000, 999))
    shown = ProfileData(ProfileRequest(1), "W" * 32, {}, results, read, True, True, True)
    say = text(language)
    for game in ("", *GAMES):
        made = render_profile(say, replace(shown, request=ProfileRequest(1, game=game)), GAMES, 2e9)
        assert all(len(field.text) <= 1024 for field in made.fields)
        assert sum(len(field.text) + len(field.name) for field in made.fields) < 5000


def test_a_picture_is_drawn_of_one_game_and_of_many() -> None:
    one = PlayedGame("Cloaked Cats", ((1.0, 1500),), 1, 0)
    many = tuple(
        PlayedGame(f"Game {n}", ((1.0, 1500), (2.0, 1600)), n, n // 2) for n in range(1, 8)
    )
    for paths in ((one,), many, (PlayedGame("Unrated", (), 3, 1),)):
        assert (
            draw_profile(paths, ("Rating", "Games", "Wins"), ("1/2026", "2/2026"))[:2]
            == b"\xff\xd8"
        )


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("12/here//awards", ProfileRequest(12)),
        ("12/here//awards/quickpick", ProfileRequest(12, game="quickpick")),
        ("12/all/quickpick/where", ProfileRequest(12, everywhere=True, game="quickpick")),
        ("", ProfileRequest(0)),
        ("x/y", ProfileRequest(0)),
    ],
)
def test_a_button_names_a_profile(value: str, meant: ProfileRequest) -> None:
    assert parse_profile_request(value) == meant


NOVEMBER = 1_793_491_200.0  # 2026-11-01
ROW = re.compile(r"`( *\d+) +(\S+) +(\d+) +(\d+)` (.*)")


def rows(told: str) -> list[tuple[str, ...]]:
    """Return the lines of a table: place, rating, games, wins and name."""
    return [tuple(map(str.strip, found)) for found in ROW.findall(told)]


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


async def test_who_has_played_stands_in_the_servers_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    assert "Nobody has finished a game here yet." in (await cleo.slash("cats scores")).text
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
    long_ago, recent = now - 70 * 86_400, now
    for at in (long_ago, long_ago, recent):
        await store_finished_table(
            world.store,
            lobby(world),
            make_ranked_player(7, "Ada", 1),
            make_ranked_player(8, "Bo", 2),
            at=at,
        )
    await store_finished_table(
        world.store,
        lobby(world),
        make_ranked_player(7, "Ada", 2),
        make_ranked_player(8, "Bo", 1),
        at=recent,
    )
    shown = await ada.slash("cats scores")
    assert [row[2:] for row in rows(shown.text)] == [("4", "3", "Ada"), ("4", "1", "Bo")]
    shown = await ada.press("This month", on=shown.shown)
    assert [row[2:] for row in rows(shown.text)] == [("2", "1", "Ada"), ("2", "1", "Bo")]
    shown = await ada.press("All time", on=shown.shown)
    assert [row[2:] for row in rows(shown.text)] == [("4", "3", "Ada"), ("4", "1", "Bo")]


async def test_of_several_games_one_is_chosen_and_the_channels_own_comes_first(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await store_finished_table(
        world.store,
        lobby(world, "quickpick"),
        make_ranked_player(7, "Quick", 1),
        make_ranked_player(8, "Bo", 2),
    )
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await ada.slash("cats scores")
    assert {row[4] for row in rows(shown.text)} == {"Ada", "Ben"}
    shown = await ada.choose("Another game", "quickpick", on=shown.shown)
    assert [row[4] for row in rows(shown.text)] == ["Quick", "Bo"]


async def test_there_are_pages_as_long_as_there_are_people(world: World) -> None:
    ada, *_ = world.people
    for first in range(1, 26, 5):
        people = [make_ranked_player(n, f"Person {n}", n) for n in range(first, first + 5)]
        await store_finished_table(world.store, lobby(world), *people)
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
    assert format_line(text("en"), line, 3, 0.0) == told


def test_a_span_begins_with_a_month() -> None:
    assert first_month_of("ever", NOVEMBER) == 0
    assert first_month_of("month", NOVEMBER) == 202611
    assert first_month_of("three", NOVEMBER) == 202609
    assert first_month_of("three", NOVEMBER + 70 * 86_400) == 202611, "over the turn of the year"
    assert first_month_of("three", NOVEMBER + 100 * 86_400) == 202612


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
    await store_finished_table(
        world.store, lobby(world, "chess"), make_ranked_player(7, "Ada", 1), Player("x", 8, rank=2)
    )
    assert "Nobody has finished a game here yet." in (await ada.slash("cats scores")).text
    assert "chess" not in GAMES
