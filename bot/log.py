"""The log: one line for each record on standard error, and never a secret."""

import logging
import re
import traceback

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?]+")


class SecretlessFormatter(logging.Formatter):
    """Leaves out interaction tokens, which stand in the addresses that Discord's errors quote."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line, with its traceback if there is one."""
        return _TOKEN_IN_ADDRESS.sub(r"\1...", super().format(record))


def start_log(level: str) -> None:
    """Send records from `level` on to standard error, the libraries' only from WARNING on."""
    handler = logging.StreamHandler()
    handler.setFormatter(SecretlessFormatter(_LINE))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(level)


def log_failure(
    log: logging.Logger, what: str, problem: BaseException, level: int = logging.ERROR
) -> None:
    """Log an unexpected failure with its place in the code, but without its message.

    The message of an exception may quote values, and values may be somebody's secrets.
    """
    frames = traceback.extract_tb(problem.__traceback__)
    places = "".join(f"\n  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    log.log(level, "%s failed: %s%s", what, type(problem).__name__, places)
