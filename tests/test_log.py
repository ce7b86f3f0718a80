import logging
import sys

from bot.log import SecretlessFormatter, log_failure


def line(message: str, *values: object) -> str:
    record = logging.LogRecord("bot", logging.INFO, "file.py", 1, message, values, None)
    return SecretlessFormatter("%(levelname)s %(message)s").format(record)


def test_a_record_is_one_line() -> None:
    assert line("table %d, seat %d", 7, 2) == "INFO table 7, seat 2"


def test_interaction_tokens_are_left_out() -> None:
    api = "https://discord.com/api/v10"
    assert line("PATCH %s failed", f"{api}/webhooks/12/aW50ZXI6/messages/@original") == (
        f"INFO PATCH {api}/webhooks/12/.../messages/@original failed"
    )
    assert line("POST %s", f"{api}/interactions/34/aW50ZXI6/callback?x=1") == (
        f"INFO POST {api}/interactions/34/.../callback?x=1"
    )
    assert line(f"{api}/webhooks/12/aW50ZXI6") == f"INFO {api}/webhooks/12/..."


def test_interaction_tokens_are_left_out_of_tracebacks_too() -> None:
    try:
        raise ValueError("/webhooks/12/aW50ZXI6?wait=true")
    except ValueError:
        caught = sys.exc_info()
    record = logging.LogRecord("bot", logging.INFO, "file.py", 1, "failed", None, caught)
    told = SecretlessFormatter().format(record)
    assert "ValueError: /webhooks/12/...?wait=true" in told


def test_a_failure_is_logged_with_its_place_and_without_its_values() -> None:
    told: list[str] = []

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    log = logging.getLogger("a test of the log")
    log.propagate = False
    log.addHandler(Told())
    try:
        raise LookupError("seed 0123abcd")
    except LookupError as problem:
        log_failure(log, "the heartbeat", problem)
    assert told[0].startswith("the heartbeat failed: LookupError\n")
    assert "test_log.py" in told[0]
    assert "0123abcd" not in told[0]
