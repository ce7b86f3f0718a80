"""Converts between times and snowflakes: Discord's ids, which hold the time of their creation.

https://discord.com/developers/docs/reference#snowflakes
"""

DISCORD_EPOCH_MILLISECONDS = 1_420_070_400_000
"""The start of 2015, in milliseconds since 1970."""


def time_snowflake(at: float) -> int:
    """Return the smallest id that something created then, in seconds since 1970, can have."""
    return (int(at * 1000) - DISCORD_EPOCH_MILLISECONDS) << 22


def snowflake_time(id_: int) -> float:
    """Return the time at which Discord created this id, in seconds since 1970."""
    return ((id_ >> 22) + DISCORD_EPOCH_MILLISECONDS) / 1000
