"""The application's emojis, which agree with the files of the games' signs.

Discord keeps them with the application: https://docs.discord.com/developers/resources/emoji. An
emoji's name ends in a hash of its file, so that a changed file is seen to be missing.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.edge.errors import NOT_DONE
from bot.edge.give_up import patience
from bot.games.box import Box, Shelf
from bot.log import log_failure

log = logging.getLogger(__name__)

LARGEST = 256 * 1024
"""Bytes of an emoji's file."""
NAME = re.compile(r"[a-z0-9_]{2,32}")
AT_ONCE = 8
"""Emojis that are uploaded at the same time."""
PATIENCE_WITH_EMOJIS = 600.0
"""Seconds after which a request is given up until the next start: nobody waits for it."""
LISTED_AGAIN = 60.0
"""Seconds after which they are listed again while another worker uploads some."""
LISTINGS = 30
NO_ROOM = 30008
"""Discord's code for an application that has as many emojis as it may have."""


class Sign(NamedTuple):
    """A sign that shall be an emoji."""

    stem: str
    """Of the file, such as "top-hat"."""
    name: str
    """Of the emoji, such as "top_hat_1a2b3c"."""
    image: bytes


def signs_of(box: Box) -> tuple[Sign, ...]:
    """Read a game's signs. Raises `ValueError` for one that Discord would not take."""
    return tuple(map(_sign, sorted(box.signs.glob("*.webp")))) if box.signs else ()


def _sign(file: Path) -> Sign:
    image = file.read_bytes()
    name = f"{_beginning(file.stem)}_{sha256(image).hexdigest()[:6]}"
    if not NAME.fullmatch(name) or len(image) > LARGEST:
        raise ValueError(f"{file} cannot be an emoji")
    return Sign(file.stem, name, image)


def _beginning(stem: str) -> str:
    return stem.replace("-", "_")


class Emojis:
    """Makes the application's emojis agree with the games' signs, once."""

    def __init__(
        self,
        client: discord.Client,
        shelf: Shelf,
        use: Callable[[Shelf], None],
        *,
        uploads: bool = True,
    ) -> None:
        """Hand `use` the games again whenever there are more emojis for their signs.

        `uploads`: whether the missing ones are uploaded, and not waited for: others may do it.
        """
        self.listed = asyncio.Event()
        """Set when the emojis that were there are in use, or could not be asked for."""
        self._client = client
        self._shelf = shelf
        self._use = use
        self._uploads = uploads
        self._signs: dict[str, tuple[Sign, ...]] = {}
        """The signs by their games."""
        self._there: dict[str, discord.Emoji] = {}
        """The application's emojis by their names."""
        self._doing = ("reading", "files")
        """What is done to which emojis, for the log."""

    async def agree(self) -> None:
        """Use the emojis that are there, upload the missing ones, delete outdated ones.

        A sign's former emoji goes one start after its file has changed: until then it stands on
        boards. What Discord does not do is told in the log, and standard emojis stand in until the
        next start.
        """
        try:
            self._signs = {game: signs_of(box) for game, box in self._shelf.items()}
            if any(self._signs.values()):
                await self._list()
                if not self._uploads:
                    await self._wait_for_all()
                    return
                outdated = self._outdated()
                await self._upload_all()
                for emoji in outdated:
                    await self._delete(emoji)
        except NOT_DONE as problem:
            self._tell(problem)
        except Exception as problem:
            log_failure(log, "making the application's emojis agree", problem)
        finally:
            self.listed.set()

    def _all(self) -> Iterator[Sign]:
        return (sign for signs in self._signs.values() for sign in signs)

    async def _list(self) -> None:
        self._doing = ("listing", "all")
        async with patience(self._client, PATIENCE_WITH_EMOJIS):
            found = await self._client.fetch_application_emojis()
        self._there = {emoji.name: emoji for emoji in found}
        self._hand_over()
        self.listed.set()

    async def _wait_for_all(self) -> None:
        """List them again and again until none is missing, or somebody must have given up."""
        for _ in range(LISTINGS):
            if all(sign.name in self._there for sign in self._all()):
                return
            await asyncio.sleep(LISTED_AGAIN)
            await self._list()

    async def _upload_all(self) -> None:
        """Upload the missing ones, several at a time; the first that fails ends it."""
        missing = (sign for sign in self._all() if sign.name not in self._there)

        async def some() -> None:
            for sign in missing:
                await self._upload(sign)

        try:
            async with asyncio.TaskGroup() as uploading:
                for _ in range(AT_ONCE):
                    uploading.create_task(some())
        except ExceptionGroup as problems:
            raise problems.exceptions[0] from None

    async def _upload(self, sign: Sign) -> None:
        try:
            async with patience(self._client, PATIENCE_WITH_EMOJIS):
                made = await self._client.create_application_emoji(name=sign.name, image=sign.image)
        except NOT_DONE:
            self._doing = ("uploading", sign.name)
            raise
        self._there[sign.name] = made
        self._hand_over()

    def _outdated(self) -> list[discord.Emoji]:
        """Return what this bot has uploaded for earlier files of signs that are there by now."""
        there = [sign for sign in self._all() if sign.name in self._there]
        beginnings = "|".join(_beginning(sign.stem) for sign in there)
        ours = re.compile(rf"({beginnings})_[0-9a-f]{{6}}")
        return [
            emoji
            for name, emoji in self._there.items()
            if emoji.user is not None
            and emoji.user == self._client.user
            and ours.fullmatch(name)
            and name not in {sign.name for sign in there}
        ]

    async def _delete(self, emoji: discord.Emoji) -> None:
        self._doing = ("deleting", emoji.name)
        async with patience(self._client, PATIENCE_WITH_EMOJIS):
            with suppress(discord.NotFound):
                await emoji.delete()

    def _hand_over(self) -> None:
        """Let the screens use the emojis that there are now."""
        self._use(
            {
                game: replace(box, emojis=self._present(self._signs[game]))
                for game, box in self._shelf.items()
            }
        )

    def _present(self, signs: tuple[Sign, ...]) -> dict[str, str]:
        there = self._there
        return {sign.stem: str(there[sign.name]) for sign in signs if sign.name in there}

    def _tell(self, problem: Exception) -> None:
        """Tell the host in one line what failed and what to do."""
        refusal = problem if isinstance(problem, discord.HTTPException) else None
        log.warning(
            "application emojis: %s %s failed (%s); standard ones stand in for %d of %d signs. %s",
            *self._doing,
            f"status {refusal.status}, code {refusal.code}" if refusal else type(problem).__name__,
            sum(sign.name not in self._there for sign in self._all()),
            sum(1 for _ in self._all()),
            "Delete some of the application's emojis in Discord's developer portal and restart."
            if refusal and refusal.code == NO_ROOM
            else "The next start of the bot tries again.",
        )
