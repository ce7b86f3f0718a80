"""What Discord keeps of the bot: its slash commands, how it is added to servers, its avatar.

All is compared with what Discord has at each start, and mended where it differs. Nobody waits
for that: what fails is told to the host in one line, and the next start tries again.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import discord
from discord import AppInfo, app_commands
from discord.appinfo import AppInstallParams
from discord.ext import commands
from msgspec.json import encode

from bot import art
from bot.edge.errors import NOT_DONE
from bot.edge.give_up import patience
from bot.edge.permissions import PERMISSIONS
from bot.edge.translator import CatalogueTranslator
from bot.log import log_failure
from bot.store.store import Store

log = logging.getLogger(__name__)

SCOPES = ["bot", "applications.commands"]
AVATAR = Path(art.__file__).parent / "avatar.png"
"""Made from `avatar.svg` by `bot/art/build/__main__.py`."""
PATIENCE_WITH_SETTINGS = 60.0
"""Seconds after which a request is given up until the next start."""


class Installation:
    """Makes what Discord keeps agree with this version of the bot, once."""

    def __init__(self, client: commands.Bot, store: Store, *, settings: bool) -> None:
        """Work for a client; the store remembers the last sync.

        `settings`: whether install settings and avatar are set, and not only the commands.
        """
        self._client = client
        self._store = store
        self._settings = settings

    async def agree(self) -> None:
        """Sync the commands, which must be loaded; set the install settings and the avatar.

        What Discord does not do is told in the log.
        """
        try:
            await self._agree_on_commands()
        except NOT_DONE as problem:
            log.warning(
                "slash commands: comparing them with what Discord has failed (%s); if this version"
                " changed them, people still see the old ones. The next start of the bot tries"
                " again.",
                _reason(problem),
            )
        except Exception as problem:
            log_failure(log, "syncing the commands", problem)
        try:
            await self._agree_on_settings()
        except NOT_DONE as problem:
            log.warning(
                "install settings: setting them failed (%s). Do it by hand on the page"
                ' "Installation" of Discord\'s developer portal: only "Guild Install", with the'
                " scopes bot and applications.commands and the permissions View Channel, Send"
                " Messages, Send Messages in Threads, Embed Links and Attach Files.",
                _reason(problem),
            )
        except Exception as problem:
            log_failure(log, "setting the install settings", problem)
        try:
            await self._agree_on_avatar()
        except NOT_DONE as problem:
            log.warning(
                "avatar: setting it failed (%s). The next start of the bot tries again; or choose"
                ' one by hand, on the page "Bot" of Discord\'s developer portal.',
                _reason(problem),
            )
        except Exception as problem:
            log_failure(log, "setting the avatar", problem)

    async def _agree_on_commands(self) -> None:
        """Sync the commands if they, or those that Discord has, are not those of the last sync.

        Discord gives a command another `version` with each change, whoever makes it:
        https://docs.discord.com/developers/interactions/application-commands
        """
        tree, http = self._client.tree, self._client.http
        application = self._client.application_id or 0
        payload = await _translated(tree)
        async with patience(self._client, PATIENCE_WITH_SETTINGS):
            there = await http.get_global_commands(application)
        if await self._store.setting("commands") == _fingerprint(application, payload, there):
            return
        async with patience(self._client, PATIENCE_WITH_SETTINGS):
            there = await http.bulk_upsert_global_commands(application, payload)
        await self._store.set_setting("commands", _fingerprint(application, payload, there))
        log.info("synced the slash commands")

    async def _agree_on_settings(self) -> None:
        """Let "Add App" add the bot to servers, with its permissions, and never to a user alone.

        What Discord has was asked for at the login:
        https://docs.discord.com/developers/resources/application#edit-current-application
        """
        application = self._client.application
        if not self._settings or application is None or installs_as_needed(application):
            return
        async with patience(self._client, PATIENCE_WITH_SETTINGS):
            await application.edit(
                install_params_scopes=SCOPES,
                install_params_permissions=PERMISSIONS,
                guild_install_scopes=SCOPES,
                guild_install_permissions=PERMISSIONS,
            )
        log.info("set the application's install settings")

    async def _agree_on_avatar(self) -> None:
        """Set our avatar if the bot has none; another that the host has chosen stays.

        https://docs.discord.com/developers/resources/user#modify-current-user
        """
        user = self._client.user
        if not self._settings or user is None or user.avatar is not None:
            return
        content = await asyncio.to_thread(AVATAR.read_bytes)
        async with patience(self._client, PATIENCE_WITH_SETTINGS):
            await user.edit(avatar=content)
        log.info("set the bot's avatar")


async def _translated(tree: app_commands.CommandTree) -> list[dict[str, object]]:
    """Return the commands as they are sent to Discord."""
    translator = CatalogueTranslator()
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]


def _fingerprint(
    application: int, payload: Sequence[object], there: Sequence[Mapping[str, object]]
) -> str:
    """Return what stands for these commands and for those that Discord answers with."""
    versions = sorted([str(command["id"]), str(command.get("version"))] for command in there)
    return sha256(encode([application, payload, versions])).hexdigest()


def installs_as_needed(application: AppInfo) -> bool:
    """Tell whether "Add App" adds the bot to servers, with what it needs, and nowhere else."""
    server = application.guild_integration_config
    return (
        application.user_integration_config is None
        and server is not None
        and _as_needed(server.oauth2_install_params)
        and _as_needed(application.install_params)
    )


def _as_needed(params: AppInstallParams | None) -> bool:
    return (
        params is not None
        and set(params.scopes) == set(SCOPES)
        and params.permissions == PERMISSIONS
    )


def _reason(problem: Exception) -> str:
    """Return in a few words what happened, for the log."""
    if isinstance(problem, discord.HTTPException):
        return f"status {problem.status}, code {problem.code}"
    return type(problem).__name__
