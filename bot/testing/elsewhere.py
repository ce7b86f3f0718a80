"""The rules that need a process of their own: the same seed makes the same game, and heights.

A browser looks how high screens are; it belongs to the demo, which knows of games, not they of it.
What follows Python's order of sets, or the address of an object, is the same within a process and
another in the next: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHASHSEED
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec

from msgspec.json import encode

from bot.engine.box import GamePackage
from bot.testing.playing import played, setting_of

NAME = "elsewhere"
SAYS = "The same seed makes the same game, byte by byte, in another process."
MODULE = "bot.testing.elsewhere"
HASH_SEEDS = ("1", "2")
HEIGHTS = "heights"
SAYS_HEIGHTS = "Each screen is seen whole on a phone and on a desktop, in all languages."
MODULE_HEIGHTS = "bot.demo.heights"
BY_A_BROWSER = 3
"""So many games are looked at there: it takes seconds."""
TOO_HIGH, NOT_LOOKED_AT = 2, 3
"""Exit codes: a screen is, and there is no browser. Python's own for a failure is 1."""


def box_of(path: str) -> GamePackage:
    """Return the box with a dotted name, such as "my_game.box.BOX".

    Raises `ValueError` if there is none.
    """
    module, _, variable = path.rpartition(".")
    try:
        box = getattr(import_module(module), variable)
    except (ImportError, AttributeError, TypeError, ValueError) as problem:
        raise ValueError(f"there is no {path}: {problem}") from problem
    if not isinstance(box, GamePackage):
        raise ValueError(f"{path} is no GamePackage, but {type(box).__name__}")
    return box


def digests(box: GamePackage, numbers: Iterable[int]) -> list[str]:
    """Return for each number the SHA-256 of all states and events of that game."""
    plays = (played(box, setting_of(box.game, number)) for number in numbers)
    told = ([(moment.state, moment.events) for moment in play.moments] for play in plays)
    return [sha256(encode(game)).hexdigest() for game in told]


def differing(path: str, numbers: range) -> list[int]:
    """Return the numbers of the games of a box that differ from process to process."""
    first, second = (_elsewhere(path, numbers, seed) for seed in HASH_SEEDS)
    games = zip(numbers, first, second, strict=True)
    return [number for number, one, other in games if one != other]


def _elsewhere(path: str, numbers: range, hash_seed: str) -> list[str]:
    command = [sys.executable, "-m", MODULE, path, str(numbers.start), str(numbers.stop)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.split()


def too_high(path: str, numbers: range) -> tuple[bool, list[str]]:
    """Return what is wrong with the heights of these games' screens: (was looked at, lines).

    Without a browser the lines say what to install. Raises `subprocess.CalledProcessError` if the
    look fails.
    """
    missing = [name for name in ("simcord", "playwright") if find_spec(name) is None]
    if missing:
        return False, [f"{', '.join(missing)}: pip install 'cloaked-cats-bot[demo]' playwright"]
    command = [sys.executable, "-m", MODULE_HEIGHTS, path, str(numbers.start), str(numbers.stop)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - our own module
    if done.returncode not in (0, TOO_HIGH, NOT_LOOKED_AT):
        done.check_returncode()
    return done.returncode != NOT_LOOKED_AT, done.stdout.splitlines()


def main(path: str, start: str, stop: str) -> None:
    """Print the digests of some games of a box."""
    print(*digests(box_of(path), range(int(start), int(stop))), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
