"""What the tables need to know of an interaction, and what the bot needs in its server."""

from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.discord_adapter.channels import PERMISSIONS, can_write, lacking
from bot.discord_adapter.messages import parsed
from bot.domain.changes import Click
from bot.engine.screen import Do, Link, Look, Screen
from bot.i18n import match_language, text
from bot.services.actions import Actions

DIRECT_COMMANDS = frozenset({"privacy", "export", "forget", "profile", "learn"})
"""Commands that need no server, and so work in direct messages with the bot."""


def language_of(interaction: discord.Interaction) -> str:
    """Return the catalogue language of the person who clicked."""
    return match_language(str(interaction.locale))


def click_of(interaction: discord.Interaction, newest: int | None = None) -> Click:
    """Return what the tables need to know of an interaction.

    `newest`: its channel's newest message, None if that is not known.
    """
    channel = interaction.channel
    thread = isinstance(channel, discord.Thread)
    return Click(
        id=interaction.id,
        user=interaction.user.id,
        name=interaction.user.display_name,
        language=language_of(interaction),
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id or 0,
        can_write=can_write(interaction.permissions, thread=thread),
        manager=interaction.permissions.manage_messages,
        server_manager=interaction.permissions.manage_guild,
        private=on_private_message(interaction),
        private_thread=isinstance(channel, discord.Thread) and channel.is_private(),
        missing=lacking(interaction.app_permissions, thread=thread),
        newest=newest or 0,
        max_file_bytes=interaction.filesize_limit,
    )


def on_private_message(interaction: discord.Interaction) -> bool:
    """Tell whether a press was made on a message that this person alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_member(interaction: discord.Interaction) -> bool:
    """Tell whether the bot is in the server, which may have installed its commands alone.

    https://discord.com/developers/docs/resources/application#installation-context
    """
    guild = interaction.guild_id
    return guild is not None and interaction.client.get_guild(guild) is not None


def is_direct_message(interaction: discord.Interaction) -> bool:
    """Tell whether it comes from a direct message with the bot.

    https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-context-types
    """
    return interaction.guild_id is None and interaction.context.dm_channel


def works_in_direct_messages(interaction: discord.Interaction, actions: Actions) -> bool:
    """Tell whether what is asked for needs no server; of moves and looks each table decides."""
    if interaction.type is discord.InteractionType.application_command:
        return bool(_subcommands(interaction) & DIRECT_COMMANDS)
    found = parsed(_custom_id(interaction))
    if found is None or not isinstance(found[1], Do):
        return True
    action = actions.find(found[1].action)
    return action is not None and action.in_direct_messages


def is_look(interaction: discord.Interaction, actions: Actions) -> bool:
    """Tell whether what was pressed shows something and changes nothing; a command does not."""
    found = parsed(_custom_id(interaction))
    if found is None:
        return False
    press = found[1]
    action = actions.find(press.action) if isinstance(press, Do) else None
    return isinstance(press, Look) or (action is not None and action.is_look)


def is_about_privacy(interaction: discord.Interaction) -> bool:
    """Tell whether it is `/cats privacy`, or the button below it to be served again."""
    if interaction.type is discord.InteractionType.application_command:
        return "privacy" in _subcommands(interaction)
    return _custom_id(interaction).startswith("c1:d:0:serve:")


def _subcommands(interaction: discord.Interaction) -> frozenset[str]:
    """Return the name of the subcommand that is used, as a set."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return frozenset(option["name"] for option in data.get("options", []))


def _custom_id(interaction: discord.Interaction) -> str:
    """Return the custom id of what was pressed, "" if nothing was."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id", ""))


def invitation(interaction: discord.Interaction) -> Screen:
    """Ask to be invited to the server of an interaction, with a link that does it.

    https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
    """
    guild = interaction.guild_id
    url = discord.utils.oauth_url(
        interaction.application_id,
        permissions=PERMISSIONS,
        guild=discord.Object(guild) if guild else discord.utils.MISSING,
    )
    say = text(language_of(interaction))
    link = Link(say("button-invite"), f"{url}&integration_type=0")
    return Screen("", say("not-a-member"), rows=((link,),))
