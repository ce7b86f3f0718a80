"""What tests of the command line leave behind in the process is undone."""

import logging
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _the_process_stays_as_it_was() -> Iterator[None]:
    """Undo what `bot.cli.main` changes for a whole process: its log, and how threads switch."""
    interval = sys.getswitchinterval()
    levels = {name: logging.getLogger(name).level for name in ("", "bot", "cogs")}
    yield
    sys.setswitchinterval(interval)
    root = logging.getLogger()
    for handler in [each for each in root.handlers if type(each) is logging.StreamHandler]:
        root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
