"""Discord's shards: each has some of the servers, and its own gateway connection."""

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.statements import param

_LAST_BITS = 2**22
"""What a server's id is divided by: its last 22 bits have no say."""


class Shard(Struct, frozen=True):
    """One of the shards of all servers.

    https://docs.discord.com/developers/events/gateway#sharding
    """

    number: int = 0
    of: int = 1

    def has(self, guild: int) -> bool:
        """Tell whether a server belongs to it; direct messages (0) belong to the first one.

        https://docs.discord.com/developers/events/gateway#sharding
        """
        return guild // _LAST_BITS % self.of == self.number


ALL = Shard()
"""The only shard that there is until Discord asks for more."""


def of_shard(guild: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a server belongs to a shard."""
    return guild // _LAST_BITS % param("shards") == param("shard")


def of(shard: Shard) -> dict[str, object]:
    """Return the values of the parameters in that condition."""
    return {"shard": shard.number, "shards": shard.of}
