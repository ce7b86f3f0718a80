"""Threads for tables over real HTTP: no lost answer, limit or deletion leaves half a thread."""

from pathlib import Path

import pytest

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.request_gate import MAX_RATE_LIMIT_WAIT_SECONDS
from tests.databases import run_sql
from tests.patience import until
from tests.survival import wire
from tests.survival.loopback import CHANNEL, GUILD, Loopback
from tests.survival.people import People

FORUM, POST = CHANNEL + 100, CHANNEL + 101
LINES, THREADS = f"/channels/{CHANNEL}/messages", f"/channels/{CHANNEL}/messages/*/threads"


@pytest.fixture(autouse=True)
async def _wants_threads(client: CatsClient) -> None:
    await client.services.lookups.change_setting(GUILD, "threads", True, 1, 0.0)


def phases(folder: Path) -> list[tuple[int, str]]:
    """Return the channel and phase of each table, the oldest first."""
    found = run_sql(f"sqlite:///{folder}/cats.db", "SELECT channel, phase FROM tables ORDER BY id")
    return [(int(channel), str(phase)) for channel, phase in found]


async def test_lost_answers_and_a_command_that_comes_twice_make_one_thread(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, ben = people
    for path in (LINES, THREADS):
        discord.fail("POST", path, status=500, done=True)
    click = await ada.send_command("play")
    await discord.deliver_again(click)
    await click.answered.wait()
    (line,) = discord.messages.public(CHANNEL).values()
    (thread,) = discord.threads()
    assert thread["id"] == str(line.id)
    assert phases(tmp_path) == [(line.id, "lobby")]
    assert f"<#{line.id}>" in click.text
    await ben.press(":join:")
    await ada.press(":start:")
    await until(lambda: phases(tmp_path) == [(line.id, "playing")])
    assert [*discord.messages.public(CHANNEL)] == [line.id]


async def test_a_long_limit_on_threads_is_told_and_leaves_no_line(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, _ = people
    discord.fail("POST", THREADS, status=429, retry_after=MAX_RATE_LIMIT_WAIT_SECONDS * 4)
    click = await ada.slash("play")
    await click.answered.wait()
    assert "Discord opens no more threads here for a while" in click.text
    assert not discord.messages.public(CHANNEL)
    assert (discord.threads(), phases(tmp_path)) == ([], [])


async def test_with_the_channel_the_tables_of_its_threads_close_without_a_press_there(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    for person in people:
        await person.slash("play")
    channels = [int(thread["id"]) for thread in discord.threads()]
    assert phases(tmp_path) == [(channel, "lobby") for channel in channels]
    await discord.dispatch("CHANNEL_DELETE", {**wire.channel(), "guild_id": str(GUILD)})
    await until(lambda: phases(tmp_path) == [(channel, "closed") for channel in channels])


@pytest.mark.parametrize("kind", [15, 16])
async def test_in_a_forum_or_a_channel_of_pictures_a_table_is_a_post(
    discord: Loopback, people: People, tmp_path: Path, kind: int
) -> None:
    ada, _ = people
    discord.told_of[FORUM] = {"type": kind, "available_tags": [], "flags": 0}
    discord.told_of[POST] = {**wire.thread(POST, FORUM, "Who plays?"), "owner_id": "1"}
    click = await ada.slash("play", POST)
    await click.answered.wait()
    (post,) = discord.threads()
    assert post["name"] == "Cloaked Cats · Ada"
    assert post["parent_id"] == str(FORUM)
    assert f"<#{post['id']}>" in click.text
    assert phases(tmp_path) == [(int(post["id"]), "lobby")]
    (request,) = discord.requests_to(f"/channels/{FORUM}/threads")
    assert request.body["message"]["content"] == "🐾 **Ada** opens a table: **Cloaked Cats**"
    assert request.body["message"]["allowed_mentions"]["parse"] == []


async def test_a_post_gets_a_tag_where_the_forum_requires_one(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, _ = people
    tags = [
        {"id": str(id_), "name": "x", "moderated": id_ == 1, "emoji_id": None, "emoji_name": None}
        for id_ in (1, 2, 3)
    ]
    discord.told_of[FORUM] = {"type": 15, "available_tags": tags, "flags": 1 << 4}
    discord.told_of[POST] = {**wire.thread(POST, FORUM, "Who plays?"), "owner_id": "1"}
    discord.fail("POST", f"/channels/{FORUM}/threads", status=400, code=40067)
    click = await ada.slash("play", POST)
    await click.answered.wait()
    (post,) = discord.threads()
    assert phases(tmp_path) == [(int(post["id"]), "lobby")]
    assert discord.requests_to(f"/channels/{FORUM}/threads")[-1].body["applied_tags"] == ["2"]
