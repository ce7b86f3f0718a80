"""Whoever left a game that a computer plays on for them comes back; who is the host is told."""

from bot.bench.world import World
from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.domain.results import Page
from bot.domain.table import Leaver
from bot.services.conversations import MIN_STALE_DELETE_INTERVAL_SECONDS
from tests.play.evening import (
    check_memory,
    deal,
    find_asked_player,
    finish,
    hand,
    load_match,
    load_table,
    rewrite,
    sit_down,
    take_turn,
)
from tests.services.test_leaving import leave_for_good


async def test_who_left_comes_back_by_the_board_and_sees_their_own_hand(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, clock="none")
    seat = [player.name for player in (await load_table(world)).players].index("Ben")
    assert not world.board().matching("c1:d:*:come-back"), "nobody has left"
    await hand(ben)
    before = len(ben.privates())
    question = (await ben.slash("cats leave")).shown
    assert "You can come back as long as it's running." in question.text
    await ben.press("Yes, leave")
    (told,) = [shown for shown in ben.privates() if "left this game" in shown.text]
    assert len(ben.privates()) == before, "the question has become the answer, the hand is gone"
    assert [leaver.seat for leaver in (await load_match(world)).leavers] == [seat]
    assert "Ben has left. Minka 🤖 takes over." in world.board().text
    board = world.board()
    answer = await dan.press("Come back", on=board)
    assert answer.text == "**Come back** is for people who have left this game."
    twice = await world.race(ben.press("Come back", on=board), ben.press("Come back", on=board))
    shown = twice[0].shown
    assert shown.ephemeral
    table = await load_match(world)
    assert (table.players[seat].name, table.players[seat].user) == ("Ben", ben.id)
    assert table.leavers == ()
    lines = world.board().text
    assert lines.count("Ben is back.") == 1
    assert "Ben has left. Minka 🤖 takes over." in lines, "an old line keeps its names"
    assert lines.count("🤖") == 1
    assert not world.board().matching("c1:d:*:come-back")
    assert (await hand(ben)).labels == shown.labels
    await check_memory(world)
    await world.advance(3 * MIN_STALE_DELETE_INTERVAL_SECONDS)
    assert world.find(told.id) is None, "that they have left is said no longer"


async def test_old_lines_keep_the_names_of_their_moment_and_the_result_counts(world):
    ada, ben, cleo, _ = world.people
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    await deal(world, ada, ben, clock="none")
    gone = find_asked_player(world)
    await take_turn(gone)
    await leave_for_good(gone)
    told = [world.board().text]
    await gone.press("Come back", on=world.board())
    told.append(world.board().text)
    for lines in told:
        assert f"{gone.name} plays " in lines
        assert f"{gone.name} has left. Minka 🤖 takes over." in lines
        assert "Minka 🤖 plays " not in lines
    await finish(world)
    scores = await world.store.standings.find_scores(Page(world.guild.id, "cloaked_cats"))
    assert sorted((line.games, line.wins, line.rated) for line in scores) == [(1, 0, 1), (1, 1, 1)]
    replay = await cleo.press("How it went", on=world.board())
    replay = await cleo.press("Watch the replay", on=replay.shown)
    while "has left." not in replay.text:
        replay = await cleo.press("Next", on=replay.shown)
    assert f"{gone.name} has left. Minka 🤖 takes over." in replay.text
    assert f"{gone.name} is back." in replay.text


async def test_the_private_way_back(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    ben.set_locale("de")
    question = await ben.slash("cats leave")
    await ben.press("c1:d:*:leave-yes", on=question.shown)
    assert ben.private().text.startswith("Du hast dieses Spiel verlassen")
    assert "hast dieses Spiel verlassen" in (await ben.slash("cats hand")).text
    assert "hast dieses Spiel verlassen" in (await hand(ben)).text
    answer = await ben.press("Zurückkommen", on=ben.private())
    assert answer.kind == "update", "the hand takes the sentence's place"
    assert answer.shown.matching("c1:l:") or answer.shown.matching("c1:m:")
    await ben.press("c1:d:*:table", on=world.board())
    assert answer.shown.id in {shown.id for shown in ben.privates()}, "and stays"


async def test_whoever_left_in_an_older_version_stays_gone(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    await leave_for_good(ben)
    rewrite(world, "UPDATE tables SET leavers = ?", f'[{{"user":{ben.id},"name":"Ben"}}]')
    await world.restart(crash=True)
    assert (await load_match(world)).leavers == (Leaver(ben.id, "Ben"),)
    await ada.slash("cats board")
    assert not world.board().matching("c1:d:*:come-back")
    assert (await hand(ben)).text.startswith("You're watching this one:")


async def test_the_lobby_tells_who_is_the_host_now(world: World) -> None:
    ada, ben, cleo, _ = world.people
    cleo.set_locale("de")
    await sit_down(world, ada, ben, cleo, language="de")
    told = "🔑 Ben leitet jetzt den Tisch."
    assert told not in world.board().text
    await ada.slash("cats leave")
    assert told in world.board().text
    refused = await cleo.press("c1:d:*:options", on=world.board())
    assert refused.text == "Das kann nur Ben: Ben leitet diesen Tisch."
