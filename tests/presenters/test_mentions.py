"""Who is called, and when the board moves to the end of the channel."""

import pytest

from tests.bench.sim import World
from tests.bench.traffic import Request
from tests.play.evening import (
    CHAT,
    asked,
    boards_posted,
    deal,
    finish,
    is_over,
    play_cat,
    sit_down,
    skip,
    step_ahead,
    stored,
    take_turn,
    the_asked,
    waiting_one,
)

COMPUTER_BEGINS = bytes(32)
"""A seed by which a computer begins, where one person plays against three."""
SILENT = 1 << 12
"""The flag of a message that notifies nobody but those it mentions: SUPPRESS_NOTIFICATIONS."""


def posts(world: World, since: int) -> list[Request]:
    """Return the public messages posted by the requests from number `since` on."""
    return [
        request
        for request in world.requests[since:]
        if request.method == "POST" and request.path.startswith(CHAT) and not request.error
    ]


async def test_whoever_begins_is_called_by_the_first_board(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, text_only=True)
    lobby, since = world.board(), len(world.requests)
    await ada.press("c1:d:*:start")
    first = the_asked(world)
    assert boards_posted(world, since) == [(first.id,)]
    assert world.board().content.startswith(f"<@{first.id}> It's your turn! Cloaked Cats: ")
    assert world.find(lobby.id) is None
    assert len(world.messages()) == 1


async def test_nobody_is_called_at_the_start_when_a_computer_begins(world: World) -> None:
    ada, *_ = world.people
    await sit_down(world, ada, computers=3, text_only=True)
    world.bot.services.lobby.fresh_seed = lambda: COMPUTER_BEGINS
    since = len(world.requests)
    await ada.press("c1:d:*:start", on=world.board())
    assert asked(world) is None
    assert boards_posted(world, since) == []


async def test_while_the_board_is_the_newest_message_it_is_edited_in_place(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    board, since = world.board().id, len(world.requests)
    for _ in range(2):
        await take_turn(the_asked(world))
    assert world.board().id == board
    assert boards_posted(world, since) == []
    edits = [
        request
        for request in world.requests[since:]
        if request.method == "PATCH" and request.path.startswith(CHAT)
    ]
    assert edits
    for edit in edits:
        assert edit.json["content"].startswith("Cloaked Cats: ")
        assert not edit.json["allowed_mentions"].get("users")
        assert not edit.json["allowed_mentions"].get("parse")


async def test_after_chat_the_board_comes_to_the_next_one_without_a_sound(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, since = the_asked(world), len(world.requests)
    board = world.board()
    await ben.say("good luck!")
    await play_cat(first)
    assert world.board().id == board.id, "nobody is newly asked: the same person goes on"
    await skip(first)
    then = the_asked(world)
    assert then is not first
    assert world.find(board.id) is None
    assert world.board().content.startswith("Cloaked Cats: ")
    assert world.board().content.endswith(f" {then.name}: play a cat")
    (posted,) = posts(world, since)
    assert posted.pinged == ()
    assert posted.json["flags"] & SILENT
    kinds = [
        request.method
        for request in world.requests[since:]
        if request.path.startswith("/channels/") and request.method in ("POST", "DELETE")
    ]
    assert kinds == ["POST", "DELETE"], "the new board comes first: never is there none"


@pytest.mark.parametrize(
    ("clock", "seconds"), [("1", 20), ("3", 60), ("10", 120), ("60", 120), ("none", 120)]
)
async def test_whoever_does_not_click_is_called_once_after_a_third_of_the_clock(
    world: World, clock: str, seconds: int
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock=clock)
    await take_turn(the_asked(world))
    board, since, then = world.board(), len(world.requests), the_asked(world)
    await world.advance(seconds - 2)
    assert boards_posted(world, since) == []
    await world.advance(4)
    assert boards_posted(world, since) == [(then.id,)]
    (posted,) = posts(world, since)
    assert not posted.json.get("flags", 0) & SILENT
    assert world.board().content.startswith(f"<@{then.id}> It's your turn! Cloaked Cats: ")
    assert world.find(board.id) is None
    await world.advance(30)
    assert world.pinged(since) == [then.name], "one call for each decision"


async def test_a_guess_after_the_cat_is_a_decision_of_its_own(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who, since = the_asked(world), len(world.requests)
    await play_cat(who)
    await world.advance(122)
    assert world.pinged(since) == [who.name]


async def test_a_look_since_being_asked_saves_the_call(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    await take_turn(the_asked(world))
    then, since = the_asked(world), len(world.requests)
    await world.advance(10)
    version = (await stored(world)).version
    await then.press("Your cards", on=world.board())
    await world.advance(160)
    assert boards_posted(world, since) == []
    assert (await stored(world)).version == version, "what is not needed any more makes no change"


async def test_a_look_before_being_asked_does_not(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, since = the_asked(world), len(world.requests)
    then = waiting_one(world, ada, ben)
    await then.press("Your cards", on=world.board())
    await world.advance(1)
    await take_turn(first)
    await world.advance(122)
    assert world.pinged(since) == [then.name]


async def test_the_call_does_not_stay_when_the_board_is_edited(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_turn(the_asked(world))
    await world.advance(122)
    board = world.board()
    assert "<@" in board.content
    await take_turn(the_asked(world))
    assert world.board().id == board.id
    assert "<@" not in world.board().content


async def test_whoever_follows_on_a_time_out_is_called_in_turn(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    slow, since = the_asked(world), len(world.requests)
    await world.advance(185)
    then = the_asked(world)
    assert then is not slow
    assert world.pinged(since) == [], "called at the start, and at no other time"
    await world.advance(62)
    assert world.pinged(since) == [then.name]


async def test_people_are_called_after_computers(world: World) -> None:
    ada, *_ = world.people
    await deal(world, ada, computers=1)
    while asked(world) is not ada:
        await world.advance(3)
    since = len(world.requests)
    await take_turn(ada)
    await ada.say("hm")
    await world.advance(6)
    assert asked(world) is ada
    assert boards_posted(world, since) == [()]
    await world.advance(120)
    assert world.pinged(since) == ["Ada"]


async def test_who_is_called_while_the_channel_is_out_of_reach_is_called_when_it_is_back(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_turn(the_asked(world))
    then, since = the_asked(world), len(world.requests)
    other = waiting_one(world, ada, ben)
    await world.permit(view_channel=False, send_messages=False)
    await world.advance(130)
    await world.advance(90)
    assert (await stored(world)).paused == "channel"
    assert world.pinged(since) == []
    await world.permit(view_channel=None, send_messages=None)
    await other.press("Table", on=world.board())
    assert world.pinged(since) == [then.name]


async def test_the_command_brings_the_board_to_the_end_and_calls_nobody(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    await world.advance(31)
    board, since = world.board(), len(world.requests)
    answer = await cleo.slash("cats board")
    assert answer.shown.ephemeral
    assert answer.text == f"Here is the board: {link(world)}"
    assert world.board().id > board.id
    assert world.find(board.id) is None
    assert boards_posted(world, since) == [()]
    assert world.board().embeds == board.embeds


def link(world: World) -> str:
    """Return the address of the board."""
    board = world.board()
    return f"https://discord.com/channels/{world.guild.id}/{board.channel}/{board.id}"


async def test_an_onlooker_does_not_have_the_board_posted_again_and_again(world: World) -> None:
    ada, ben, _, dan = world.people
    await deal(world, ada, ben)
    await world.advance(31)
    since = len(world.requests)
    for _ in range(10):
        answer = await dan.slash("cats board")
        assert answer.text == f"Here is the board: {link(world)}"
    assert boards_posted(world, since) == [()]
    await world.advance(31)
    await dan.slash("cats board")
    assert boards_posted(world, since) == [(), ()]


async def test_a_board_that_is_new_but_deleted_is_brought_back_by_the_command(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    await world.delete(world.board())
    answer = await cleo.slash("cats board")
    assert answer.text == f"Here is the board: {link(world)}"


async def test_the_command_brings_lobbies_and_finished_games_too(world: World) -> None:
    ada, ben, cleo, _ = world.people
    assert (await ada.slash("cats board")).text.startswith("There is no table in this channel.")
    await ada.slash("cats play")
    await world.advance(31)
    lobby = world.board()
    await cleo.slash("cats board")
    assert world.board().id > lobby.id
    assert len(world.messages()) == 1
    await ben.press("Join")
    await ada.press("Start")
    await finish(world)
    await world.advance(31)
    end, since = world.board(), len(world.requests)
    await cleo.slash("cats board")
    assert world.board().id > end.id
    assert world.board().embeds == end.embeds
    assert world.pinged(since) == []


async def test_the_end_is_shown_below_the_chat_and_calls_nobody(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    while not is_over(world):
        await cleo.say("exciting!")
        board, since = world.board().id, len(world.requests)
        await step_ahead(world)
    assert world.board().id > board
    assert world.find(board) is None
    assert world.pinged(since) == []


async def test_names_with_mentions_and_markup_reach_nobody(world: World) -> None:
    ada, ben, cleo, dan = world.people
    ada.rename("@everyone *Ada*")
    ben.rename(f"<@{cleo.id}>")
    await deal(world, ada, ben)
    await dan.slash("cats board")
    assert world.pinged() in (["Ada"], ["Ben"])
    assert "\\@everyone \\*Ada\\*" in world.board().text
    assert f"<@{cleo.id}>" not in world.board().text
    bodies = [request.json for request in world.requests if isinstance(request.json, dict)]
    assert not any("everyone" in str(body.get("allowed_mentions")) for body in bodies)
