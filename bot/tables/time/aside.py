"""The process aside, in which computers think whose levels think long: both of its ends.

In the bot they would share Python's one lock with the event loop, and each press would wait for
them. The process has a lock of its own and a lower priority. It knows nothing but what comes
through its pipe, one thought at a time, and keeps nothing: it may be killed at any moment.

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
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Lock, Thread, Timer

from msgspec.json import decode, encode

from bot.games.thought import Chosen, Thought, ended

log = logging.getLogger(__name__)

MODULE = "bot.tables.time.aside"
ROOT = Path(__file__).parents[3]
PATIENCE = 30.0
"""Seconds after which a thought counts as endless: the longest takes less than one."""
TRIES = 2
"""How often the process begins that ends at once, and a thought over which it ends."""
NICE = 5
"""So much lower is its priority: beside a busy bot, it gets a quarter of a processor."""
READY = b"ready\n"


# In the bot


class Aside:
    """The process, as the bot sees it. It begins with the first thought, and anew if it ended."""

    def __init__(self) -> None:
        """Begin nothing yet."""
        self._alone = Lock()
        self._process: Popen[bytes] | None = None
        self._attempts = TRIES
        """To begin it, until it counts as impossible here."""
        self._closed = False

    def think(self, thought: Thought) -> Chosen:
        """Return what comes of a thought; the thread waits for its turn and for the end.

        A thought over which the process ends begins once more, and then has failed. Where no
        process can begin, the computer thinks here. Raises `CancelledError` once this is closed.
        """
        asked = encode(pickle.dumps(thought)) + b"\n"
        with self._alone:
            for _ in range(TRIES):
                process = self._process or self._begun()
                if process is None:
                    return ended(thought.choose)
                if answer := _answer(process, asked):
                    return decode(answer, type=Chosen)
                code = self._end()
                self._check_open()
                log.warning("the process in which computers think ended with %s", code)
        return Chosen(failure=ChildProcessError.__name__)

    def close(self) -> None:
        """End the process, whatever it thinks about, and begin none any more."""
        self._closed = True
        if process := self._process:
            process.kill()
        with self._alone:
            self._end()

    def _check_open(self) -> None:
        if self._closed:
            raise CancelledError

    def _begun(self) -> Popen[bytes] | None:
        """Begin the process; return None if it cannot, which is not tried for ever."""
        while self._attempts:
            self._check_open()
            self._attempts -= 1
            why = self._begin()
            self._check_open()
            if self._process:
                self._attempts = TRIES
                log.info("computers think aside, in process %s", self._process.pid)
                return self._process
            if not self._attempts:
                log.warning("computers think in the bot itself: no process can begin (%s)", why)
        return None

    def _begin(self) -> str:
        """Begin the process, or return why it cannot: an exit code, or an error's name."""
        command = [sys.executable, "-m", MODULE]
        try:
            # In a session of its own, where a terminal's Ctrl-C does not reach it.
            self._process = Popen(  # noqa: S603 - our own module
                command, stdin=PIPE, stdout=PIPE, cwd=ROOT, start_new_session=True
            )
        except OSError as problem:
            return type(problem).__name__
        if _answer(self._process) == READY:
            return ""
        return str(self._end())

    def _end(self) -> int | None:
        """End the process if there is one, forget it, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        with suppress(OSError), process:  # of a question that it has not read the rest is lost
            pass
        return process.returncode


def _answer(process: Popen[bytes], asked: bytes = b"") -> bytes:
    """Send a line and return the next one that comes, b"" if the process ends before."""
    endless = Timer(PATIENCE, process.kill)
    endless.start()
    answer = b""
    with suppress(OSError):
        if process.stdin and process.stdout:  # always: both are pipes
            process.stdin.write(asked)
            process.stdin.flush()
            answer = process.stdout.readline()
    endless.cancel()
    return answer if answer.endswith(b"\n") else b""


# In the process


def main() -> None:
    """Think about what comes from standard input, until the bot ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the bot decides when it is of use no more
        signal.signal(number, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # Windows has no such call, a sandbox may forbid it
        os.nice(NICE)
    questions = SimpleQueue[bytes]()
    Thread(target=_read, args=(questions,), daemon=True).start()
    with suppress(BrokenPipeError):
        _say(READY)
        while True:
            _say(encode(ended(partial(_choose, questions.get()))) + b"\n")


def _read(questions: "SimpleQueue[bytes]") -> None:
    """Take in what comes; when the bot has ended, nobody waits for what is being thought."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def _choose(asked: bytes) -> str:
    thought: Thought = pickle.loads(decode(asked, type=bytes))  # noqa: S301 - from the bot itself
    return thought.choose()


def _say(line: bytes) -> None:
    os.write(sys.stdout.fileno(), line)


if __name__ == "__main__":
    main()
