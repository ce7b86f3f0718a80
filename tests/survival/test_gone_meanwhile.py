"""Answers to what is gone meanwhile, and deferrals of which nobody knows whether they arrived."""

import asyncio
import logging

import pytest

from bot.discord_adapter.client import CatsClient
from tests.patience import until
from tests.survival.loopback import Loopback, Shown
from tests.survival.people import COMPONENT, People, Person, start_game
from tests.survival.processes import wait_until_at_rest

ANSWERS = "/interactions/*"


async def play_a_cat(discord: Loopback, who: Person) -> Shown:
    """Press a cat on the own screen, which vanishes while the press is on its way."""
    own = who.private()
    custom_id = next(id_ for id_ in own.ids() if ":cat/" in id_)
    discord.messages.pop(own.id)
    data = {"custom_id": custom_id, "component_type": 2}
    await who.answered(await discord.interact(who.id, who.name, COMPONENT, data, own))
    return own


async def test_a_press_on_a_private_message_that_is_gone_is_answered_by_a_new_one(
    discord: Loopback, client: CatsClient, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, then = await start_game(people)
    for person, late in ((first, False), (then, True)):
        await wait_until_at_rest(client)
        with monkeypatch.context() as patched:
            if late:
                patched.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
            gone = await play_a_cat(discord, person)
            await wait_until_at_rest(client)
        assert "hiding?" in person.private().text
        assert person.private() is not gone
        assert person.private().wire["attachments"], "with its picture"
        await person.press(":skip", on=person.private())
        await wait_until_at_rest(client)
        assert len(person.privates()) == 1, "one private line"


@pytest.mark.parametrize("then", [{}, {"status": 404, "code": 10062}], ids=["40060", "10062"])
async def test_where_no_first_answer_is_taken_any_more_a_further_one_follows(
    discord: Loopback, client: CatsClient, people: People, then: dict[str, int]
) -> None:
    first, _ = await start_game(people)
    await wait_until_at_rest(client)
    own = first.private()
    discord.fail("POST", ANSWERS, status=404, code=10008, done=True)
    if then:
        discord.fail("POST", ANSWERS, **then)
    custom_id = next(id_ for id_ in own.ids() if ":cat/" in id_)
    data = {"custom_id": custom_id, "component_type": 2}
    await discord.interact(first.id, first.name, COMPONENT, data, own)
    await until(lambda: first.private() is not own)
    await wait_until_at_rest(client)
    assert "hiding?" in first.private().text


async def test_an_answer_is_filled_in_though_the_word_of_its_deferral_came_late(
    discord: Loopback, client: CatsClient, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has taken the deferral in time; only its own answer to that was slow."""
    ada, ben = people
    await ada.slash("play")
    await wait_until_at_rest(client)
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    monkeypatch.setattr("bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS", 0.0)
    slow = discord.fail("POST", ANSWERS, done=True, held=asyncio.Event())
    late = await ben.send_press(":join:")
    await slow.hit.wait()
    await discord.wait_for_board_text("Ben")
    assert late.thinking
    assert slow.held
    slow.held.set()
    await wait_until_at_rest(client)
    assert not late.thinking
    assert "You're in" in late.text


@pytest.mark.parametrize("taken", [True, False], ids=["taken", "not taken"])
async def test_a_deferral_that_may_not_have_arrived_decides_nothing(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    taken: bool,
) -> None:
    """If Discord has it, it is edited; if not, the answer is the first one. None follows it."""
    ada, ben = people
    await ada.slash("play")
    await wait_until_at_rest(client)
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    lost = discord.fail("POST", ANSWERS, reset=True, done=taken)
    joined = await ben.send_press(":join:")
    await lost.hit.wait()
    await discord.wait_for_board_text("Ben")
    await wait_until_at_rest(client)
    assert joined.kind == (5 if taken else 4)
    assert not joined.thinking
    assert "You're in" in joined.text
    further = [r for r in discord.requests if r.method == "POST" and "/webhooks/" in r.path]
    assert further == []
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == []


@pytest.mark.parametrize("in_time", [True, False], ids=["in time", "too late"])
async def test_a_deferral_that_arrives_late_is_filled_in(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    in_time: bool,
) -> None:
    """Discord takes the deferral after it was asked for it; a first answer tells that it has it."""
    ada, ben = people
    await ada.slash("play")
    await wait_until_at_rest(client)
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    if not in_time:
        monkeypatch.setattr("bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS", -1.0)
    discord.fail("POST", ANSWERS, reset=True)
    looked = discord.fail("GET", "/webhooks/*", held=asyncio.Event(), done=True)
    joined = await ben.send_press(":join:")
    await looked.hit.wait()
    click = discord.clicks[joined.id]
    discord._callback(click, {"type": 5, "data": {"flags": 64}}, (), asks=False)
    assert looked.held
    looked.held.set()
    await wait_until_at_rest(client)
    assert joined.thinking is not in_time
    assert ("TooLate" in caplog.text) is not in_time
    if in_time:
        assert "You're in" in joined.text
