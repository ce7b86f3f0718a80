"""What stands in a message stays true: who ended, left, guessed or waits reads what is so."""

from random import Random

from bot.bench.world import World
from tests.play.evening import (
    choices,
    deal,
    find_asked_or_none,
    find_asked_player,
    load_table,
    others,
    play_cat,
    press_any,
    shows_hand,
    sit_down,
)


async def test_whoever_ends_the_game_keeps_no_hand_either(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    own = [person.private() for person in (ada, ben)]
    await ada.slash("cats end")
    await ada.press("c1:d:*:end-yes")
    panel = await ben.press("c1:d:*:table", on=world.board())
    await ben.press("c1:d:*:agree:stop", on=panel.shown)
    hosts, guests = (world.find(message.id) for message in own)
    assert guests is None, "the answer says it already"
    assert hosts is not None
    for message in (ben.private(), hosts):
        assert "closed" in message.text
        assert not choices(message)


async def test_a_table_out_of_reach_can_be_left_and_ended(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await world.permit(view_channel=False, send_messages=False)
    await play_cat(find_asked_player(world))
    await world.advance(100)
    assert (await load_table(world)).paused == "channel"
    table = await load_table(world)
    (host,) = [person for person in (ada, ben) if person.id == table.host]
    (guest,) = [person for person in others(world, host) if person in (ada, ben)]
    await guest.slash("cats leave")
    await guest.press("c1:d:*:leave-yes")
    await host.slash("cats end")
    await host.press("c1:d:*:end-yes")
    assert (await load_table(world)).phase == "closed"


async def test_a_text_only_table_needs_no_permission_for_files(world: World) -> None:
    ada, *_ = world.people
    await world.permit(attach_files=False)
    answer = await ada.slash("cats play")
    assert "Attach Files" in answer.text
    await ada.slash("cats play", text_only=True)
    assert world.board().matching("c1:d:*:start")
    assert world.board().id < ada.private().id, "the lobby stands above the host's own message"


async def test_a_line_whose_push_is_refused_is_forgotten_and_the_next_press_shows_the_screen(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, clock="1")
    await world.jump(15 * 60)  # from here on Ben's only line is his click on the board
    await ben.press("c1:d:*:computer-add", on=world.board())
    luck = Random(1)
    world.fail("POST", "/webhooks/*", status=401, times=1)
    await ada.press("c1:d:*:start", on=world.board())
    for _ in range(15):
        if find_asked_or_none(world) is ada:
            await press_any(ada, luck)
        await world.advance(5)
    to_ben = [request for request in world.requests if request.reader == ben.id]
    failed = next(place for place, request in enumerate(to_ben) if request.error)
    assert to_ben[failed + 1 :] == [], "what could not be shown there is not tried again there"
    assert not any("hand.jpg" in message.files for message in world.messages())
    answer = await ben.press("c1:l:", on=world.board())
    assert shows_hand(answer.shown)
