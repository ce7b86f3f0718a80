"""The lobby says how long people take for a game, once enough of them have played it."""

import pytest

from bot.bench.world import Person, World
from bot.domain.game_records import MAX_COUNTED_GAP_SECONDS, MIN_MEASURED_GAMES, find_usual_minutes
from bot.domain.table import Lobby
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import run_sql
from tests.play.evening import finish, sit_down

HOUR = 3600.0


async def store_durations(world: World, number: int, seconds: float) -> None:
    lobby = Lobby("liars_dice", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    players = make_ranked_player(8, "Bo", 1), make_ranked_player(9, "Eve", 2)
    for _ in range(number):
        game = await store_finished_table(world.store, lobby, *players)
        insert = "INSERT INTO durations (record, game, seats, seconds) VALUES (?, ?, ?, ?)"
        run_sql(world.database, insert, game.id, "liars_dice", 2, seconds)


async def test_the_lobby_says_how_long_people_take(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await store_durations(world, MIN_MEASURED_GAMES - 1, 8 * 60)
    await sit_down(world, ada, ben, game="liars_dice", language="de")
    assert "15 Min." in world.board().text, "too few have played it"
    await store_durations(world, 1, HOUR)
    world.bot.services.clear_caches()
    await ada.press("c1:d:*:computer-add")
    await ada.press("c1:d:*:computer-remove")
    assert "8 Min." in world.board().text, "one long game changes nothing"
    await cleo.press("c1:d:*:join")
    assert "15 Min." in world.board().text, "nobody has played it with three"
    await cleo.press("c1:d:*:leave")
    await choose_option(ada, "dice", "1")
    assert "3 Min." in world.board().text, "other options make another length"


async def choose_option(host: Person, option: str, choice: str) -> None:
    panel = (await host.press("c1:d:*:options", on=host.world.board())).shown
    panel = (await host.press("c1:d:*:game-options", on=panel)).shown
    await host.choose(f"c1:d:*:set:{option}", choice, on=panel)


async def test_games_of_people_with_the_usual_options_are_measured_without_long_pauses(world):
    ada, ben, *_ = world.people
    for other in ("", "a computer", "an option"):
        computers = int(other == "a computer")
        await sit_down(world, ada, ben, clock="none", text_only=True, computers=computers)
        if other == "an option":
            await choose_option(ada, "help", "none")
        await ada.press("c1:d:*:start", on=world.board())
        await world.jump(5 * HOUR)
        await finish(world)
        ((game, seats, seconds),) = run_sql(
            world.database, "SELECT game, seats, seconds FROM durations"
        )
        assert (game, seats) == ("cloaked_cats", 2), other
        assert MAX_COUNTED_GAP_SECONDS <= seconds < HOUR


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(20.0, 1), (200.0, 3), (9.4 * 60, 9), (13 * 60, 15), (61 * 60, 60)]
)
def test_minutes_are_rounded(seconds: float, minutes: int) -> None:
    assert find_usual_minutes([seconds] * MIN_MEASURED_GAMES) == minutes
    assert find_usual_minutes([seconds] * (MIN_MEASURED_GAMES - 1)) is None
