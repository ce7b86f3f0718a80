"""What the bot needs to be allowed."""

from discord import Permissions

FOR_PICTURES = "attach_files"
"""Words alone go without."""
NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    FOR_PICTURES,
)
"""In a server, by Discord's names."""
PERMISSIONS = Permissions(**dict.fromkeys(NEEDED, True))


def lacking(has: Permissions, *, thread: bool = False) -> tuple[str, ...]:
    """Return what the bot lacks in a channel where it `has` these.

    In a thread, the permission to send there stands for that to send.
    """
    elsewhere = "send_messages" if thread else "send_messages_in_threads"
    return tuple(name for name in NEEDED if name != elsewhere and not getattr(has, name))


def can_write(has: Permissions, *, thread: bool = False) -> bool:
    """Tell whether somebody may send messages in a channel or thread where they have these.

    https://docs.discord.com/developers/topics/permissions#permissions-for-threads
    """
    return has.send_messages_in_threads if thread else has.send_messages
