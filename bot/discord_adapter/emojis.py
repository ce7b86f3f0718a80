"""Syncs the application's emojis with the image files of the games' signs.

Discord keeps emojis with the application: https://docs.discord.com/developers/resources/emoji.
Screen readers read their names aloud, so the names are plain words. If a file changes, its new
emoji gets the next number, such as "top_hat_2", until the old emoji is deleted. The store has a
fingerprint of the file of each emoji.
"""

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import discord
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.common.log import log_failure
from bot.discord_adapter.request_gate import limit_request_time
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.package import GamePackage, GameRegistry
from bot.services.events import Events
from bot.storage.store import Store

log = logging.getLogger(__name__)

MAX_EMOJI_BYTES = 256 * 1024
"""Maximum size of an emoji's file in bytes."""
EMOJI_NAME_PATTERN = re.compile(r"[a-z0-9_]{2,29}")
"""Pattern of an emoji's name. With a number it has at most 32 letters, which is Discord's limit."""
FINGERPRINTS_SETTING_KEY = "emojis"
"""Key of the setting that maps ids of emojis to the fingerprints of their files."""
MAX_CONCURRENT_UPLOADS = 8
"""Number of emojis that are uploaded at the same time."""
EMOJI_REQUEST_TIMEOUT_SECONDS = 600.0
"""Time limit of a request for emojis, which is long because nobody waits for it.

After that the next start tries again.
"""
LIST_INTERVAL_SECONDS = 60.0
"""Time between two listings while another worker uploads emojis."""
MAX_LISTINGS = 30
"""Number of repeated listings after which the worker stops waiting for missing emojis."""
TOO_MANY_EMOJIS_CODE = 30008
"""Discord's error code for an application that has the maximum number of emojis."""


class EmojiSource(NamedTuple):
    """A sign of a game, from which an emoji is made."""

    file_stem: str
    """The stem of the file's name, such as "top-hat"."""
    name: str
    """The emoji's name, such as "top_hat"."""
    image: bytes

    @property
    def fingerprint(self) -> str:
        """A hash of the file's content."""
        return sha256(self.image).hexdigest()[:16]

    def matches_name(self, name: str) -> bool:
        """Return whether an emoji of this name belongs to the sign, with or without a number."""
        return re.fullmatch(rf"{self.name}(_[1-9][0-9]?)?", name) is not None


def read_signs(package: GamePackage) -> tuple[EmojiSource, ...]:
    """Read a game's signs.

    Raises `ValueError` for a sign that Discord would not accept as an emoji.
    """
    return tuple(map(_read_sign, sorted(package.signs.glob("*.webp")))) if package.signs else ()


def _read_sign(file: Path) -> EmojiSource:
    image = file.read_bytes()
    name = file.stem.replace("-", "_")
    if not EMOJI_NAME_PATTERN.fullmatch(name) or len(image) > MAX_EMOJI_BYTES:
        raise ValueError(f"{file} cannot be an emoji")
    return EmojiSource(file.stem, name, image)


class EmojisChanged(Struct, frozen=True):
    """The games' signs have new emojis."""

    registry: GameRegistry
    """The games with their present emojis."""


class Emojis:
    """Syncs the application's emojis with the games' signs once."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        registry: GameRegistry,
        events: Events,
        *,
        should_upload: bool = True,
    ) -> None:
        """Publish `EmojisChanged` to `events` whenever more signs have emojis.

        `store` has the fingerprints of the emojis' files. `should_upload` says whether this client
        uploads missing emojis. Otherwise it waits until another worker has uploaded them.
        """
        self.listed_event = asyncio.Event()
        """Set when the existing emojis are in use, or when the request for them has failed."""
        self._client = client
        self._store = store
        self._registry = registry
        self._events = events
        self._should_upload = should_upload
        self._signs: dict[str, tuple[EmojiSource, ...]] = {}
        """Maps games to their signs."""
        self._own_emojis: list[discord.Emoji] = []
        """The emojis that this bot has uploaded."""
        self._used_names: set[str] = set()
        """The names of all the application's emojis."""
        self._fingerprints: dict[str, str] = {}
        """Maps ids of emojis to the fingerprints of their files."""
        self._emoji_by_sign: dict[str, discord.Emoji] = {}
        """Maps names of signs to their emojis, for the signs that have one."""
        self._current_step = ("reading", "files")
        """The present action and its target, for the log."""

    async def sync(self) -> None:
        """Use existing emojis, upload missing ones, and delete outdated ones.

        If a sign's file has changed, its old emoji is deleted one start later. Until then boards
        show it. Errors are logged, and standard emojis are used until the next start.
        """
        try:
            self._signs = {game: read_signs(package) for game, package in self._registry.items()}
            if any(self._signs.values()):
                await self._list_emojis()
                if not self._should_upload:
                    await self._wait_for_all()
                    return
                outdated = self._find_outdated()
                await self._upload_missing()
                for emoji in outdated:
                    await self._delete(emoji)
        except REQUEST_ERRORS as problem:
            self._log_problem(problem)
        except Exception as problem:
            log_failure(log, "making the application's emojis agree", problem)
        finally:
            self.listed_event.set()

    def _iterate_signs(self) -> Iterator[EmojiSource]:
        return (sign for signs in self._signs.values() for sign in signs)

    async def _list_emojis(self) -> None:
        """List the application's emojis, and use those that match the signs."""
        self._current_step = ("listing", "all")
        async with limit_request_time(self._client, EMOJI_REQUEST_TIMEOUT_SECONDS):
            found = await self._client.fetch_application_emojis()
        self._fingerprints = decode(
            await self._store.bot.find_setting(FINGERPRINTS_SETTING_KEY) or "{}",
            type=dict[str, str],
        )
        self._own_emojis = [each for each in found if each.user and each.user == self._client.user]
        self._used_names = {each.name for each in found}
        emojis = ((sign.name, self._find_emoji(sign)) for sign in self._iterate_signs())
        self._emoji_by_sign = {name: emoji for name, emoji in emojis if emoji}
        self._publish_emojis()
        self.listed_event.set()

    def _find_emoji(self, sign: EmojiSource) -> discord.Emoji | None:
        """Return the emoji that was made from a sign's file, None if there is none.

        The fingerprint may be unknown, such as after the loss of the database. Then it is the
        newest emoji without a fingerprint.
        """
        ours = [each for each in self._own_emojis if sign.matches_name(each.name)]
        known = [each for each in ours if self._fingerprints.get(str(each.id)) == sign.fingerprint]
        new = [each for each in ours if str(each.id) not in self._fingerprints]
        return max(known or new, key=lambda emoji: emoji.id, default=None)

    async def _wait_for_all(self) -> None:
        """List the emojis repeatedly until none is missing, at most `MAX_LISTINGS` times."""
        for _ in range(MAX_LISTINGS):
            if all(sign.name in self._emoji_by_sign for sign in self._iterate_signs()):
                return
            await asyncio.sleep(LIST_INTERVAL_SECONDS)
            await self._list_emojis()

    async def _upload_missing(self) -> None:
        """Upload missing emojis, several at a time.

        The first error stops all uploads and is raised.
        """
        signs = self._iterate_signs()

        async def some() -> None:
            for sign in signs:
                await self._upload_if_missing(sign)

        try:
            async with asyncio.TaskGroup() as bringing:
                for _ in range(MAX_CONCURRENT_UPLOADS):
                    bringing.create_task(some())
        except ExceptionGroup as problems:
            raise problems.exceptions[0] from None
        finally:
            await self._store_fingerprints()

    async def _upload_if_missing(self, sign: EmojiSource) -> None:
        """Upload a sign's emoji if it has none."""
        if sign.name in self._emoji_by_sign:
            return
        name = self._find_free_name(sign)
        self._used_names.add(name)
        try:
            async with limit_request_time(self._client, EMOJI_REQUEST_TIMEOUT_SECONDS):
                made = await self._client.create_application_emoji(name=name, image=sign.image)
        except REQUEST_ERRORS:
            self._current_step = ("uploading", name)
            raise
        self._emoji_by_sign[sign.name] = made
        self._publish_emojis()

    def _find_free_name(self, sign: EmojiSource) -> str:
        numbered = (f"{sign.name}_{number}" for number in count(2))
        return next(name for name in chain((sign.name,), numbered) if name not in self._used_names)

    async def _store_fingerprints(self) -> None:
        """Store the fingerprints of all existing emojis' files."""
        there = {str(each.id) for each in self._own_emojis}
        files = {id_: file for id_, file in self._fingerprints.items() if id_ in there}
        for sign in self._iterate_signs():
            if emoji := self._emoji_by_sign.get(sign.name):
                files[str(emoji.id)] = sign.fingerprint
        if files != self._fingerprints:
            await self._store.bot.set_setting(FINGERPRINTS_SETTING_KEY, encode(files).decode())
            self._fingerprints = files

    def _find_outdated(self) -> list[discord.Emoji]:
        """Return this bot's emojis of signs that use another emoji now."""
        signs = [sign for sign in self._iterate_signs() if sign.name in self._emoji_by_sign]
        used = {emoji.id for emoji in self._emoji_by_sign.values()}
        return [
            emoji
            for emoji in self._own_emojis
            if emoji.id not in used and any(sign.matches_name(emoji.name) for sign in signs)
        ]

    async def _delete(self, emoji: discord.Emoji) -> None:
        self._current_step = ("deleting", emoji.name)
        async with limit_request_time(self._client, EMOJI_REQUEST_TIMEOUT_SECONDS):
            with suppress(discord.NotFound):
                await emoji.delete()

    def _publish_emojis(self) -> None:
        """Publish the present emojis, so that screens use them."""
        registry = {
            game: replace(package, emojis=self._map_signs_to_emojis(self._signs[game]))
            for game, package in self._registry.items()
        }
        self._events.publish(EmojisChanged(registry))

    def _map_signs_to_emojis(self, signs: tuple[EmojiSource, ...]) -> dict[str, str]:
        there = self._emoji_by_sign
        return {sign.file_stem: str(there[sign.name]) for sign in signs if sign.name in there}

    def _log_problem(self, problem: Exception) -> None:
        """Log in one line what failed and what the host can do."""
        refusal = problem if isinstance(problem, discord.HTTPException) else None
        log.warning(
            "application emojis: %s %s failed (%s); standard ones stand in for %d of %d signs. %s",
            *self._current_step,
            f"status {refusal.status}, code {refusal.code}" if refusal else type(problem).__name__,
            sum(sign.name not in self._emoji_by_sign for sign in self._iterate_signs()),
            sum(1 for _ in self._iterate_signs()),
            "Delete some of the application's emojis in Discord's developer portal and restart."
            if refusal and refusal.code == TOO_MANY_EMOJIS_CODE
            else "The next start of the bot tries again.",
        )
