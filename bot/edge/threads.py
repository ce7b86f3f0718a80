"""What an archived thread tells: whether Discord has closed it, or somebody by hand."""

from datetime import timedelta

from discord import RawThreadUpdateEvent
from discord.utils import parse_time, snowflake_time

SLACK = timedelta(minutes=1)
"""The clocks of Discord's machines may differ by so much at most."""


def closed_by_hand(event: RawThreadUpdateEvent) -> bool:
    """Tell whether somebody has archived a thread, which is known to be archived.

    Discord does it only when nothing was written there for as long as the thread's setting says,
    and tells when the thread was archived:
    https://docs.discord.com/developers/topics/threads#active-archived-threads,
    https://docs.discord.com/developers/resources/channel#thread-metadata-object
    """
    thread = event.data
    about = thread["thread_metadata"]
    newest = snowflake_time(int(thread.get("last_message_id") or thread["id"]))
    quiet = timedelta(minutes=about["auto_archive_duration"])
    return parse_time(about["archive_timestamp"]) - newest < quiet - SLACK
