"""Keeps the slash commands, the install settings and the bot's profile at Discord up to date.

At each start, all of them are compared with what Discord has, and set where they differ. Nothing
waits for that. Errors are logged in one line. A request that Discord did not answer, or could not
do at that time, is tried again later. A request that Discord refused is tried again at the next
start.
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
"""The OAuth2 scopes with which Discord's button "Add App" adds the bot to a server."""
SERVER_INSTALL_TYPE = "0"
"""Discord's code for an installation on a server, not for a single user."""
AVATAR_FILE = Path(drawing.__file__).parent / "avatar.png"
"""The image file of the bot's avatar. `tools/build_art/__main__.py` makes it from `avatar.svg`."""
FORMER_DESCRIPTION_KEYS = ("application-description-0-3",)
"""Catalogue keys of the descriptions that older versions wrote into the bot's profile.

A profile with one of these descriptions gets the present one. The host's own text stays.
"""
REQUEST_TIMEOUT_SECONDS = 20.0
"""Maximum seconds for a request that changes a setting. After that it is tried again later."""
RETRY_DELAYS_SECONDS = (30.0, 120.0, 600.0, 3600.0)
"""Seconds before each retry of failed requests. The last delay is used for all later retries."""


class SyncedSetting(Protocol):
    """A setting of the bot that Discord stores, and that the bot brings up to date."""

    async def sync(self) -> None:
        """Compare the setting with what Discord has, and set it at Discord if it differs.

        Raises:
            Exception: A request has failed, with any error of `REQUEST_ERRORS`.
        """

    def warn(self, reason: str, will_retry: str) -> None:
        """Warn the host in the log that a request for this setting has failed.

        Args:
            reason: Why the request has failed.
            will_retry: "yes" if it is tried again before the next start, else "no".
        """

    def log_failure(self, problem: Exception) -> None:
        """Log an error of the bot's own code, which is no failed request."""


class ApplicationSetup:
    """Brings the settings that Discord stores up to date with this version of the bot, once."""

    def __init__(self, bot: commands.Bot, store: Store, *, settings: bool) -> None:
        """Prepare to sync the settings of a bot.

        Args:
            bot: The bot, which sends the requests.
            store: The open database, which has a fingerprint of the last sync of the commands.
            settings: Whether to sync install settings and profile, and not only the commands.
        """
        self.first_try_event = asyncio.Event()
        """Set when each setting has been tried once, whether it succeeded or not."""
        self._synced_settings: list[SyncedSetting] = [SlashCommands(bot, store)]
        if settings:
            self._synced_settings = [InstallSettings(bot), *self._synced_settings, Profile(bot)]

    async def sync(self) -> None:
        """Set the install settings, sync the slash commands, and set the profile, in this order.

        The commands must be loaded before. The order matters: without the installation on servers,
        commands would be lost there. Errors are logged, and tried again where that makes sense.
        """
        left = self._synced_settings
        for seconds in chain(RETRY_DELAYS_SECONDS, repeat(RETRY_DELAYS_SECONDS[-1])):
            left = [kept for kept in left if not await _sync_once(kept)]
            self.first_try_event.set()
            if not left:
                return
            await asyncio.sleep(seconds)


async def _sync_once(setting: SyncedSetting) -> bool:
    """Sync one setting, and return whether no retry is needed."""
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

    They let people add the bot to servers, with its permissions, and never to a single user.
    """

    def __init__(self, bot: commands.Bot) -> None:
        """Prepare to sync the install settings of a bot."""
        self._bot = bot

    async def sync(self) -> None:
        """Set the install settings at Discord, unless they are as required.

        The login has requested the present ones:
        https://docs.discord.com/developers/resources/application#edit-current-application A private
        application has no "Add App", and Discord refuses such settings for it:
        https://github.com/discord/discord-api-docs/issues/4111
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
        """Warn the host in the log, and explain how to set the install settings by hand.

        Args:
            reason: Why the request has failed.
            will_retry: "yes" if it is tried again before the next start, else "no".
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
        """Log an error of the bot's own code, which is no failed request."""
        log_failure(log, "setting the install settings", problem)


class SlashCommands:
    """The slash commands, such as `/cats play`, that Discord offers to people."""

    def __init__(self, bot: commands.Bot, store: Store) -> None:
        """Prepare to sync the slash commands of a bot.

        Args:
            bot: The bot, which has the commands.
            store: The open database, which has a fingerprint of the last sync.
        """
        self._bot = bot
        self._store = store

    async def sync(self) -> None:
        """Send the commands to Discord if they, or those at Discord, differ from the last sync.

        Discord gives a command another `version` with each change, whoever makes it:
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
        """Warn the host in the log that people may still see outdated commands.

        Args:
            reason: Why the request has failed.
            will_retry: "yes" if it is tried again before the next start, else "no".
        """
        log.warning(
            "slash commands: comparing them with what Discord has failed (%s); if this version"
            " changed them, people still see the old ones. Tried again before the next start:"
            " %s.",
            reason,
            will_retry,
        )

    def log_failure(self, problem: Exception) -> None:
        """Log an error of the bot's own code, which is no failed request."""
        log_failure(log, "syncing the commands", problem)


class Profile:
    """The bot's profile at Discord: its avatar, and the application's description and tags."""

    def __init__(self, bot: commands.Bot) -> None:
        """Prepare to sync the profile of a bot."""
        self._bot = bot

    async def sync(self) -> None:
        """Set avatar, description and tags where there are none. The host's own choices stay."""
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
        """Set the description and tags where they are empty or from an older version of the bot.

        The host sets the links to terms and privacy policy in Discord's developer portal, because
        Discord does not accept them from the bot.
        """
        application = self._bot.application
        missing = _find_missing_profile_fields(application) if application else {}
        if not missing:
            return
        async with limit_request_time(self._bot, REQUEST_TIMEOUT_SECONDS):
            await self._bot.http.edit_application_info(reason=None, payload=missing)
        log.info("set the application's description or tags")

    def warn(self, reason: str, will_retry: str) -> None:
        """Warn the host in the log, and explain how to set the profile by hand.

        Args:
            reason: Why the request has failed.
            will_retry: "yes" if it is tried again before the next start, else "no".
        """
        log.warning(
            "profile: setting avatar, description or tags failed (%s). Tried again before the"
            ' next start: %s. Or choose them by hand, on the pages "General Information" and'
            ' "Bot" of Discord\'s developer portal.',
            reason,
            will_retry,
        )

    def log_failure(self, problem: Exception) -> None:
        """Log an error of the bot's own code, which is no failed request."""
        log_failure(log, "setting the profile", problem)


class CatalogueTranslator(app_commands.Translator):
    """Translates names and descriptions of slash commands with the bot's message catalogues.

    Names of commands have no catalogue key and stay English. `locale_str(english, key=...)` is a
    text of the catalogue that all games share. With `folder=...` in addition it is a text of a
    game's own catalogue.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a command's text in the language of a reader.

        Args:
            string: The English text. Its extras name the catalogue key.
            locale: Discord's code for the reader's language.
            _context: Where the text stands, which does not matter here.

        Returns:
            The translation. None means that Discord shows the English text.
        """
        key, language = string.extras.get("key"), match_language(locale.value)
        if key is None or language == LANGUAGES[0]:
            return None
        return text(language, string.extras.get("folder"))(key)


async def _make_command_payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, object]]:
    """Return the slash commands with all their translations, as JSON for Discord."""
    translator = CatalogueTranslator()
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]


def _compute_fingerprint(
    application: int, payload: Sequence[object], commands_at_discord: Sequence[Mapping[str, object]]
) -> str:
    """Return a hash that changes if the commands change, here or at Discord."""
    versions = sorted(
        [str(command["id"]), str(command.get("version"))] for command in commands_at_discord
    )
    return sha256(encode([application, payload, versions])).hexdigest()


def has_required_install_settings(application: AppInfo) -> bool:
    """Return whether people can add the bot to servers, and cannot add it to a single user.

    If the application is public, "Add App" also has to add it with the required scopes and
    permissions.
    """
    server = application.guild_integration_config
    if application.user_integration_config is not None or server is None:
        return False
    params = (server.oauth2_install_params, application.install_params)
    return not application.bot_public or all(map(_has_required_params, params))


def has_complete_profile(application: AppInfo) -> bool:
    """Return whether the application at Discord has tags and an up-to-date description.

    A description that the host has written counts as up to date. One that an older version of the
    bot wrote does not.
    """
    return not _find_missing_profile_fields(application)


def _find_missing_profile_fields(application: AppInfo) -> dict[str, str | list[str]]:
    """Return the new values of the profile fields that are empty or from an older version."""
    say, missing = text(LANGUAGES[0]), dict[str, str | list[str]]()
    ours_before = {say(key) for key in FORMER_DESCRIPTION_KEYS}
    if not application.description or application.description in ours_before:
        missing["description"] = say("application-description")
    if not application.tags:
        missing["tags"] = say("application-tags").split(", ")
    return missing


def _has_required_params(params: AppInstallParams | None) -> bool:
    """Return whether "Add App" adds the bot with exactly the required scopes and permissions.

    None means that Discord has no such settings for the application.
    """
    return (
        params is not None
        and set(params.scopes) == set(INSTALL_SCOPES)
        and params.permissions == REQUIRED_PERMISSIONS
    )


def _describe_problem(problem: Exception) -> str:
    """Return a short description of a request's error for the log, without its message."""
    if isinstance(problem, discord.HTTPException):
        return f"status {problem.status}, code {problem.code}"
    return type(problem).__name__
