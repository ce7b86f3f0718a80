"""The application's emojis, which agree with the files of the games' signs.

Discord keeps them with the application: https://docs.discord.com/developers/resources/emoji. Their
names are read aloud, so they are plain words; a changed file gets the next number, "top_hat_2",
until its former emoji is gone. Which file an emoji was made of, a fingerprint in the store tells.
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
from bot.engine.box import GamePackage, GameRegistry
from bot.services.events import Events
from bot.storage.store import Store

log = logging.getLogger(__name__)

MAX_EMOJI_BYTES = 256 * 1024
"""Bytes of an emoji's file."""
EMOJI_NAME_PATTERN = re.compile(r"[a-z0-9_]{2,29}")
"""With a number it has at most 32 letters, as Discord takes them."""
FINGERPRINTS_SETTING_KEY = "emojis"
"""The setting that tells of which files the emojis were made: fingerprints by their ids."""
MAX_CONCURRENT_UPLOADS = 8
"""Emojis that are uploaded at the same time."""
EMOJI_REQUEST_TIMEOUT_SECONDS = 600.0
"""Seconds after which a request is given up until the next start: nobody waits for it."""
LIST_INTERVAL_SECONDS = 60.0
"""Seconds after which they are listed again while another worker uploads some."""
MAX_LISTINGS = 30
TOO_MANY_EMOJIS_CODE = 30008
"""Discord's code for an application that has as many emojis as it may have."""


class EmojiSource(NamedTuple):
    """A sign that shall be an emoji."""

    stem: str
    """Of the file, such as "top-hat"."""
    name: str
    """Of the emoji, such as "top_hat"."""
    image: bytes

    @property
    def fingerprint(self) -> str:
        """What stands for the file's content."""
        return sha256(self.image).hexdigest()[:16]

    def matches_name(self, name: str) -> bool:
        """Tell whether an emoji of this name is of the sign, as its file is or once was."""
        return re.fullmatch(rf"{self.name}(_[1-9][0-9]?)?", name) is not None


def read_signs(box: GamePackage) -> tuple[EmojiSource, ...]:
    """Read a game's signs. Raises `ValueError` for one that Discord would not take."""
    return tuple(map(_read_sign, sorted(box.signs.glob("*.webp")))) if box.signs else ()


def _read_sign(file: Path) -> EmojiSource:
    image = file.read_bytes()
    name = file.stem.replace("-", "_")
    if not EMOJI_NAME_PATTERN.fullmatch(name) or len(image) > MAX_EMOJI_BYTES:
        raise ValueError(f"{file} cannot be an emoji")
    return EmojiSource(file.stem, name, image)


class EmojisChanged(Struct, frozen=True):
    """There are other emojis for the games' signs."""

    shelf: GameRegistry
    """The games, with the emojis that there are now."""


class Emojis:
    """Makes the application's emojis agree with the games' signs, once."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        shelf: GameRegistry,
        events: Events,
        *,
        uploads: bool = True,
    ) -> None:
        """Tell `events` whenever there are more emojis for the games' signs.

        The store remembers of which files the emojis were made. `uploads`: whether the missing ones
        are uploaded, and not waited for: others may do it.
        """
        self.listed = asyncio.Event()
        """Set when the emojis that were there are in use, or could not be asked for."""
        self._client = client
        self._store = store
        self._shelf = shelf
        self._events = events
        self._uploads = uploads
        self._signs: dict[str, tuple[EmojiSource, ...]] = {}
        """The signs by their games."""
        self._own_emojis: list[discord.Emoji] = []
        """All that this bot has uploaded."""
        self._used_names: set[str] = set()
        """The names of all the application's emojis."""
        self._fingerprints: dict[str, str] = {}
        """The fingerprints of their files, by their ids."""
        self._emoji_by_sign: dict[str, discord.Emoji] = {}
        """The emoji of each sign that has one, by the sign's name."""
        self._current_step = ("reading", "files")
        """What is done to which emojis, for the log."""

    async def sync(self) -> None:
        """Use the emojis that are there, upload the missing ones, delete outdated ones.

        A sign's former emoji goes one start after its file has changed: until then it stands on
        boards. What Discord does not do is told in the log, and standard emojis stand in until the
        next start.
        """
        try:
            self._signs = {game: read_signs(box) for game, box in self._shelf.items()}
            if any(self._signs.values()):
                await self._list_emojis()
                if not self._uploads:
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
            self.listed.set()

    def _iterate_signs(self) -> Iterator[EmojiSource]:
        return (sign for signs in self._signs.values() for sign in signs)

    async def _list_emojis(self) -> None:
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
        self.listed.set()

    def _find_emoji(self, sign: EmojiSource) -> discord.Emoji | None:
        """Return the emoji that was made of a sign's file, None if there is none.

        Of what nothing is known, such as after the loss of the database, it is the newest.
        """
        ours = [each for each in self._own_emojis if sign.matches_name(each.name)]
        known = [each for each in ours if self._fingerprints.get(str(each.id)) == sign.fingerprint]
        new = [each for each in ours if str(each.id) not in self._fingerprints]
        return max(known or new, key=lambda emoji: emoji.id, default=None)

    async def _wait_for_all(self) -> None:
        """List them again and again until none is missing, or somebody must have given up."""
        for _ in range(MAX_LISTINGS):
            if all(sign.name in self._emoji_by_sign for sign in self._iterate_signs()):
                return
            await asyncio.sleep(LIST_INTERVAL_SECONDS)
            await self._list_emojis()

    async def _upload_missing(self) -> None:
        """Upload what is missing, several at a time; the first that fails ends it."""
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
        """Upload a sign that has no emoji."""
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
        """Note of which files the emojis were made that are there."""
        there = {str(each.id) for each in self._own_emojis}
        files = {id_: file for id_, file in self._fingerprints.items() if id_ in there}
        for sign in self._iterate_signs():
            if emoji := self._emoji_by_sign.get(sign.name):
                files[str(emoji.id)] = sign.fingerprint
        if files != self._fingerprints:
            await self._store.bot.set_setting(FINGERPRINTS_SETTING_KEY, encode(files).decode())
            self._fingerprints = files

    def _find_outdated(self) -> list[discord.Emoji]:
        """Return what this bot has uploaded for earlier files of signs that are there by now."""
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
        """Let the screens use the emojis that there are now."""
        shelf = {
            game: replace(box, emojis=self._map_signs_to_emojis(self._signs[game]))
            for game, box in self._shelf.items()
        }
        self._events.publish(EmojisChanged(shelf))

    def _map_signs_to_emojis(self, signs: tuple[EmojiSource, ...]) -> dict[str, str]:
        there = self._emoji_by_sign
        return {sign.stem: str(there[sign.name]) for sign in signs if sign.name in there}

    def _log_problem(self, problem: Exception) -> None:
        """Tell the host in one line what failed and what to do."""
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
