"""The process aside: real ones that think, are killed, fail, and end with whoever began them."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from bot.domain.levels import ABSENT_LEVEL
from bot.engine.computer_task import TIMED_OUT_RESULT, ComputerTask
from bot.engine.options import default_options
from bot.services.computer_process import (
    PROCESS_NICENESS,
    PROJECT_ROOT,
    START_RETRY_DELAYS_SECONDS,
    ComputerProcess,
)
from bot.testing.playing import RANDOM_PLAYERS, Setup, play_game
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.survival.patient_computers import (
    SECRET,
    Deadly,
    DeadlyParent,
    Parental,
    Patient,
    Raising,
    is_running,
    make_computer_task,
)
from tests.toys import REGISTRY
from tests.toys.secret_numbers.computer import SecretNumbersComputers


@pytest.fixture
def aside() -> Iterator[ComputerProcess]:
    """The process, which has not begun."""
    own = ComputerProcess()
    yield own
    own.close()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """What waits for a thought beside the test."""
    with ThreadPoolExecutor() as pool:
        yield pool


def process_of(aside: ComputerProcess) -> int:
    assert aside._process is not None
    return aside._process.pid


def wait_for_thinking(computers: Patient, processes: int) -> set[int]:
    """Wait until so many processes have begun to think, and return them."""
    wait(lambda: len(computers.thinks()) >= processes)
    return computers.thinks()


def wait(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    deadline = time.monotonic() + HANG_TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]


@pytest.mark.parametrize("name", REGISTRY)
def test_computers_choose_aside_as_they_would_here(aside: ComputerProcess, name: str) -> None:
    game = REGISTRY[name].game
    play = play_game(
        REGISTRY[name], Setup(3, game.seats[-1], default_options(game.options), RANDOM_PLAYERS)
    )
    states = [moment.state for moment in play.steps if game.prompts(moment.state)]
    thoughts = [
        ComputerTask(
            REGISTRY[name].computers,
            game.view(state, prompt.seat),
            game.legal_moves(state, prompt.seat),
            level,
            b"key",
        )
        for state in Random(1).sample(states, 2)
        for prompt in game.prompts(state)
        for level in (*REGISTRY[name].computers.levels, ABSENT_LEVEL)
        if prompt.seat is not None
    ]
    assert thoughts
    for question in thoughts:
        assert aside.think(question) == question.choose()
    assert process_of(aside) != os.getpid()


def test_it_begins_with_the_first_thought_and_stays_whatever_signals_the_bot_gets(
    aside: ComputerProcess,
) -> None:
    assert aside._process is None
    aside.think(make_computer_task(SecretNumbersComputers()))
    first = process_of(aside)
    aside.think(make_computer_task(SecretNumbersComputers()))
    assert process_of(aside) == first
    usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert os.getpriority(os.PRIO_PROCESS, first) == usual + PROCESS_NICENESS
    assert os.getpgid(first) != os.getpgrp()
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(first, number)
    assert aside.think(make_computer_task(SecretNumbersComputers())).move
    assert process_of(aside) == first


def test_what_is_killed_while_it_thinks_begins_anew_with_the_same_thought(
    aside: ComputerProcess,
    threads: ThreadPoolExecutor,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    computers = Patient(tmp_path)
    coming = threads.submit(aside.think, make_computer_task(computers))
    (first,) = wait_for_thinking(computers, 1)
    os.kill(first, signal.SIGKILL)
    second = (wait_for_thinking(computers, 2) - {first}).pop()
    computers.let_all_choose()
    assert (
        coming.result(HANG_TIMEOUT_SECONDS) == make_computer_task(SecretNumbersComputers()).choose()
    )
    assert process_of(aside) == second
    assert not is_running(first)
    assert warnings(caplog) == ["the process in which computers think ended with -9"]


def test_a_thought_that_fails_or_over_which_it_ends_twice_holds_up_no_other(
    aside: ComputerProcess,
) -> None:
    assert aside.think(make_computer_task(Deadly())).move is None
    chosen = aside.think(make_computer_task(Raising()))
    assert chosen.move is None
    assert chosen.failure.startswith("RuntimeError, "), "it is told by its place alone"
    assert "patient_computers.py" in chosen.failure
    assert SECRET not in chosen.failure
    assert aside.think(make_computer_task(SecretNumbersComputers())).move


def test_an_endless_thought_is_given_up_at_once_and_not_tried_again(
    aside: ComputerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside.think(make_computer_task(SecretNumbersComputers()))
    process = process_of(aside)
    monkeypatch.setattr("bot.services.computer_process.MAX_THOUGHT_SECONDS", 0.1)
    assert aside.think(make_computer_task(Patient(tmp_path))) == TIMED_OUT_RESULT
    assert not is_running(process)


def test_closing_ends_it_in_the_middle_of_a_thought(
    aside: ComputerProcess,
    threads: ThreadPoolExecutor,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    computers = Patient(tmp_path)
    coming = [threads.submit(aside.think, make_computer_task(computers)) for _ in range(2)]
    (process,) = wait_for_thinking(computers, 1)
    aside.close()
    assert not is_running(process)
    for one in coming:
        with pytest.raises(CancelledError):
            one.result(HANG_TIMEOUT_SECONDS)
    with pytest.raises(CancelledError):
        aside.think(make_computer_task(SecretNumbersComputers()))
    assert computers.thinks() == {process}
    assert not warnings(caplog)


@pytest.mark.parametrize("program", ["no-such-python", "false"])
def test_where_no_process_can_begin_computers_think_in_the_bot(
    aside: ComputerProcess,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    program: str,
) -> None:
    monkeypatch.setattr("sys.executable", program)
    computers = Patient(tmp_path)
    computers.let_all_choose()
    for _ in range(2):
        assert aside.think(make_computer_task(computers)).move
    assert computers.thinks() == {os.getpid()}
    (line,) = warnings(caplog)
    assert line.startswith("computers think in the bot itself: no process can begin (")


def test_where_no_process_could_begin_one_is_tried_again_after_growing_pauses(
    aside: ComputerProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("bot.services.computer_process.monotonic", lambda: now[0])
    with monkeypatch.context() as without:
        without.setattr("sys.executable", "false")
        for pause in (*START_RETRY_DELAYS_SECONDS, START_RETRY_DELAYS_SECONDS[-1]):
            assert aside.think(make_computer_task(SecretNumbersComputers())).move
            now[0] += pause - 1.0
    assert aside.think(make_computer_task(SecretNumbersComputers())).move
    assert aside._process is None, "the pause is not over"
    now[0] += 1.0
    for _ in range(2):
        assert aside.think(make_computer_task(SecretNumbersComputers())).move
        assert process_of(aside) != os.getpid()
    assert len(warnings(caplog)) == 1


def test_what_is_killed_while_it_begins_begins_again(
    aside: ComputerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\nmkdir {tmp_path}/begun && kill -9 $$\nexec {sys.executable} "$@"\n'
    )
    python.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(python))
    assert aside.think(make_computer_task(SecretNumbersComputers())).move
    assert process_of(aside) != os.getpid()


def test_children_of_a_game_end_with_its_process(
    aside: ComputerProcess, threads: ThreadPoolExecutor, tmp_path: Path
) -> None:
    computers = Parental(tmp_path)
    coming = threads.submit(aside.think, make_computer_task(computers))
    family = wait_for_thinking(computers, 2)
    assert process_of(aside) in family
    aside.close()
    wait(lambda: not any(is_running(one) for one in family))
    with pytest.raises(CancelledError):
        coming.result(HANG_TIMEOUT_SECONDS)


def test_children_of_a_game_end_after_it_has_ended_their_process(
    aside: ComputerProcess, tmp_path: Path
) -> None:
    computers = DeadlyParent(tmp_path)
    assert aside.think(make_computer_task(computers)).move is None
    children = wait_for_thinking(computers, 2)
    wait(lambda: not any(is_running(one) for one in children))


def test_a_system_without_process_groups_ends_the_process_alone(
    aside: ComputerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no `os.killpg`."""
    aside.think(make_computer_task(SecretNumbersComputers()))
    process = process_of(aside)
    monkeypatch.delattr("os.killpg")
    aside.close()
    assert not is_running(process)


BOT = """
import sys
from pathlib import Path
from bot.services.computer_process import ComputerProcess
from tests.survival.patient_computers import Parental, make_computer_task
ComputerProcess().think(make_computer_task(Parental(Path(sys.argv[1]))))
"""


def test_it_ends_with_a_bot_that_is_killed_whatever_it_thinks_about(tmp_path: Path) -> None:
    bot = subprocess.Popen([sys.executable, "-c", BOT, tmp_path], cwd=PROJECT_ROOT)
    family = wait_for_thinking(Parental(tmp_path), 2)
    bot.kill()
    bot.wait()
    wait(lambda: not any(is_running(one) for one in family))
