"""Computers that think as a test wants, in whatever process: files tell, and are told."""

import os
import time
from pathlib import Path
from random import Random
from subprocess import Popen

from bot.engine.computer_task import ComputerTask
from bot.engine.computers import Computers
from bot.engine.moves import Move
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.rules import SecretNumbers, View

SECRET = "the secret of Minka"


class Patient(SecretNumbersComputers):
    """Computers that note in a folder that they think, and go on when they may."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        (self.folder / f"{os.getpid()}-thinks").touch()
        deadline = time.monotonic() + HANG_TIMEOUT_SECONDS
        while not (self.folder / "go").exists():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        return super().choose_move(view, moves, level, rng)

    def thinks(self) -> set[int]:
        return {int(file.name.split("-")[0]) for file in self.folder.glob("*-thinks")}

    def let_all_choose(self) -> None:
        (self.folder / "go").touch()


class Parental(Patient):
    """Computers that start a child of their process before they think."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        child = Popen(["sleep", str(2 * HANG_TIMEOUT_SECONDS)])
        (self.folder / f"{child.pid}-thinks").touch()
        return super().choose_move(view, moves, level, rng)


class DeadlyParent(Parental):
    """Computers that start a child and take only their process with them."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        self.let_all_choose()
        super().choose_move(view, moves, level, rng)
        os._exit(7)


class Raising(SecretNumbersComputers):
    """Computers that fail."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        raise RuntimeError(SECRET)


class Deadly(SecretNumbersComputers):
    """Computers that take their process with them."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        os._exit(7)


def make_computer_task(computers: Computers, level: str = "sound") -> ComputerTask:
    """Return what a computer has to think about in a game of Secret Numbers."""
    game = SecretNumbers()
    state = game.deal(2, {"numbers": "few"}, None)[0]  # type: ignore[arg-type]
    return ComputerTask(computers, game.view(state, 0), game.legal_moves(state, 0), level, b"key")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def aside_of(process: int) -> set[int]:
    """Return the ids of the processes that a bot has begun for computers to think in."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = {int(child) for task in tasks for child in task.read_text().split()}
    return {
        child
        for child in children
        if "computer_process" in Path(f"/proc/{child}/cmdline").read_text()
    }
