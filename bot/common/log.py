"""The log: one line for each record on standard error, and never a secret."""

import json
import logging
import re
import traceback
from collections.abc import Callable, Hashable
from datetime import UTC, datetime

SECONDS_BETWEEN_LINES = 60.0
"""From a line about something that keeps failing to the next one."""
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?]+")


def _without_tokens(text: str) -> str:
    """Leave out interaction tokens, which stand in the addresses that Discord's errors quote."""
    return _TOKEN_IN_ADDRESS.sub(r"\1...", text)


class SecretlessFormatter(logging.Formatter):
    """Writes lines without interaction tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line, with its traceback if there is one."""
        return _without_tokens(super().format(record))


class JsonFormatter(logging.Formatter):
    """Writes each record as a JSON object in one line, also without interaction tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time (UTC), level, logger, message, and a traceback as the exception."""
        at = datetime.fromtimestamp(record.created, UTC)
        told = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _without_tokens(record.getMessage()),
        }
        if record.exc_info:
            told["exception"] = _without_tokens(self.formatException(record.exc_info))
        return json.dumps(told)


def start_log(level: str, form: str = "text") -> None:
    """Send records from `level` on to standard error, the libraries' from WARNING on at least.

    `form`: "text" or "json".
    """
    handler = logging.StreamHandler()
    handler.setLevel(level)
    handler.setFormatter(JsonFormatter() if form == "json" else SecretlessFormatter(_LINE))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(level)


def sentence(said: str, form: str, level: int = logging.INFO) -> str:
    """Return a sentence to the host as the log's lines are; `form` is as above."""
    if form != "json":
        return said
    return JsonFormatter().format(logging.LogRecord("bot", level, "", 0, said, None, None))


def failure(problem: BaseException) -> str:
    """Return what an unexpected failure is, and its place in the code, but not its message.

    The message of an exception may quote values, and values may be somebody's secrets.
    """
    frames = traceback.extract_tb(problem.__traceback__)
    places = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    return ", ".join((type(problem).__name__, *places))


def log_failure(
    log: logging.Logger, what: str, problem: BaseException, level: int = logging.ERROR
) -> None:
    """Log an unexpected failure as `failure` tells it."""
    log.log(level, "%s failed: %s", what, failure(problem))


class LogThrottle:
    """Says when to log something again that keeps failing: at most once a minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Know of nothing that fails; `now` returns the time in seconds."""
        self._now = now
        self._logged: dict[Hashable, float] = {}

    def is_due(self, what: Hashable) -> bool:
        """Tell whether to log this now, and count it as logged if so."""
        now = self._now()
        self._logged = {
            each: at for each, at in self._logged.items() if 0 <= now - at < SECONDS_BETWEEN_LINES
        }
        if what in self._logged:
            return False
        self._logged[what] = now
        return True
