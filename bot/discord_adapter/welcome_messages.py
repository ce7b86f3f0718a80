"""Posts a welcome message to each server once, when the bot joins it."""

import logging

import discord
from msgspec.structs import replace

from bot.common.log import log_failure
from bot.discord_adapter.channels import PICTURE_PERMISSION, list_missing_permissions
from bot.engine.package import GameRegistry
from bot.i18n import match_language
from bot.presenters.welcome import render_greeting
from bot.services.messenger import Messenger, RequestFailed
from bot.storage.store import Store

log = logging.getLogger(__name__)


class WelcomeMessages:
    """Posts welcome messages, and remembers in the database which servers got one."""

    def __init__(self, store: Store, messenger: Messenger) -> None:
        self._store = store
        self._messenger = messenger

    async def greet(self, guild: discord.Guild, registry: GameRegistry) -> None:
        """Post a silent message that lists the games, unless this was tried on the server before.

        Nothing is posted if the bot may write in no channel of the server. Errors are logged.
        """
        try:
            if not await self._store.guilds.greet(guild.id):
                return
            channel = _find_welcome_channel(guild)
            if channel is None:
                log.info("a new server is not greeted: the bot may write in none of its channels")
                return
            screen = render_greeting(match_language(str(guild.preferred_locale)), registry)
            if PICTURE_PERMISSION in _list_missing_permissions(channel):
                screen = replace(screen, picture=None)
            await self._messenger.post(channel.id, screen, f"hello{guild.id}")
        except RequestFailed as problem:
            log.warning("a new server could not be greeted: %s", type(problem).__name__)
        except Exception as problem:
            log_failure(log, "greeting a new server", problem)


def _find_welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for system messages, or else the first one where the bot may write.

    Without the bot's own member, its permissions are unknown, and the result is None. Discord sends
    the member along (https://docs.discord.com/developers/events/gateway-events#guild-create).
    """
    if guild.me is None:
        return None
    first = [guild.system_channel] if guild.system_channel else []
    channels = (*first, *guild.text_channels)
    return next((channel for channel in channels if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    return _list_missing_permissions(channel) <= {PICTURE_PERMISSION}


def _list_missing_permissions(channel: discord.TextChannel) -> set[str]:
    return {*list_missing_permissions(channel.permissions_for(channel.guild.me))}
