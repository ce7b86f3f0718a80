"""Rules that are checked in other processes: the same seed makes the same game, and heights.

The order of sets and the addresses of objects are the same within a process, and differ in the
next one: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHASHSEED

Heights of screens are measured in a browser by `bot.demo.heights`. The contract suite cannot import
it, as the demo is above it.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec

from msgspec.json import encode

from bot.engine.package import GamePackage
from bot.testing.playing import make_setup, play_game

SAME_SEED_RULE = "elsewhere"
SAME_SEED_TEXT = "The same seed makes the same game, byte by byte, in another process."
THIS_MODULE = "bot.testing.subprocesses"
HASH_SEEDS = ("1", "2")
HEIGHTS_RULE = "heights"
HEIGHTS_TEXT = "Each screen is seen whole on a phone and on a desktop, in all languages."
HEIGHTS_MODULE = "bot.demo.heights"
MAX_GAMES_IN_BROWSER = 3
"""It takes seconds for each game."""
EXIT_TOO_HIGH, EXIT_NO_BROWSER = 2, 3
"""Exit codes of `HEIGHTS_MODULE`. Python's own for a failure is 1."""


def import_package(path: str) -> GamePackage:
    """Import the `GamePackage` with a dotted name, such as "my_game.package.PACKAGE".

    Raises `ValueError` if there is none.
    """
    module, _, variable = path.rpartition(".")
    try:
        package = getattr(import_module(module), variable)
    except (ImportError, AttributeError, TypeError, ValueError) as problem:
        raise ValueError(f"there is no {path}: {problem}") from problem
    if not isinstance(package, GamePackage):
        raise ValueError(f"{path} is no GamePackage, but {type(package).__name__}")
    return package


def compute_digests(package: GamePackage, numbers: Iterable[int]) -> list[str]:
    """Return the SHA-256 of all states and events of each game with these numbers."""
    plays = (play_game(package, make_setup(package.game, number)) for number in numbers)
    games = ([(step.state, step.events) for step in play.steps] for play in plays)
    return [sha256(encode(game)).hexdigest() for game in games]


def find_differing_games(path: str, numbers: range) -> list[int]:
    """Return the numbers of the games that differ from process to process."""
    first, second = (_compute_in_process(path, numbers, seed) for seed in HASH_SEEDS)
    games = zip(numbers, first, second, strict=True)
    return [number for number, one, other in games if one != other]


def _compute_in_process(path: str, numbers: range, hash_seed: str) -> list[str]:
    command = [sys.executable, "-m", THIS_MODULE, path, str(numbers.start), str(numbers.stop)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.split()


def check_heights(path: str, numbers: range) -> tuple[bool, list[str]]:
    """Check the heights of screens in these games; return whether that is possible, and lines.

    The lines say which screens are too high, or without a browser what to install. Raises
    `subprocess.CalledProcessError` if the check fails.
    """
    missing = [name for name in ("simcord", "playwright") if find_spec(name) is None]
    if missing:
        return False, [f"{', '.join(missing)}: pip install 'cloaked-cats-bot[demo]' playwright"]
    command = [sys.executable, "-m", HEIGHTS_MODULE, path, str(numbers.start), str(numbers.stop)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - our own module
    if done.returncode not in (0, EXIT_TOO_HIGH, EXIT_NO_BROWSER):
        done.check_returncode()
    return done.returncode != EXIT_NO_BROWSER, done.stdout.splitlines()


def main(path: str, start: str, stop: str) -> None:
    """Print the digests of some games."""
    print(*compute_digests(import_package(path), range(int(start), int(stop))), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
