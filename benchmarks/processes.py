"""A bot as a process of its own, and what it costs the machine."""

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from tests.fake_discord import AS_IT_IS, command
from tests.survival.loopback import Loopback

ROOT = Path(__file__).parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(Struct, frozen=True):
    """What a process has used so far."""

    seconds: float
    """Of CPU time, in all its threads."""
    megabytes: float
    """Of memory, now (RSS)."""


@asynccontextmanager
async def started(
    discord: Loopback,
    folder: Path,
    module: str = "bot",
    constants: Mapping[str, float] = AS_IT_IS,
    database: str = "",
    **settings: str,
) -> AsyncIterator[Process]:
    """Run `python -m` that module in `folder`, as hosts do; SIGTERM ends it.

    Without the address of a `database` it has a file there. Its log is in `folder`/log.
    `constants` are as in `tests.fake_discord.command`; `settings` are others of the bot's.
    """
    environment = os.environ | {"DISCORD_TOKEN": "a.secret.token", "PYTHONPATH": str(ROOT)}
    environment |= {"DATABASE_URL": database} | settings
    arguments = command(discord.address, constants=constants, module=module)
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *arguments, cwd=folder, env=environment, stderr=log
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def together(processes: Sequence[Process]) -> Cost:
    """Return what processes have used."""
    costs = [cost(process.pid) for process in processes]
    return Cost(sum(one.seconds for one in costs), sum(one.megabytes for one in costs))


def cost(process: int) -> Cost:
    """Return what a process has used; it needs Linux (https://man7.org/linux/man-pages/man5/proc.5.html)."""
    here = Path(f"/proc/{process}")
    numbers = (here / "stat").read_text().rpartition(")")[2].split()
    resident = int((here / "statm").read_text().split()[1])
    return Cost(
        seconds=(int(numbers[11]) + int(numbers[12])) / TICKS,
        megabytes=resident * os.sysconf("SC_PAGE_SIZE") / 1e6,
    )


def aside(processes: Sequence[Process]) -> Cost:
    """Return what those have used so far that these processes have begun, and that still run."""
    tasks = (task for one in processes for task in Path(f"/proc/{one.pid}/task").glob("*/children"))
    costs = [cost(int(child)) for task in tasks for child in task.read_text().split()]
    return Cost(sum(one.seconds for one in costs), sum(one.megabytes for one in costs))


def check_log(folder: Path) -> None:
    """Raise RuntimeError if the bot noted an error."""
    log = (folder / "log").read_text()
    if "ERROR" in log or "Traceback" in log:
        raise RuntimeError(log)
