"""Discord's ids, which hold the time at which they were made.

https://discord.com/developers/docs/reference#snowflakes
"""

DISCORD_EPOCH = 1_420_070_400_000
"""The first millisecond of Discord's ids."""


def snowflake(at: float) -> int:
    """Return the smallest id of a time by Discord's clock."""
    return (int(at * 1000) - DISCORD_EPOCH) << 22


def created_at(id_: int) -> float:
    """Return the time at which Discord made an id."""
    return ((id_ >> 22) + DISCORD_EPOCH) / 1000
