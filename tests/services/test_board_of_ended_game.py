"""After a game, the command for the board answers one person alone, and posts nothing."""

from bot.bench.world import Answer, Person, World
from tests.play.evening import deal, end_game, finish, sit_down


def link(world: World) -> str:
    board = world.messages()[-1]
    return f"https://discord.com/channels/{world.guild.id}/{board.channel}/{board.id}"


async def call_board(world: World, reader: Person) -> Answer:
    before, since = world.messages(), len(world.requests)
    answer = await reader.slash("cats board")
    assert answer.shown.ephemeral
    assert [each.id for each in world.messages()] == [each.id for each in before]
    sent = [each for each in world.requests[since:] if "/channels/" in each.path]
    assert {each.method for each in sent} <= {"GET"} and len(sent) <= 1
    return answer


async def test_the_answer_links_to_the_end_or_tells_in_words_what_cannot_be_seen(world):
    ada, ben, cleo, _ = world.people
    cleo.set_locale("de")
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await world.advance(31)
    answer = await call_board(world, cleo)
    told = "Dieses Spiel ist vorbei. Das Spielbrett zeigt, wie es ausging."
    assert (answer.shown.content, answer.shown.links) == (told, (link(world),))

    for reason in ("hidden", "refused", "slow", "deleted"):
        if reason == "deleted":
            await world.delete(world.board())
        elif reason == "hidden":
            await world.permit(view_channel=False)
        else:
            status = 403 if reason == "refused" else 500
            world.fail("GET", "/channels/*/messages/*", status=status, times=None)
        answer = await call_board(world, cleo)
        assert "https://" not in answer.text, reason
        assert "Geteilter Sieg" in answer.text and "Ada" in answer.text, reason
        assert not answer.shown.files and not answer.shown.labels, reason
        world.env.backend.faults.clear()
        await world.permit(view_channel=None)


async def test_an_end_by_hand_is_linked_too_and_a_lobby_has_none(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    await end_game(ada)
    assert "There's no table in this channel" in (await call_board(world, ben)).text
    await deal(world, ada, ben, clock="none")
    await end_game(ada)
    answer = await call_board(world, cleo)
    told = "That game is over. The board shows how it ended."
    assert answer.shown.content == told
    assert answer.shown.links == (link(world),)
    await world.delete(world.messages()[-1])
    assert "Ada" in (await call_board(world, cleo)).text
