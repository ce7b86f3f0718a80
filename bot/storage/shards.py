"""Discord's shards: each has some of the servers, and its own gateway connection."""

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.statements import param

_ID_DIVISOR = 2**22
"""The last 22 bits of a server's id do not count."""


class Shard(Struct, frozen=True):
    """A shard: its number, and the number of all shards.

    https://docs.discord.com/developers/events/gateway#sharding
    """

    number: int = 0
    total: int = 1

    def contains_guild(self, guild: int) -> bool:
        """Tell whether a server belongs to the shard. Direct messages (0) belong to the first."""
        return guild // _ID_DIVISOR % self.total == self.number


ONLY_SHARD = Shard()
"""The only shard, until Discord asks for more."""


def is_in_shard(guild: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a server belongs to a shard."""
    return guild // _ID_DIVISOR % param("shards") == param("shard")


def shard_params(shard: Shard) -> dict[str, object]:
    """Return the parameters of that condition."""
    return {"shard": shard.number, "shards": shard.total}
