"""Games of a package whose computers do what no game should, each of them something else."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Lock
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from bot.engine.moves import Move
from bot.games.packages import ENTRY_POINT_GROUP
from bot.services.computer_process import MAX_MEMORY_BYTES
from tests.toys import REGISTRY
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.model.state import View

SECRET = "the secret of Minka"
QUICK = ("loops", "raises", "exits")
FORGED = b'{"number":1000000,"chosen":{"move":"name/1/2.3","failure":""}}\n'


class Hostile(SecretNumbersComputers):
    """Computers that do one deed; of some deeds they say that they are quick."""

    def __init__(self, deed: str) -> None:
        self.deed = deed
        self.fast_levels = SecretNumbersComputers.levels if deed in QUICK else ()
        if deed == "cannot_be_pickled":
            self.lock = Lock()

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Any:
        """Do the deed, and choose unless it has chosen or ended the thought."""
        chosen = DEEDS[self.deed]()
        return moves[0] if chosen is None else chosen


def _print() -> None:
    print(SECRET)
    os.write(1, FORGED)
    subprocess.run(["echo", "{}"], check=True)


def _loop() -> None:
    while True:
        pass


def _write_to_pipes(line: bytes) -> None:
    """Write to every pipe that can be found, as code does that closes or reuses descriptors."""
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # listed no more, or not to write to
            if stat.S_ISFIFO(os.fstat(int(entry.name)).st_mode):
                os.write(int(entry.name), line)


def _eat() -> None:
    _eaten = [bytearray(2**24) for _ in range(2 * MAX_MEMORY_BYTES // 2**24)]


DEEDS: dict[str, Callable[[], object]] = {
    "prints": _print,
    "loops": _loop,
    "answers_a_number": lambda: 7,
    "answers_50_mb": lambda: "x" * 50_000_000,
    "raises": lambda: dict[str, int]()[SECRET],
    "reads": input,
    "exits": lambda: sys.exit(SECRET),
    "ends_its_process": lambda: os._exit(7),
    "floods_the_pipe": lambda: _write_to_pipes(b"x" * 50_000_000),
    "forges_an_answer": lambda: _write_to_pipes(FORGED),
    "eats_memory": _eat,
    "cannot_be_pickled": lambda: None,
}
BOXES = SimpleNamespace(
    **{deed: replace(REGISTRY["secret_numbers"], computers=Hostile(deed)) for deed in DEEDS}
)


def install(folder: Path) -> None:
    """Install a package with all these games in a folder, as pip does."""
    info = folder / "hostile-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1.0\n")
    points = "\n".join(f"{deed} = {__name__}:BOXES.{deed}" for deed in DEEDS)
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{points}\n")
