"""A host who does not start the game is called, and then whoever sits there may start."""

from bot.domain.lobby_calls import HOST_ANSWER_SECONDS, START_DECISION
from tests.play.evening import load_match, load_table, sit_down

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
ANYBODY = "Any of you can press Start now."


async def test_a_press_on_start_calls_the_host_once_and_after_a_minute_anybody_starts(world):
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, cleo, text_only=True)
    lobby, since = world.board(), len(world.requests)
    answer = await ben.press("Start")
    until = int(world.now() + HOST_ANSWER_SECONDS)
    assert (
        answer.text
        == f"I've called Ada. No answer? From <t:{until}:T> on, you can start the game yourself."
    )
    assert answer.shown.ephemeral
    assert world.list_pinged(since) == ["Ada"]
    assert START_DECISION in {owed[0] for owed in (await load_table(world)).board.calls}
    board = world.board()
    assert board.id > lobby.id and world.find(lobby.id) is None, "it comes to the end"
    assert board.content.startswith(f"<@{ada.id}> Everybody's ready. Can you start the game?")
    assert f"press Start: <t:{until}:R>" in board.text.replace("**", "")
    await world.restart(crash=True)
    await world.advance(40)
    assert (await cleo.press("Start")).text == answer.text, "the time does not begin anew"
    await cleo.slash("cats board")
    assert world.list_pinged(since) == ["Ada"], "a board that is posted again calls nobody"

    await world.advance(19)
    assert ANYBODY not in world.board().text.replace("**", "")
    await world.advance(1)
    assert ANYBODY in world.board().text.replace("**", "")
    refused = await dan.press("Start")
    assert refused.text == "Only the host can do that, and that's Ada."
    assert (await load_table(world)).phase == "lobby"
    since = len(world.requests)
    await cleo.press("Start")
    table = await load_match(world)
    assert table.host == ada.id
    assert all(not player.overdue for player in table.players)
    names = {person.id: person.name for person in world.people}
    asked_now = [table.players[prompt.seat or 0].user for prompt in table.waiting()]
    assert world.list_pinged(since) == [names[user or 0] for user in asked_now]
