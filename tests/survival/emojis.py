"""The emojis that Discord keeps for an application."""

import re
from base64 import b64decode
from collections.abc import Sequence
from itertools import count
from typing import Any

from aiohttp import web
from discord.utils import time_snowflake, utcnow

from bot.games.registry import GAMES
from tests.fake_discord import USER, reply

FOLDERS = [package.pictures.signs for package in GAMES.values() if package.pictures]
FILES = [file for folder in FOLDERS if folder for file in folder.iterdir()]
"""The pictures of all emojis that the bot uploads."""
NAME = re.compile(r"\w{2,32}", re.ASCII)
MAX_EMOJI_BYTES = 256 * 1024
RATE_LIMIT_HEADERS = {
    "X-RateLimit-Bucket": "emojis",
    "X-RateLimit-Limit": "50",
    "X-RateLimit-Remaining": "49",
    "X-RateLimit-Reset-After": "1.0",
}
STRANGER = {**USER, "id": "77", "username": "owner"}


class ApplicationEmojis:
    """Takes, lists, renames and deletes emojis."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        """By id."""
        self._numbers = count(1)

    @property
    def names(self) -> list[str]:
        return [emoji["name"] for emoji in self.kept.values()]

    def add(self, name: str, user: dict[str, Any] = USER) -> dict[str, Any]:
        """Keep an emoji that `user` has uploaded."""
        id_ = str(time_snowflake(utcnow()) + next(self._numbers))
        self.kept[id_] = {"id": id_, "name": name, "user": user, "animated": False}
        return self.kept[id_]

    def answer(self, method: str, which: Sequence[str], body: dict[str, Any]) -> web.Response:
        """Answer a request to `/applications/{id}/emojis` or one below it.

        With its limit, as Discord does: discord.py sends one at a time where it knows none.
        https://docs.discord.com/developers/topics/rate-limits#header-format
        """
        response = self._answer(method, which, body)
        response.headers.update(RATE_LIMIT_HEADERS)
        return response

    def _answer(self, method: str, which: Sequence[str], body: dict[str, Any]) -> web.Response:
        match method, *which:
            case ["GET"]:
                return reply({"items": list(self.kept.values())})
            case ["POST"] if _is_emoji(body) and body["name"] not in self.names:
                return reply(self.add(body["name"]), status=201)
            case ["PATCH", id_] if id_ in self.kept and body["name"] not in self.names:
                self.kept[id_]["name"] = body["name"]
                return reply(self.kept[id_])
            case ["POST"] | ["PATCH", _]:
                return reply({"code": 50035, "message": "invalid form body"}, status=400)
            case ["DELETE", id_] if self.kept.pop(id_, None):
                return web.Response(status=204)
        return reply({"code": 10014, "message": "unknown emoji"}, status=404)


def _is_emoji(body: dict[str, Any]) -> bool:
    kind, _, data = body["image"].partition(";base64,")
    image = b64decode(data)
    is_image = (
        kind == "data:image/webp" and image[8:12] == b"WEBP" and len(image) <= MAX_EMOJI_BYTES
    )
    return is_image and NAME.fullmatch(body["name"]) is not None
