"""The toys, played through the whole bot: the contract holds for games it was not made for."""

import re

import pytest

from bot.bench.moves import enter
from bot.engine.text_helpers import NO_BREAK_SPACE
from tests.bench.twins import record_story
from tests.play.evening import boards_posted, load_table
from tests.toys import REGISTRY

ROUND_MOVES = ("name/1/2.3", "name/2/1.3", "name/3/1.2")
"""A move each for three people: nobody names the same, so all numbers count."""
MINUTE = 60.0
COMPUTER_MOVE_SECONDS = 2.5


@pytest.fixture
async def world(open_world):
    return await open_world(registry=REGISTRY)


async def sit_down(game, *people):
    """Open a table for these people; the first is the host."""
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
    """Return the names that the board asks."""
    found = re.search(r": ([\w ·]+): ", world.board().content)
    return set(found[1].split(" · ")) if found else set()


def points(world):
    """Return the points on the board by name."""
    found = re.findall(r"(\w+): (\d+) points", world.board().text)
    return {name: int(number) for name, number in found}


# The lobby


async def test_the_host_chooses_a_games_own_option(world):
    ada, ben, *_ = world.people
    await sit_down("secret_numbers", ada, ben)
    await ada.press("Options")
    panel = (await ada.press("Options for Secret Numbers")).shown
    select = panel.control("c1:d:*:set:numbers")
    assert select.options == (
        ("few", "🔢 Numbers: 1 to 5"),
        ("many", "🔢 Numbers: 1 to 10"),
    )
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


async def test_the_rules_of_each_game_are_paged(world):
    ada, ben, *_ = world.people
    await sit_down("secret_numbers", ada, ben)
    first = await ben.press("How to play", on=world.board())
    assert "Name a number that nobody else names" in first.text
    second = await ben.press("Next page", on=first.shown)
    assert "Suspect two numbers" in second.text
    assert second.shown.control("Next page").disabled
    race = await ben.slash("cats rules", game="race")
    assert "The earliest hand on a tile" in race.text


# Secret Numbers: hidden answers of all at once


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
    assert "exactly the cards and rolls" in (await ada.press("Fair deal")).text
    assert "• **Cleo** · one game, one win" in (await ada.slash("cats scores")).text


async def test_nothing_that_others_see_depends_on_a_hidden_answer(tmp_path):
    async def story(recording, move):
        world = recording.world
        ada, ben, cleo, dan = world.people
        await begin(world, "secret_numbers", ada, ben, cleo)
        await recording.note()
        await enter(world, ada, move)
        await recording.note()
        for person in (ben, dan):
            await person.press("My number", on=world.board())
            await person.press("Table", on=world.board())
            await person.slash("cats board")
        await world.advance(5 * MINUTE)
        await recording.note()
        await enter(world, ben, ROUND_MOVES[1])
        await recording.note()

    def told(move):
        return lambda recording: story(recording, move)

    one = await record_story(tmp_path / "one.db", told("name/1/2.3"), registry=REGISTRY)
    two = await record_story(tmp_path / "two.db", told("name/5/1.4"), registry=REGISTRY)
    ada = one.world.people[0].id
    assert [len(step) for step in one.steps][1:] != [0] * 3
    for step in range(len(one.steps)):
        assert one.list_visible_requests(step, ada) == two.list_visible_requests(step, ada)
    assert (one.log, one.due, one.asked) == (two.log, two.due, two.asked)
    assert one.list_visible_requests(1) != two.list_visible_requests(1), (
        "Ada herself does see what she answered"
    )


async def test_one_deadline_runs_for_all_and_whoever_misses_two_is_away_until_a_click(world):
    ada, ben, cleo, _ = world.people
    await begin(world, "secret_numbers", ada, ben, cleo, clock="1")
    await enter(world, ada, ROUND_MOVES[0])
    await world.advance(30)
    await enter(world, cleo, ROUND_MOVES[2])
    await world.advance(29)
    assert list_owing_names(world) == {"Ben"}
    await world.advance(1.1)
    assert "The computer plays this turn for Ben" in world.board().text
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert "Round 2 begins." in world.board().text
    misses = {player.name: player.misses for player in (await load_table(world)).players}
    assert misses == {"Ada": 0, "Ben": 1, "Cleo": 0}
    assert list_owing_names(world) == {"Ada", "Ben", "Cleo"}

    await enter(world, ada, ROUND_MOVES[0])
    await enter(world, cleo, ROUND_MOVES[2])
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS)
    assert "Ben 💤" in world.board().text
    assert "Round 3 begins." in world.board().text
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert "Ben 💤 has written a number down." in world.board().text
    await ben.press("My number", on=world.board())
    assert "💤" not in world.board().text.split("What happened")[0]
    assert "Ben is back." in world.board().text


async def test_the_rules_handle_that_somebody_leaves_until_too_many_have(world):
    ada, ben, cleo, _ = world.people
    await begin(world, "secret_numbers", ada, ben, cleo)
    await enter(world, ada, ROUND_MOVES[0])
    await enter(world, cleo, ROUND_MOVES[2])
    asked = await ben.slash("cats leave")
    assert "computer" not in asked.text
    await ben.press("Yes, leave", on=asked.shown)
    told = world.board().text
    assert "Ben 🚪 is out." in told
    assert "Ben has left." in told
    assert "takes over" not in told
    assert "🤖" not in told
    assert "Ada named 1" in told
    assert list_owing_names(world) == {"Ada", "Cleo"}
    assert "You're watching" in (await ben.press("My number", on=world.board())).text
    await cleo.press("Yes, leave", on=(await cleo.slash("cats leave")).shown)
    assert "Secret Numbers: game over" in world.board().text
    await ada.press("Rematch")
    assert [player.name for player in (await load_table(world)).players] == ["Ada"]


async def test_the_computer_plays_for_somebody_silent_where_it_may_not_take_the_seat(world):
    ada, ben, cleo, _ = world.people
    await begin(world, "secret_numbers", ada, ben, cleo, clock="none")
    await enter(world, ada, ROUND_MOVES[0])
    await enter(world, cleo, ROUND_MOVES[2])
    await world.advance(610)
    await ada.press("Table", on=world.board())
    assert "The computer can take over until they're back." in ada.private().text
    await ada.choose("Let the computer take over for …", str(ben.id))
    assert "Ben 💤" in world.board().text
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert "Round 2 begins." in world.board().text


async def test_waiting_answers_survive_restarts(world):
    ada, ben, cleo, _ = world.people
    await begin(world, "secret_numbers", ada, ben, cleo)
    await enter(world, ada, ROUND_MOVES[0])
    await world.restart(crash=True)
    assert list_owing_names(world) == {"Ben", "Cleo"}
    assert "Your answer: 1/2.3" in (await ada.press("My number", on=world.board())).text
    await enter(world, ben, ROUND_MOVES[1])
    await world.restart()
    await enter(world, cleo, ROUND_MOVES[2])
    assert points(world) == {"Ada": 3, "Ben": 4, "Cleo": 5}


async def test_a_computer_answers_a_shared_decision_beside_people(world):
    ada, ben, *_ = world.people
    await sit_down("secret_numbers", ada, ben)
    await ada.press("Add computer")
    await ada.press("Start")
    await enter(world, ada, ROUND_MOVES[0])
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert list_owing_names(world) == {"Ben"}
    await enter(world, ben, ROUND_MOVES[1])
    assert "Round 2 begins." in world.board().text


# Race: who was first, and hands that the network held up


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


async def test_a_race_is_run_to_the_end_with_computers_that_are_too_slow(world):
    ada, ben, *_ = world.people
    await sit_down("race", ada, ben)
    await ada.press("Add computer")
    await ada.press("Start")
    for tile in (3, 2, 1):
        await grab(world, ben, tile)
        await world.advance(0.6)
    assert "Race: game over" in world.board().text
    assert points(world)["Ben"] == 6
    assert sum(points(world).values()) == 6
    assert not [timer for timer in (await load_table(world)).timers if timer.kind != "forget"]


async def test_a_race_that_nobody_runs_pauses_when_all_are_away(world):
    ada, ben, *_ = world.people
    await begin(world, "race", ada, ben, clock="1")
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS + 1)
    assert "Race, round 2" in world.board().text
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS + 1)
    assert "Everybody's away, so the game is on pause" in world.board().text
    await ada.press("My screen", on=world.board())
    await world.advance(COMPUTER_MOVE_SECONDS + 1)
    assert list_owing_names(world) == {"Ada"} or "Race, round 3" in world.board().text
