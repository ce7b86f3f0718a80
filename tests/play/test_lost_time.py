"""Time in which nobody could play is nobody's fault; time in which nobody cared is."""

import pytest

from tests.bench.sim import World
from tests.play.evening import (
    asked,
    deal,
    finish,
    first_line,
    hand,
    others,
    play_cat,
    stored,
    take_turn,
    the_asked,
)

DAY = 86_400.0


async def down(world: World, seconds: float) -> None:
    """Let the bot be down for so long."""
    with world.env.time_context():
        await world.bot.close()
        await world.env._detach_bot()
        await world.store.close()
        world.env.backend.advance_clock(seconds)
        world.bot, world.store = await world.start(world.path)
        await world.env.restart_bot(world.bot)
    await world.settle()


async def test_a_week_of_downtime_does_not_count_as_idle(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await down(world, 8 * DAY)
    await world.advance(11 * 60)
    assert (await stored(world)).phase == "playing"


async def test_a_game_gives_notice_before_it_is_closed_whatever_happened_before(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await down(world, 6.5 * DAY)
    await world.jump(6 * DAY + 60)
    assert any("for days" in message.text for message in world.messages())
    assert (await stored(world)).phase == "playing"


async def test_nobody_is_timed_out_while_the_gateway_is_lost(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = the_asked(world)
    with world.env.time_context():
        await world.bot.on_disconnect()
    await world.advance(300)
    world.env.backend.emit("RESUMED", {})
    await world.settle()
    assert asked(world) is who
    assert "Time is up" not in world.board().text
    await world.advance(70)
    assert "Time is up" in world.board().text


async def test_the_host_role_of_who_does_not_click_for_an_hour_goes_to_who_does(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    if asked(world) is not ada:
        await take_turn(the_asked(world))
    await world.jump(3700)
    panel = (await ben.press("c1:d:*:table", on=world.board())).shown
    assert panel.matching("c1:d:*:hand-over")
    assert (await stored(world)).host == ben.id


async def test_an_old_end_stays_where_it_is_when_a_player_looks_at_it(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    old = await hand(the_asked(world))
    player = the_asked(world)
    await finish(world)
    end = world.board()
    await cleo.slash("cats play")
    player.rename("Benedict")
    await world.click(player, old, old.controls[0], {})
    assert world.find(end.id) is not None


async def test_a_game_that_was_ended_early_is_the_channels_latest_table(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    await world.advance(60)
    await deal(world, ada, ben)
    await ada.slash("cats end")
    await ada.press("c1:d:*:end-yes")
    assert "closed" in (await ben.slash("cats hand")).text


async def test_after_the_channel_was_out_of_reach_whoever_is_asked_is_called(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = the_asked(world)
    (other, *_) = [person for person in others(world, who) if person in (ada, ben)]
    await world.permit(view_channel=False, send_messages=False)
    other.rename("Bobby")
    await other.press("c1:d:*:table", on=world.board())
    assert (await stored(world)).paused == "channel"
    await world.advance(600)
    await world.permit(view_channel=None, send_messages=None)
    since = len(world.requests)
    await other.press("c1:d:*:table", on=world.board())
    assert world.pinged(since) == [who.name]


async def test_a_board_that_discord_refuses_pauses_the_table(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    before = first_line(world)
    world.fail("PATCH", "/channels/*", status=400, times=None)
    await play_cat(the_asked(world))
    await world.advance(3600)
    assert (await stored(world)).paused == "channel"
    assert first_line(world) == before
    refused = [record for record in caplog.records if "refuses a board" in record.getMessage()]
    assert len(refused) == 1
