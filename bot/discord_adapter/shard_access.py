"""Decides when a client may connect to its shard, and serve the shard's tables."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.discord_adapter.client import CatsClient


class ShardAccess(Protocol):
    """A client's right to its shard, which other processes of the bot may have, too."""

    @property
    def is_serving(self) -> bool:
        """Whether the client serves the tables: it answers clicks, and timers fire."""

    async def wait_to_identify(self, client: "CatsClient") -> None:
        """Wait until the client may log in to the gateway, which it does right afterwards."""

    async def begin(self, client: "CatsClient") -> None:
        """Start to serve the tables, unless another process does so. Called after the login."""

    async def wait_until_available(self) -> str | None:
        """Do what `CatsClient.wait_until_available` says."""

    async def close(self) -> None:
        """Stop serving for good. A start or stop that is under way ends first."""


class SingleProcessAccess:
    """The access of a client whose shard no other process can serve."""

    def __init__(self) -> None:
        self.is_serving = False

    async def wait_to_identify(self, client: "CatsClient") -> None:
        """Return at once."""

    async def begin(self, client: "CatsClient") -> None:
        """Start to serve the tables."""
        await client.start_services()
        self.is_serving = True

    async def wait_until_available(self) -> str | None:
        """Return None until the client closes."""
        return None if self.is_serving else "restarting"

    async def close(self) -> None:
        """Stop serving."""
        self.is_serving = False
