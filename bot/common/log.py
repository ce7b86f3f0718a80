"""Writes the log to standard error, one line for each record, without secrets."""

import json
import logging
import re
import traceback
from collections.abc import Callable, Hashable
from datetime import UTC, datetime

REPEAT_INTERVAL_SECONDS = 60.0
"""The number of seconds in which `LogThrottle` allows only one line about the same failure."""
_LINE_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?]+")
"""Matches the end of a webhook's or interaction's URL: the id and the secret token."""


_CONTROL_CHARACTERS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]")
"""Matches characters that end a line or change what a terminal shows."""


def _escape_controls(text: str) -> str:
    """Replace control characters, such as line breaks, by their escapes in Python."""
    return _CONTROL_CHARACTERS.sub(lambda found: repr(found[0])[1:-1], text)


def _redact_tokens(text: str) -> str:
    """Replace the secret tokens in a text by dots.

    Discord's errors quote the URLs of requests, which contain these tokens.
    """
    return _TOKEN_IN_ADDRESS.sub(r"\1...", text)


class SecretlessFormatter(logging.Formatter):
    """Formats log records as text, without the secret tokens of Discord's URLs.

    A record's message takes one line, whatever it quotes.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as a line, followed by its traceback if it has one."""
        return _redact_tokens(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Format a record's message as one line, which the traceback does not belong to."""
        return _escape_controls(super().formatMessage(record))


class JsonFormatter(logging.Formatter):
    """Formats each log record as a JSON object in one line, without tokens of Discord's URLs."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as JSON with its time (UTC), level, logger and message.

        The field "exception" holds the traceback, if there is one.
        """
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
    """Start to write log records to standard error.

    Args:
        level: The lowest level of the bot's own records. Records of libraries appear from this
            level on, but at least from WARNING on.
        log_format: "text" or "json".
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
    """Format a sentence for the person who runs the bot, in the log's format.

    Args:
        sentence: The sentence.
        log_format: "text" returns the sentence unchanged; "json" returns it as a JSON object.
        level: The log level that the JSON object names.
    """
    if log_format != "json":
        return sentence
    return JsonFormatter().format(logging.LogRecord("bot", level, "", 0, sentence, None, None))


def describe_failure(problem: BaseException) -> str:
    """Return an exception's type and the lines of its traceback in one line, without its message.

    The message may quote values, and values may be secret.
    """
    frames = traceback.extract_tb(problem.__traceback__)
    places = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    return ", ".join((type(problem).__name__, *places))


class LoggedProblem(Exception):
    """Base class of errors that were logged where they arose, so that nobody logs them again."""


def log_failure(
    log: logging.Logger, operation: str, problem: BaseException, level: int = logging.ERROR
) -> None:
    """Log an unexpected exception in one line, without its message, which may quote secrets.

    A `LoggedProblem` is not logged again.

    Args:
        log: The logger to write to.
        operation: The name of what failed, for the beginning of the line.
        problem: The exception.
        level: The level of the log record.
    """
    if not isinstance(problem, LoggedProblem):
        log.log(level, "%s failed: %s", operation, describe_failure(problem))


class LogThrottle:
    """Limits the log lines about each repeated failure to one a minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Create a throttle that has not seen any failure yet.

        Args:
            now: Returns the present time in seconds.
        """
        self._now = now
        self._logged_at: dict[Hashable, float] = {}

    def is_due(self, failure_key: Hashable) -> bool:
        """Return whether a failure should be logged now.

        If so, remember that it was logged.

        Args:
            failure_key: A key for the kind of failure. Failures with equal keys count as
                repetitions.
        """
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
