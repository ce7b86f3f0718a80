"""Discord's shards: each has a share of the servers, and a gateway connection of its own."""

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.statements import param

_ID_DIVISOR = 2**22
"""Divides a server's id to leave out its last 22 bits, which do not choose the shard."""


class Shard(Struct, frozen=True):
    """One of the bot's shards, Discord's shares of the servers: its number, and how many there are.

    See https://docs.discord.com/developers/events/gateway#sharding.
    """

    number: int = 0
    """The number of this shard, from 0."""
    total: int = 1
    """The number of all shards of the bot."""

    def contains_guild(self, guild: int) -> bool:
        """Tell whether a server belongs to this shard.

        `guild` is the server's id, or 0 for direct messages, which belong to the first shard.
        """
        return guild // _ID_DIVISOR % self.total == self.number


ONLY_SHARD = Shard()
"""The shard of a small bot, which has only this one until Discord asks for more."""


def is_in_shard(guild: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the SQL condition that a server belongs to a shard.

    `shard_params` returns the values of its two parameters, `shard` and `shards`.

    Args:
        guild: The column with the server's id.
    """
    return guild // _ID_DIVISOR % param("shards") == param("shard")


def shard_params(shard: Shard) -> dict[str, object]:
    """Return the parameters with which the condition of `is_in_shard` selects a shard."""
    return {"shard": shard.number, "shards": shard.total}
