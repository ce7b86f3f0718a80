"""How many sessions Discord recommends, and how many may still be started."""

import discord
from msgspec import Struct

from bot.edge.give_up import patience

PATIENCE_WITH_STARTS = 30.0
"""Seconds after which the question is given up."""


class Starts(Struct, frozen=True):
    """What Discord says of a bot's sessions.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    """As many are recommended."""
    at_once: int
    """So many may identify at the same time (`max_concurrency`)."""
    total: int
    """How often the bot may identify in a day; after that Discord resets its token."""
    left: int
    """How often it may yet."""
    renewed_in: float
    """Seconds until it may as often as ever."""

    @property
    def spent(self) -> bool:
        """Whether only the last tenth is left, and what may be asked for at the same time."""
        return self.left < self.total // 10 + self.at_once


async def starts_left(client: discord.Client) -> Starts:
    """Ask Discord, as a client that has logged in. Raises what such a request raises.

    https://docs.discord.com/developers/events/gateway#get-gateway-bot
    """
    async with patience(client, PATIENCE_WITH_STARTS):
        shards, _, limit = await client.http.get_bot_gateway()
    return Starts(
        shards=shards,
        at_once=limit["max_concurrency"],
        total=limit["total"],
        left=limit["remaining"],
        renewed_in=limit["reset_after"] / 1000.0,
    )
