"""Computers that play like the people here: chosen in the lobby, found at the deal, told to all."""

import pytest

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain import options
from bot.domain.changes import Refused
from bot.domain.game_records import RatingWeight
from bot.domain.ratings import rate_levels
from bot.domain.table import Board, Lobby, Player
from tests.bench.ends import store_finished_table
from tests.play.evening import COMPUTER_MOVE_SECONDS, deal, finish, load_table, rewrite, sit_down
from tests.toys import REGISTRY

NUMBERS = "secret_numbers"
"""The toy whose computers are careless, sound or sly."""
LEVEL = "c1:d:*:set:level"


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(registry=REGISTRY)


async def history(world: World, who: Person, won: int) -> None:
    """Let somebody have won so many games of two against a careless computer."""
    place = (NUMBERS, world.guild.id, 7, "en", "none")
    lobby = Lobby(*place, opened_at=0.0, clicked_at=0.0, board=Board(shown=1))
    players = Player(who.name, who.id, rank=1), Player("Minka", None, "careless", rank=2)
    weight = RatingWeight((0.0, rate_levels(REGISTRY[NUMBERS].computers, 2)["careless"]))
    for _ in range(won):
        await store_finished_table(world.store, lobby, *players, weight=weight)


async def load_levels(world: World) -> list[str]:
    players = sorted((await load_table(world)).players, key=lambda player: player.name)
    return [player.level for player in players if player.user is None]


async def begin(world: World, *people: Person, computers: int = 1) -> None:
    await deal(world, *people, game=NUMBERS, computers=computers, level="like-us")


async def test_the_command_seats_computers_that_play_like_us(world):
    ada, ben, *_ = world.people
    await ada.slash("cats play", game=NUMBERS, computers=1, level="Wie wir")
    assert "🪑 Minka 🤖 (our level)" in world.board().text
    told = "🤖 our level: About as good as your group, judging by your games here."
    assert world.board().text.count(told) == 1
    await ben.press("c1:d:*:join", on=world.board())
    await ben.press("Add computer")
    assert "🪑 Felix 🤖 (our level)" in world.board().text, "it plays like the newest one"
    assert await load_levels(world) == ["like-us", "like-us"]


async def test_the_host_lets_all_computers_play_like_us_and_one_at_another_level(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=1)
    select = (await ada.press("Options")).shown.control(LEVEL)
    assert select.options[0] == ("like-us", "The computer: our level"), "not all of them"
    await ada.press("Add computer", on=world.board())
    await ada.press("Options", on=world.board())
    await ada.choose(LEVEL, "like-us")
    assert await load_levels(world) == ["like-us", "like-us"]
    await ada.choose(LEVEL, "Felix/sly")
    await ada.press("Start", on=world.board())
    assert await load_levels(world) == ["sly", "like-us/careless"]


async def test_without_results_they_play_at_the_weakest_level_and_all_are_told(world):
    ada, ben, *_ = world.people
    ben.set_locale("de")
    await begin(world, ada, ben, computers=2)
    assert "🤖 The computers are about as good as your group: Careless." in world.board().text
    told = (await ada.press("Table", on=world.board())).text
    assert "Minka 🤖: Careless (our level)" in told
    assert "🤖 Careless: Takes the first number that comes along." in told
    assert "our level: Plays" not in told, "that was before the deal"
    told = (await ben.press("Table", on=world.board())).text
    assert "Felix 🤖: Leichtsinnig (wie wir)" in told


async def test_who_wins_meets_stronger_computers(world):
    ada, *_ = world.people
    await history(world, ada, won=20)
    await begin(world, ada)
    assert "🤖 The computers are about as good as your group: Sly." in world.board().text
    await enter(world, ada, "name/2/1.3")
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert "Minka 🤖 named 5 and suspected 4.5" in world.board().text


async def test_a_game_that_is_played_counts_at_the_rematch(world):
    ada, *_ = world.people
    await history(world, ada, won=1)
    await begin(world, ada)
    assert await load_levels(world) == ["like-us/careless"]
    for _ in range(3):
        await enter(world, ada, "name/5/1.2")
        await world.advance(COMPUTER_MOVE_SECONDS)
    table = await load_table(world)
    assert {player.name: player.rank for player in table.players} == {"Ada": 1, "Minka": 2}
    await ada.press("Rematch")
    assert "🪑 Minka 🤖 (our level)" in world.board().text
    assert await load_levels(world) == ["like-us"]
    assert [player.rank for player in (await load_table(world)).players] == [0, 0]
    await ada.press("Start")
    assert await load_levels(world) == ["like-us/sound"]


async def test_a_computer_that_takes_a_seat_for_good_plays_like_us_too(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, level="like-us", clock="none")
    await ben.press("Yes, leave", on=(await ben.slash("cats leave")).shown)
    assert await load_levels(world) == ["like-us/kitten", "like-us/kitten"]
    await finish(world)
    assert all(player.rank for player in (await load_table(world)).players)


async def test_results_are_looked_up_for_tables_that_ask_for_it_alone(world, monkeypatch):
    ada, *_ = world.people
    asked, store_standings = [], world.store.standings.find_standings

    async def standings(user):
        asked.append(user)
        return await store_standings(user)

    monkeypatch.setattr(world.store.standings, "find_standings", standings)
    await deal(world, ada, game=NUMBERS, computers=1, level="sly")
    world.channel = world.new_channel("side")
    await sit_down(world, ada, game=NUMBERS, computers=1, level="like-us")
    assert asked == []
    await ada.press("c1:d:*:start", on=world.board())
    assert asked == [ada.id]


async def test_what_another_release_has_stored_is_played_at_the_middle_level(world):
    ada, *_ = world.people
    await begin(world, ada)
    rewrite(world, "UPDATE seats SET level = 'like-us/clever' WHERE user IS NULL")
    rewrite(world, """UPDATE events SET "values" = '["clever"]' WHERE name = 'table-like-us'""")
    await world.restart(crash=True)
    await ada.slash("cats board")
    assert "🤖 The computers are about as good as your group: Sound." in world.board().text
    await enter(world, ada, "name/2/1.3")
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert "Minka 🤖 named" in world.board().text


async def test_a_game_with_one_level_has_no_like_us(world):
    ada, *_ = world.people
    refused = await ada.slash("cats play", game="race", level="like-us")
    assert refused.text.startswith("This game doesn't have that level.")
    await sit_down(world, ada, game="race", computers=2)
    with pytest.raises(Refused) as unknown:
        options.set_option(await load_table(world), REGISTRY["race"], "level", "like-us")
    assert unknown.value.key == "seat-empty"
    rewrite(world, "UPDATE seats SET level = 'like-us' WHERE user IS NULL")
    await ada.press("Start", on=world.board())
    assert await load_levels(world) == ["like-us", "like-us"]
    assert "as well as you all" not in world.board().text
