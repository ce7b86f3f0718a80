"""A change of a table: the click behind it, its result, and the errors that refuse it."""

from msgspec import Struct

from bot.domain.table import Finished, SeatDecision, Table
from bot.engine.events import EventRecord
from bot.engine.game import ActionRecord

MAX_NAME_LENGTH = 32
"""The maximum length of a stored display name, in characters."""
DEFAULT_MAX_FILE_BYTES = 10 * 1024 * 1024
"""The size in bytes of the largest file that Discord accepts on a server that nobody boosts.

See https://docs.discord.com/developers/reference#uploading-files.
"""


class Click(Struct, frozen=True):
    """A person's press or command, as far as tables need to know it."""

    id: int
    """Discord's interaction id, which contains its time."""
    user: int
    name: str
    language: str
    channel: int
    """The channel of the click.

    The effects apply to this channel. The click gives no rights in other channels.
    """
    can_manage_messages: bool = False
    """True: the person may manage messages in this channel."""
    can_manage_server: bool = False
    """True: the person may manage the server."""
    can_write: bool = True
    """True: the person may send messages in this channel or thread."""
    is_ephemeral: bool = False
    """True: the click came from an ephemeral message. The answer replaces it."""
    is_private_thread: bool = False
    """True: the click came from a thread to which people and bots must be invited."""
    missing_permissions: tuple[str, ...] = ()
    """The permissions that the bot lacks in this channel, by Discord's names."""
    newest_message: int = 0
    """The id of the channel's newest message; 0: Discord does not report it."""
    guild: int = 0
    """The server's id; 0: a direct message with the bot."""
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    """The size in bytes of the largest file that Discord accepts in the answer."""


class Change(Struct, frozen=True):
    """A table after a change, with the actions and events that led to it."""

    table: Table
    actions: tuple[ActionRecord, ...] = ()
    """The actions that the game was given."""
    events: tuple[EventRecord, ...] = ()
    """The events that happened, of the game and of the table."""
    should_move_board: bool = False
    """True: the board moves to the end of the channel."""
    calls: tuple[SeatDecision, ...] = ()
    """The decisions and seats that the new board calls."""


class Refused(Exception):
    """The table refuses the request. A sentence says why, and what to do instead."""

    def __init__(self, key: str, **values: int | str) -> None:
        """Keep the catalogue `key` and its arguments."""
        super().__init__(key)
        self.key = key
        self.values = values


class Unstorable(Refused):
    """The database cannot store a change of this table, for an unforeseen reason."""

    def __init__(self) -> None:
        super().__init__("store-trouble")


class Gone(Refused):
    """The table does not exist any more."""

    def __init__(self) -> None:
        super().__init__("table-gone")


class Asleep(Gone):
    """The table exists, but the package with its game is not installed now."""

    def __init__(self, table: Table) -> None:
        Refused.__init__(self, "game-asleep")
        self.table = table


def make_table_event(name: str, *values: int | str) -> EventRecord:
    """Return a public event of the table itself. Its name is a key of the shared catalogue."""
    return EventRecord(None, name, values)


def find_missing_permissions(table: Table, click: Click) -> tuple[str, ...]:
    """Return the permissions that the bot lacks for this table.

    A table that is text only does not need the permission to attach files.
    """
    return tuple(
        name
        for name in click.missing_permissions
        if not (table.text_only and name == "attach_files")
    )


def close_table(table: Table, event_name: str = "table-closed") -> Change:
    """Close the table for good. A table that is over or closed stays unchanged."""
    if isinstance(table, Finished):
        return Change(table)
    return Change(table.close(), events=(make_table_event(event_name),))
