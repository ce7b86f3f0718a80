"""The list of games that are over."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.world import World
from bot.domain.game_records import Participant
from bot.domain.results import RecentGames
from bot.domain.table import Lobby, Player
from bot.games.registry import GAMES
from bot.i18n import text
from bot.presenters.history_list import render_list
from bot.services.history import ListRequest, parse_list_request
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.domain.test_ratings import game
from tests.toys.race.teams import PACKAGE as TUG_OF_WAR


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(
        game, world.guild.id, world.channel.id, "en", "none", opened_at=1.0, clicked_at=1.0
    )


def test_what_a_button_asks_for_is_read_and_anything_else_is_the_first_page() -> None:
    assert parse_list_request("mine/3/p") == ListRequest("mine", page=3)
    assert parse_list_request("x/1") == ListRequest("channel", page=1)
    for value in ("", "x", "channel/x", "channel/9999999", "/", "x/"):
        assert parse_list_request(value) == ListRequest("channel", page=0), value


async def test_the_list_names_games_people_and_who_won(world: World) -> None:
    ada, *_ = world.people
    assert "No finished games" in (await ada.slash("cats history")).text
    bo, cleo = make_ranked_player(7, "Bo*", 1), make_ranked_player(8, "Cleo", 2)
    await store_finished_table(world.store, lobby(world), bo, cleo, at=100.0)
    people = make_ranked_player(7, "Bo", 2), Player("Momo", None, "x", rank=1)
    await store_finished_table(world.store, lobby(world, "quickpick"), *people, at=200.0)
    told = (await ada.slash("cats history")).text
    assert "`1` <t:200:d> <t:200:t> **Quickpick**\n🏆 **Momo** · Bo · 3 min\n" in told
    assert "`2` <t:100:d> <t:100:t> **Cloaked Cats**\n🏆 **Bo\\*** · Cleo · 2 min" in told
    assert "1 · Quickpick · 🏆 Momo, Bo" in told, "the menu says it in plain words"
    mine = await ada.press("My games")
    assert "You haven't finished a game yet." in mine.text


async def test_a_list_has_pages_of_25(world: World) -> None:
    ada, *_ = world.people
    for at in range(60):
        await store_finished_table(
            world.store, lobby(world), make_ranked_player(ada.id, "Ada", 1), at=float(at)
        )
    for first in ("cats history", "My games"):
        shown = await (ada.slash(first) if first == "cats history" else ada.press(first))
        seen = []
        for page in range(3):
            lines = [line for line in shown.text.splitlines() if line.startswith("`")]
            seen += [line.split("`")[1] for line in lines]
            assert len(lines) == (25, 25, 10)[page]
            if page < 2:
                shown = await ada.press("Next page", on=shown.shown)
        assert seen == [str(n) for n in range(1, 61)]
        shown = await ada.press("Back", on=shown.shown)
        assert "`26`" in shown.text


def seat(name: str, rank: int) -> Participant:
    """Return a person, or a computer if the name has its sign, who took this place."""
    user = None if name in COMPUTERS else rank
    return Participant(name, user, "" if user else "x", False, rank, 0, None)


COMPUTERS = ("Felix", "Luna", "Minka", "Momo")
CATS = [(f"Cat {n}", n) for n in range(1, 7)]


@pytest.mark.parametrize(
    ("people", "told"),
    [
        (
            [("Cat 1", 1), ("Cat 2", 1), ("Cat 3", 2), ("Cat 4", 3), ("Cat 5", 4), ("Cat 6", 5)],
            "🏆 **Cat 1** · **Cat 2** · Cat 3 · Cat 4 · +2",
        ),
        (
            [("Felix", 1), ("Ben", 4), ("Luna", 3), ("Minka", 5), ("Ada", 2)],
            "🏆 **Felix** · Ada · Ben · Luna · Minka",
        ),
        (
            [("Momo", 6), ("Felix", 1), *CATS[1:5]],
            "🏆 **Felix** · Cat 2 · Cat 3 · Cat 4 · Cat 5 · +1",
        ),
    ],
    ids=["many are counted", "people by their places", "a computer takes no person's place"],
)
def test_people_are_named_as_far_as_there_is_room(people: list[tuple[str, int]], told: str) -> None:
    seats = tuple(seat(*each) for each in people)
    assert list_game((), seats=seats, game="liars_dice") == f"{told} · 10 min"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(5, "1 min"), (119 * 60, "119 min"), (3 * 3600, "3 h"), (2 * 86_400, "2 days")],
)
def test_the_list_says_how_long_a_game_took(seconds: float, told: str) -> None:
    seats = (seat("Ada", 1),)
    assert list_game((), seats=seats, ended_at=seconds) == f"🏆 **Ada** · {told}"


async def store_recent_games(world: World, *winners: Player) -> None:
    for winner in winners:
        loser = Player("Momo", None, "x", rank=2)
        await store_finished_table(world.store, lobby(world), winner, loser, at=world.now())


async def test_recent_games_are_summed_up_above_the_list(world: World) -> None:
    ada, ben, cleo, dan = world.people
    a, b, c = (make_ranked_player(each.id, each.name, 1) for each in (ada, ben, cleo))
    minka, forgotten = Player("Minka", None, "x", rank=1), Player("", None, rank=1)
    await store_recent_games(world, c)
    assert "Last 12 hours" not in (await ada.slash("cats history")).text, "one game needs no sum"
    await store_recent_games(world, a, minka, b, minka, c, b, c, forgotten)
    shown = await ada.slash("cats history")
    assert "🎞️ Last 12 hours: 9 games · Cleo 3, Ben 2, Minka 2, Ada 1\n`1`" in shown.text
    assert "Last 12 hours" not in (await ada.press("My games", on=shown.shown)).text
    await world.store.people.set_preference(ben.id, "seen_by", "me")
    told = (await dan.slash("cats history")).text
    assert "🎞️ Last 12 hours: 9 games · Cleo 3, Minka 2, Ada 1\n" in told, (
        "who hides is not counted up"
    )
    await world.jump(12 * 3600 + 1)
    assert "Last 12 hours" not in (await ada.slash("cats history")).text
    winners = [make_ranked_player(n, f"Cat {n}", 1) for n in range(2, 8)]
    await store_recent_games(world, *winners, winners[3])
    title = (await ada.slash("cats history")).shown.title
    assert title.startswith("🎞️ Last 12 hours: 7 games · Cat 5 2, Cat 7 1, Cat 6 1")
    assert title.endswith("…")


def list_game(teams: Sequence[str], language: str = "en", **changes: Any) -> str:
    """Return the list's line about a game that the cats have won, with players in these teams."""
    seats = tuple(
        Participant(f"P{number}", number, "", False, 1 + 9 * (team != "cats"), 0, None, team=team)
        for number, team in enumerate(teams, 1)
    )
    record = game(*seats, at=600.0, game="tug_of_war")
    registry = {**GAMES, "tug_of_war": TUG_OF_WAR}
    games = [replace(record, **changes)]
    shown = render_list(text(language), games, registry, 0, "channel", RecentGames())
    return shown.text.splitlines()[1]


def test_teams_come_before_names_and_many_members_are_counted() -> None:
    teams = ["dogs", "cats", "cats", "dogs", "cats", "cats", "cats"]
    assert list_game(teams) == "🏆 **The cats**: P2, P3, P5, P6, +1 · The dogs: P1, P4 · 10 min"
    told = list_game(["cats", "dogs"], "de")
    assert told == "🏆 **Die Katzen**: P1 · Die Hunde: P2 · 10 Min."


def test_teams_of_a_game_without_an_end_have_no_trophy_and_secret_ones_no_names() -> None:
    ended: dict[str, Any] = {"ending": "ended", "ended_by": 1}
    told = list_game(["cats", "dogs"], **ended)
    assert told == "✖️ stopped early · The cats: P1 · The dogs: P2 · 10 min"
    assert list_game(["cats", ""], **ended) == "✖️ stopped early · P1 · P2 · 10 min"
