"""Seconds that depend on each other: who can be reached, who serves, and how a process ends.

`tests/test_times.py` holds what must be so between them.
"""

from msgspec import Struct

HEARTBEAT = 5.0
"""From one heartbeat that is written down to the next."""
WRITTEN = 5
"""Of so many beats one is written down, for the next process."""
MISSED = 2
"""Time for more beats than that without any is a gap; so it is with those that are written."""
LAST = 2.0
"""That the end waits until the last beat is written."""

LOOK = 1.0
"""Between two looks of a worker at who has which shards."""
SOON = 0.2
"""The same while a shard is on its way from one worker to another."""
LOOK_TAKES = 3.0
"""After which a server that does not answer a look counts as lost: others may have taken over."""
SURE = 5.0
"""After a look, in which nobody can have taken a shard away from a worker that stands still."""
SILENT = 6.0
"""Without a look, after which the others end a worker's sessions."""

CALM = 60.0
"""After the last worker has joined, until shards are evened out: a release may go on till then."""
REJOINING = 2.0
"""After a worker has lost the database, for which it claims only shards that it is connected to."""
ENDED = 1.0
"""For which a worker that starts waits until the server has freed the locks of one that ended."""
IDENTIFY = 5.5
"""From one identification in a bucket to the next; Discord asks for five."""
TURN = 10.0
"""In which whoever has the turn to identify shall have done so."""

STATEMENT = 30
"""After which a server gives up a statement, and says so."""
SERVER = 35.0
"""After which a server that does not answer counts as lost."""

FINISHING = 8.0
"""That a client which closes waits for what runs."""
CLOSING = 8.5
"""For all clients of a process to close."""
CLOSING_PAGES = 0.5
"""That the end of the process waits then for requests about figures that are being answered."""
HANDING_OVER = 25.0
"""In which a worker that leaves hands a few shards over to the others before, if there are any."""
TAKING_OVER = 8.0
"""For each of many shards in a bucket that others take over: its turn, and the connection."""


def handing_over(shards: int, buckets: int) -> float:
    """Return in how many seconds a worker that leaves hands so many shards over at most."""
    return max(HANDING_OVER, -(-shards // buckets) * TAKING_OVER)


class Rhythm(Struct, frozen=True):
    """How often the bot does what it does by itself."""

    heartbeat: float = HEARTBEAT
    pause: float = 2.5
    """Before a computer player moves."""
    between_edits: float = 1.1
    """Between two edits of a board at least: Discord takes five in five seconds."""


RHYTHM = Rhythm()
