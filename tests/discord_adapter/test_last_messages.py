"""What is known of channels' newest messages without asking."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.gateway_events import LAST_MESSAGE_TTL_SECONDS, LastMessages
from bot.services.play import OUT_OF_SIGHT_SECONDS
from tests.patience import HANG_TIMEOUT_SECONDS, LENIENT_TIMEOUTS
from tests.survival.loopback import CHANNEL, Loopback, loopback
from tests.survival.people import People, ada_and_ben, find_asked_person, start_game, take
from tests.survival.processes import run_client, wait_until_at_rest

THREAD = CHANNEL + 7


def test_each_interaction_tells_it_and_it_counts_for_a_moment() -> None:
    now = 100.0
    newest = LastMessages(lambda: now)
    newest.note_channel({"id": str(CHANNEL), "last_message_id": "50"})
    newest.note_channel({"id": str(THREAD), "last_message_id": "60"})
    assert (
        newest.find_last_message(CHANNEL),
        newest.find_last_message(THREAD),
        newest.find_last_message(THREAD + 1),
    ) == (50, 60, None)
    now += LAST_MESSAGE_TTL_SECONDS - 1
    newest.note_channel({"id": str(THREAD), "last_message_id": "70"})
    now += 2
    assert (newest.find_last_message(CHANNEL), newest.find_last_message(THREAD)) == (None, 70)
    newest.forget(THREAD)
    assert newest.find_last_message(THREAD) is None


@pytest.mark.parametrize("channel", [{"id": "3000"}, {"id": "3000", "last_message_id": None}])
def test_what_tells_nothing_is_passed_over(channel: dict[str, Any]) -> None:
    newest = LastMessages()
    newest.note_channel(channel)
    assert newest.find_last_message(CHANNEL) is None


def asks(discord: Loopback) -> list[str]:
    return [r.path for r in discord.requests if r.method == "GET" and "/channels/" in r.path]


async def turn(people: People, client: CatsClient) -> None:
    person, luck = await find_asked_person(people), Random(1)
    for _ in range(2):
        await person.answered(await take(person, luck, guesses=0.0))
        await wait_until_at_rest(client)


@pytest.mark.parametrize("tells", [True, False])
async def test_a_board_comes_below_what_others_write_and_discord_is_asked_where_it_has_not_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tells: bool
) -> None:
    for name, seconds in {
        **LENIENT_TIMEOUTS,
        "bot.discord_adapter.gateway_events.LAST_MESSAGE_TTL_SECONDS": 4 * HANG_TIMEOUT_SECONDS,
    }.items():
        monkeypatch.setattr(name, seconds)
    async with (
        loopback() as discord,
        run_client(discord, monkeypatch, tmp_path / "cats.db") as client,
    ):
        discord.tells_newest = tells
        people = ada_and_ben(discord)
        await start_game(people)
        await wait_until_at_rest(client)
        board = discord.board()
        await turn(people, client)
        assert discord.board() is board
        discord.make({"content": "meow"}, (), None, CHANNEL)
        await turn(people, client)
        assert [shown.id > board.id for shown in discord.boards()] == [True]
        assert bool(asks(discord)) is not tells


@pytest.mark.parametrize(
    ("later", "comes"), [(OUT_OF_SIGHT_SECONDS + 60, True), (OUT_OF_SIGHT_SECONDS - 60, False)]
)
async def test_a_hand_that_is_opened_from_far_up_brings_the_board_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, later: float, comes: bool
) -> None:
    """Else it opens at the end of the channel, where its reader is not."""
    for name, seconds in LENIENT_TIMEOUTS.items():
        monkeypatch.setattr(name, seconds)
    async with (
        loopback() as discord,
        run_client(discord, monkeypatch, tmp_path / "cats.db") as client,
    ):
        people = ada_and_ben(discord)
        await start_game(people)
        await wait_until_at_rest(client)
        board, posts = discord.board(), len(discord.posted)
        chat = discord.make({"content": "meow"}, (), None, CHANNEL)
        del discord.messages[chat.id]
        chat.id = board.id + (int(1000 * later) << 22)
        discord.messages[chat.id] = chat
        for person in people:
            await person.press("c1:l:", on=discord.board())
            await wait_until_at_rest(client)
        (shown,) = discord.boards()
        assert (shown.id != board.id) is comes
        assert len(discord.posted) == posts + comes
