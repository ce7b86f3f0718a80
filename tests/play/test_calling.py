"""Who is mentioned, and when the board moves to the end of the channel."""

from tests.bench.sim import World
from tests.play.evening import (
    asked,
    boards_posted,
    deal,
    finish,
    is_over,
    play_cat,
    skip,
    step_ahead,
    take_turn,
    the_asked,
    waiting_one,
)


async def test_the_start_edits_the_lobby_and_calls_nobody(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    assert len(boards_posted(world)) == 1
    assert world.pinged() == []
    assert len(world.messages()) == 1


async def test_while_the_board_is_the_newest_message_it_is_edited_in_place(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    board, since = world.board().id, len(world.requests)
    for _ in range(2):
        await take_turn(the_asked(world))
    assert world.board().id == board
    assert boards_posted(world, since) == []
    edits = [request for request in world.requests[since:] if request.method == "PATCH"]
    assert edits
    for edit in edits:
        assert edit.json["content"] == ""
        assert not edit.json["allowed_mentions"].get("users")
        assert not edit.json["allowed_mentions"].get("parse")


async def test_after_chat_the_next_one_is_called_by_a_new_board(world: World) -> None:
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
    assert world.board().content == f"<@{then.id}> It's your turn!"
    assert boards_posted(world, since) == [(then.id,)]
    assert world.pinged(since) == [then.name]
    kinds = [
        request.method
        for request in world.requests[since:]
        if request.path.startswith("/channels/") and request.method in ("POST", "DELETE")
    ]
    assert kinds == ["POST", "DELETE"], "the new board comes first: never is there none"


async def test_the_call_does_not_stay_when_the_board_is_edited(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ben.say("good luck!")
    await take_turn(the_asked(world))
    board = world.board()
    assert board.content
    await take_turn(the_asked(world))
    assert world.board().id == board.id
    assert world.board().content == ""


async def test_who_was_silent_for_two_minutes_is_called_by_a_new_board(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    board, since = world.board().id, len(world.requests)
    await world.advance(115)
    first = the_asked(world)
    await take_turn(first)
    assert world.board().id == board
    await world.advance(10)
    await take_turn(the_asked(world))
    assert world.board().id == board, "the first one has just moved"
    await world.advance(130)
    await take_turn(the_asked(world))
    assert boards_posted(world, since) == [(the_asked(world).id,)]


async def test_a_look_within_two_minutes_saves_the_call(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await world.advance(130)
    first, since = the_asked(world), len(world.requests)
    then = waiting_one(world, ada, ben)
    await then.press("My cat and hand", on=world.board())
    await take_turn(first)
    assert boards_posted(world, since) == []


async def test_a_time_out_calls_the_next_one(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    since = len(world.requests)
    await world.advance(190)
    assert world.pinged(since) == [the_asked(world).name]


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
    assert boards_posted(world, since) == [(ada.id,)]


async def test_the_command_brings_the_board_to_the_end(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    board, since = world.board(), len(world.requests)
    answer = await cleo.slash("cats board")
    assert answer.shown.ephemeral
    assert answer.text == "Here it comes!"
    assert world.board().id > board.id
    assert world.find(board.id) is None
    assert boards_posted(world, since) == [(the_asked(world).id,)]
    assert world.board().embeds == board.embeds


async def test_the_command_brings_lobbies_and_finished_games_too(world: World) -> None:
    ada, ben, cleo, _ = world.people
    assert (await ada.slash("cats board")).text.startswith("There is no table in this channel.")
    await ada.slash("cats play")
    lobby = world.board()
    await cleo.slash("cats board")
    assert world.board().id > lobby.id
    assert len(world.messages()) == 1
    await ben.press("Join")
    await ada.press("Start")
    await finish(world)
    end = world.board()
    await cleo.slash("cats board")
    assert world.board().id > end.id
    assert world.board().embeds == end.embeds
    assert world.pinged() == []


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
