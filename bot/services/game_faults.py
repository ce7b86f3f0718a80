"""The log of what games do wrong: each kind of fault once for each game, however often it comes."""

import logging

log = logging.getLogger(__name__)


class GameFaults:
    """Remembers which faults of which games are in the log."""

    def __init__(self) -> None:
        """Begin with no fault known."""
        self._reported: set[tuple[str, str]] = set()

    def log_fault(self, game: str, table: int, what: str, level: int = logging.ERROR) -> None:
        """Log what a game has done at a table; the same kind again is logged as DEBUG.

        The kind is what comes before the first comma of `what`.
        """
        fault = game, what.split(",", 1)[0]
        again = fault in self._reported
        self._reported.add(fault)
        log.log(logging.DEBUG if again else level, "game %s, table %s: %s", game, table, what)
