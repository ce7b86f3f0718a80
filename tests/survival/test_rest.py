"""What is made of messages by the real library, over real HTTP: nothing but what somebody reads."""

from typing import Any

import discord as library
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord_adapter.client import CatsClient
from tests.survival.loopback import Loopback
from tests.survival.people import People, start_game
from tests.survival.processes import wait_until_at_rest

MADE = (
    library.InteractionCallbackResponse,
    library.InteractionMessage,
    library.WebhookMessage,
    library.ui.View,
    library.Embed,
)


@pytest.fixture
def made_objects(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the library makes of messages that are sent, and of replies, by the names of its kinds.

    An embed that stands in a message which was pressed is not among them.
    """
    found: list[str] = []

    def noted(kind: type) -> Any:
        original = kind.__init__  # type: ignore[misc]  # of a class

        def begin(self: object, *given: object, **named: object) -> None:
            found.append(kind.__name__)
            original(self, *given, **named)

        return begin

    for kind in MADE:
        monkeypatch.setattr(kind, "__init__", noted(kind))
    return found


async def test_no_objects_are_made_of_what_is_sent_and_of_replies(
    discord: Loopback, people: People, client: CatsClient, made_objects: list[str]
) -> None:
    first, _ = await start_game(people)
    await first.press(":cat/", on=first.private())
    await first.press(":skip", on=first.private())
    await first.slash("hand")
    await wait_until_at_rest(client)
    ways = {(r.method, r.path.split("/")[1], r.path.rpartition("/")[2]) for r in discord.requests}
    assert ("POST", "interactions", "callback") in ways
    assert made_objects == []


async def test_of_an_edit_in_place_discord_is_not_asked_for_a_reply(
    people: People, client: CatsClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies: list[tuple[int, Any]] = []
    request = AsyncWebhookAdapter.request

    async def noting(self: AsyncWebhookAdapter, *given: Any, **named: Any) -> Any:
        reply = await request(self, *given, **named)
        if "with_response" in (named.get("params") or {}):
            replies.append((named["payload"]["type"] if named["payload"] else 0, reply))
        return reply

    monkeypatch.setattr(AsyncWebhookAdapter, "request", noting)
    first, _ = await start_game(people)
    await first.press(":cat/", on=first.private())
    await first.press("c1:l:", on=first.private())
    await wait_until_at_rest(client)
    assert {kind: bool(reply) for kind, reply in replies if kind} == {4: True, 7: False}
