"""Tables at which something keeps failing: logged seldom, and tried again after longer pauses."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cachetools import LRUCache

from bot.domain.changes import Refused
from bot.log import Seldom, log_failure
from bot.store.problems import ChannelTaken, Conflict, Repeated, StoreProblem, Unknown

log = logging.getLogger(__name__)

MAX_FAILING = 1024
"""Failing tables whose failures are counted at the same time."""
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

    def __init__(self, now: Callable[[], float]) -> None:
        """Know of no failure; `now` returns the time in seconds."""
        self._seldom = Seldom(now)
        self._counts: LRUCache[int, int] = LRUCache(MAX_FAILING)

    def is_news(self, table_id: int) -> bool:
        """Tell whether to log a failure at a table: at most once a minute."""
        return self._seldom.is_due(table_id)

    def count(self, table_id: int) -> float:
        """Count a failure of what is due at a table; return in how many seconds to try again."""
        before = self._counts.get(table_id, 0)
        self._counts[table_id] = before + 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(before, MAX_DOUBLINGS)

    def clear(self, table_id: int) -> None:
        """Take note that what is due at a table works."""
        self._counts.pop(table_id, None)

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
