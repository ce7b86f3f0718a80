"""Keeps the slash commands, the install settings and the bot's profile at Discord up to date.

At each start, all of them are compared with what Discord has, and set if they differ. The rest of
the start does not wait for that. Errors are logged in one line. A request is tried again later if
Discord did not answer or was not able to handle it. A request that Discord refused is tried again
at the next start.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Protocol

import discord
from discord import AppInfo, app_commands
from discord.appinfo import AppInstallParams
from discord.ext import commands
from msgspec.json import encode

from bot import drawing
from bot.common.log import log_failure
from bot.discord_adapter.channels import REQUIRED_PERMISSIONS
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
FORMER_DESCRIPTION_KEYS = ("application-description-0-3",)
"""Message catalogue keys of the descriptions that older versions wrote into the bot's profile. A
profile that still has one of these descriptions gets the current one. Any other description was
written by the bot's operator and is kept.
"""
REQUEST_TIMEOUT_SECONDS = 20.0
"""Maximum seconds for a request that changes a setting. A slower request is cancelled and tried
again later.
"""
RETRY_DELAYS_SECONDS = (30.0, 120.0, 600.0, 3600.0)
"""Seconds before each retry of failed requests. The last delay is used for all later retries."""


class SyncedSetting(Protocol):
    """A setting of the bot that Discord stores and the bot updates, such as its profile."""

    async def sync(self) -> None:
        """Compare the setting with what Discord has, and set it at Discord if it differs.

        Raises:
            Exception: A request has failed. It is one of `REQUEST_ERRORS`.
        """

    def warn(self, reason: str, will_retry: str) -> None:
        """Log a warning that a request to Discord for this setting has failed.

        Args:
            reason: A short description of the error.
            will_retry: "yes" if the request is tried again before the bot's next start, else "no".
        """

    def log_failure(self, problem: Exception) -> None:
        """Log an unexpected error in the bot's own code, as opposed to a failed request."""


class ApplicationSetup:
    """Updates what Discord stores about the bot: slash commands, install settings and profile.

    This is done once, when the bot starts.
    """

    def __init__(self, bot: commands.Bot, store: Store, *, settings: bool) -> None:
        """Prepare to sync the settings of a bot.

        Args:
            store: The open database. It holds a fingerprint of the commands at the last sync.
            settings: Whether to sync the install settings and the profile, too. If False, only the
                commands are synced.
        """
        self.first_try_event = asyncio.Event()
        """Set when each setting has been tried once, whether the try succeeded or not."""
        self._synced_settings: list[SyncedSetting] = [SlashCommands(bot, store)]
        if settings:
            self._synced_settings = [InstallSettings(bot), *self._synced_settings, Profile(bot)]

    async def sync(self) -> None:
        """Set the install settings, sync the slash commands, and set the profile, in this order.

        The bot's commands must be loaded before the call. The install settings come first, because
        commands would be lost on servers without them. Errors are logged. Failed requests that may
        succeed later are repeated until they do.
        """
        left = self._synced_settings
        for seconds in chain(RETRY_DELAYS_SECONDS, repeat(RETRY_DELAYS_SECONDS[-1])):
            left = [kept for kept in left if not await _sync_once(kept)]
            self.first_try_event.set()
            if not left:
                return
            await asyncio.sleep(seconds)


async def _sync_once(setting: SyncedSetting) -> bool:
    """Sync one setting with Discord.

    Return False if the sync failed and should be tried again. Errors are logged, not raised.
    """
    try:
        await setting.sync()
    except REQUEST_ERRORS as problem:
        tried_again = may_succeed_later(problem)
        setting.warn(_describe_problem(problem), "yes" if tried_again else "no")
        return not tried_again
    except Exception as problem:
        setting.log_failure(problem)
    return True


class InstallSettings:
    """The settings at Discord that decide how the button "Add App" adds the bot.

    With these settings, people can add the bot to servers with the permissions that it needs, but
    not to their own user account.
    """

    def __init__(self, bot: commands.Bot) -> None:
        """Prepare to sync the install settings of a bot."""
        self._bot = bot

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
                    install_params_permissions=REQUIRED_PERMISSIONS,
                    guild_install_scopes=INSTALL_SCOPES,
                    guild_install_permissions=REQUIRED_PERMISSIONS,
                )
            else:
                config = {"integration_types_config": {SERVER_INSTALL_TYPE: dict[str, object]()}}
                await self._bot.http.edit_application_info(reason=None, payload=config)
        log.info("set the application's install settings")

    def warn(self, reason: str, will_retry: str) -> None:
        """Log a warning that explains how to set the install settings by hand.

        Args:
            reason: A short description of the error.
            will_retry: "yes" if the request is tried again before the bot's next start, else "no".
        """
        log.warning(
            "install settings: setting them failed (%s). Tried again before the next start: %s."
            ' Or do it by hand on the page "Installation" of Discord\'s developer portal: only'
            ' "Guild Install"; for an application that others may add, with the scopes bot and'
            " applications.commands and the permissions View Channel, Send Messages, Send"
            " Messages in Threads, Embed Links and Attach Files.",
            reason,
            will_retry,
        )

    def log_failure(self, problem: Exception) -> None:
        """Log an unexpected error in the bot's own code, as opposed to a failed request."""
        log_failure(log, "setting the install settings", problem)


class SlashCommands:
    """The slash commands, such as `/cats play`, that Discord offers to people."""

    def __init__(self, bot: commands.Bot, store: Store) -> None:
        """Prepare to sync the slash commands of a bot.

        Args:
            store: The open database. It holds a fingerprint of the commands at the last sync.
        """
        self._bot = bot
        self._store = store

    async def sync(self) -> None:
        """Send the commands to Discord, unless nothing has changed since the last sync.

        They are sent if this version of the bot has other commands, or if somebody has changed the
        commands at Discord. Discord gives a command a new `version` with each change:
        https://docs.discord.com/developers/interactions/application-commands
        """
        http, application = self._bot.http, self._bot.application_id or 0
        payload = await _make_command_payloads(self._bot.tree)
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            there = await http.get_global_commands(application)
        if await self._store.bot.find_setting("commands") == _compute_fingerprint(
            application, payload, there
        ):
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            there = await http.bulk_upsert_global_commands(application, payload)
        await self._store.bot.set_setting(
            "commands", _compute_fingerprint(application, payload, there)
        )
        log.info("synced the slash commands")

    def warn(self, reason: str, will_retry: str) -> None:
        """Log a warning that people may still see outdated commands.

        Args:
            reason: A short description of the error.
            will_retry: "yes" if the request is tried again before the bot's next start, else "no".
        """
        log.warning(
            "slash commands: comparing them with what Discord has failed (%s); if this version"
            " changed them, people still see the old ones. Tried again before the next start:"
            " %s.",
            reason,
            will_retry,
        )

    def log_failure(self, problem: Exception) -> None:
        """Log an unexpected error in the bot's own code, as opposed to a failed request."""
        log_failure(log, "syncing the commands", problem)


class Profile:
    """The bot's profile at Discord: its avatar, and the application's description and tags."""

    def __init__(self, bot: commands.Bot) -> None:
        """Prepare to sync the profile of a bot."""
        self._bot = bot

    async def sync(self) -> None:
        """Set avatar, description and tags where they are missing.

        A description that an older version of the bot wrote is replaced. Values that the bot's
        operator has chosen are kept.
        """
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
        """Set the tags if there are none, and the description if it is empty or outdated.

        A description is outdated if an older version of the bot wrote it. The URLs of the terms and
        the privacy policy are not set here, because Discord does not accept them from the bot. The
        operator sets them in Discord's developer portal.
        """
        application = self._bot.application
        missing = _find_missing_profile_fields(application) if application else {}
        if not missing:
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            await self._bot.http.edit_application_info(reason=None, payload=missing)
        log.info("set the application's description or tags")

    def warn(self, reason: str, will_retry: str) -> None:
        """Log a warning that explains how to set the bot's profile by hand.

        Args:
            reason: A short description of the error.
            will_retry: "yes" if the request is tried again before the bot's next start, else "no".
        """
        log.warning(
            "profile: setting avatar, description or tags failed (%s). Tried again before the"
            ' next start: %s. Or choose them by hand, on the pages "General Information" and'
            ' "Bot" of Discord\'s developer portal.',
            reason,
            will_retry,
        )

    def log_failure(self, problem: Exception) -> None:
        """Log an unexpected error in the bot's own code, as opposed to a failed request."""
        log_failure(log, "setting the profile", problem)


class CatalogueTranslator(app_commands.Translator):
    """Translates descriptions of slash commands with the bot's message catalogues.

    A text to translate is written as `locale_str(english, key=...)`. The key names a message of the
    catalogue that all games share. If `folder=...` is given, too, the message is in a game's own
    catalogue. Names of commands have no key and stay English.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a command's text in the language of a reader.

        Args:
            string: The English text. Its extras name the message in the catalogue.
            locale: Discord's code for the reader's language.
            _context: Where the text is used. Ignored.

        Returns:
            The translation, or None to let Discord show the English text.
        """
        key = string.extras.get("key")
        if key is None or (language := match_language(locale.value)) == LANGUAGES[0]:
            return None
        return text(language, string.extras.get("folder"))(key)


async def _make_command_payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, object]]:
    """Return all slash commands with their translations, as JSON for Discord."""
    translator = CatalogueTranslator()
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]


def _compute_fingerprint(
    application: int, payload: Sequence[object], commands_at_discord: Sequence[Mapping[str, object]]
) -> str:
    """Return a hash that changes whenever the commands change, in the bot or at Discord.

    It is compared with the hash of the last sync, to decide whether to send the commands again.
    """
    versions = sorted(
        [str(command["id"]), str(command.get("version"))] for command in commands_at_discord
    )
    return sha256(encode([application, payload, versions])).hexdigest()


def has_required_install_settings(application: AppInfo) -> bool:
    """Return whether the application's install settings at Discord are as the bot needs them.

    People must be able to add the bot to servers, but not to their own user account. If the
    application is public, "Add App" must also ask for exactly the required scopes and permissions.
    """
    server = application.guild_integration_config
    if application.user_integration_config is not None or server is None:
        return False
    params = (server.oauth2_install_params, application.install_params)
    return not application.bot_public or all(map(_has_required_params, params))


def has_complete_profile(application: AppInfo) -> bool:
    """Return whether the application at Discord has tags and an up-to-date description.

    A description that the bot's operator wrote counts as up to date. A description that an older
    version of the bot wrote does not.
    """
    return not _find_missing_profile_fields(application)


def _find_missing_profile_fields(application: AppInfo) -> dict[str, str | list[str]]:
    """Return new values for the profile fields that are empty or that an older version wrote.

    The possible keys are "description" and "tags", as in Discord's JSON.
    """
    say, missing = text(LANGUAGES[0]), dict[str, str | list[str]]()
    ours_before = {say(key) for key in FORMER_DESCRIPTION_KEYS}
    if not application.description or application.description in ours_before:
        missing["description"] = say("application-description")
    if not application.tags:
        missing["tags"] = say("application-tags").split(", ")
    return missing


def _has_required_params(params: AppInstallParams | None) -> bool:
    """Return whether "Add App" adds the bot with exactly the required scopes and permissions.

    `params` are the application's settings for that at Discord, or None if it has none.
    """
    return (
        params is not None
        and set(params.scopes) == set(INSTALL_SCOPES)
        and params.permissions == REQUIRED_PERMISSIONS
    )


def _describe_problem(problem: Exception) -> str:
    """Return a short description of a request's error for the log: its type, or Discord's codes."""
    if isinstance(problem, discord.HTTPException):
        return f"status {problem.status}, code {problem.code}"
    return type(problem).__name__
