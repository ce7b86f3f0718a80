"""Keeps the slash commands, the install settings and the bot's profile at Discord up to date.

At each start, they are compared with what Discord has, and set if they differ, while the start goes
on. A request that Discord refused is tried again at the next start, any other one later.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import discord
from discord import AppInfo, app_commands
from discord.appinfo import AppInstallParams
from discord.ext import commands
from msgspec.json import encode

from bot import drawing
from bot.common.log import log_failure
from bot.discord_adapter.channels import INVITATION_PERMISSIONS
from bot.discord_adapter.request_gate import limit_request_time
from bot.discord_adapter.rest import REQUEST_ERRORS, may_succeed_later
from bot.i18n import LANGUAGES, match_language, text
from bot.storage.store import Store

log = logging.getLogger(__name__)

INSTALL_SCOPES = ["bot", "applications.commands"]
"""The OAuth2 scopes that the bot gets when people add it to a server with the button "Add App"."""
SERVER_INSTALL_TYPE = "0"
"""Discord's code for adding the bot to a server, as opposed to a person's own account."""
AVATAR_FILE = Path(drawing.__file__).parent / "avatar.png"
"""The image file of the bot's avatar. `tools/build_art/__main__.py` makes it from `avatar.svg`."""
FORMER_DESCRIPTION_KEYS = ("application-description-0-3", "application-description-0-4")
"""Keys of the descriptions by older versions, which are replaced. The operator's own are kept."""
REQUEST_TIMEOUT_SECONDS = 20.0
RETRY_DELAYS_SECONDS = (30.0, 120.0, 600.0, 3600.0)
"""The last delay is used for all later retries."""


class SyncedSetting:
    """A setting of the bot that Discord stores and the bot updates, such as its profile."""

    OPERATION: str
    """What the log says of an unexpected error in the bot's own code: this failed."""
    WARNING: str
    """What the log says of a failed request: its reason, and whether it is tried again."""

    def __init__(self, bot: commands.Bot) -> None:
        self._bot = bot

    async def sync(self) -> None:
        """Set the setting at Discord if it differs. Raises one of `REQUEST_ERRORS`."""


class ApplicationSetup:
    """Updates once, when the bot starts, what Discord stores about it."""

    def __init__(self, bot: commands.Bot, store: Store, *, settings: bool) -> None:
        """Prepare to sync the commands, and with `settings` the rest, too."""
        self.first_try_event = asyncio.Event()
        """Set when each setting has been tried once."""
        self._synced_settings: list[SyncedSetting] = [SlashCommands(bot, store)]
        if settings:
            self._synced_settings = [InstallSettings(bot), *self._synced_settings, Profile(bot)]

    async def sync(self) -> None:
        """Sync everything, and log errors. The bot's commands must be loaded.

        The install settings come first, because commands would be lost on servers without them.
        """
        left = self._synced_settings
        for seconds in chain(RETRY_DELAYS_SECONDS, repeat(RETRY_DELAYS_SECONDS[-1])):
            left = [kept for kept in left if not await _sync_once(kept)]
            self.first_try_event.set()
            if not left:
                return
            await asyncio.sleep(seconds)


async def _sync_once(setting: SyncedSetting) -> bool:
    """Sync one setting, and return False if that should be tried again."""
    try:
        await setting.sync()
    except REQUEST_ERRORS as problem:
        tried_again = may_succeed_later(problem)
        log.warning(setting.WARNING, _describe_problem(problem), "yes" if tried_again else "no")
        return not tried_again
    except Exception as problem:
        log_failure(log, setting.OPERATION, problem)
    return True


class InstallSettings(SyncedSetting):
    """Lets the button "Add App" add the bot to servers, with the permissions that it needs.

    People cannot add it to their own account.
    """

    OPERATION = "setting the install settings"
    WARNING = (
        "install settings: setting them failed (%s). Tried again before the next start: %s."
        ' Or do it by hand on the page "Installation" of Discord\'s developer portal: only'
        ' "Guild Install"; for an application that others may add, with the scopes bot and'
        " applications.commands and the permissions View Channel, Send Messages, Send"
        " Messages in Threads, Embed Links and Attach Files."
    )

    async def sync(self) -> None:
        """Set the install settings at Discord, unless they are correct already.

        The current settings are part of the application's data, which discord.py requests at the
        login: https://docs.discord.com/developers/resources/application#edit-current-application

        A private application has no button "Add App", and Discord refuses scopes and permissions
        for it: https://github.com/discord/discord-api-docs/issues/4111
        """
        application = self._bot.application
        if application is None or has_required_install_settings(application):
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            if application.bot_public:
                await application.edit(
                    install_params_scopes=INSTALL_SCOPES,
                    install_params_permissions=INVITATION_PERMISSIONS,
                    guild_install_scopes=INSTALL_SCOPES,
                    guild_install_permissions=INVITATION_PERMISSIONS,
                )
            else:
                config = {"integration_types_config": {SERVER_INSTALL_TYPE: dict[str, object]()}}
                await self._bot.http.edit_application_info(reason=None, payload=config)
        log.info("set the application's install settings")


class SlashCommands(SyncedSetting):
    """The slash commands, such as `/cats play`, that Discord offers to people."""

    OPERATION = "syncing the commands"
    WARNING = (
        "slash commands: comparing them with what Discord has failed (%s); if this version"
        " changed them, people still see the old ones. Tried again before the next start:"
        " %s."
    )

    def __init__(self, bot: commands.Bot, store: Store) -> None:
        super().__init__(bot)
        self._store = store

    async def sync(self) -> None:
        """Send the commands, unless the bot's and Discord's are as at the last sync.

        Discord gives a command a new `version` with each change:
        https://docs.discord.com/developers/interactions/application-commands
        """
        http, application = self._bot.http, self._bot.application_id or 0
        payload = await _make_command_payloads(self._bot.tree)
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            there = await http.get_global_commands(application)
        fingerprint = _compute_fingerprint(application, payload, there)
        if await self._store.bot.find_setting("commands") == fingerprint:
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            there = await http.bulk_upsert_global_commands(application, payload)
        fingerprint = _compute_fingerprint(application, payload, there)
        await self._store.bot.set_setting("commands", fingerprint)
        log.info("synced the slash commands")


class Profile(SyncedSetting):
    """The bot's profile at Discord: its avatar, and the application's description and tags."""

    OPERATION = "setting the profile"
    WARNING = (
        "profile: setting avatar, description or tags failed (%s). Tried again before the"
        ' next start: %s. Or choose them by hand, on the pages "General Information" and'
        ' "Bot" of Discord\'s developer portal.'
    )

    async def sync(self) -> None:
        """Set what is missing, or was set by an older version. The operator's choices are kept."""
        await self._set_avatar()
        await self._set_description_and_tags()

    async def _set_avatar(self) -> None:
        """Set the avatar from `AVATAR_FILE`, if the bot has none.

        https://docs.discord.com/developers/resources/user#modify-current-user
        """
        user = self._bot.user
        if user is None or user.avatar is not None:
            return
        content = await asyncio.to_thread(AVATAR_FILE.read_bytes)
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            await user.edit(avatar=content)
        log.info("set the bot's avatar")

    async def _set_description_and_tags(self) -> None:
        """Set the tags and the description.

        Discord does not accept the URLs of the terms and the privacy policy from the bot. The
        operator sets them in Discord's developer portal.
        """
        application = self._bot.application
        missing = _find_missing_profile_fields(application) if application else {}
        if not missing:
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            await self._bot.http.edit_application_info(reason=None, payload=missing)
        log.info("set the application's description or tags")


class CatalogueTranslator(app_commands.Translator):
    """Translates descriptions of slash commands, which are `locale_str(english, key=...)`.

    With `folder=...`, the message is in a game's own catalogue. Names of commands have no key and
    stay English.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in the reader's language, or None to let Discord show the English text."""
        key = string.extras.get("key")
        if key is None or (language := match_language(locale.value)) == LANGUAGES[0]:
            return None
        return text(language, string.extras.get("folder"))(key)


async def _make_command_payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, object]]:
    translator = CatalogueTranslator()
    return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]


def _compute_fingerprint(
    application: int, payload: Sequence[object], commands_at_discord: Sequence[Mapping[str, object]]
) -> str:
    """Return a hash that changes whenever the commands change, in the bot or at Discord."""
    versions = sorted(
        [str(command["id"]), str(command.get("version"))] for command in commands_at_discord
    )
    return sha256(encode([application, payload, versions])).hexdigest()


def has_required_install_settings(application: AppInfo) -> bool:
    """Return whether the application's install settings at Discord are as the bot needs them.

    If the application is public, "Add App" must ask for exactly the required scopes and
    permissions.
    """
    server = application.guild_integration_config
    if application.user_integration_config is not None or server is None:
        return False
    params = (server.oauth2_install_params, application.install_params)
    return not application.bot_public or all(map(_has_required_params, params))


def has_complete_profile(application: AppInfo) -> bool:
    """Return whether the application has tags, and no description of an older version."""
    return not _find_missing_profile_fields(application)


def _find_missing_profile_fields(application: AppInfo) -> dict[str, str | list[str]]:
    say, missing = text(LANGUAGES[0]), dict[str, str | list[str]]()
    ours_before = {say(key) for key in FORMER_DESCRIPTION_KEYS}
    if not application.description or application.description in ours_before:
        missing["description"] = say("application-description")
    if not application.tags:
        missing["tags"] = say("application-tags").split(", ")
    return missing


def _has_required_params(params: AppInstallParams | None) -> bool:
    return (
        params is not None
        and set(params.scopes) == set(INSTALL_SCOPES)
        and params.permissions == INVITATION_PERMISSIONS
    )


def _describe_problem(problem: Exception) -> str:
    if isinstance(problem, discord.HTTPException):
        return f"status {problem.status}, code {problem.code}"
    return type(problem).__name__
