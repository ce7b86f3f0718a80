"""The process aside, in which computers think whose levels think long: both of its ends.

In the bot they would share Python's one lock with the event loop, and each press would wait for
them. The process has a lock of its own and a lower priority. It knows nothing but what comes
through its pipe, one thought at a time, and keeps nothing: it may be killed at any moment.

Games of packages run there, too, so whatever a game does must stay in the process. The pipe is
private: what a game prints goes to standard error. Memory is limited. An answer is short and names
the number of its question; the process ends if it answers anything else, or too late.

The standard library's `ProcessPoolExecutor` does not fit. It leaves its process behind when the bot
is killed (https://github.com/python/cpython/issues/111873), begins a second one that tracks
resources, and loads the bot's main module
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
PROJECT_ROOT = Path(__file__).parents[2]
MAX_THOUGHT_SECONDS = 10.0
"""Seconds after which the process is killed that has not answered: the longest thought takes one
second of a processor, and a busy machine gives it a quarter of one."""
MAX_START_SECONDS = 30.0
"""Seconds that the process has to begin."""
MAX_PROCESS_STARTS = 2
"""How often the process begins that ends at once, and a thought over which it ends."""
NICENESS = 5
"""So much lower is its priority: beside a busy bot, it gets a quarter of a processor."""
MAX_MEMORY_BYTES = 512 * 2**20
"""Memory that a game can fill before it gets a `MemoryError`: Old Foxes take 105 MB with NumPy."""
MAX_ANSWER_BYTES = 2**16
"""An answer is a move of some bytes, or a failure of some thousands."""
READY_NUMBER = 0
"""The number of the answer that says that the process has begun: no question has it."""


class Answer(Struct, frozen=True):
    """What the process says."""

    number: int
    """That of the question."""
    chosen: ComputerTaskResult


# In the bot


class ComputerProcess:
    """The process, as the bot sees it. It begins with the first thought, and anew if it ended."""

    def __init__(self) -> None:
        """Begin nothing yet."""
        self._lock = Lock()
        self._process: Popen[bytes] | None = None
        self._starts_left = MAX_PROCESS_STARTS
        """To begin it, until it counts as impossible here."""
        self._question_numbers = count(READY_NUMBER + 1)
        self._warned_codes: set[int | None] = set()
        """The exit codes of which the log has a warning."""
        self._is_closed = False

    def think(self, thought: ComputerTask) -> ComputerTaskResult:
        """Return what comes of a thought; the thread waits for its turn and for the end.

        A thought over which the process ends begins once more, and then has failed; one that takes
        too long has failed at once. Where no process can begin, the computer thinks here. Raises
        `CancelledError` once this is closed, and whatever `pickle` raises.
        """
        pickled = pickle.dumps(thought)
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
        return thought.choose()

    def close(self) -> None:
        """End the process, whatever it thinks about, and begin none any more."""
        self._is_closed = True
        if process := self._process:
            process.kill()
        with self._lock:
            self._stop_process()

    def _warn_of_exit(self, code: int | None) -> None:
        if code not in self._warned_codes:
            log.warning("the process in which computers think ended with %s", code)
        self._warned_codes.add(code)

    def _check_open(self) -> None:
        if self._is_closed:
            raise CancelledError

    def _start_with_retries(self) -> Popen[bytes] | None:
        """Begin the process; return None if it cannot, which is not tried for ever."""
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
        """Begin the process, or return why it cannot: an exit code, or an error's name."""
        command = [sys.executable, "-m", PROCESS_MODULE]
        try:
            # In a session of its own, where a terminal's Ctrl-C does not reach it.
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
        with suppress(OSError), process:  # of a question that it has not read the rest is lost
            pass
        return process.returncode


def _ask_process(
    process: Popen[bytes], number: int, question: bytes, patience: float
) -> ComputerTaskResult:
    """Send a question to the process and return its answer.

    The process has to be ended after `TimeoutError`, if it takes too long, and `EOFError`, if it
    has ended or says what is no answer to this question.
    """
    asked_at = monotonic()
    late = Timer(patience, process.kill)
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
            return answer.chosen
    raise TimeoutError if monotonic() - asked_at >= patience else EOFError


# In the process


def main() -> None:
    """Think about what comes from the bot, until the bot ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the bot decides when it is of use no more
        signal.signal(number, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # Windows has no such call, a sandbox may forbid it
        os.nice(NICENESS)
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
    """Let allocations beyond the limit fail, where the system can."""
    with suppress(ImportError, OSError, ValueError):  # Windows, a sandbox, a lower limit
        import resource  # noqa: PLC0415 - Windows has none

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _take_pipes() -> tuple[BinaryIO, int]:
    """Return the pipes from and to the bot, where what games print and read does not go."""
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(questions, "rb"), answers


def _read_questions(questions: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Take in what comes; when the bot has ended, nobody waits for what is being thought."""
    for line in questions:
        lines.put(line)
    os._exit(0)


def _choose_move(pickled: bytes) -> ComputerTaskResult:
    thought: ComputerTask = pickle.loads(pickled)  # noqa: S301 - from the bot itself
    return thought.choose()


def _write_answer(answers: int, answer: Answer) -> None:
    os.write(answers, encode(answer) + b"\n")


if __name__ == "__main__":
    main()
