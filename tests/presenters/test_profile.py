"""How a person plays: a picture and its words, as far as they let others see it."""

import pytest
from msgspec.structs import replace

from bot.domain.results import Result
from bot.domain.table import Player, Table
from bot.drawing.profile import Played, profile
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.profile import ProfileData, ProfileRequest, parse_profile_request, screen
from tests.bench.ends import ended, placed
from tests.bench.limits import message_problems
from tests.bench.shown import Control
from tests.bench.sim import World
from tests.bench.whole import whole_game
from tests.play.evening import deal, finish


async def over(world: World, game: str, guild: int = 0) -> Table:
    """Let Ada and others have played a game."""
    people = [Player(person.name, person.id) for person in world.people[:3]]
    return await whole_game(world.store, game, people, guild=guild or world.guild.id)


async def test_a_profile_tells_rating_games_and_wins_of_each_game(world: World) -> None:
    ada, *_ = world.people
    for game in GAMES:
        await over(world, game)
    answer = await ada.slash("cats profile")
    for box in GAMES.values():
        assert text("en", box.text)("game-title") in answer.text
    assert answer.text.count("one game") == len(GAMES)
    assert "Ada, on this server" in answer.text
    assert "profile.jpg" in answer.shown.files
    assert "Catham City: one game" in "".join(answer.shown.alts.values())
    assert message_problems(answer.shown.wire) == []


async def test_a_game_is_told_with_all_its_awards(world: World) -> None:
    ada, *_ = world.people
    await over(world, "cloaked_cats")
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
    assert "No game has been finished so far" in (await ada.slash("cats profile")).text


async def test_others_see_what_happened_on_their_server_alone(world: World) -> None:
    ada, _, _, dan = world.people
    await over(world, "cloaked_cats")
    await over(world, "quickpick", guild=77)
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
    await over(world, "quickpick", guild=77)
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
    lobby = Table("cloaked_cats", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    for _ in range(3):
        await ended(world.store, lobby, placed(ada.id, "Ada", 1), placed(8, "Bo", 2))
    award = GAMES["cloaked_cats"].game.awards[0]
    found = await world.store.history.results_of(ada.id, world.guild.id)
    assert len(found) == 3
    standings = {
        each.game: each for each in await world.store.history.standings_of(ada.id) if each.guild
    }
    honoured = tuple(replace(result, awards=(award,)) for result in found)
    shown = ProfileData(ProfileRequest(ada.id), "Ada", standings, honoured, {}, True, True)
    told = screen(text("en"), shown, GAMES, world.now()).fields[0].text
    assert "×3" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_profile_fits(language: str) -> None:
    results = tuple(
        Result(number, 1, 2, game, 1e9 + number * 86_400, 4, 1, 9, True, 20.0 + number % 9,
               awards=GAMES[game].game.awards)
        for game in GAMES for number in range(500)
    )  # fmt: skip
    read = dict.fromkeys(GAMES, (1000, 999))
    shown = ProfileData(ProfileRequest(1), "W" * 32, {}, results, read, True, True)
    say = text(language)
    for game in ("", *GAMES):
        made = screen(say, replace(shown, asks=ProfileRequest(1, game=game)), GAMES, 2e9)
        assert all(len(field.text) <= 1024 for field in made.fields)
        assert sum(len(field.text) + len(field.name) for field in made.fields) < 5000


def test_a_picture_is_drawn_of_one_game_and_of_many() -> None:
    one = Played("Cloaked Cats", ((1.0, 1500),), 1, 0)
    many = tuple(Played(f"Game {n}", ((1.0, 1500), (2.0, 1600)), n, n // 2) for n in range(1, 8))
    for paths in ((one,), many, (Played("Unrated", (), 3, 1),)):
        assert profile(paths, ("Rating", "Games", "Wins"), ("1/2026", "2/2026"))[:2] == b"\xff\xd8"


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
