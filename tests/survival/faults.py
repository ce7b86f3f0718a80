"""What goes wrong at the loopback Discord: faults on request, and its global rate limit."""

import asyncio
import socket as sockets
import struct
from collections import deque
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from math import ceil
from time import time
from typing import Any

from aiohttp import web

from tests.fake_discord import reply

BLOCKED = """<!DOCTYPE html>
<title>Access denied | discord.com used Cloudflare to restrict access</title>
"""
"""How Cloudflare answers in Discord's place."""


@dataclass
class Fault:
    """What goes wrong with the next `times` requests that match."""

    method: str
    path: str
    status: int = 0
    """The answer's status; 0: none."""
    code: int = 0
    """Discord's code of what is wrong, with a status."""
    retry_after: float = 0.0
    """Seconds, with status 429."""
    blocked: bool = False
    """With status 429: Cloudflare answers, and not Discord."""
    scope: str = "user"
    """With status 429: what the limit is about: "user", "shared" or "global"."""
    reset: bool = False
    """The connection is reset."""
    done: bool = False
    """Discord does what was asked, though the bot never hears of it."""
    held: asyncio.Event | None = None
    """The request is on its way until this is set, then it is answered as ever. What is `done` is
    so before: then only Discord's word of it is on its way."""
    times: int = 1
    hit: asyncio.Event = field(default_factory=asyncio.Event)

    async def refusal(self, request: web.Request) -> web.Response:
        """Return what the bot is told, if it is told anything at all."""
        if self.reset:
            _reset(request)
        elif not self.status:
            await asyncio.Event().wait()
        if self.blocked:
            wait = {"Retry-After": str(ceil(self.retry_after))} if self.retry_after else {}
            return web.Response(
                text=BLOCKED, status=self.status, content_type="text/html", headers=wait
            )
        status = self.status or 500
        response = (
            make_rate_limit(self.retry_after, self.code, self.scope)
            if status == 429
            else reply({"code": self.code, "message": "no"}, status=status)
        )
        response.headers["Via"] = "1.1 google"
        return response


def make_rate_limit(retry_after: float, code: int = 0, scope: str = "user") -> web.Response:
    """Return Discord's answer to a request that exceeds a limit.

    Examples: https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit and,
    with a code, https://github.com/discord/discord-api-docs/pull/8290
    """
    told: dict[str, object] = {"message": "You are being rate limited."}
    told |= {"retry_after": retry_after, "global": scope == "global"}
    if code:
        told["code"] = code
    response = reply(told, status=429)
    response.headers["Retry-After"] = str(ceil(retry_after))
    response.headers["X-RateLimit-Scope"] = scope
    if scope == "global":
        response.headers["X-RateLimit-Global"] = "true"
    else:
        response.headers["X-RateLimit-Limit"] = "5"
        response.headers["X-RateLimit-Remaining"] = "0" if scope == "user" else "4"
        response.headers["X-RateLimit-Reset"] = f"{time() + retry_after:.3f}"
        response.headers["X-RateLimit-Reset-After"] = f"{retry_after:.3f}"
        response.headers["X-RateLimit-Bucket"] = "abcd1234"
    return response


class Faults(list[Fault]):
    """The faults that were asked for, oldest first."""

    def add(self, method: str, path: str, **what: Any) -> Fault:
        """Let the next matching request fail; "*" in the path is anything."""
        self.append(Fault(method, path, **what))
        return self[-1]

    def next(self, method: str, path: str) -> Fault | None:
        """Return what goes wrong with this request."""
        for fault in self:
            if fault.times and fault.method == method and fnmatchcase(path, fault.path):
                fault.times -= 1
                return fault
        return None


def counts_towards_limit(path: str) -> bool:
    """Tell whether a request counts towards the global limit: those about interactions do not.

    https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
    """
    return not path.startswith(("/interactions", "/webhooks"))


class GlobalLimit:
    """Discord's limit of requests in any second."""

    def __init__(self) -> None:
        self.most: int | None = None
        """None: there is none."""
        self.refused = 0
        """How many requests were too many."""
        self._lately: deque[float] = deque()
        """When the requests of the last second came that count."""

    def refusal(self, path: str) -> web.Response | None:
        """Return the answer to a request too many, None if it is not."""
        if self.most is None or not counts_towards_limit(path):
            return None
        now = asyncio.get_running_loop().time()
        while self._lately and self._lately[0] <= now - 1:
            self._lately.popleft()
        if len(self._lately) < self.most:
            self._lately.append(now)
            return None
        self.refused += 1
        wait = round(self._lately[0] + 1 - now, 3)
        response = make_rate_limit(wait, scope="global")
        response.headers["Via"] = "1.1 google"
        return response


def _reset(request: web.Request) -> None:
    assert request.transport is not None
    socket = request.transport.get_extra_info("socket")
    socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()
