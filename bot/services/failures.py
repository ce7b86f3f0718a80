"""Tables at which something keeps failing: logged seldom, and tried again after longer pauses."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.common.log import SECONDS_BETWEEN_LINES, log_failure
from bot.domain.changes import Refused
from bot.services.sessions import TableSessions
from bot.storage.problems import ChannelTaken, Conflict, Repeated, StoreProblem, Unknown

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 30.0
"""From the first failure of what is due at a table to the next try. The pause doubles each time."""
MAX_DOUBLINGS = 5
"""How often the pause doubles: to 16 minutes."""


class Unstorable(Refused):
    """The database takes no change of this table, for a reason that nobody has foreseen."""

    def __init__(self) -> None:
        super().__init__("store-trouble")


class Failures:
    """Knows at which tables something fails, so that these wait and no others do."""

    def __init__(self, sessions: TableSessions, now: Callable[[], float]) -> None:
        """Note failures in these sessions; `now` returns the time in seconds."""
        self._sessions = sessions
        self._now = now

    def is_news(self, table_id: int) -> bool:
        """Tell whether to log a failure at a table: at most once a minute."""
        session, now = self._sessions[table_id], self._now()
        if 0 <= now - session.logged_failure_at < SECONDS_BETWEEN_LINES:
            return False
        session.logged_failure_at = now
        return True

    def count(self, table_id: int) -> float:
        """Count a failure of what is due at a table; return in how many seconds to try again."""
        session = self._sessions[table_id]
        session.failures += 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(session.failures - 1, MAX_DOUBLINGS)

    def clear(self, table_id: int) -> None:
        """Take note that what is due at a table works."""
        if session := self._sessions.peek(table_id):
            session.failures = 0

    @contextmanager
    def storing(self, table_id: int) -> Iterator[None]:
        """Refuse a change of a table that the database does not take. Raises `Unstorable`.

        What callers expect of the store passes through. Of whatever else it raises nothing was
        written.
        """
        try:
            yield
        except (ChannelTaken, Conflict, Repeated, StoreProblem):
            raise
        except Exception as problem:
            if self.is_news(table_id):
                log_failure(log, f"storing a change of table {table_id}", problem)
            raise Unstorable from None


@contextmanager
def refusing(table_id: int) -> Iterator[None]:
    """Log that the database cannot be used, and refuse with what to do."""
    try:
        yield
    except StoreProblem as problem:
        log.error("table %s could not be stored or read: %s", table_id, problem.key)
        unknown = isinstance(problem, Unknown)
        raise Refused("store-unknown" if unknown else "store-trouble") from None
