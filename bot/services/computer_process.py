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

log = logging.getLogger(__name__)

PROCESS_MODULE = "bot.services.computer_process"
"""The module that the separate process runs."""
PROJECT_ROOT = Path(__file__).parents[2]
"""The working directory of the process, from which it can import `PROCESS_MODULE`."""
MAX_THOUGHT_SECONDS = 10.0
"""The seconds without an answer after which the process is killed.

The longest task takes one second of a processor, and a busy machine gives it a quarter of one.
"""
MAX_START_SECONDS = 30.0
"""The maximum number of seconds that the process may take to start."""
MAX_PROCESS_STARTS = 2
"""The maximum number of starts of a process that ends at once.

It is also the maximum number of tries of a task during which the process ends.
"""
PROCESS_NICENESS = 5
"""By how much the priority of the process is lowered, as in `os.nice`.

Beside a busy bot, it gets a quarter of a processor.
"""
MAX_MEMORY_BYTES = 512 * 2**20
"""The maximum memory in bytes that a game can fill before it gets a `MemoryError`.

The game Old Foxes takes 105 MB with NumPy.
"""
MAX_ANSWER_BYTES = 2**16
"""The maximum length of an answer in bytes.

A move takes some bytes, and the report of a failure some thousands.
"""
READY_NUMBER = 0
"""The number of the answer that says that the process has started. No question has this number."""


class Answer(Struct, frozen=True):
    """What the process sends to the bot after each task."""

    number: int
    """The number of the question that is answered."""
    result: ComputerTaskResult
    """The move that was chosen, or the failure."""


# In the bot


class ComputerProcess:
    """The separate process for computer players, as the bot uses it.

    It starts with the first task, and again if it has ended.
    """

    def __init__(self) -> None:
        """Start no process yet. The first task starts it."""
        self._lock = Lock()
        self._process: Popen[bytes] | None = None
        self._starts_left = MAX_PROCESS_STARTS
        """The number of tries left to start the process.

        At 0, a process counts as impossible on this machine.
        """
        self._question_numbers = count(READY_NUMBER + 1)
        self._warned_codes: set[int | None] = set()
        """The exit codes that the log has already warned about."""
        self._is_closed = False

    def think(self, task: ComputerTask) -> ComputerTaskResult:
        """Let the process choose a computer player's move, and return the result.

        The calling thread waits for its turn and for the result. If the process ends during a task,
        the task is tried once more, and then it has failed. A task that takes too long has failed
        at once. If no process can start, the task runs in the calling thread.

        Args:
            task: The view, the legal moves and the level from which to choose. `pickle` may raise
                an error for it.

        Raises:
            CancelledError: `close` was called meanwhile.
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
        """End the process, even during a task, and start no other."""
        self._is_closed = True
        if process := self._process:
            process.kill()
        with self._lock:
            self._stop_process()

    def _warn_of_exit(self, code: int | None) -> None:
        """Log that the process has ended by itself, once for each exit code."""
        if code not in self._warned_codes:
            log.warning("the process in which computers think ended with %s", code)
        self._warned_codes.add(code)

    def _check_open(self) -> None:
        """Raise `CancelledError` if `close` was called."""
        if self._is_closed:
            raise CancelledError

    def _start_with_retries(self) -> Popen[bytes] | None:
        """Start the process and return it, or return None if it cannot start.

        The number of tries is limited by `MAX_PROCESS_STARTS`.
        """
        while self._starts_left:
            self._check_open()
            self._starts_left -= 1
            why = self._start_once()
            self._check_open()
            if self._process:
                self._starts_left = MAX_PROCESS_STARTS
                log.info("computers think aside, in process %s", self._process.pid)
                return self._process
            if not self._starts_left:
                log.warning("computers think in the bot itself: no process can begin (%s)", why)
        return None

    def _start_once(self) -> str:
        """Try once to start the process.

        Return "" if that works, or else an exit code or the name of an error.
        """
        command = [sys.executable, "-m", PROCESS_MODULE]
        try:
            # In its own session a terminal's Ctrl-C does not reach the process.
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
        """End the process if there is one, forget it, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        with suppress(OSError), process:  # closing fails if a question was not read
            pass
        return process.returncode


def _ask_process(
    process: Popen[bytes], number: int, question: bytes, timeout_seconds: float
) -> ComputerTaskResult:
    """Send a question to the process and return its answer.

    Raises `TimeoutError` if the process takes too long. Raises `EOFError` if it has ended, or if
    its output is no answer to this question. After either error the caller has to end the process.
    """
    asked_at = monotonic()
    late = Timer(timeout_seconds, process.kill)
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
    """Run in the separate process: choose moves for the bot, until the bot ends."""
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
    """Limit the memory of this process, if the operating system allows that.

    Allocations beyond `MAX_MEMORY_BYTES` fail.
    """
    with suppress(ImportError, OSError, ValueError):  # Windows, a sandbox, a lower limit
        import resource  # noqa: PLC0415 - Windows has none

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _take_pipes() -> tuple[BinaryIO, int]:
    """Return the pipes from and to the bot, and hide them from games.

    What games print goes to standard error, and what they read is empty.
    """
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(questions, "rb"), answers


def _read_questions(questions: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Read questions of the bot into a queue, and end this process when the bot has ended.

    Nobody waits for a result then.
    """
    for line in questions:
        lines.put(line)
    os._exit(0)


def _choose_move(pickled_task: bytes) -> ComputerTaskResult:
    """Unpack a task that came from the bot, and choose its move."""
    thought: ComputerTask = pickle.loads(pickled_task)  # noqa: S301 - from the bot itself
    return thought.choose()


def _write_answer(answers: int, answer: Answer) -> None:
    """Send an answer to the bot, as one line of JSON."""
    os.write(answers, encode(answer) + b"\n")


if __name__ == "__main__":
    main()
