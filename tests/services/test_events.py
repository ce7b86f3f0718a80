"""Each listener hears of an event, whatever happens to the others."""

import logging

import pytest
from msgspec import Struct

from bot.services.events import Events


class Rang(Struct, frozen=True):
    """Somebody has rung a bell."""


@pytest.mark.logs_errors
def test_an_error_of_one_listener_is_logged_and_the_others_hear_the_event(
    caplog: pytest.LogCaptureFixture,
) -> None:
    events, heard = Events(), list[Rang]()

    def fail(_: Rang) -> None:
        raise ZeroDivisionError

    events.subscribe(Rang, fail)
    events.subscribe(Rang, heard.append)
    events.publish(Rang())
    assert heard == [Rang()]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "Rang" in record.getMessage()
