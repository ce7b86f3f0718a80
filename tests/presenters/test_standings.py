"""How a person plays: a picture and its words, as far as they let others see it."""

import re

import pytest
from msgspec.structs import replace

from bot.bench.world import World
from bot.demo.shown import Control
from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.domain.results import MIN_OPPONENTS, Line, Page, Result, Standing
from bot.domain.table import Lobby, Player, Table
from bot.drawing.profile import PlayedGame, draw_profile
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.standings import (
    MIN_GAMES_FOR_PICTURE,
    MIN_SETTLED_GAMES,
    ProfileData,
    ProfileRequest,
    ScoresRequest,
    Span,
    first_month_of,
    format_line,
    parse_profile_request,
    parse_scores_request,
    render_profile,
    render_scores,
)
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.limits import message_problems
from tests.bench.whole import whole_game
from tests.play.evening import deal, finish


async def play_game_with_others(world: World, game: str, guild: int = 0) -> Table:
    people = [Player(person.name, person.id) for person in world.people[:3]]
    return await whole_game(world.store, game, people, guild=guild or world.guild.id)


async def test_a_profile_tells_games_and_wins_of_each_game(world: World) -> None:
    ada, ben, *_ = world.people
    assert "No finished games yet" in (await ada.slash("cats profile")).text
    for game in GAMES:
        await play_game_with_others(world, game)
    answer = await ada.slash("cats profile")
    assert answer.text.count("rating still settling") == len(GAMES)
    for package in GAMES.values():
        assert text("en", package.text)("game-title") in answer.text
    assert answer.text.count("one game") == len(GAMES)
    assert "Ada, on this server" in answer.text
    assert "profile.jpg" in answer.shown.files
    assert "Catham City: one game" in "".join(answer.shown.alts.values())
    assert message_problems(answer.shown.wire) == []
    assert "Ben" not in answer.text and str(ben.id) not in str(answer.shown.wire)

    answer = await ada.choose("c1:d:0:profile:*/awards", "cloaked_cats", on=answer.shown)
    awards = GAMES["cloaked_cats"].awards.names
    assert awards
    say = text("en", GAMES["cloaked_cats"].text)
    for award in awards:
        assert say(f"award-title-{award}") in answer.text
        assert say(f"award-{award}") in answer.text
    assert "All games" in answer.shown.labels


async def test_others_see_what_happened_on_their_server_until_one_shows_everything(
    world: World,
) -> None:
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
    shown = await ada.press("All servers", on=(await ada.slash("cats profile")).shown)
    assert "Quickpick" in shown.text and "on all servers" in shown.text
    panel = (await ada.slash("cats privacy")).shown
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)
    theirs = await dan.slash("cats profile", person=ada.actor)
    shown = await dan.press("All servers", on=theirs.shown)
    assert "Quickpick" in shown.text


def test_awards_are_counted() -> None:
    award, shown = GAMES["liars_dice"].awards.names[0], make_profile(3)
    honoured = tuple(replace(result, awards=(award,)) for result in shown.results)
    shown = replace(shown, results=honoured)
    title = text("en", GAMES["liars_dice"].text)(f"award-title-{award}")
    told = render_profile(text("en"), shown, GAMES, 1.0).fields[0].text
    assert told.endswith(f"🏅\N{NO-BREAK SPACE}{title}\N{NO-BREAK SPACE}**×3**")
    alone = replace(shown, request=ProfileRequest(7, game="liars_dice"))
    told = render_profile(text("en"), alone, GAMES, 1.0).fields[0].text
    assert f"**{title}** ×3\n" in told


def make_profile(games: int, *awards: str, rated: int = 0, at: float = 0.0) -> ProfileData:
    """Return Ada's profile after games of Liar's Dice, the last of which brought awards."""
    standing = Standing(1, "liars_dice", 7, "Ada", 27.0, 5.0, rated, games=games, wins=1, at=at,
                        opponents=MIN_OPPONENTS)  # fmt: skip
    results = tuple(
        Result(n, 7, 1, "liars_dice", at, 4, 1, 9, rated > 0, 27.0,
               awards=awards if n == games - 1 else ())
        for n in range(games)
    )  # fmt: skip
    return ProfileData(
        ProfileRequest(7), "Ada", {"liars_dice": standing}, results, {}, True, True, True
    )


def test_a_new_player_sees_awards_and_the_next_one_to_reach() -> None:
    say = text("en")
    new = render_profile(say, make_profile(MIN_GAMES_FOR_PICTURE - 1, "exact"), GAMES, 1.0)
    assert new.picture is None
    (field,) = new.fields
    assert field.text.splitlines() == [
        "2 games, one win · rating still settling",
        "🏅\N{NO-BREAK SPACE}Bull's-Eye",
        "_Next to earn:_ **Lie Detector**",
        "🔎 Called “Liar!” three times or more and was always right",
    ]
    every = GAMES["liars_dice"].awards.names
    has_all = render_profile(say, make_profile(1, *every), GAMES, 1.0)
    assert "Next to earn" not in has_all.fields[0].text, "there is none left"
    known = render_profile(say, make_profile(MIN_GAMES_FOR_PICTURE, "exact"), GAMES, 1.0)
    assert known.picture is not None
    assert "Next to earn" not in known.fields[0].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_profile_of_a_new_player_fits(language: str) -> None:
    shown = make_profile(1, *GAMES["liars_dice"].awards.names[1:])
    read = dict.fromkeys(GAMES, (1000, 999))
    shown = replace(shown, name="*" * 32, guess_counts=read)
    screen = render_profile(text(language), shown, GAMES, 1.0)
    assert len(screen.fields) == len(GAMES)
    assert all(text(language)("profile-next", award="x")[:8] in each.text for each in screen.fields)
    assert all(len(field.text) <= 1024 for field in screen.fields)


def test_a_profile_shows_a_rating_once_it_has_settled() -> None:
    say, games = text("en"), MIN_SETTLED_GAMES
    before = render_profile(say, make_profile(games, rated=games - 1), GAMES, 1.0)
    assert "rating still settling" in before.fields[0].text and before.picture
    assert "rating from" not in before.picture.alt, "the picture does not show it either"
    shown = make_profile(games, rated=games, at=NOVEMBER)
    settled = render_profile(say, shown, GAMES, NOVEMBER)
    assert "20 games, one win · rating 1548, nearly settled" in settled.fields[0].text
    assert settled.picture and "rating from 1,548 to 1,548" in settled.picture.alt
    assert settled.footer == before.footer == ""
    assert settled.picture.arguments[-1] == ("11/2026", ""), "one month is named once"
    assert settled.picture.draw()[:2] == b"\xff\xd8"
    later = replace(shown.results[-1], at=NOVEMBER + 40 * 86_400)
    shown = replace(shown, results=(*shown.results[:-1], later))
    picture = render_profile(say, shown, GAMES, NOVEMBER).picture
    assert picture and picture.arguments[-1] == ("11/2026", "12/2026")


def test_a_picture_is_drawn_of_one_game_and_of_many() -> None:
    one = PlayedGame("Cloaked Cats", ((1.0, 1500),), 1, 0)
    many = tuple(
        PlayedGame(f"Game {n}", ((1.0, 1500), (2.0, 1600)), n, n // 2) for n in range(1, 8)
    )
    words = ("Rating", "Games", "Wins"), ("1/2026", "2/2026")
    for paths in ((one,), many, (PlayedGame("Unrated", (), 3, 1),)):
        assert draw_profile(paths, *words)[:2] == b"\xff\xd8"


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
ROW = re.compile(r"(👑|•|\*\*\d+\.\*\*) \*\*(.+)\*\* · (\w+) games?, (\w+) wins?(?: yet)?(.*)")
NUMBER_WORDS = {"no": "0", "one": "1"}


def rows(told: str) -> list[tuple[str, ...]]:
    """Return the lines of a scoreboard: place, name, games, wins and the rest."""
    return [
        (found[0].strip("*."), *(NUMBER_WORDS.get(each, each) for each in found[1:4]), found[4])
        for found in ROW.findall(told)
    ]


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


async def test_who_has_played_stands_in_the_servers_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    ranked = make_ranked_player(7, "Quick", 1), make_ranked_player(8, "Bo", 2)
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    quickpick = lobby(world, "quickpick")
    await store_finished_table(world.store, quickpick, *ranked, at=world.now())
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await cleo.slash("cats scores")
    first, second = rows(shown.text)
    assert {first[1], second[1]} == {"Ada", "Ben"}, "the channel's own game comes first"
    assert first[2:4] == second[2:4] == ("1", "1")
    assert first[0] == second[0] == "•", "both won: nobody is ahead"
    assert "rating" not in first[4] + second[4], "one game does not tell much"
    shown = await cleo.choose("Another game", "quickpick", on=shown.shown)
    assert [row[1] for row in rows(shown.text)] == ["Quick", "Bo"]


async def test_a_game_that_the_bot_does_not_have_is_passed_over(world: World) -> None:
    people = make_ranked_player(7, "Ada", 1), make_ranked_player(8, "Bo", 2)
    await store_finished_table(world.store, lobby(world, "chess"), *people)
    answer = await world.people[0].slash("cats scores")
    assert "Nobody has finished a game here yet." in answer.text


async def test_the_spans_count_their_own_games(world: World) -> None:
    ada, *_ = world.people
    long_ago, recent = world.now() - 70 * 86_400, world.now()
    for at, place in ((long_ago, 1), (long_ago, 1), (recent, 1), (recent, 2)):
        people = make_ranked_player(7, "Ada", place), make_ranked_player(8, "Bo", 3 - place)
        await store_finished_table(world.store, lobby(world), *people, at=at)
    shown = await ada.slash("cats scores")
    assert [row[1:4] for row in rows(shown.text)] == [("Ada", "4", "3"), ("Bo", "4", "1")]
    assert "best rating first" in shown.text
    shown = await ada.press("This month", on=shown.shown)
    assert "most wins first" in shown.text
    assert [row[1:4] for row in rows(shown.text)] == [("Ada", "2", "1"), ("Bo", "2", "1")]
    shown = await ada.press("All time", on=shown.shown)
    assert [row[1:4] for row in rows(shown.text)] == [("Ada", "4", "3"), ("Bo", "4", "1")]


async def test_there_are_pages_as_long_as_there_are_people(world: World) -> None:
    ada, *_ = world.people
    for first in range(1, 26, 5):
        people = [make_ranked_player(n, f"Person {n}", n) for n in range(first, first + 5)]
        await store_finished_table(world.store, lobby(world), *people, at=world.now())
    shown = await ada.slash("cats scores")
    seen = [row[1] for row in rows(shown.text)]
    for _ in range(2):
        shown = await ada.press("Next page", on=shown.shown)
        seen += [row[1] for row in rows(shown.text)]
    assert sorted(seen) == sorted(f"Person {n}" for n in range(1, 26))
    assert len(rows(shown.text)) == 5
    assert shown.shown.control("c1:d:*:scores:cloaked_cats/ever/3").disabled
    shown = await ada.press("Back", on=shown.shown)
    assert len(rows(shown.text)) == 10


async def test_the_newest_award_stands_beside_the_name(world: World) -> None:
    ada, *_ = world.people
    honoured = Line(7, "Ada", 26.0, 2, 1, 0.0, 2, 1, ("unknown", "exact", "duel"))
    plain = Line(8, "Bo", 24.0, 2, 1, 0.0, 2, 0)
    shown = render_scores(
        text("en"), ScoresRequest("liars_dice"), (honoured, plain), [*GAMES], GAMES, None, 0.0,
        may_share=True,
    )  # fmt: skip
    assert shown.fields[0].text.splitlines() == [
        "👑 **Ada** · 2 games, one win · 🏅\N{NO-BREAK SPACE}Bull's-Eye",
        "**2.** **Bo** · 2 games, no win yet",
    ]
    await play_game_with_others(world, "cloaked_cats")
    lines = await world.store.standings.find_scores(Page(world.guild.id, "cloaked_cats"))
    say = text("en", GAMES["cloaked_cats"].text)
    earned = [line for line in lines if line.awards]
    assert earned, "somebody was honoured"
    told = (await ada.slash("cats scores")).text
    assert all(say(f"award-title-{line.awards[0]}") in told for line in earned)


def show_places(span: Span, *lines: Line, page: int = 0) -> list[tuple[str, ...]]:
    shown = render_scores(
        text("en"), ScoresRequest("liars_dice", span, page), lines, [*GAMES], GAMES, None, 0.0,
        may_share=True,
    )  # fmt: skip
    return [row[:2] for row in rows(shown.fields[0].text)]


def make_line(name: str, wins: int, games: int = 2, mu: float = 25.0, rated: int = 0) -> Line:
    return Line(len(name), name, mu, rated, 0, 0.0, games, wins)


def test_nobody_has_a_place_among_equals_or_without_a_win_where_wins_count() -> None:
    unrated = make_line("Ben", 1), make_line("Ada", 0)
    assert show_places("ever", *unrated) == [("•", "Ben"), ("•", "Ada")]
    best = make_line("Cleo", 0, mu=26.0, rated=1), make_line("Dan", 1, mu=25.5, rated=1)
    assert show_places("ever", *best, *unrated) == [
        ("1", "Cleo"), ("2", "Dan"), ("•", "Ben"), ("•", "Ada"),
    ]  # fmt: skip
    assert show_places("ever", *best, page=2) == [("21", "Cleo"), ("22", "Dan")]
    twins = tuple(replace(line, mu=25.5) for line in best)
    assert show_places("ever", *twins) == [("•", "Cleo"), ("•", "Dan")]
    lines = make_line("Ben", 2), make_line("Cleo", 1), make_line("Dan", 1), make_line("Ada", 0)
    assert show_places("month", *lines) == [
        ("👑", "Ben"), ("•", "Cleo"), ("•", "Dan"), ("•", "Ada"),
    ]  # fmt: skip


async def test_people_with_equal_ratings_are_in_the_order_of_their_places(world: World) -> None:
    ada, *_ = world.people
    places = {"Ada": 5, "Ben": 3, "Cleo": 2, "Dan": 4}
    people = [
        make_ranked_player(person.id, name, rank)  # with accounts so new that nobody is rated
        for person, (name, rank) in zip(world.people, places.items(), strict=True)
    ]
    minka, here = Player("Minka", None, "sly", rank=1), replace(lobby(world), clock="1")
    await store_finished_table(world.store, here, minka, *people, at=world.now())
    shown = await ada.slash("cats scores")
    assert [row[:2] for row in rows(shown.text)] == [
        ("•", "Cleo"), ("•", "Ben"), ("•", "Dan"), ("•", "Ada"),
    ]  # fmt: skip


SETTLED = Line(7, "Ada", 25.0, 20, 4, 0.0, 20, 9)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (SETTLED, "**Ada** · 20 games, 9 wins · rating 1500, nearly settled"),
        (replace(SETTLED, rated=50), "**Ada** · 20 games, 9 wins · rating 1500, settled"),
        (replace(SETTLED, rated=19), "**Ada** · 20 games, 9 wins"),
        (replace(SETTLED, opponents=3), "**Ada** · 20 games, 9 wins"),
        (replace(SETTLED, at=-181 * 86_400.0), "**Ada** · 20 games, 9 wins"),
        (replace(SETTLED, rated=0, games=1, wins=1), "**Ada** · one game, one win"),
        (replace(SETTLED, name="*" * 32, rated=0), "**" + r"\*" * 12 + "…** · 20 games, 9 wins"),
    ],
    ids=["settled", "sure", "few games", "few opponents", "long ago", "computers alone", "markup"],
)
def test_a_rating_is_shown_once_it_has_settled(line: Line, told: str) -> None:
    assert format_line(text("en"), line, 3, (), 0.0) == f"**3.** {told}"
    assert format_line(text("en"), line, 1, (), 0.0) == f"👑 {told}"


def test_a_span_begins_with_a_month() -> None:
    assert first_month_of("ever", NOVEMBER) == 0
    assert first_month_of("month", NOVEMBER) == 202611
    assert first_month_of("three", NOVEMBER) == 202609
    assert first_month_of("three", NOVEMBER + 70 * 86_400) == 202611, "over the turn of the year"
    assert first_month_of("three", NOVEMBER + 100 * 86_400) == 202612


def test_what_a_button_asks_for_is_read_and_anything_else_is_the_first_page() -> None:
    for asks in (
        ScoresRequest("quickpick", "month", 3),
        ScoresRequest("race"),
        ScoresRequest("x", "three", 99_999),
    ):
        assert parse_scores_request(asks.value) == asks
    for value in ("", "x", "x/y", "x/ever/-1", "x/ever/9999999", "x/y/z/1"):
        assert parse_scores_request(value) == ScoresRequest(value.partition("/")[0]), value
