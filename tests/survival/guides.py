"""The commands of the pages for hosts, and a host's terminal in which they are run."""

import asyncio
import os
import re
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

from tests.patience import HANG_TIMEOUT_SECONDS, until

ROOT = Path(__file__).parent.parent.parent
PAGES = ("README.md", "docs/hosting.md", "docs/operating.md")
SAYS_NOTHING_TO_DO = ("text", "yaml", "promql")
"""Languages of blocks that are no commands."""
_FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^ {4}[^\n]*\n)+", re.MULTILINE)
_AFTERWARDS = 'code=$?; pwd >"$TERMINAL/folder"; env -0 >"$TERMINAL/environment"; exit $code'
AT_LOOPBACK = """
import os, sys
if sys.orig_argv[1:3] == ["-m", "bot"] and "--demo" not in sys.orig_argv:
    import discord, yarl
    api = yarl.URL(os.environ["LOOPBACK"])
    discord.http.Route.BASE = str(api)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = api.with_path("/gateway")
"""
"""What Python does first of all in that terminal: the bot meets Discord on a loopback port."""


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _whole(block: str) -> list[str]:
    """Return the commands of a block; one goes on behind a backslash and within quotes."""
    found, part = [], ""
    for line in dedent(block).splitlines():
        part += line
        if line.endswith("\\") or part.count("'") % 2 or part.count('"') % 2:
            part += "\n"
        else:
            found.append(part)
            part = ""
    assert part == "", part
    return [command for command in found if command]


def commands(text: str) -> list[str]:
    """Return all commands of a page's blocks, a block of SQL being one, in their order."""
    found = []
    for block in re.finditer(f"{_FENCED.pattern}|{_INDENTED.pattern}", text, _FENCED.flags):
        language = block[2] or "sh"
        if language == "sql":
            found.append(block[3].strip())
        elif language not in SAYS_NOTHING_TO_DO:
            assert language in ("sh", "powershell"), language
            found += _whole(block[3] or block[0])
    return found


def in_words(text: str, pattern: str) -> list[str]:
    """Return what stands in a page's sentences as code that begins like that."""
    return re.findall(rf"`({pattern}[^`\n]*)`", _FENCED.sub("", text).replace("\n", " "))


class Terminal:
    """Bash in which one command after the other is run: its folder and its variables stay."""

    def __init__(self, own: Path, folder: Path, environment: Mapping[str, str]) -> None:
        """Begin in a folder; `own` is an empty one, for what stays."""
        self._own = own
        self.folder = folder
        self.environment = {**environment, "TERMINAL": str(own), "PYTHONPATH": str(own)}
        (own / "sitecustomize.py").write_text(AT_LOOPBACK)
        self.said = ""

    async def run(self, command: str, until_it: Callable[[], object] | None = None) -> int:
        """Run a command until it ends, or with Ctrl-C as soon as `until_it`; return its exit code.

        What it says is in `said`.
        """
        with (self._own / "said").open("w+b") as said:
            process = await asyncio.create_subprocess_exec(
                *("bash", "-c", f"{command}\n{_AFTERWARDS}"),
                cwd=self.folder,
                env=self.environment,
                stdout=said,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
            )
            if until_it is not None:
                self.said = ""
                await until(lambda: process.returncode is not None or self._is_so(until_it))
                if process.returncode is None:
                    os.killpg(process.pid, signal.SIGINT)
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                code = await process.wait()
        self._is_so(lambda: True)
        self.folder = Path((self._own / "folder").read_text().strip())
        left = (self._own / "environment").read_text().split("\0")
        self.environment = dict(line.split("=", 1) for line in left if line)
        return code

    def _is_so(self, condition: Callable[[], object]) -> object:
        self.said = (self._own / "said").read_text(encoding="utf-8")
        return condition()
