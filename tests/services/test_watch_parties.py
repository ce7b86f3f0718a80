"""A channel watches a replay together: one person leads, and everybody sees the same."""

import asyncio
from typing import Any

from bot.bench.world import Person, World
from bot.common.numbers import MAX_ID
from bot.demo.shown import Control, Shown
from bot.discord_adapter.channels import ChannelMessenger
from bot.discord_adapter.messages import make_custom_id
from bot.domain.table import Player, Table
from bot.engine.screen import TableAction
from bot.presenters.replay import ReplayPosition
from bot.presenters.watch_party import WatchParty, parse_watch_party
from bot.services.messenger import PostedMessage
from bot.services.sharing import SECONDS_BETWEEN_SHARES
from bot.services.watch_parties import BREAK_SECONDS, TAKEOVER_SECONDS
from tests.bench.limits import message_problems
from tests.bench.watching import look_again
from tests.bench.whole import whole_game
from tests.play.evening import deal, finish

SHOW = "Show to the channel"
LEAD = "Pass me the remote"
SILENT_FLAG = 1 << 12


async def play_game(world: World, *, text_only: bool = True) -> Table:
    return await whole_game(
        world.store,
        "liars_dice",
        [Player(person.name, person.id) for person in world.people[:2]],
        guild=world.guild.id,
        channel=world.channel.id,
        at=world.now(),
        text_only=text_only,
    )


async def open_party(world: World, at: str = "2/onlooker/on", *, text_only: bool = True) -> Shown:
    table = await play_game(world, text_only=text_only)
    private = await look_again(world.people[0], "replay", at, table.id)
    answer = await world.people[0].press(SHOW, on=private.shown)
    assert "you have the remote" in answer.text and answer.shown.ephemeral
    assert "step 3 of" in answer.text, "the private replay stays where it is"
    return seen(world)


def parties(world: World) -> list[Shown]:
    return [message for message in world.messages() if message.matching("c1:d:*:party-")]


def seen(world: World) -> Shown:
    return parties(world)[-1]


async def test_three_people_see_the_same_step(world: World) -> None:
    ada, ben, cleo, _ = world.people
    party = await open_party(world)
    assert party.wire["flags"] & SILENT_FLAG and world.list_pinged() == []
    assert "remote: **Ada**" in party.text and "step 3 of" in party.text
    assert not message_problems(party.wire)
    answer = await ada.press("Next", on=party)
    assert answer.kind == "deferred_update", "nothing but the message of all changes"
    assert "step 4 of" in seen(world).text
    for other in (ben, cleo):
        refused = await other.press("Next", on=seen(world))
        assert refused.shown.ephemeral and "somebody else has the remote" in refused.text
    refused = await ben.choose("Whose view?", "3/0/eyes", on=seen(world))
    assert "somebody else has the remote" in refused.text
    assert "step 4 of" in seen(world).text and "Your dice" not in seen(world).text
    await ada.choose("Whose view?", "3/0/eyes", on=seen(world))
    assert "step 4 of" in seen(world).text and "Your dice" in seen(world).text
    assert seen(world).control("Whose view?").chosen == ("3/0/eyes",)
    world.fail("PATCH", "/channels/*/messages/*", status=403)
    await ada.press("Next", on=seen(world))
    assert "step 4 of" in seen(world).text
    await world.advance(5)
    assert "step 5 of" in seen(world).text, "what Discord lost is shown later"
    assert seen(world).control("Whose view?").chosen == ("4/0/eyes",)
    assert world.list_pinged() == [] and len(parties(world)) == 1

    await ben.press("Yes, forget me", on=(await ben.slash("cats forget")).shown)
    await ada.press("Next", on=seen(world))
    assert "Ben" not in seen(world).text and "somebody" in seen(world).text
    await world.delete(seen(world))
    await ada.press("Next", on=party)
    assert parties(world) == []
    sent = len(world.requests)
    await world.advance(BREAK_SECONDS)
    assert not [request for request in world.requests[sent:] if str(party.id) in request.path]


async def test_anybody_leads_after_two_quiet_minutes(world: World) -> None:
    ada, ben, cleo, dan = world.people
    party = await open_party(world)
    for _ in range(2):
        await world.advance(TAKEOVER_SECONDS - 1)
        assert "If they stay quiet" in (await ben.press(LEAD, on=seen(world))).text
        await ada.press("Next", on=seen(world))
    until = f"<t:{world.now() + TAKEOVER_SECONDS:.0f}:T>"
    assert until in (await ben.press(LEAD, on=party)).text
    assert "You have the remote already" in (await ada.press(LEAD, on=party)).text
    assert until in (await ben.press("Next", on=party)).text
    await world.advance(TAKEOVER_SECONDS)
    assert "Press Pass me the remote, and it's yours" in (
        await ben.press("Next", on=party)
    ).text.replace("**", "")
    assert "You have the remote already" in (await ada.press(LEAD, on=party)).text
    await world.permit(dan, send_messages=False)
    assert "Just watch along" in (await dan.press(LEAD, on=party)).text
    assert "remote: **Ada**" in seen(world).text
    answers = await world.race(ben.press(LEAD, on=party), cleo.press(LEAD, on=party))
    assert [answer.kind for answer in answers] == ["deferred_update", "message"]
    assert "remote: **Ben**" in seen(world).text and "step 5 of" in seen(world).text
    refused = await ada.press("Next", on=party)
    assert "somebody else has the remote" in refused.text, "an old button does not count"
    await ben.press("Next", on=seen(world))
    assert "step 6 of" in seen(world).text
    assert "If they stay quiet" in (await cleo.press(LEAD, on=seen(world))).text


async def test_after_fifteen_quiet_minutes_one_button_remains(world: World) -> None:
    ada, ben, cleo, _ = world.people
    party = await open_party(world)
    await world.advance(BREAK_SECONDS - 60)
    await ada.press("Next", on=party)
    await world.advance(BREAK_SECONDS - 1)
    assert "Next" in seen(world).labels
    await world.advance(1)
    resting = seen(world)
    assert resting.labels == ("Continue",) and "Taking a break" in resting.text
    assert "step 4 of" in resting.text and "Ada** has" not in resting.text
    assert str(ada.id) not in str(resting.custom_ids)
    assert not message_problems(resting.wire)
    answers = await world.race(
        cleo.press("Continue", on=resting), ben.press("Continue", on=resting)
    )
    assert [answer.kind for answer in answers] == ["deferred_update", "message"]
    assert "remote: **Cleo**" in seen(world).text and "step 4 of" in seen(world).text
    await cleo.press("Next", on=seen(world))
    assert "step 5 of" in seen(world).text


async def test_after_a_restart_the_same_person_leads(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.press("Next", on=await open_party(world))
    party = seen(world)
    await world.restart(crash=True)
    assert "somebody else has the remote" in (await ben.press("Next", on=party)).text
    assert "If they stay quiet" in (await ben.press(LEAD, on=party)).text
    await ada.press("Next", on=party)
    assert "step 5 of" in seen(world).text and "remote: **Ada**" in seen(world).text
    await world.restart()
    await world.advance(BREAK_SECONDS)
    await ben.press("Next", on=seen(world))
    assert "step 6 of" in seen(world).text and "remote: **Ben**" in seen(world).text


async def test_without_a_permission_it_says_which_one_is_missing(world: World) -> None:
    ada, *_ = world.people
    table = await play_game(world)
    private = (await look_again(ada, "replay", "2/onlooker/on", table.id)).shown
    await world.permit(send_messages=False)
    missing = "I can't share this here: I need “Send Messages”"
    assert missing in (await ada.press(SHOW, on=private)).text
    assert parties(world) == []
    await world.permit(send_messages=None)
    await ada.press(SHOW, on=private)
    party = seen(world)
    await world.permit(send_messages=False)
    assert missing in (await ada.press("Next", on=party)).text
    assert seen(world).text == party.text
    await world.permit(send_messages=None)
    await ada.press("Next", on=party)
    assert "step 4 of" in seen(world).text


async def test_only_who_played_shows_it_and_once_a_minute(world: World) -> None:
    ada, ben, cleo, _ = world.people
    table = await play_game(world)
    watched = await look_again(cleo, "replay", "2/onlooker/on", table.id)
    assert SHOW not in watched.shown.labels
    refused = await look_again(cleo, "party", "2/onlooker/party", table.id)
    assert "Only people who played" in refused.text and parties(world) == []
    private = (await look_again(ada, "replay", "2/onlooker/on", table.id)).shown
    await ada.press(SHOW, on=private)
    assert "The next one can go out" in (await ada.press(SHOW, on=private)).text
    assert "The next one can go out" not in (await ada.press("Share moment", on=private)).text
    await look_again(ben, "party", "4/onlooker/party", table.id)
    assert len(parties(world)) == 2, "each person has a minute of their own"
    await world.advance(SECONDS_BETWEEN_SHARES + 1)
    await ada.press(SHOW, on=private)
    first, second, third = parties(world)
    await ben.press("Next", on=second)
    shown = {message.id: message.text for message in parties(world)}
    assert "step 6 of" in shown[second.id]
    assert shown[first.id] == first.text and shown[third.id] == third.text


def forge_step(world: World, who: Person, table: Table) -> Control:
    value = WatchParty(ReplayPosition(2), who.id, int(world.now())).value("next")
    return Control("", f"c1:d:{table.id}:party-step:{value}", disabled=False, style=2)


async def test_a_forged_press_turns_no_other_message_into_a_replay(world: World) -> None:
    ada, ben, *_ = world.people
    table = await play_game(world)
    await ada.press(SHOW, on=(await ada.slash("cats scores")).shown)
    scores = world.messages()[-1]
    await deal(world, ada, ben, clock="none")
    older = world.board()
    await finish(world)
    await ada.press("Rematch")
    messages = (scores, older, world.board(), (await ben.slash("cats help")).shown)
    before = {message.id: message.text for message in world.messages()}
    for message in messages:
        answer = await world.click(ben, message, forge_step(world, ben, table), {})
        assert answer.shown.ephemeral and "step" not in answer.text
    after = {message.id: message.text for message in world.messages()}
    assert {id_: after[id_] for id_ in before} == before


async def test_a_forged_press_shows_no_game_of_another_channel(world: World) -> None:
    ada, *_ = world.people
    public = world.channel
    world.channel = world.thread("secret", is_private=True)
    secret = await play_game(world)
    world.channel = public
    party = await open_party(world)
    await world.advance(TAKEOVER_SECONDS)
    answer = await world.click(ada, party, forge_step(world, ada, secret), {})
    assert answer.shown.ephemeral and "step" not in answer.text
    assert seen(world).text == party.text


async def test_a_picture_that_is_drawn_late_is_added(world, monkeypatch):
    ada, *_ = world.people
    post = ChannelMessenger.post

    async def post_before_it_is_drawn(*given: Any) -> PostedMessage:
        posted = await post(*given)
        return PostedMessage(posted.id, asyncio.sleep(0, [b"drawn"]))

    monkeypatch.setattr(ChannelMessenger, "post", post_before_it_is_drawn)
    party = await open_party(world, text_only=False)
    edits = [request for request in world.requests if str(party.id) in request.path]
    assert [(edit.method, len(edit.files)) for edit in edits] == [("PATCH", 1)]
    await ada.press("Next", on=seen(world))
    assert len(seen(world).files) == 1


async def test_a_game_that_is_gone_is_not_shown_on(world: World) -> None:
    ada, *_ = world.people
    party = await open_party(world)
    world.bot.services.registry.clear()
    assert "isn't installed" in (await ada.press("Next", on=party)).text
    await world.advance(BREAK_SECONDS)
    assert seen(world).text == party.text


def test_the_longest_button_fits_and_an_invalid_one_leads_to_the_start_without_a_leader() -> None:
    party = WatchParty(ReplayPosition(99_999, "onlooker"), MAX_ID, 9_999_999_999)
    for control_name in ("moment-back", "moment-next", "round-next", "lead"):
        assert parse_watch_party(party.value(control_name)) == party
        press = TableAction("party-step", party.value(control_name))
        assert len(make_custom_id(10**18 - 1, press)) <= 100
    for value in ("", "/", "x/y/z", "²/1/0", "1" * 21, "1/2"):
        party = parse_watch_party(value)
        assert party.position == ReplayPosition()
        assert party.leader in (0, 1)


async def test_a_leader_who_is_forgotten_is_named_no_more(world: World) -> None:
    message = await open_party(world)
    ada, ben, *_ = world.people
    assert "Ada" in message.text
    await ada.slash("cats forget")
    await ada.press("Forget me and stay away")
    await world.advance(2)
    resting = seen(world)
    assert "Ada" not in resting.text and resting.labels == ("Continue",)
    await ben.press("Continue", on=resting)
    await world.advance(2)
    assert "Ben" in seen(world).text
