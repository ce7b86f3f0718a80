"""The toys, played through the whole bot: the contract holds for games it was not made for."""

import re

import pytest

from bot.bench.moves import enter
from bot.engine.text_helpers import NO_BREAK_SPACE
from tests.play.evening import boards_posted, show_deal
from tests.toys import REGISTRY

ROUND_MOVES = ("name/1/2.3", "name/2/1.3", "name/3/1.2")
"""A move each for three people: nobody names the same, so all numbers count."""
MINUTE = 60.0


@pytest.fixture
async def world(open_world):
    return await open_world(registry=REGISTRY)


async def sit_down(game, *people):
    host, *guests = people
    await host.slash("cats play", game=game)
    for guest in guests:
        await guest.press("Join")


async def begin(world, game, *people, clock=None):
    await sit_down(game, *people)
    if clock:
        await people[0].press("Options")
        await people[0].choose("c1:d:*:set:clock", clock)
    await people[0].press("Start")


def list_owing_names(world):
    found = re.search(r": ([\w ·]+): ", world.board().content)
    return set(found[1].split(" · ")) if found else set()


def points(world):
    found = re.findall(r"(\w+): (\d+) points", world.board().text)
    return {name: int(number) for name, number in found}


async def test_the_host_chooses_a_games_own_option(world):
    ada, ben, *_ = world.people
    await sit_down("secret_numbers", ada, ben)
    await ada.press("Options")
    panel = (await ada.press("Options for Secret Numbers")).shown
    select = panel.control("c1:d:*:set:numbers")
    assert select.options == (("few", "🔢 Numbers: 1 to 5"), ("many", "🔢 Numbers: 1 to 10"))
    await ada.choose("c1:d:*:set:numbers", "many")
    assert ada.private().title == "Options for Secret Numbers"
    await ada.press("All options", on=ada.private())
    assert ada.private().title == "Options"
    assert "🔢 Numbers: 1 to 10" in world.board().text
    await ada.press("Start")
    screen = (await ada.press("My number", on=world.board())).shown
    assert screen.labels == tuple(str(number) for number in range(1, 11))
    screen = (await ada.press("7", on=screen)).shown
    chosen = await ada.choose("Which two do the others name?", "10", "9", on=screen)
    assert "Your answer is 7/9.10" in chosen.text, "several values are sorted by number"
    sure = await ada.press("Yes, that one", on=chosen.shown)
    assert "Your answer: 7/9.10" in sure.text
    assert list_owing_names(world) == {"Ben"}


async def test_a_game_without_pictures_offers_nothing_in_their_place(world):
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="secret_numbers", text_only=True)
    await ben.press("Join")
    lobby, panel = world.board(), (await ada.press("Options")).shown
    assert "Options for Secret Numbers" in panel.labels
    for told in (lobby.text, panel.text, *panel.labels):
        assert not any(words in told.lower() for words in ("text only", "pictures"))
    await ada.press("Start")
    assert world.board().labels == ("My number", "Who wins?", "How to play", "Table")
    assert "What happened" in world.board().text


async def test_secret_numbers_are_played_to_the_end(world):
    ada, ben, cleo, _ = world.people
    await begin(world, "secret_numbers", ada, ben, cleo)
    assert sorted(world.list_pinged()) == ["Ada", "Ben", "Cleo"]
    await enter(world, ben, ROUND_MOVES[1])
    await enter(world, ada, ROUND_MOVES[0])
    assert "Ada has answered." in world.board().text
    assert "named" not in world.board().text, "an answer is shown when the last one is in"
    await enter(world, cleo, ROUND_MOVES[2])
    told = world.board().text
    assert [f"{name} named" in told for name in ("Ada", "Ben", "Cleo")] == [True] * 3
    assert "Round 2 begins." in told
    assert list_owing_names(world) == {"Ada", "Ben", "Cleo"}

    await enter(world, ben, ROUND_MOVES[1])
    before = len(world.requests)
    await world.advance(122)
    assert sorted(world.list_pinged(before)) == ["Ada", "Cleo"]
    assert len(boards_posted(world, before)) == 1, "one board calls all who still owe"
    await enter(world, ada, ROUND_MOVES[0])
    before = len(world.requests)
    await world.advance(300)
    assert world.list_pinged(before) == [], "one call for each decision"
    await enter(world, cleo, ROUND_MOVES[2])

    for person, move in zip((ada, ben, cleo), ROUND_MOVES, strict=True):
        await enter(world, person, move)
    assert "Secret Numbers: game over" in world.board().text
    medals = world.board().text.replace(NO_BREAK_SPACE, " ")
    assert "🥇 Cleo 15 points · 🥈 Ben 12 · 🥉 Ada 9" in medals
    assert points(world) == {"Ada": 9, "Ben": 12, "Cleo": 15}
    assert "exactly the cards and rolls" in (await show_deal(ada)).text
    assert "• **Cleo** · one game, one win" in (await ada.slash("cats scores")).text


async def grab(world, person, tile):
    return await person.press(f"Tile {tile}", on=await hand_of(world, person))


async def hand_of(world, person):
    return (await person.press("My screen", on=world.board())).shown


async def test_the_round_closes_by_moved_time_half_a_second_after_the_first_hand(world):
    """How late hands and restarts count is tested with Quickpick."""
    ada, ben, cleo, _ = world.people
    await begin(world, "race", ada, ben, cleo)
    shown = (await ada.slash("cats scores")).shown
    assert "Nobody has finished a game here yet." in shown.text
    assert "In this channel" not in shown.text, "this game tells no scores"
    await world.advance(5)
    assert "Late hands" not in world.board().text
    await grab(world, ada, 3)
    assert "▶️ **Late hands still count**" in world.board().text
    await world.advance(0.4)
    await grab(world, ben, 2)
    assert list_owing_names(world) == {"Cleo"}
    await world.advance(0.09)
    assert "Race, round 1" in world.board().text
    await world.advance(0.02)
    assert "Race, round 2" in world.board().text
    assert points(world) == {"Ada": 3, "Ben": 2, "Cleo": 0}
    assert list_owing_names(world) == {"Ada", "Ben", "Cleo"}
