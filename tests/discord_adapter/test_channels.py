"""Which permissions the bot needs in which kind of channel."""

import discord
import pytest

from bot.discord_adapter.channels import (
    INVITATION_PERMISSIONS,
    list_missing_for_thread,
    list_missing_permissions,
)

VOICE = (discord.ChannelType.voice, discord.ChannelType.stage_voice)


@pytest.mark.parametrize("kind", [None, *discord.ChannelType])
def test_the_chat_of_a_voice_channel_needs_connect_as_well(
    kind: discord.ChannelType | None,
) -> None:
    missing = list_missing_permissions(INVITATION_PERMISSIONS, kind)
    assert missing == (("connect",) if kind in VOICE else ())
    has_all = INVITATION_PERMISSIONS | discord.Permissions(connect=True)
    assert list_missing_permissions(has_all, kind) == ()


def test_a_thread_needs_its_own_permission_to_write() -> None:
    nothing = discord.Permissions.none()
    thread = list_missing_permissions(nothing, discord.ChannelType.public_thread)
    assert "send_messages_in_threads" in thread
    assert "send_messages" not in thread
    assert "send_messages" in list_missing_permissions(nothing)


def test_only_a_thread_for_a_table_needs_the_permission_to_open_threads() -> None:
    former = INVITATION_PERMISSIONS & ~discord.Permissions(create_public_threads=True)
    for kind in (discord.ChannelType.text, discord.ChannelType.news):
        assert list_missing_permissions(former, kind) == ()
        assert list_missing_for_thread(former, kind) == ("create_public_threads",)
        assert list_missing_for_thread(INVITATION_PERMISSIONS, kind) == ()
    posts = discord.ChannelType.public_thread
    assert list_missing_for_thread(former, posts) == (), "a post needs no such permission"
    no_posts = former & ~discord.Permissions(send_messages=True)
    assert list_missing_for_thread(no_posts, posts) == ("send_messages",)
