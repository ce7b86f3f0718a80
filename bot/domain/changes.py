"""A change of a table: who asks for it, what it leads to, and the refusal of one."""

from msgspec import Struct

from bot.domain.table import Finished, SeatDecision, Table
from bot.engine.events import EventRecord
from bot.engine.game import ActionRecord

MAX_NAME_LENGTH = 32
"""Longest display name that is kept."""
DEFAULT_MAX_FILE_BYTES = 10 * 1024 * 1024
"""Largest file that Discord takes where nobody pays for more.
https://docs.discord.com/developers/reference#uploading-files"""


class Click(Struct, frozen=True):
    """A person's click or command, as far as tables need to know it."""

    id: int
    """Discord's interaction id, which is also its time."""
    user: int
    name: str
    language: str
    channel: int
    """Where it was pressed: what follows holds there, and gives no rights elsewhere."""
    manager: bool = False
    """May manage messages in this channel."""
    server_manager: bool = False
    """May manage the server."""
    can_write: bool = True
    """May send messages in this channel, or in this thread."""
    private: bool = False
    """It came from a message that this person alone sees; the answer takes its place."""
    private_thread: bool = False
    """It came from a thread to which people, and bots, must be invited."""
    missing: tuple[str, ...] = ()
    """Permissions that the bot lacks in this channel, by Discord's names."""
    newest: int = 0
    """The channel's newest message, as far as Discord tells it; 0: it does not."""
    guild: int = 0
    """The server; 0: a direct message with the bot."""
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    """Largest file that Discord takes in the answer."""


class Change(Struct, frozen=True):
    """A table after a change, with what the game was given and what happened."""

    table: Table
    given: tuple[ActionRecord, ...] = ()
    events: tuple[EventRecord, ...] = ()
    anew: bool = False
    """The board shall come to the end of the channel."""
    calls: tuple[SeatDecision, ...] = ()
    """Whom this new board calls to what."""


class Refused(Exception):
    """The table does not do that; a sentence says why and what to do instead."""

    def __init__(self, key: str, **values: int | str) -> None:
        """Keep the catalogue `key` and its arguments."""
        super().__init__(key)
        self.key = key
        self.values = values


class Unstorable(Refused):
    """The database takes no change of this table, for a reason that nobody has foreseen."""

    def __init__(self) -> None:
        super().__init__("store-trouble")


class Gone(Refused):
    """There is no such table any more."""

    def __init__(self) -> None:
        super().__init__("table-gone")


class Asleep(Gone):
    """The table is there, but the bot does not have its game now: it was a package's."""

    def __init__(self, table: Table) -> None:
        Refused.__init__(self, "game-asleep")
        self.table = table


def make_table_event(name: str, *values: int | str) -> EventRecord:
    """Return a public event of the table itself; its name is a key of the shared catalogue."""
    return EventRecord(None, name, values)


def find_missing_permissions(table: Table, click: Click) -> tuple[str, ...]:
    """Return the permissions that the bot lacks for this table; without pictures, no files."""
    return tuple(name for name in click.missing if not (table.text_only and name == "attach_files"))


def close_table(table: Table, why: str = "table-closed") -> Change:
    """Return the table closed for good; one that is over or closed stays as it is."""
    if isinstance(table, Finished):
        return Change(table)
    return Change(table.close(), events=(make_table_event(why),))
