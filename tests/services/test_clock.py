"""The tables' clock goes evenly, and knows how far the machine's is off Discord's."""

import logging

import pytest

from bot.services.clock import KEPT, SURE, Clock

NOON = 1_800_000_000.0


class Machine:
    """Clocks that are moved by hand."""

    def __init__(self) -> None:
        self.uptime, self.wall = 100.0, NOON
        self.clock = Clock(lambda: self.wall, lambda: self.uptime)

    def passes(self, seconds: float) -> None:
        """Let time pass."""
        self.uptime += seconds
        self.wall += seconds

    def press(self, *, ahead: float, late: float = 0.1) -> None:
        """Let a press come that was made before; the machine's clock is so far ahead."""
        self.clock.heard(self.wall - ahead - late)


@pytest.fixture
def machine() -> Machine:
    """A machine at noon."""
    return Machine()


def test_it_goes_on_as_before_when_the_machines_clock_is_set(machine: Machine) -> None:
    assert machine.clock.now() == NOON
    machine.wall += 3600.0
    machine.passes(5.0)
    assert machine.clock.now() == NOON + 5.0
    assert machine.clock.jump() == 3600.0
    machine.clock.follow()
    assert machine.clock.now() == machine.wall
    assert machine.clock.jump() == 0.0


def test_a_clock_that_is_kept_right_all_the_time_does_not_jump(machine: Machine) -> None:
    machine.clock.follow()
    machine.wall += 1.5
    assert machine.clock.jump() == 0.0


def test_one_press_tells_that_it_is_behind_discords(machine: Machine) -> None:
    machine.press(ahead=-5.0)
    assert machine.clock.ahead == pytest.approx(-4.9)


def test_several_presses_tell_that_it_is_ahead_as_each_may_have_been_held_up(
    machine: Machine,
) -> None:
    for _ in range(SURE - 1):
        machine.press(ahead=300.0)
        assert machine.clock.ahead == 0.0
    machine.press(ahead=300.0, late=40.0)
    assert machine.clock.ahead == pytest.approx(300.1)


def test_presses_that_were_held_up_by_a_lost_gateway_do_not_make_it_ahead(machine: Machine) -> None:
    machine.press(ahead=0.0)
    for second in range(KEPT - 1):
        machine.press(ahead=0.0, late=float(second))
    assert machine.clock.ahead == 0.0


def test_the_host_is_told_once(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            machine.press(ahead=-840.0)
    assert caplog.messages == ["this machine's clock is 840 s behind Discord's: set it right"]


def test_when_it_was_set_what_was_measured_before_counts_no_more(machine: Machine) -> None:
    machine.press(ahead=-840.0)
    machine.wall += 840.0
    machine.clock.follow()
    assert machine.clock.ahead == 0.0
