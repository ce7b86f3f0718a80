"""After a game, the command for the board answers one person alone, and posts nothing."""

import pytest

from bot.bench.world import Answer, Person, World
from tests.play import evening
from tests.play.evening import deal, finish, sit_down

LINKS = {
    "en": "That game is over. The board shows how it ended.",
    "de": "Dieses Spiel ist vorbei. Das Spielbrett zeigt, wie es ausging.",
}
"""What the answer says before the link, by language."""


async def end_game(world: World, reader: Person, language: str = "en") -> None:
    """Play Cloaked Cats to the end; the reader speaks this language."""
    ada, ben, *_ = world.people
    reader.set_locale(language)
    await deal(world, ada, ben, clock="none", language="de" if language == "en" else "en")
    await finish(world)
    await world.advance(31)


def link(world: World) -> str:
    """Return the address of the board."""
    (board,) = world.messages()
    return f"https://discord.com/channels/{world.guild.id}/{board.channel}/{board.id}"


async def call_board(world: World, reader: Person) -> Answer:
    """Use the command, and check that nobody else sees anything of it."""
    before, since = world.messages(), len(world.requests)
    answer = await reader.slash("cats board")
    assert answer.shown.ephemeral
    assert [each.id for each in world.messages()] == [each.id for each in before]
    sent = [each for each in world.requests[since:] if "/channels/" in each.path]
    assert {each.method for each in sent} <= {"GET"} and len(sent) <= 1
    return answer


@pytest.mark.parametrize("language", LINKS)
async def test_the_answer_links_to_the_end(world: World, language: str) -> None:
    cleo = world.people[2]
    await end_game(world, cleo, language)
    answer = await call_board(world, cleo)
    assert (answer.shown.content, answer.shown.links) == (LINKS[language], (link(world),))


@pytest.mark.parametrize(("language", "told"), [("en", "Shared victory"), ("de", "Geteilter Sieg")])
@pytest.mark.parametrize("reason", ["deleted", "hidden", "refused", "slow"])
async def test_an_end_that_cannot_be_seen_is_told_in_words(
    world: World, reason: str, language: str, told: str
) -> None:
    cleo = world.people[2]
    await end_game(world, cleo, language)
    if reason == "deleted":
        await world.delete(world.board())
    elif reason == "hidden":
        await world.permit(view_channel=False)
    else:
        status = 403 if reason == "refused" else 500
        world.fail("GET", "/channels/*/messages/*", status=status, times=None)
    answer = await call_board(world, cleo)
    assert "https://" not in answer.text
    assert told in answer.text and "Ada" in answer.text
    assert not answer.shown.files and not answer.shown.labels


async def test_an_end_by_hand_is_linked_too(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await evening.end_game(ada)
    answer = await call_board(world, cleo)
    assert (answer.shown.content, answer.shown.links) == (LINKS["en"], (link(world),))
    await world.delete(world.messages()[0])
    assert "Ada" in (await call_board(world, cleo)).text


async def test_a_table_without_a_game_has_no_end(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ada.slash("cats end")
    await ada.press("Yes, end it")
    assert "There's no table in this channel" in (await call_board(world, ben)).text
