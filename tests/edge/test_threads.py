"""Who has closed a thread: Discord, or somebody by hand."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import discord
import pytest
from discord.utils import time_snowflake

from bot.edge.threads import closed_by_hand

WRITTEN = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
"""When the last message came."""


def archived(after: timedelta, quiet: int, **about: Any) -> discord.RawThreadUpdateEvent:
    """Return what the gateway tells of a thread that was archived so long after that.

    `quiet`: minutes without a message after which Discord does it.
    """
    metadata = {
        "archived": True,
        "auto_archive_duration": quiet,
        "archive_timestamp": (WRITTEN + after).isoformat(),
        "locked": False,
    }
    ids = {"id": str(time_snowflake(WRITTEN)), "guild_id": "1", "parent_id": "2", "type": 11}
    return discord.RawThreadUpdateEvent(cast(Any, {**ids, "thread_metadata": metadata, **about}))


@pytest.mark.parametrize("quiet", [60, 1440, 4320, 10080])
@pytest.mark.parametrize("newest", ["message", "none", "absent"])
def test_discord_closes_only_what_is_quiet_for_long(quiet: int, newest: str) -> None:
    told: dict[str, dict[str, Any]] = {
        "message": {"id": "1", "last_message_id": str(time_snowflake(WRITTEN))},
        "none": {"last_message_id": None},
        "absent": {},
    }
    for minutes, by_hand in ((0, True), (quiet - 5, True), (quiet, False), (quiet + 90, False)):
        event = archived(timedelta(minutes=minutes), quiet, **told[newest])
        assert closed_by_hand(event) is by_hand, minutes
