"""Makes emojis of the bot's application from the image files of the games' signs.

A sign is a small picture in a game's texts, such as a top hat. Discord keeps emojis with the
application: https://docs.discord.com/developers/resources/emoji. Screen readers read their names
aloud, so the names are plain words. If a file changes, its new emoji gets the next number, such as
"top_hat_2", until the old emoji is deleted. The store has a fingerprint of the file of each emoji.
"""

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import discord
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.common.log import log_failure
from bot.discord_adapter.error_codes import TOO_MANY_EMOJIS_CODE, UNKNOWN_EMOJI_CODE
from bot.discord_adapter.request_gate import limit_request_time
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.package import GamePackage, GameRegistry
from bot.services.events import Events
from bot.storage.store import Store

log = logging.getLogger(__name__)

MAX_EMOJI_BYTES = 256 * 1024
"""Maximum size in bytes of an emoji's image file, which is Discord's limit. A larger file raises
an error.
"""
EMOJI_NAME_PATTERN = re.compile(r"[a-z0-9_]{2,29}")
"""Matches the name of an emoji without a number at its end. With a number such as "_12", the name
has at most 32 characters, which is Discord's limit.
"""
FINGERPRINTS_SETTING_KEY = "emojis"
"""Key of the database entry that maps ids of emojis to the fingerprints of their image files."""
MAX_CONCURRENT_UPLOADS = 8
"""Maximum number of emojis that are uploaded at the same time. Further ones wait."""
EMOJI_REQUEST_TIMEOUT_SECONDS = 600.0
"""Maximum seconds for a request about emojis. It is long, because nobody waits for the result.
After a timeout, the bot's next start tries again.
"""
LIST_INTERVAL_SECONDS = 60.0
MAX_LISTINGS = 30
"""Maximum number of times that the list of emojis is requested while another process uploads them.
After that, this process stops waiting for the missing emojis.
"""


class EmojiSource(NamedTuple):
    """A sign, which is a small picture in a game's texts. An emoji is made from it."""

    file_stem: str
    """The name of the image file without its extension, such as "top-hat"."""
    name: str
    """The emoji's name at Discord, such as "top_hat"."""
    image: bytes

    @property
    def fingerprint(self) -> str:
        """A hash of the image file, used to tell whether an emoji was made from this file."""
        return sha256(self.image).hexdigest()[:16]

    def matches_name(self, name: str) -> bool:
        """Return whether an emoji with this name was made for the sign.

        The name may have a number at its end, such as "top_hat_2".
        """
        return re.fullmatch(rf"{self.name}(_[1-9][0-9]?)?", name) is not None


def read_signs(package: GamePackage) -> tuple[EmojiSource, ...]:
    """Read the image files of a game's signs, the small pictures in its texts.

    Args:
        package: The game. If its `signs` are None, it has no such pictures.

    Raises:
        ValueError: Discord would not accept a sign as an emoji, because of its name or size.
    """
    folder = package.pictures.signs if package.pictures else None
    return tuple(map(_read_sign, sorted(folder.glob("*.webp")))) if folder else ()


def _read_sign(file: Path) -> EmojiSource:
    """Read the image file of a sign, a small picture in a game's texts.

    Raises `ValueError` if Discord would not accept it as an emoji.
    """
    image = file.read_bytes()
    name = file.stem.replace("-", "_")
    if not EMOJI_NAME_PATTERN.fullmatch(name) or len(image) > MAX_EMOJI_BYTES:
        raise ValueError(f"{file} cannot be an emoji")
    return EmojiSource(file.stem, name, image)


class EmojisChanged(Struct, frozen=True):
    """Event that is published when more signs have got emojis, so that screens use them.

    A sign is a small picture in a game's texts.
    """

    registry: GameRegistry
    """The games, each with the emojis that it has now."""


@dataclass(eq=False)
class Emojis:
    """Makes an emoji at Discord for each sign of the games, and deletes outdated ones.

    A sign is a small picture in a game's texts, such as a top hat.
    """

    _client: discord.Client
    _store: Store
    """Has the fingerprints of the emojis' image files."""
    _registry: GameRegistry
    _events: Events
    should_upload: bool = True
    """Whether this client uploads missing emojis. If False, it waits until another process has."""

    def __post_init__(self) -> None:
        self.listed_event = asyncio.Event()
        """Set once the existing emojis are in use, or once the request for them has failed."""
        self._signs: dict[str, tuple[EmojiSource, ...]] = {}
        """Maps names of games to their signs, the small pictures in their texts."""
        self._own_emojis: list[discord.Emoji] = []
        """The application's emojis that the bot has uploaded. Those of a person are not included.
        """
        self._used_names: set[str] = set()
        """The names of all the application's emojis. A new emoji must have another name."""
        self._fingerprints: dict[str, str] = {}
        """Maps ids of emojis, as text, to the fingerprints of their image files."""
        self._emoji_by_sign: dict[str, discord.Emoji] = {}
        """Maps the name of each sign, such as "top_hat", to its emoji. Signs without an emoji are
        missing.
        """
        self._current_step = ("reading", "files")
        """The step that runs now, and the emojis that it concerns. Used in log messages."""

    async def sync(self) -> None:
        """Use existing emojis, upload missing ones, and delete outdated ones.

        If the image file of a sign has changed, its old emoji is deleted one start of the bot
        later, because boards may still show it. Signs without an emoji are shown as standard emojis
        until the next start. If Discord closes a route for long, the sync goes on afterwards. Other
        errors are logged.
        """
        try:
            self._signs = {game: read_signs(package) for game, package in self._registry.items()}
            while any(self._signs.values()):
                try:
                    return await self._sync_once()
                except discord.RateLimited as limit:
                    self.listed_event.set()
                    await asyncio.sleep(limit.retry_after)
        except REQUEST_ERRORS as problem:
            self._log_problem(problem)
        except Exception as problem:
            log_failure(log, "making the application's emojis agree", problem)
        finally:
            self.listed_event.set()

    async def _sync_once(self) -> None:
        """List the emojis, upload missing ones or wait for them, and delete outdated ones."""
        await self._list_emojis()
        if not self.should_upload:
            await self._wait_for_all()
            return
        outdated = self._find_outdated()
        await self._upload_missing()
        for emoji in outdated:
            await self._delete(emoji)

    def _iterate_signs(self) -> Iterator[EmojiSource]:
        return (sign for signs in self._signs.values() for sign in signs)

    async def _list_emojis(self) -> None:
        """Request the list of the application's emojis, and use those that match games' signs."""
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
        """Return the emoji that was made from a sign's image file, or None if there is none.

        If no emoji has the file's fingerprint, it is the newest one of that name without a stored
        fingerprint. Fingerprints are missing after a loss of the database, for example.
        """
        ours = [each for each in self._own_emojis if sign.matches_name(each.name)]
        known = [each for each in ours if self._fingerprints.get(str(each.id)) == sign.fingerprint]
        new = [each for each in ours if str(each.id) not in self._fingerprints]
        return max(known or new, key=lambda emoji: emoji.id, default=None)

    async def _wait_for_all(self) -> None:
        """Request the list of emojis until each sign has one, at most `MAX_LISTINGS` times."""
        for _ in range(MAX_LISTINGS):
            if all(sign.name in self._emoji_by_sign for sign in self._iterate_signs()):
                return
            await asyncio.sleep(LIST_INTERVAL_SECONDS)
            await self._list_emojis()

    async def _upload_missing(self) -> None:
        """Upload an emoji for each sign that has none, several at the same time.

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
        """Upload an emoji for a sign, unless the sign has one already."""
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
        there = {str(each.id) for each in self._own_emojis}
        files = {id_: file for id_, file in self._fingerprints.items() if id_ in there}
        for sign in self._iterate_signs():
            if emoji := self._emoji_by_sign.get(sign.name):
                files[str(emoji.id)] = sign.fingerprint
        if files != self._fingerprints:
            await self._store.bot.set_setting(FINGERPRINTS_SETTING_KEY, encode(files).decode())
            self._fingerprints = files

    def _find_outdated(self) -> list[discord.Emoji]:
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
            try:
                await emoji.delete()
            except discord.NotFound as missing:
                if missing.code != UNKNOWN_EMOJI_CODE:
                    raise

    def _publish_emojis(self) -> None:
        """Publish an event with the emojis that the signs have now, so that screens use them."""
        registry = {
            game: replace(package, emojis=self._map_signs_to_emojis(self._signs[game]))
            for game, package in self._registry.items()
        }
        self._events.publish(EmojisChanged(registry))

    def _map_signs_to_emojis(self, signs: tuple[EmojiSource, ...]) -> dict[str, str]:
        """Return a map from file names of signs to emojis, as Discord writes emojis in texts.

        Signs without an emoji are missing.
        """
        there = self._emoji_by_sign
        return {sign.file_stem: str(there[sign.name]) for sign in signs if sign.name in there}

    def _log_problem(self, problem: Exception) -> None:
        """Log a warning that says which request failed and what the bot's operator can do."""
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
