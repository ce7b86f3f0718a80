"""Writes the log to standard error, one line for each record, without secrets."""

import json
import logging
import re
import traceback
from collections.abc import Callable, Hashable
from datetime import UTC, datetime

REPEAT_INTERVAL_SECONDS = 60.0
"""How often `LogThrottle` allows a line about the same failure."""
_LINE_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?]+")


def _redact_tokens(text: str) -> str:
    """Replace interaction tokens, which are in the addresses that Discord's errors quote."""
    return _TOKEN_IN_ADDRESS.sub(r"\1...", text)


class SecretlessFormatter(logging.Formatter):
    """Writes lines without interaction tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record as a line, followed by its traceback if it has one."""
        return _redact_tokens(super().format(record))


class JsonFormatter(logging.Formatter):
    """Writes each record as a JSON object in one line, without interaction tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Format time (UTC), level, logger and message; "exception" is the traceback, if any."""
        at = datetime.fromtimestamp(record.created, UTC)
        fields = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _redact_tokens(record.getMessage()),
        }
        if record.exc_info:
            fields["exception"] = _redact_tokens(self.formatException(record.exc_info))
        return json.dumps(fields)


def start_log(level: str, log_format: str = "text") -> None:
    """Write records of the bot from `level` on, and of libraries at least from WARNING on.

    `log_format` is "text" or "json".
    """
    handler = logging.StreamHandler()
    handler.setLevel(level)
    handler.setFormatter(
        JsonFormatter() if log_format == "json" else SecretlessFormatter(_LINE_FORMAT)
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(level)


def format_sentence(sentence: str, log_format: str, level: int = logging.INFO) -> str:
    """Format a sentence for the host like a line of the log; `log_format` is "text" or "json"."""
    if log_format != "json":
        return sentence
    return JsonFormatter().format(logging.LogRecord("bot", level, "", 0, sentence, None, None))


def describe_failure(problem: BaseException) -> str:
    """Return the type of an exception and its traceback in one line, without its message.

    The message may quote values, and values may be secrets.
    """
    frames = traceback.extract_tb(problem.__traceback__)
    places = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    return ", ".join((type(problem).__name__, *places))


def log_failure(
    log: logging.Logger, operation: str, problem: BaseException, level: int = logging.ERROR
) -> None:
    """Log an unexpected failure as `describe_failure` describes it."""
    log.log(level, "%s failed: %s", operation, describe_failure(problem))


class LogThrottle:
    """Limits lines about each repeated failure to one a minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start without failures; `now` returns the time in seconds."""
        self._now = now
        self._logged_at: dict[Hashable, float] = {}

    def is_due(self, failure_key: Hashable) -> bool:
        """Return whether to log this failure now. If so, it counts as logged."""
        now = self._now()
        self._logged_at = {
            each: at
            for each, at in self._logged_at.items()
            if 0 <= now - at < REPEAT_INTERVAL_SECONDS
        }
        if failure_key in self._logged_at:
            return False
        self._logged_at[failure_key] = now
        return True
