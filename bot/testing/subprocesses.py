"""Rules that are checked in other processes: one about seeds, and one about heights of screens.

The order of sets and the addresses of objects are the same within a process, and differ in the
next one: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHASHSEED

`bot.demo.heights` measures heights in a browser. It is in a higher layer, so the contract suite may
not import it.
"""

import os
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from importlib.util import find_spec

from msgspec.json import encode

from bot.engine.package import GamePackage
from bot.games.packages import load_module
from bot.testing.playing import Rule, make_setup, play_game

SAME_SEED_RULE = Rule(
    "same-in-every-process", "The same seed makes the same game, byte by byte, in another process."
)
HEIGHTS_RULE = Rule(
    "screen-heights", "Each screen is seen whole on a phone and on a desktop, in all languages."
)
HASH_SEEDS = ("1", "2")
"""The values of PYTHONHASHSEED for the two processes whose games are compared."""
MAX_GAMES_IN_PROCESSES, MAX_GAMES_IN_BROWSER = 20, 3
EXIT_TOO_HIGH, EXIT_NO_BROWSER = 2, 3
"""Exit codes of `bot.demo.heights`. Python's own exit code for a failure is 1."""


def compute_digests(package: GamePackage, numbers: Iterable[int]) -> list[str]:
    """Play games, and return the SHA-256 of all states and events of each game."""
    plays = (play_game(package, make_setup(package, number)) for number in numbers)
    games = ([(step.state, step.events) for step in play.steps] for play in plays)
    return [sha256(encode(game)).hexdigest() for game in games]


class ProcessError(Exception):
    """Raised by checks whose process fails. Its text has the last line that the process wrote."""


def find_differing_games(path: str, numbers: range) -> list[int]:
    """Play the games of the `GamePackage` at `path` in two processes, and return which differ."""
    first, second = (_compute_in_process(path, numbers, seed) for seed in HASH_SEEDS)
    games = zip(numbers, first, second, strict=True)
    return [number for number, one, other in games if one != other]


def _compute_in_process(path: str, numbers: range, hash_seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return _run_module(__name__, path, numbers, environment).stdout.split()


def _run_module(
    module: str,
    path: str,
    numbers: range,
    environment: Mapping[str, str] = os.environ,
    exit_codes: Collection[int] = (0,),
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, path, str(numbers.start), str(numbers.stop)]
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, errors="replace", check=False, env=environment
    )
    if done.returncode not in exit_codes:
        last = done.stderr.strip().rpartition("\n")[2]
        told = f"`python {' '.join(command[1:])}` ends with exit code {done.returncode}"
        raise ProcessError(f"{told}: {last}")
    return done


def check_heights(path: str, numbers: range) -> tuple[bool, list[str]]:
    """Play games in another process, which checks whether a browser shows each screen whole.

    Returns:
        Whether the check could be made, and lines to print: which screens are too high, or what to
            install first.
    """
    missing = [name for name in ("simcord", "playwright") if find_spec(name) is None]
    if missing:
        return False, [f"{', '.join(missing)}: pip install 'cloaked-cats-bot[demo]' playwright"]
    codes = (0, EXIT_TOO_HIGH, EXIT_NO_BROWSER)
    done = _run_module("bot.demo.heights", path, numbers, exit_codes=codes)
    return done.returncode != EXIT_NO_BROWSER, done.stdout.splitlines()


if __name__ == "__main__":
    module, start, stop = sys.argv[1:]
    print(*compute_digests(load_module(module), range(int(start), int(stop))), sep="\n")
