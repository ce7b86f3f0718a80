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
from importlib.util import find_spec

from msgspec.json import encode

from bot.engine.package import GamePackage
from bot.games.packages import load_module
from bot.testing.playing import make_setup, play_game

SAME_SEED_RULE = "elsewhere"
"""The name, on the command line, of the rule about seeds."""
SAME_SEED_TEXT = "The same seed makes the same game, byte by byte, in another process."
"""The rule about seeds, as a sentence to print."""
THIS_MODULE = "bot.testing.subprocesses"
"""The name of this module. Python runs it in other processes to play games there."""
HASH_SEEDS = ("1", "2")
"""The values of PYTHONHASHSEED for the two processes whose games are compared.

With different values, the items of a set usually have a different order.
"""
HEIGHTS_RULE = "heights"
"""The name, on the command line, of the rule about the heights of screens."""
HEIGHTS_TEXT = "Each screen is seen whole on a phone and on a desktop, in all languages."
"""The rule about the heights of screens, as a sentence to print."""
HEIGHTS_MODULE = "bot.demo.heights"
"""The name of the module that measures the heights of screens in a browser."""
MAX_GAMES_IN_BROWSER = 3
"""The maximum number of games whose screens are measured in a browser.

The number is small because each game takes seconds.
"""
EXIT_TOO_HIGH, EXIT_NO_BROWSER = 2, 3
"""Exit codes of `HEIGHTS_MODULE`: a screen is too high, or there is no browser.

Python's own exit code for a failure is 1.
"""


def compute_digests(package: GamePackage, numbers: Iterable[int]) -> list[str]:
    """Play games, and return a hash of all states and events of each game.

    If two processes play the same game in the same way, their hashes are equal.

    Args:
        package: The game to play.
        numbers: The numbers of the games to play. All random choices of a game follow from its
            number.

    Returns:
        The SHA-256 of each game in hexadecimal digits.
    """
    plays = (play_game(package, make_setup(package.game, number)) for number in numbers)
    games = ([(step.state, step.events) for step in play.steps] for play in plays)
    return [sha256(encode(game)).hexdigest() for game in games]


def find_differing_games(path: str, numbers: range) -> list[int]:
    """Play the same games in two processes, and return the numbers of the games that differ.

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
    """Play games in another process, which checks whether a browser shows each screen whole.

    Args:
        path: The dotted name of the `GamePackage`.
        numbers: The numbers of the games to play.

    Returns:
        Whether the check could be made, and lines to print. The lines say which screens are too
            high, or what to install first.

    Raises:
        subprocess.CalledProcessError: The other process failed for another reason.
    """
    missing = [name for name in ("simcord", "playwright") if find_spec(name) is None]
    if missing:
        return False, [f"{', '.join(missing)}: pip install 'cloaked-cats-bot[demo]' playwright"]
    command = [sys.executable, "-m", HEIGHTS_MODULE, path, str(numbers.start), str(numbers.stop)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, errors="replace", check=False)  # noqa: S603 - our own module
    if done.returncode not in (0, EXIT_TOO_HIGH, EXIT_NO_BROWSER):
        done.check_returncode()
    return done.returncode != EXIT_NO_BROWSER, done.stdout.splitlines()


def main(path: str, start: str, stop: str) -> None:
    """Play games, and print a hash of each one for the process that compares the hashes.

    Args:
        path: The dotted name of the `GamePackage`.
        start: The number of the first game.
        stop: The number after that of the last game.
    """
    print(*compute_digests(load_module(path), range(int(start), int(stop))), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
