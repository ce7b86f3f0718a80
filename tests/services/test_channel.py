"""What can happen to a channel: deleted boards, lost permissions, no channel at all."""

from bot.bench.world import World
from bot.common.counters import Counters
from tests.play.evening import (
    boards_posted,
    cancel,
    choices,
    deadline,
    deal,
    find_asked_player,
    first_line,
    load_table,
    play_cat,
    sit_down,
    skip,
    take_turn,
)

UNREACHABLE_AFTER_SECONDS = 100.0
"""Seconds after which a channel that the bot may not see is believed to be out of reach."""


async def test_a_deleted_board_or_embed_comes_back_with_the_next_move(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who, since = find_asked_player(world), len(world.requests)
    await world.delete(world.board())
    assert world.messages() == []
    own = who.private()
    await who.press(choices(own)[0].custom_id, on=own)
    assert f"{who.name}: guess or skip" in first_line(world)
    board = world.board()
    assert len(world.messages()) == 1
    assert boards_posted(world, since) == [()]
    await world.suppress_embeds(board)
    assert world.board().embeds == ()
    await skip(who)
    assert find_asked_player(world) is not who
    assert [message.id for message in world.messages()] == [board.id]
    assert world.board().embeds


async def test_a_deleted_board_or_embed_is_called_back_by_the_command(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    board = world.board()
    await world.suppress_embeds(board)
    await cleo.slash("cats board")
    assert world.board().id == board.id, "it is so new that it stays where it is"
    assert world.board().embeds == board.embeds
    await world.delete(world.board())
    await cleo.slash("cats board")
    await ada.press("c1:d:*:start", on=world.board())
    await take_turn(find_asked_player(world))
    assert len(world.messages()) == 1


async def test_a_deleted_channel_closes_the_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    lobby = world.new_channel("lobby")
    await cleo.slash("cats play", channel=lobby)
    await deal(world, ada, ben, clock="3")
    tables = [(await world.load_table(each.id)).id for each in (world.channel, lobby)]
    await world.delete_channel()
    world.env.backend.delete_channel(lobby.id)
    await world.advance(200)
    for table in tables:
        assert (await world.bot.services.tables.load(table)).phase == "closed"
    since = len(world.requests)
    await world.advance(3600)
    assert len(world.requests) == since, "nothing is tried for a channel that is gone"


async def test_lost_permissions_pause_the_table_until_they_are_given_back(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="10")
    board, who = world.board(), find_asked_player(world)
    await world.advance(240)
    await world.permit(view_channel=False)
    await play_cat(who)
    await world.advance(UNREACHABLE_AFTER_SECONDS)
    assert (await load_table(world)).paused == "channel"
    for person in (ada, ben):
        answer = await person.press("My cards", on=board)
        assert answer.shown.ephemeral
        assert "I need “View Channel”" in answer.text
    assert "I need “View Channel”" in (await cleo.slash("cats board")).text
    assert "I need" in (await cleo.slash("cats play")).text
    await world.jump(3600)
    assert (await load_table(world)).step == 1, "clocks stand still"
    await world.permit(view_channel=None)
    await ada.press("My cards", on=board)
    until = deadline(world)
    assert until is not None
    assert 355 <= until - world.now() <= 365, "six of the ten minutes are left"
    await skip(who)
    assert find_asked_player(world) is not who


async def test_anybody_finds_the_table_awake_when_permissions_are_back(open_world):
    presses: list[str] = []

    class PressCounters(Counters):
        def count_press(self, game: str) -> None:
            presses.append(game)

    world = await open_world(counters=PressCounters())
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    await world.permit(view_channel=False)
    await ada.press("Add computer", on=lobby)
    await world.advance(UNREACHABLE_AFTER_SECONDS)
    assert "I need “View Channel”" in (await cleo.press("Join", on=lobby)).text
    await world.permit(view_channel=None)
    presses.clear()
    answer = await cleo.press("Join", on=lobby)
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert presses == ["cloaked_cats"], "a press that shows the board again is counted once"
    assert "Cleo" in world.board().text
    assert "Minka" in world.board().text

    await world.permit(view_channel=False)
    await ada.press("Remove computer", on=world.board())
    await world.advance(UNREACHABLE_AFTER_SECONDS)
    await world.permit(view_channel=None)
    await ben.press("Leave", on=lobby)
    assert "Ben" not in world.board().text, "so does who leaves"


async def test_a_board_that_may_not_be_posted_pauses_the_table(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ben.say("hi")
    await world.permit(send_messages=False)
    board = world.board()
    await take_turn(find_asked_player(world))
    assert (await load_table(world)).paused == "channel"
    answer = await ben.press("Table", on=board)
    assert "I need “Send Messages”" in answer.text
    await world.permit(send_messages=None)
    await ben.press("Table", on=board)
    assert (await load_table(world)).paused == ""
    history = world.env.backend.messages[world.channel.id].values()
    assert [message.content for message in history].count("hi") == 1, "others' messages stay"
    assert "play a cat" in first_line(world)


async def test_a_finished_table_out_of_reach_is_kept_and_shown_again(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await world.permit(view_channel=False)
    await cancel(ada)
    await world.advance(UNREACHABLE_AFTER_SECONDS)
    await world.permit(view_channel=None)
    await ben.press("c1:d:*:join", on=world.board())
    assert world.messages()[-1].title == "🚪 Until next time!"
    (timer,) = (await load_table(world)).timers
    assert timer.at - world.now() <= 90 * 86_400
