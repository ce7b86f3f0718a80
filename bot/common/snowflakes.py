"""Discord's ids, which hold the time at which they were made.

https://discord.com/developers/docs/reference#snowflakes
"""

DISCORD_EPOCH_MILLISECONDS = 1_420_070_400_000
"""The Unix time from which Discord's ids count."""


def time_snowflake(at: float) -> int:
    """Return the smallest id of a Unix time, in seconds by Discord's clock."""
    return (int(at * 1000) - DISCORD_EPOCH_MILLISECONDS) << 22


def snowflake_time(id_: int) -> float:
    """Return the Unix time, in seconds, at which Discord made an id."""
    return ((id_ >> 22) + DISCORD_EPOCH_MILLISECONDS) / 1000
