"""Which permissions the bot needs in which kind of channel."""

import discord
import pytest

from bot.discord_adapter.channels import REQUIRED_PERMISSIONS, list_missing_permissions

VOICE = (discord.ChannelType.voice, discord.ChannelType.stage_voice)


@pytest.mark.parametrize("kind", [None, *discord.ChannelType])
def test_the_chat_of_a_voice_channel_needs_connect_as_well(
    kind: discord.ChannelType | None,
) -> None:
    missing = list_missing_permissions(REQUIRED_PERMISSIONS, kind)
    assert missing == (("connect",) if kind in VOICE else ())
    has_all = REQUIRED_PERMISSIONS | discord.Permissions(connect=True)
    assert list_missing_permissions(has_all, kind) == ()


def test_a_thread_needs_its_own_permission_to_write() -> None:
    nothing = discord.Permissions.none()
    thread = list_missing_permissions(nothing, discord.ChannelType.public_thread)
    assert "send_messages_in_threads" in thread
    assert "send_messages" not in thread
    assert "send_messages" in list_missing_permissions(nothing)
