"""Converts between times and snowflakes: Discord's ids, which hold the time of their creation.

https://discord.com/developers/docs/reference#snowflakes
"""

DISCORD_EPOCH_MILLISECONDS = 1_420_070_400_000
"""The time from which Discord's ids count, in milliseconds since 1970: the start of 2015."""


def time_snowflake(at: float) -> int:
    """Return the smallest id that Discord could give to something created at a time.

    Args:
        at: The time in seconds since 1970, by Discord's clock.
    """
    return (int(at * 1000) - DISCORD_EPOCH_MILLISECONDS) << 22


def snowflake_time(id_: int) -> float:
    """Return the time at which Discord created an id, in seconds since 1970."""
    return ((id_ >> 22) + DISCORD_EPOCH_MILLISECONDS) / 1000
