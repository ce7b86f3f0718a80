"""Answers and own screens that Discord does not take at first come later, or are overtaken."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_adapter.client import CatsClient
from bot.i18n import text
from tests.patience import until
from tests.survival.loopback import Click, Loopback, Shown
from tests.survival.people import COMPONENT, People, Person, start_game
from tests.survival.processes import wait_until_at_rest
from tests.tables import expect_match

EDITS = "/webhooks/*/messages/*"

pytestmark = pytest.mark.usefixtures("client")


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """All answers are deferred, until the patch is undone."""
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    return monkeypatch


async def wait_until_all_is_sent(client: CatsClient) -> None:
    """Wait until nothing waits for a later try."""
    await until(lambda: not client.services.delivery._messages)
    await wait_until_at_rest(client)


async def press_id(who: Person, custom_id: str, on: Shown) -> Click:
    """Press a button that the message may not have yet."""
    data = {"custom_id": custom_id, "component_type": 2}
    return await who.discord.interact(who.id, who.name, COMPONENT, data, on)


async def test_a_late_answer_leaves_alone_what_a_newer_press_has_changed(
    discord: Loopback, client: CatsClient, people: People, late: pytest.MonkeyPatch
) -> None:
    first, _ = await start_game(people)
    await wait_until_at_rest(client)
    own = first.private()
    lost = discord.fail("PATCH", EDITS, reset=True, times=10**6)
    one, another = [id_ for id_ in own.ids() if ":cat/" in id_][:2]
    click = await first.answered(await press_id(first, one, own))
    lost.path = f"/webhooks/*/token-{click.id}/*"
    await lost.hit.wait()
    await press_id(first, another, own)
    await until(lambda: text("en")("moved-on") in own.text)
    lost.times = 0
    await wait_until_all_is_sent(client)
    assert text("en")("moved-on") in own.text, "the older answer has replaced the newer one"


async def test_a_screen_is_shown_again_that_a_late_answer_has_overtaken(
    discord: Loopback, client: CatsClient, people: People, late: pytest.MonkeyPatch
) -> None:
    first, _ = await start_game(people)
    await wait_until_at_rest(client)
    own = first.private()
    lost = discord.fail("PATCH", EDITS, reset=True)
    again = discord.fail("PATCH", EDITS, held=asyncio.Event())
    await first.press(":cat/", on=own)
    await lost.hit.wait()
    await again.hit.wait()
    table = expect_match(await client.services.tables.load(1))
    await press_id(first, f"c1:m:1:{table.prompts[0].decision}:skip", own)
    await until(lambda: not any(":cat/" in id_ for id_ in own.ids()))
    assert again.held
    again.held.set()
    await wait_until_all_is_sent(client)
    assert not any(":skip" in id_ for id_ in own.ids()), "it offers what is over"


async def test_a_message_whose_answer_came_late_is_kept_up_to_date(
    discord: Loopback, client: CatsClient, people: People, late: pytest.MonkeyPatch
) -> None:
    first, then = await start_game(people)
    await first.press(":cat/", on=first.private())
    await wait_until_at_rest(client)
    lost = discord.fail("PATCH", EDITS, reset=True)
    await first.press(":skip", on=first.private())
    await lost.hit.wait()
    await until(lambda: not any(":skip" in id_ for id_ in first.private().ids()))
    await wait_until_all_is_sent(client)
    await then.press(":cat/", on=then.private())
    await until(lambda: any(":skip" in id_ for id_ in then.private().ids()))
    await then.press(":skip", on=then.private())
    await wait_until_all_is_sent(client)
    assert any(":cat/" in id_ for id_ in first.offered())


@pytest.mark.parametrize(
    ("fault", "is_passing"),
    [
        ({"reset": True}, True),
        ({"status": 503, "times": 5}, True),
        ({"status": 429, "retry_after": 0.3}, True),
        ({"status": 404, "code": 10008}, False),
        ({"status": 404, "code": 10015}, False),
        ({"status": 401, "code": 50027}, False),
    ],
)
async def test_a_screen_whose_edit_fails_is_tried_again_unless_its_message_is_gone(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    fault: dict[str, Any],
    is_passing: bool,
) -> None:
    async def hurry(_: float) -> None:
        await asyncio.sleep(0)

    hurried = SimpleNamespace(**vars(asyncio) | {"sleep": hurry})
    monkeypatch.setattr("discord.webhook.async_.asyncio", hurried)
    monkeypatch.setattr("bot.discord_adapter.request_gate.MAX_RATE_LIMIT_WAIT_SECONDS", 0.1)
    first, then = await start_game(people)
    await wait_until_at_rest(client)
    await first.press(":cat/", on=first.private())
    failed = discord.fail("PATCH", EDITS, **fault)
    await first.press(":skip", on=first.private())
    await failed.hit.wait()
    await wait_until_all_is_sent(client)
    kept = client.services.conversations.find_own_screen(1, then.id)
    assert (kept is not None) is is_passing
    assert any(":cat/" in id_ for id_ in then.private().ids()) is is_passing
