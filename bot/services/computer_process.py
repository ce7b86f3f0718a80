"""Runs slow computer players in a separate process, so that they do not delay the bot.

This module holds the code of both processes. In the bot's own process the computer players would
share Python's global lock with the event loop. Every press would wait for them. The separate
process has a lock of its own and a lower priority. It knows only what comes through its pipe, one
task at a time. It keeps nothing, so it may be killed at any moment.

Games from packages, which are installed beside the bot, run there, too. Whatever such a game does
must stay in the process. The pipe is private: what a game prints goes to standard error. Memory is
limited. An answer is short and contains the number of its question. If the process answers anything
else, or too late, it is ended.

`ProcessPoolExecutor` of the standard library does not fit. It leaves its process running when the
bot is killed (https://github.com/python/cpython/issues/111873). It starts a second process that
tracks resources, and loads the bot's main module
(https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods).
"""

import logging
import os
import pickle
import signal
import sys
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Lock, Thread, Timer
from time import monotonic
from typing import BinaryIO

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from bot.engine.computer_task import (
    TIMED_OUT_RESULT,
    ComputerTask,
    ComputerTaskResult,
    catch_failures,
)
from bot.engine.puzzle_task import PuzzleTask

log = logging.getLogger(__name__)

PROCESS_MODULE = "bot.services.computer_process"
"""The name of the module that the separate process for computer players runs."""
PROJECT_ROOT = Path(__file__).parents[2]
"""The working directory of the separate process. `PROCESS_MODULE` can be imported from there."""
MAX_THOUGHT_SECONDS = 10.0
"""The slowest move needs one second of processor time, and on a busy machine four times as long."""
MAX_START_SECONDS = 30.0
"""The maximum number of seconds that the process may take to start. After that it is killed."""
MAX_PROCESS_STARTS = 2
"""If so many starts fail in a row, the bot runs computer players itself for a while. A task during
which the process dies is also tried at most this often.
"""
START_RETRY_DELAYS_SECONDS = (30.0, 120.0, 600.0, 3600.0)
"""After how many seconds the bot tries again to start the process. The last number repeats."""
PROCESS_NICENESS = 5
"""As in `os.nice`. While the bot is busy, the process then gets a quarter of a processor."""
MAX_MEMORY_BYTES = 512 * 2**20
"""Beyond it, games get a `MemoryError`. A game with NumPy takes 105 MB."""
MAX_ANSWER_BYTES = 2**16
"""A move takes a few bytes, and the report of a failure a few thousand."""
READY_NUMBER = 0
"""The number of the first answer of the process, which says that it has started."""


class Answer(Struct, frozen=True):
    """What the process sends to the bot when it has started, and after each question."""

    number: int
    """The number of the question that is answered."""
    result: ComputerTaskResult
    """The chosen move, or a description of the failure."""


# In the bot


class ComputerProcess:
    """The bot's handle of the separate process in which slow computer players choose moves.

    The process starts with the first task, and again if it has ended.
    """

    def __init__(self) -> None:
        """Prepare the process without starting it. The first task starts it."""
        self._lock = Lock()
        self._process: Popen[bytes] | None = None
        self._failed_starts = 0
        """How often in a row all tries to start the process have failed."""
        self._next_start_at = -inf
        """The time of the monotonic clock, in seconds, before which no process is started."""
        self._question_numbers = count(READY_NUMBER + 1)
        self._warned_codes: set[int | None] = set()
        """The exit codes of the process for which the log already has a warning."""
        self._is_closed = False

    def think(self, task: ComputerTask | PuzzleTask) -> ComputerTaskResult:
        """Let the process choose a computer player's move or work on a puzzle; return the result.

        The calling thread waits until the process is free and has answered. If the process dies
        during the task, the task is tried once more. A task that takes too long is not repeated. If
        no process can be started now, the task runs in the calling thread. Errors of `pickle` for
        the task pass through.

        Raises:
            CancelledError: `close` was called in the meantime.
        """
        pickled = pickle.dumps(task)
        failure = ""
        with self._lock:
            for _ in range(MAX_PROCESS_STARTS):
                process = self._process or self._start_with_retries()
                if process is None:
                    break
                number = next(self._question_numbers)
                question = encode((number, pickled)) + b"\n"
                try:
                    return _ask_process(process, number, question, MAX_THOUGHT_SECONDS)
                except TimeoutError:
                    self._stop_process()
                    self._check_open()
                    return TIMED_OUT_RESULT
                except EOFError:
                    code = self._stop_process()
                    self._check_open()
                    self._warn_of_exit(code)
                    failure = f"{ChildProcessError.__name__}, {code}"
            else:
                return ComputerTaskResult(failure=failure)
        return task.choose()

    def close(self) -> None:
        """End the process, even during a task, and do not start another one."""
        self._is_closed = True
        if process := self._process:
            _kill_group(process)
        with self._lock:
            self._stop_process()

    def _warn_of_exit(self, code: int | None) -> None:
        """Log a warning that the process has ended by itself, once for each exit code."""
        if code not in self._warned_codes:
            log.warning("the process in which computers think ended with %s", code)
        self._warned_codes.add(code)

    def _check_open(self) -> None:
        if self._is_closed:
            raise CancelledError

    def _start_with_retries(self) -> Popen[bytes] | None:
        """Start the process and return it.

        None means that it cannot be started now. At most `MAX_PROCESS_STARTS` tries in a row are
        made, then none for a while.
        """
        if monotonic() < self._next_start_at:
            return None
        why = ""
        for _ in range(MAX_PROCESS_STARTS):
            self._check_open()
            why = self._start_once()
            self._check_open()
            if self._process:
                self._failed_starts = 0
                log.info("computers think aside, in process %s", self._process.pid)
                return self._process
        if not self._failed_starts:
            log.warning("computers think in the bot itself: no process can begin (%s)", why)
        last = len(START_RETRY_DELAYS_SECONDS) - 1
        delay = START_RETRY_DELAYS_SECONDS[min(self._failed_starts, last)]
        self._next_start_at = monotonic() + delay
        self._failed_starts += 1
        return None

    def _start_once(self) -> str:
        """Try once to start the process.

        Return "" on success. Otherwise return the exit code or the name of an error, for the log.
        """
        command = [sys.executable, "-m", PROCESS_MODULE]
        try:
            # In its own session, a terminal's Ctrl-C does not reach the process, and it can be
            # killed together with its children.
            self._process = Popen(  # noqa: S603 - our own module
                command, stdin=PIPE, stdout=PIPE, cwd=PROJECT_ROOT, start_new_session=True
            )
            _ask_process(self._process, READY_NUMBER, b"", MAX_START_SECONDS)
        except OSError as problem:
            self._stop_process()
            return type(problem).__name__
        except EOFError:
            return str(self._stop_process())
        return ""

    def _stop_process(self) -> int | None:
        """Kill the process and return its exit code, or None if there is no process."""
        process, self._process = self._process, None
        if process is None:
            return None
        _kill_group(process)
        with suppress(OSError), process:  # closing fails if a question was not read
            pass
        return process.returncode


def _kill_group(process: Popen[bytes]) -> None:
    """Kill the process and all children that a game has started in it, even if it has ended."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:  # Windows has no process groups
        process.kill()


def _ask_process(
    process: Popen[bytes], number: int, question: bytes, timeout_seconds: float
) -> ComputerTaskResult:
    """Send a question to the process and return its answer.

    Raises `TimeoutError` if the process takes too long, and `EOFError` if it has ended or gives an
    invalid answer. After either error the caller has to end the process.
    """
    asked_at = monotonic()
    late = Timer(timeout_seconds, _kill_group, [process])
    late.daemon = True
    late.start()
    line = b""
    with suppress(OSError):
        if process.stdin and process.stdout:  # always: both are pipes
            process.stdin.write(question)
            process.stdin.flush()
            line = process.stdout.readline(MAX_ANSWER_BYTES)
    late.cancel()
    with suppress(DecodeError):
        answer = decode(line, type=Answer)
        if answer.number == number:
            return answer.result
    raise TimeoutError if monotonic() - asked_at >= timeout_seconds else EOFError


# In the process


def main() -> None:
    """Choose moves for the bot in a loop until the bot ends. This runs in the separate process."""
    for number in (signal.SIGINT, signal.SIGTERM):  # only the bot ends this process
        signal.signal(number, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # Windows has no such call, a sandbox may forbid it
        os.nice(PROCESS_NICENESS)
    _limit_memory()
    questions, answers = _take_pipes()
    lines = SimpleQueue[bytes]()
    Thread(target=_read_questions, args=(questions, lines), daemon=True).start()
    with suppress(BrokenPipeError):
        _write_answer(answers, Answer(READY_NUMBER, ComputerTaskResult()))
        while True:
            question, pickled = decode(lines.get(), type=tuple[int, bytes])
            _write_answer(answers, Answer(question, catch_failures(partial(_choose_move, pickled))))


def _limit_memory() -> None:
    """Limit the memory of this process to `MAX_MEMORY_BYTES`, if the operating system allows it."""
    with suppress(ImportError, OSError, ValueError):  # Windows, a sandbox, a lower limit
        import resource  # noqa: PLC0415 - Windows has none

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _take_pipes() -> tuple[BinaryIO, int]:
    """Return the pipes for the bot's questions and for the answers, and hide them from games.

    Anything that a game prints then goes to standard error, and its standard input is empty.
    """
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(questions, "rb"), answers


def _read_questions(questions: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Put the bot's questions into a queue, and kill this process when the bot has ended.

    The children that games have started in this process are killed, too.
    """
    for line in questions:
        lines.put(line)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _choose_move(pickled_task: bytes) -> ComputerTaskResult:
    thought: ComputerTask | PuzzleTask = pickle.loads(pickled_task)  # noqa: S301 - from the bot itself
    return thought.choose()


def _write_answer(answers: int, answer: Answer) -> None:
    os.write(answers, encode(answer) + b"\n")


if __name__ == "__main__":
    main()
