"""Converts clicks for the services. A click is a press on a button or menu, or a slash command."""

from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.discord_adapter.channels import (
    THREAD_PARENT_TYPES,
    can_write,
    list_missing_for_thread,
    list_missing_permissions,
)
from bot.discord_adapter.messages import parse_custom_id
from bot.domain.changes import Click
from bot.engine.screen import TableAction
from bot.i18n import match_language


def find_language(interaction: discord.Interaction) -> str:
    """Return the language of the bot's catalogues in which to answer the person who clicked."""
    return match_language(str(interaction.locale))


def make_click(interaction: discord.Interaction, newest_message: int | None = None) -> Click:
    """Convert Discord's interaction to a `Click`, with the channel's newest message, if known."""
    channel = interaction.channel
    thread, kind = isinstance(channel, discord.Thread), channel.type if channel else None
    return Click(
        id=interaction.id,
        user=interaction.user.id,
        name=interaction.user.display_name,
        language=find_language(interaction),
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id or 0,
        can_write=can_write(interaction.permissions, is_thread=thread),
        can_manage_messages=interaction.permissions.manage_messages,
        can_manage_server=interaction.permissions.manage_guild,
        is_ephemeral=find_ephemeral_message(interaction) is not None,
        is_private_thread=isinstance(channel, discord.Thread) and channel.is_private(),
        can_have_threads=kind in THREAD_PARENT_TYPES,
        missing_permissions=list_missing_permissions(interaction.app_permissions, kind),
        missing_for_thread=list_missing_for_thread(interaction.app_permissions, kind),
        newest_message=newest_message or 0,
        max_file_bytes=interaction.filesize_limit,
        message=interaction.message.id if interaction.message else 0,
        parent_channel=channel.parent_id if isinstance(channel, discord.Thread) else 0,
        # discord.py's `roles` looks them up in its cache, which has none (`gateway_events`).
        roles=tuple(interaction.user._roles)
        if isinstance(interaction.user, discord.Member)
        else (),
        shown_actions=_list_shown_actions(interaction),
    )


def _list_shown_actions(interaction: discord.Interaction) -> frozenset[tuple[int, str]]:
    if interaction.message is None or not interaction.message.components:
        return frozenset()
    controls = (
        parse_custom_id(control.custom_id)
        for row in interaction.message.components
        if isinstance(row, discord.ActionRow)
        for control in row.children
        if control.custom_id
    )
    return frozenset(
        (table, press.action)
        for table, press in filter(None, controls)
        if isinstance(press, TableAction)
    )


def find_ephemeral_message(interaction: discord.Interaction) -> discord.Message | None:
    """Return the pressed message if it is ephemeral."""
    pressed = interaction.message
    return pressed if pressed is not None and pressed.flags.ephemeral else None


def find_subcommands(interaction: discord.Interaction) -> frozenset[str]:
    """Return the name of the subcommand of `/cats` that was used, such as "play", if any."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return frozenset(option["name"] for option in data.get("options", []))


def find_custom_id(interaction: discord.Interaction) -> str:
    """Return the custom id of the pressed button or select, or "" if nothing was pressed."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id", ""))
