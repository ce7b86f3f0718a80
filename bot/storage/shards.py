"""Discord's shards: each has a share of the servers, and a gateway connection of its own."""

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.statements import param

_ID_DIVISOR = 2**22
"""Drops the lowest 22 bits of a server's id. Discord chooses the shard from the others."""


class Shard(Struct, frozen=True):
    """One of the bot's shards.

    https://docs.discord.com/developers/events/gateway#sharding.
    """

    number: int = 0
    """Counts from 0."""
    total: int = 1

    def contains_guild(self, guild: int) -> bool:
        """Tell whether a server belongs to this shard.

        `guild` is the server's id, or 0 for direct messages, which belong to the first shard.
        """
        return guild // _ID_DIVISOR % self.total == self.number


ONLY_SHARD = Shard()


def is_in_shard(guild: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the SQL condition that a server belongs to the shard of `shard_params`."""
    return guild // _ID_DIVISOR % param("shards") == param("shard")


def shard_params(shard: Shard) -> dict[str, object]:
    """Return the parameters of `is_in_shard`."""
    return {"shard": shard.number, "shards": shard.total}
