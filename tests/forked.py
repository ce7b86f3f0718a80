"""The real bot as processes of their own, without the second that Python needs to load it.

They are forked from a process that has loaded the bot and done nothing with it; all else is as if
the command had been run. That a process starts from nothing is tested by `start_from_nothing` in
`tests/process/test_start.py`.
"""

import asyncio
import gc
import os
import runpy
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from PIL import Image

from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.fake_discord import DRIVER
from tests.patience import HANG_TIMEOUT_SECONDS

LOADED = (
    "alembic.command",
    "bot.checks",
    "bot.maintenance",
    "bot.app",
    "bot.demo.demo",
    "bot.storage.backup",
    "bot.storage.postgres_database",
    "bot.storage.sqlite_database",
    "bot.discord_adapter.reply",
    "PIL.ImageChops",
    "PIL.ImageDraw",
    "PIL.ImageFont",
    "cogs.cats",
    "cogs.router",
    __name__,
)
"""What is loaded before all of them, this module last: it freezes what is there."""
CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload([*LOADED])

for _language in LANGUAGES:
    text(_language)
    for _box in GAMES.values():
        text(_language, _box.text)
Image.init()
gc.collect()
gc.freeze()  # so that no process goes through all of this when it frees memory


def _run(
    main: Callable[[], object],
    folder: Path,
    environment: Mapping[str, str],
    out: Path,
    err: Path,
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for stream, file in ((sys.stdout, out), (sys.stderr, err)):
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(opened, stream.fileno())
        os.close(opened)
    main()


def at_discord(
    command: Sequence[str], before: Callable[[], None] | None = None
) -> Callable[[], None]:
    """Return what a process does to run what `tests.fake_discord.command` returns.

    It does `before` first.
    """
    return partial(_drive, command[command.index(DRIVER) + 1 :], before)


def bot(arguments: Sequence[str]) -> Callable[[], None]:
    """Return what a process does to run `python -m bot` with arguments."""
    return partial(_run_bot, arguments)


def _drive(arguments: Sequence[str], before: Callable[[], None] | None) -> None:
    if before:
        before()
    sys.argv = ["-c", *arguments]
    exec(DRIVER, {})


def _run_bot(arguments: Sequence[str]) -> None:
    sys.argv = ["bot", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


def start_telling(
    work: Callable[..., Coroutine[Any, Any, None]], *given: object
) -> tuple[BaseProcess, Connection]:
    """Start a process that does some work; return it, and the pipe from which to read.

    The work's last argument is the pipe into which it writes. When the process has ended and all
    is read, `recv` raises EOFError. The process does not outlive this one.
    """
    told, telling = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_tell, args=(work, *given, telling), daemon=True)
    process.start()
    telling.close()
    return process, told


def read_all(told: Connection) -> Iterator[Any]:
    """Yield what a process writes into its pipe until it ends."""
    with told, suppress(EOFError):
        while True:
            yield told.recv()


def kill_telling(
    work: Callable[..., Coroutine[Any, Any, None]], *given: object, after: float
) -> list[Any]:
    """Kill a process some seconds after the first thing that it tells; return all that it told."""
    process, told = start_telling(work, *given)
    first = told.recv()
    threading.Timer(after, process.kill).start()
    everything = [first, *read_all(told)]
    process.join()
    return everything


def _tell(work: Callable[..., Coroutine[Any, Any, None]], *given: object) -> None:
    asyncio.run(work(*given))


class Forked:
    """A process; its methods are those of `asyncio.subprocess.Process`."""

    def __init__(
        self,
        main: Callable[[], object],
        folder: Path,
        environment: Mapping[str, str],
        out: Path,
        err: Path,
    ) -> None:
        """Start a process in a folder that calls `main`, which is made by `at_discord` or `bot`.

        What it says is added to the files `out` and `err`.
        """
        given = (main, folder, dict(environment), out, err)
        self._process = CONTEXT.Process(target=_run, args=given)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs.

        It may end in between: the fork server reaps it, so its id is gone at once.
        """
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        return await asyncio.to_thread(self.join)

    def join(self) -> int:
        self._process.join(HANG_TIMEOUT_SECONDS)
        assert self.returncode is not None
        return self.returncode
