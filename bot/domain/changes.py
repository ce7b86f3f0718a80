"""What people request of a table, how the table changes, and the errors that refuse a request.

A `Click` is the request. A `Change` holds the table afterwards. A `Refused` error tells the person
why the table stays as it is.
"""

from msgspec import Struct

from bot.common.log import LoggedProblem
from bot.domain.table import Finished, SeatDecision, Table
from bot.engine.events import EventRecord
from bot.engine.game import ActionRecord

MAX_NAME_LENGTH = 32
"""The maximum length of a person's display name in the database, in characters.

Longer names are cut off.
"""
EVENTS_WITH_NAMES = (
    *("table-clairvoyant", "table-ended", "table-foreseen", "table-host"),
    *("table-left", "table-left-vacant"),
)
"""The names of the events whose values contain people's display names.

They are used to remove names from these events.
"""
DEFAULT_MAX_FILE_BYTES = 10 * 1024 * 1024
"""The size in bytes of the largest file that Discord accepts on a server without boosts.

See https://docs.discord.com/developers/reference#uploading-files.
"""


class Click(Struct, frozen=True):
    """A button press or slash command of a person, without Discord's own types.

    It holds all that the tables need to know: who clicked, where, and with which permissions.
    """

    id: int
    """Discord's id of the interaction. It is a snowflake, which contains the time of the click."""
    user: int
    name: str
    language: str
    channel: int
    """The id of the channel or thread in which the person clicked.

    The click can change only the table of this channel. It gives no rights in other channels.
    """
    can_manage_messages: bool = False
    """Whether the person has Discord's permission to manage messages in this channel."""
    can_manage_server: bool = False
    """Whether the person has Discord's permission to manage the server."""
    can_write: bool = True
    """Whether the person may send messages in this channel or thread."""
    is_ephemeral: bool = False
    """Whether the click came from an ephemeral message, which that person alone sees.

    A screen that answers the click then replaces that message. A refusal does not.
    """
    is_private_thread: bool = False
    """Whether the click came from a private thread, to which people and bots must be invited."""
    missing_permissions: tuple[str, ...] = ()
    """Discord's names of the permissions that the bot needs in this channel and does not have."""
    newest_message: int = 0
    """The id of the channel's newest message. 0 means that it is unknown."""
    guild: int = 0
    """The id of the server. 0 means that the click came from a direct message with the bot."""
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    """The size in bytes of the largest file that Discord accepts in the answer to this click."""
    message: int = 0
    """The id of the message whose button was pressed. 0 means that the click is a command."""
    public_actions: frozenset[tuple[int, str]] = frozenset()
    """The table's id and the name of each action on the pressed message, if it is public.

    Discord sends them with the click. The custom id of the click itself can be forged.
    """


class Change(Struct, frozen=True):
    """A change that is not stored yet: the table afterwards, and the actions and events in between.

    `bot.services.tables` commits it to the database.
    """

    table: Table
    actions: tuple[ActionRecord, ...] = ()
    """The actions that the rules of the game have carried out in this change, such as a move."""
    events: tuple[EventRecord, ...] = ()
    """The events to tell people about, both of the game and of the table, such as a new host."""
    should_move_board: bool = False
    """Whether to post the board, the table's public message, again at the end of the channel."""
    calls: tuple[SeatDecision, ...] = ()
    """The players whom the table's next public message mentions because it waits for them.

    They have to answer the game, or are the host who can start it. Each is given as the decision's
    number and the player's seat.
    """
    max_hosted_tables: int | None = None
    """The maximum number of open tables that the host of a new table may have in the server.

    The new one counts. Lessons do not. None means that there is no limit.
    """


class Refused(Exception):
    """Raised when a person's request is refused, so that nothing changes.

    The error carries the key of a sentence for that person, which says why the request is refused,
    and what they can do instead.
    """

    def __init__(self, key: str, **values: int | str) -> None:
        """Store the key of the sentence in the message catalogue, and the values to fill in."""
        super().__init__(key)
        self.key = key
        self.values = values


class StoreAway(Refused, LoggedProblem):
    """Raised when the database cannot be used now, or when its answer was lost."""


class Unstorable(Refused, LoggedProblem):
    """Raised when the database rejects a change of this table for an unexpected reason."""

    def __init__(self) -> None:
        super().__init__("store-trouble")


class Gone(Refused):
    """Raised when a table no longer exists in the database."""

    def __init__(self) -> None:
        super().__init__("table-gone")


class Asleep(Gone):
    """Raised for a table whose game is not installed in this process.

    Unlike other `Gone` tables, this one is still in the database. It can be used again once the
    Python package with its game is installed again.
    """

    def __init__(self, table: Table) -> None:
        Refused.__init__(self, "game-asleep")
        self.table = table


def make_table_event(name: str, *values: int | str) -> EventRecord:
    """Return a public event of the table itself, not of its game, such as a new host.

    Args:
        name: The event's name, which is also the key of its sentence in the message catalogue.
        values: The values that the sentence contains, such as a seat or a person's name.
    """
    return EventRecord(None, name, values)


def find_missing_permissions(click: Click, *, text_only: bool) -> tuple[str, ...]:
    """Return Discord's names of the permissions that the bot lacks to post in the click's channel.

    Args:
        click: The press or command.
        text_only: Whether the message has no pictures. It then does not need the permission to
            attach files.
    """
    return tuple(
        name for name in click.missing_permissions if not (text_only and name == "attach_files")
    )


def close_table(table: Table, event_name: str = "table-closed") -> Change:
    """Return the change that closes the table for good, so that nobody can act there any more.

    A table that is already over or closed stays unchanged.

    Args:
        table: The table as it is now.
        event_name: The name of the event that tells people about the closing.
    """
    if isinstance(table, Finished):
        return Change(table)
    return Change(table.close(), events=(make_table_event(event_name),))
