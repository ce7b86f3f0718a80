"""What people request of a table (`Click`), how it changes (`Change`), and why not (`Refused`)."""

from msgspec import Struct

from bot.common.log import LoggedProblem
from bot.domain.table import Finished, SeatDecision, Table
from bot.engine.events import EventRecord
from bot.engine.records import ActionRecord

MAX_NAME_LENGTH = 32
"""The maximum length of a person's display name in the database, in characters."""
EVENTS_WITH_NAMES = (
    *("table-clairvoyant", "table-ended", "table-foreseen", "table-host"),
    *("table-left", "table-left-vacant"),
)
"""The events whose values contain people's display names, which can be removed from them."""
DEFAULT_MAX_FILE_BYTES = 10 * 1024 * 1024
"""The limit of servers without boosts. See
https://docs.discord.com/developers/reference#uploading-files.
"""


class Click(Struct, frozen=True):
    """A button press or slash command of a person, without Discord's own types."""

    id: int
    """Discord's id of the interaction, a snowflake that contains the time of the click."""
    user: int
    name: str
    language: str
    channel: int
    """The channel or thread of the click, whose table alone the click can change."""
    can_manage_messages: bool = False
    can_manage_server: bool = False
    can_write: bool = True
    """Whether the person may send messages in this channel or thread."""
    is_ephemeral: bool = False
    """Whether the click came from an ephemeral message, which an answer can replace."""
    is_private_thread: bool = False
    can_have_threads: bool = False
    """Whether a thread can be started from a message in this channel."""
    missing_permissions: tuple[str, ...] = ()
    missing_for_thread: tuple[str, ...] = ()
    """The names of the permissions that the bot lacks to open a thread or post for a table."""
    newest_message: int = 0
    """The id of the channel's newest message. 0 means that it is unknown."""
    guild: int = 0
    """The id of the server. 0 means that the click came from a direct message with the bot."""
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    message: int = 0
    """The id of the message whose button was pressed. 0 means that the click is a command."""
    parent_channel: int = 0
    """The channel of the thread in which the click happened, or 0 outside threads."""
    roles: tuple[int, ...] = ()
    """The ids of the person's roles in the server, without that of everybody."""
    shown_actions: frozenset[tuple[int, str]] = frozenset()
    """The table's id and the name of each action on the pressed message. Discord sends them with
    the click. The custom id of the click itself can be forged. They are unknown, and left out, if
    the message is ephemeral and the press is about a table.
    """

    @property
    def short_name(self) -> str:
        """The person's name as tables store it."""
        return self.name[:MAX_NAME_LENGTH]

    @property
    def public_parent(self) -> int | None:
        """The channel in which everybody can find the thread of the click, if there is one."""
        return None if self.is_private_thread else self.parent_channel or None


class Change(Struct, frozen=True):
    """The table after a change that is not stored yet, and the actions and events in between."""

    table: Table
    actions: tuple[ActionRecord, ...] = ()
    events: tuple[EventRecord, ...] = ()
    """The events to tell people about, both of the game and of the table, such as a new host."""
    should_move_board: bool = False
    """Whether to post the board again at the end of the channel."""
    calls: tuple[SeatDecision, ...] = ()
    """The players whom the next board mentions because the table waits for them."""
    max_hosted_tables: int | None = None
    """How many open tables the host of a new table may have in the server, with the new one."""


class Refused(Exception):
    """Raised when a person's request is refused, so that nothing changes.

    `key` and `values` make the sentence for that person: why, and what they can do instead.
    """

    def __init__(self, key: str, **values: int | str) -> None:
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

    Unlike other `Gone` tables, it can be used again once the game is.
    """

    def __init__(self, table: Table) -> None:
        Refused.__init__(self, "game-asleep")
        self.table = table


def make_table_event(name: str, *values: int | str) -> EventRecord:
    """Return a public event of the table itself. Its name is the key of its sentence."""
    return EventRecord(None, name, values)


def find_missing_permissions(click: Click, *, text_only: bool) -> tuple[str, ...]:
    """Return Discord's names of the permissions that the bot lacks to post in this channel.

    Without pictures, it does not need the permission to attach files.
    """
    missing = click.missing_permissions
    return tuple(name for name in missing if not (text_only and name == "attach_files"))


def check_can_post(
    click: Click, *, text_only: bool, refusal_key: str = "missing-permissions"
) -> None:
    """Raise `Refused` if the bot lacks permissions to post in this channel."""
    if names := find_missing_permissions(click, text_only=text_only):
        raise Refused(refusal_key, permissions=",".join(names))


def close_table(table: Table, event_name: str = "table-closed") -> Change:
    """Return the change that closes the table for good. A finished table stays unchanged."""
    if isinstance(table, Finished):
        return Change(table)
    return Change(table.close(), events=(make_table_event(event_name),))
