import asyncio
import json
import logging
import subprocess
import sys
from datetime import datetime

import pytest

from bot.common.log import (
    CODE_CHARACTERS,
    CODE_LENGTH,
    JsonFormatter,
    SecretlessFormatter,
    add_work,
    log_failure,
    make_report_code,
    trace_work,
)


def line(message: str, *values: object) -> str:
    record = logging.LogRecord("bot", logging.INFO, "file.py", 1, message, values, None)
    add_work(record)
    return SecretlessFormatter("%(levelname)s %(message)s").format(record)


def test_a_record_is_one_line() -> None:
    assert line("table %d, seat %d", 7, 2) == "INFO table 7, seat 2"


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x85", "\u2028", "\x1b[2K"])
def test_what_a_record_quotes_makes_no_line_of_its_own(end: str) -> None:
    told = line("a computer player failed: %s", f"ValueError{end}ERROR bot: a false line")
    assert len(told.splitlines()) == 1
    assert "\x1b" not in told


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
    assert told[0].startswith("the heartbeat failed: LookupError, /")
    assert "\n" not in told[0]
    assert "test_log.py" in told[0]
    assert "0123abcd" not in told[0]


def as_json(message: str, *values: object, caught: object = None) -> dict[str, str]:
    record = logging.LogRecord("bot.x", logging.INFO, "file.py", 1, message, values, caught)  # type: ignore[arg-type]
    add_work(record)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told: dict[str, str] = json.loads(line)
    return told


def test_a_record_is_a_json_object_with_its_time_in_utc() -> None:
    told = as_json('table %d,\n "seat" %d \u2028 🐈', 7, 2)
    at = datetime.fromisoformat(told.pop("time"))
    assert str(at.tzinfo) == "UTC"
    assert told == {"level": "INFO", "logger": "bot.x", "message": 'table 7,\n "seat" 2 \u2028 🐈'}


def test_interaction_tokens_are_left_out_of_json_which_stays_json() -> None:
    assert as_json('PATCH "/webhooks/12/aW50ZXI6"')["message"] == 'PATCH "/webhooks/12/..."'
    try:
        raise ValueError("/interactions/12/aW50ZXI6/callback")
    except ValueError:
        told = as_json("failed", caught=sys.exc_info())
    assert told["message"] == "failed"
    assert told["exception"].startswith("Traceback")
    assert told["exception"].endswith("ValueError: /interactions/12/.../callback")


def test_records_name_the_work_to_which_they_belong() -> None:
    code = make_report_code(2**60)
    with trace_work(shard=0):
        assert line("one") == "INFO one [shard=0]"
        with trace_work(table=7, interaction=2**60):
            assert line("two") == f"INFO two [shard=0 table=7 interaction={2**60} code={code}]"
            told = as_json("two")
            work = {"shard": 0, "table": 7, "interaction": str(2**60), "code": code}
            assert {**told, **work} == told
            with trace_work(table=8):
                assert line("three") == "INFO three [shard=0 table=8]"
        assert line("four") == "INFO four [shard=0]"
    assert line("five") == "INFO five"


async def test_tasks_keep_the_work_in_which_they_began() -> None:
    async def tell(goes_on: asyncio.Event) -> str:
        await goes_on.wait()
        return line("told")

    goes_on, tasks = asyncio.Event(), []
    for table in (1, 2):
        with trace_work(table=table):
            tasks.append(asyncio.create_task(tell(goes_on)))
    goes_on.set()
    assert await asyncio.gather(*tasks) == ["INFO told [table=1]", "INFO told [table=2]"]


def test_report_codes_are_short_and_differ_between_neighbours() -> None:
    codes = {make_report_code(interaction) for interaction in range(2**60, 2**60 + 1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert {*"".join(codes)} == {*CODE_CHARACTERS}


SPEAKS = """
import logging, sys
from bot.common.log import start_log
start_log(sys.argv[1])
logging.getLogger("quiet").setLevel("INFO")
for name, level in (
    ("bot.x", "DEBUG"), ("bot.x", "INFO"), ("library", "INFO"), ("library", "WARNING"),
    ("quiet", "INFO"), ("library", "ERROR"),
):
    logging.getLogger(name).log(getattr(logging, level), "said")
"""


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("DEBUG", ["DEBUG bot.x", "INFO bot.x", "WARNING library", "INFO quiet", "ERROR library"]),
        ("INFO", ["INFO bot.x", "WARNING library", "INFO quiet", "ERROR library"]),
        ("WARNING", ["WARNING library", "ERROR library"]),
        ("ERROR", ["ERROR library"]),
        ("CRITICAL", []),
    ],
)
def test_the_level_rules_the_libraries_lines_as_well(level: str, said: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPEAKS, level], capture_output=True, text=True, check=True
    )
    lines = [" ".join(line.split()[2:4]) for line in done.stderr.splitlines()]
    assert lines == [f"{each}:" for each in said]
