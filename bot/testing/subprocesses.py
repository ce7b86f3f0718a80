"""Rules that are checked in other processes: one about seeds, and one about heights of screens.

The same seed has to make the same game in each process. The order of sets and the addresses of
objects are the same within a process, and differ in the next one:
https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHASHSEED

`bot.demo.heights` measures heights in a browser. The contract suite runs it in a process, because
it may not import the demo, which is in a higher layer.
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
"""The name of the rule about seeds on the command line."""
SAME_SEED_TEXT = "The same seed makes the same game, byte by byte, in another process."
"""The rule about seeds as a sentence."""
THIS_MODULE = "bot.testing.subprocesses"
"""The name of this module, which runs in each of the processes."""
HASH_SEEDS = ("1", "2")
"""A value of PYTHONHASHSEED for each of the two processes whose games are compared."""
HEIGHTS_RULE = "heights"
"""The name of the rule about heights on the command line."""
HEIGHTS_TEXT = "Each screen is seen whole on a phone and on a desktop, in all languages."
"""The rule about heights as a sentence."""
HEIGHTS_MODULE = "bot.demo.heights"
"""The name of the module that measures heights."""
MAX_GAMES_IN_BROWSER = 3
"""The maximum number of games whose screens are measured. Each game takes seconds."""
EXIT_TOO_HIGH, EXIT_NO_BROWSER = 2, 3
"""Exit codes of `HEIGHTS_MODULE`: a screen is too high, or there is no browser.

Python's own exit code for a failure is 1.
"""


def import_package(path: str) -> GamePackage:
    """Import the `GamePackage` with a dotted name, such as "my_game.package.PACKAGE".

    Raises:
        ValueError: It cannot be imported, or is no `GamePackage`.
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
    """Play games, and return a hash of all states and events of each game.

    Games that are the same in two processes have the same hash.

    Args:
        package: The game to play.
        numbers: The numbers of the games to play.

    Returns:
        The SHA-256 of each game in hexadecimal digits.
    """
    plays = (play_game(package, make_setup(package.game, number)) for number in numbers)
    games = ([(step.state, step.events) for step in play.steps] for play in plays)
    return [sha256(encode(game)).hexdigest() for game in games]


def find_differing_games(path: str, numbers: range) -> list[int]:
    """Play the same games in two processes, and return the numbers of those that differ.

    Args:
        path: The dotted name of the `GamePackage`.
        numbers: The numbers of the games to play.
    """
    first, second = (_compute_in_process(path, numbers, seed) for seed in HASH_SEEDS)
    games = zip(numbers, first, second, strict=True)
    return [number for number, one, other in games if one != other]


def _compute_in_process(path: str, numbers: range, hash_seed: str) -> list[str]:
    """Play games in another process with this PYTHONHASHSEED, and return a hash of each game."""
    command = [sys.executable, "-m", THIS_MODULE, path, str(numbers.start), str(numbers.stop)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.split()


def check_heights(path: str, numbers: range) -> tuple[bool, list[str]]:
    """Play games in another process, and check there whether a browser shows each screen whole.

    Args:
        path: The dotted name of the `GamePackage`.
        numbers: The numbers of the games to play.

    Returns:
        Whether the check is possible, and lines to print. They say which screens are too high, or
            what to install.

    Raises:
        subprocess.CalledProcessError: The check itself has failed.
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
    """Print a hash of each game, for the process that compares them.

    Args:
        path: The dotted name of the `GamePackage`.
        start: The number of the first game.
        stop: The number after that of the last game.
    """
    print(*compute_digests(import_package(path), range(int(start), int(stop))), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
