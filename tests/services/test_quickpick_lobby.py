"""The lobby of Quickpick: computers have no faces to make, and what is to be known about time."""

from bot.bench.world import World
from tests.play.evening import load_table, rewrite
from tests.play.island import prepare

CAMERA = {"mode": "camera"}
GONE = "The computers have gone home"


async def bring_cameras(world: World) -> None:
    """Let a lobby have cameras and computers, as an older version of the bot stored it."""
    rewrite(world, """UPDATE tables SET options = '[["mode","camera"]]', version = version + 1""")
    await world.people[0].slash("cats board")


async def test_cameras_send_the_computers_away_and_the_lobby_says_so(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await prepare(world, ada, ben, cleo, chosen=CAMERA, computers=2)
    board = world.board()
    assert GONE in board.text
    assert not board.control("c1:d:*:start").disabled
    assert [player.user for player in (await load_table(world)).players] == [
        ada.id,
        ben.id,
        cleo.id,
    ]
    await ada.choose("c1:d:*:set:mode", "composer")
    assert GONE not in world.board().text
    await ada.choose("c1:d:*:set:mode", "camera")
    await ada.press("c1:d:*:start", on=world.board())
    assert (await load_table(world)).phase == "playing"


async def test_an_older_lobby_with_cameras_and_computers_says_what_to_do(world):
    ada, ben, cleo, _ = world.people
    await prepare(world, ada, ben, cleo, computers=1, clock="none")
    assert (await load_table(world)).clock == "none"
    before = world.board()
    await bring_cameras(world)
    board = world.board()
    assert "No computers in this mode: take them out" in board.text
    assert board.text.count("👉") == 1
    assert "Computers are fine" not in board.text
    assert board.control("c1:d:*:start").disabled
    assert board.control("c1:d:*:computer-add").disabled
    assert not board.control("c1:d:*:computer-remove").disabled
    answer = await ada.press("c1:d:*:start", on=before)
    assert "Computers can't play in this mode" in answer.text
    refused = await ada.press("c1:d:*:computer-add", on=before)
    assert "Choose another one with ⚙️" in refused.text
    assert len((await load_table(world)).players) == 4
    await ada.press("c1:d:*:computer-remove", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    assert (await load_table(world)).phase == "playing"


async def test_with_cameras_people_are_needed_and_computers_do_not_count(world: World) -> None:
    ada, ben, *_ = world.people
    await prepare(world, ada, ben, chosen=CAMERA, computers=0)
    assert "You need one more person: no computers in this mode." in world.board().text
    assert "Computers are fine" not in world.board().text
    assert world.board().control("Add computer").disabled


async def test_the_host_sees_the_usual_time_first_and_can_choose_another(world: World) -> None:
    ada, *_ = world.people
    await prepare(world, ada)
    told = world.board().text
    assert "Time per race: 1 minute" in told
    assert "Time to look at the mask: 45 seconds" in told
    assert "Time limit" not in told
    await ada.press("c1:d:*:options", on=world.board())
    (clock,) = ada.private().matching("c1:d:*:set:clock")
    labels = dict(clock.options)
    assert next(iter(labels)) == "45s"
    assert labels["45s"].endswith("45 seconds (the usual)")
    assert sum("the usual" in label for label in labels.values()) == 1
    assert clock.chosen == ("45s",)
    await ada.choose("c1:d:*:set:clock", "3")
    assert "Time to look at the mask: 3 minutes" in world.board().text
    await ada.choose("c1:d:*:set:clock", "45s")
    assert "Time to look at the mask: 45 seconds" in world.board().text


async def test_with_cameras_the_usual_time_is_ten_minutes_and_a_chosen_one_stays(world):
    ada, *_ = world.people
    await prepare(world, ada, chosen=CAMERA, computers=0)
    assert (await load_table(world)).clock == "10"
    await ada.press("c1:d:*:options", on=world.board())
    await ada.press("c1:d:*:game-options")
    await ada.choose("c1:d:*:set:mode", "composer")
    assert (await load_table(world)).clock == "45s"
    await ada.press("c1:d:*:options", on=world.board())
    await ada.choose("c1:d:*:set:clock", "3")
    await ada.press("c1:d:*:game-options")
    await ada.choose("c1:d:*:set:mode", "camera")
    assert (await load_table(world)).clock == "3"
