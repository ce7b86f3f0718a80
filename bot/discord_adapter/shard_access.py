"""Decides when a client may connect to its shard, and serve the shard's tables."""

from typing import Protocol

import discord

from bot.discord_adapter.reachability import Reachability


class ShardClient(Protocol):
    """The part of a client that an access uses."""

    reachability: Reachability

    async def start_services(self) -> None:
        """Start to serve the tables."""

    async def stop_services(self) -> None:
        """Finish running work, and serve no tables."""

    async def catch_up(self) -> None:
        """Let deadlines run and timers fire, if people can reach the bot."""


class ShardAccess(Protocol):
    """Lets a client serve its shard while no other process of the bot does."""

    @property
    def is_serving(self) -> bool:
        """Whether the client serves the tables: it answers clicks, and timers fire."""

    async def wait_to_identify(self, client: discord.Client) -> None:
        """Wait until the client may log in to the gateway, which it does right afterwards."""

    async def begin(self, client: ShardClient) -> None:
        """Start to serve the tables, unless another process does so. Called after the login."""

    async def wait_until_available(self) -> str | None:
        """Wait a moment until clicks are served.

        Return None to go on, the key of a refusal, or "" if another process answers the click.
        """

    async def close(self) -> None:
        """Stop serving for good. A start or stop that is under way ends first."""


class SingleProcessAccess:
    """The access of a client whose shard no other process can serve."""

    def __init__(self) -> None:
        self.is_serving = False

    async def wait_to_identify(self, client: discord.Client) -> None:
        """Return at once."""

    async def begin(self, client: ShardClient) -> None:
        """Start to serve the tables."""
        await client.start_services()
        self.is_serving = True

    async def wait_until_available(self) -> str | None:
        """Return None until the client closes."""
        return None if self.is_serving else "restarting"

    async def close(self) -> None:
        """Stop serving."""
        self.is_serving = False
