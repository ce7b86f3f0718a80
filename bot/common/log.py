"""Writes the log to standard error, one line for each record, without secrets.

Each record names the work that it belongs to, such as a click: see `trace_work`.
"""

import json
import logging
import re
import traceback
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2b

REPEAT_INTERVAL_SECONDS = 60.0
"""The number of seconds in which `LogThrottle` allows only one line about the same failure."""
CODE_CHARACTERS, CODE_LENGTH = "BCDFGHJKMPQRTVWXY2346789", 6
"""The characters of a report code. None looks like another one, and no words arise."""
_LINE_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?]+")
"""Matches the end of a webhook's or interaction's URL: the id and the secret token."""
_CONTROL_CHARACTERS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]")
"""Matches characters that end a line or change what a terminal shows."""


_Fields = dict[str, int | str]
_work: ContextVar[_Fields] = ContextVar("work")


@contextmanager
def trace_work(*, table: int = 0, interaction: int = 0, shard: int | None = None) -> Iterator[None]:
    """Begin work whose ids appear in its log records, and in those of the tasks that it starts.

    They replace the ids of the work around it. Only the shard remains, unless one is given.
    """
    work = {name: value for name, value in _work.get({}).items() if name == "shard"}
    if shard is not None:
        work["shard"] = shard
    if table:
        work["table"] = table
    if interaction:
        # As text, because many programs read numbers in JSON as floats, which have 53 bits.
        work |= {"interaction": str(interaction), "code": make_report_code(interaction)}
    before = _work.set(work)
    try:
        yield
    finally:
        _work.reset(before)


def make_report_code(interaction: int) -> str:
    """Return the code by which a person reports a click, and which the click's records have."""
    digest = blake2b(str(interaction).encode(), digest_size=CODE_LENGTH).digest()
    return "".join(CODE_CHARACTERS[byte % len(CODE_CHARACTERS)] for byte in digest)


def add_work(record: logging.LogRecord) -> bool:
    """Set `record.work` to the fields of the work to which a record belongs. This is a filter."""
    vars(record)["work"] = _work.get({})
    return True


def _get_work(record: logging.LogRecord) -> _Fields:
    found: _Fields = vars(record).get("work", {})
    return found


def _redact_tokens(text: str) -> str:
    """Replace the secret tokens in a text by dots.

    Discord's errors quote the URLs of requests, which contain these tokens.
    """
    return _TOKEN_IN_ADDRESS.sub(r"\1...", text)


class SecretlessFormatter(logging.Formatter):
    """Formats log records as text, without the secret tokens of Discord's URLs."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as a line, followed by its traceback if it has one."""
        return _redact_tokens(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Format a record's message and work as one line, whatever the message quotes."""
        line = super().formatMessage(record)
        line = _CONTROL_CHARACTERS.sub(lambda found: repr(found[0])[1:-1], line)
        work = " ".join(f"{name}={value}" for name, value in _get_work(record).items())
        return f"{line} [{work}]" if work else line


class JsonFormatter(logging.Formatter):
    """Formats each log record as a JSON object in one line, without tokens of Discord's URLs."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as JSON. The time is in UTC, and "exception" holds the traceback."""
        at = datetime.fromtimestamp(record.created, UTC)
        fields: _Fields = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _redact_tokens(record.getMessage()),
            **_get_work(record),
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
    handler.addFilter(add_work)
    is_json = log_format == "json"
    handler.setFormatter(JsonFormatter() if is_json else SecretlessFormatter(_LINE_FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(level)


def format_sentence(sentence: str, log_format: str, level: int = logging.INFO) -> str:
    """Format a sentence for the person who runs the bot, in the log's format.

    For the format "text", it is the sentence itself.
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

    The line begins with `operation`, which names what failed.
    """
    if not isinstance(problem, LoggedProblem):
        log.log(level, "%s failed: %s", operation, describe_failure(problem))


class LogThrottle:
    """Limits the log lines about each repeated failure to one a minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._logged_at: dict[Hashable, float] = {}

    def is_due(self, failure_key: Hashable) -> bool:
        """Return whether a kind of failure should be logged now, and note it as logged if so."""
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
