"""`python -m tools.new_game NAME`: begins a new game with a tiny one that can be played at once.

It makes the folder bot/games/NAME of this clone; with `--package FOLDER`, a package of the game's
own in that folder, to be installed beside the bot.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from bot import games
from bot.games.packages import NAME
from bot.games.registry import GAMES
from tools.new_game.templates import FILES

STUB = Path(__file__).parent / "stub"
SHELF = Path(games.__file__).parent
"""Where this clone has its games."""

IN_THE_CLONE = """Made {made}. Put it on the shelf with two lines in bot/games/registry.py:

    from bot.games.{name}.box import BOX as {constant}

        "{name}": {constant},

Then look whether it keeps the contract, and play it:

    python -m bot.testing {name}
    python -m bot --demo
"""
AS_A_PACKAGE = """Made {made}. Look whether it keeps the contract, install it, and play it:

    cd {made}
    python -m bot.testing --module {name}.box.BOX
    pip install -e .
    python -m bot --demo
"""


def make_folder(name: str) -> Path:
    """Make the folder of a game in this clone, and return it.

    Raises `ValueError` with a sentence for whoever typed the name.
    """
    _check(name)
    if find_spec(f"bot.games.{name}"):
        raise ValueError(f"bot.games.{name} is there already: choose another name")
    made = _refuse_existing(SHELF / name)
    _copy_stub(made, _renames(name, f"bot.games.{name}"))
    return made


def make_package(name: str, into: Path) -> Path:
    """Make a package of a game in the folder `into`, and return its own folder.

    Raises `ValueError` with a sentence for whoever typed the name.
    """
    _check(name)
    if find_spec(name):
        raise ValueError(f"Python has a module {name} already: choose another name")
    renames = _renames(name, name)
    made = _refuse_existing(into / renames["cloaked-cats-stub"])
    for file, text in FILES.items():
        _write(made / file, text, renames)
    _copy_stub(made / name, renames)
    return made


def _check(name: str) -> None:
    if not NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} is no name: write up to 24 small letters, digits and _, a letter first"
        )
    if name in GAMES:
        raise ValueError(f"{name} is one of the bot's own games: choose another name")
    if iskeyword(name):
        raise ValueError(f"{name} is a word of Python's own: choose another name")


def _refuse_existing(made: Path) -> Path:
    if made.exists():
        raise ValueError(f"{made.name} is there already: choose another name, or remove it")
    return made


def _renames(name: str, module: str) -> dict[str, str]:
    """Return what takes the place of each name of the stub, longer ones first."""
    words = [word for word in name.split("_") if word]
    return {
        "tools.new_game.stub": module,
        "game-title = Stub": f"game-title = {' '.join(words).capitalize()}",
        "cloaked-cats-stub": "-".join(("cloaked-cats", *words)),
        "Stub": "".join(word.capitalize() for word in words),
        "stub": name,
    }


def _copy_stub(to: Path, renames: dict[str, str]) -> None:
    for file in sorted([*STUB.rglob("*.py"), *STUB.glob("text/*.ftl")]):
        _write(to / file.relative_to(STUB), file.read_text(encoding="utf-8"), renames)


def _write(file: Path, text: str, renames: dict[str, str]) -> None:
    renamed = re.sub("|".join(map(re.escape, renames)), lambda found: renames[found[0]], text)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(renamed, encoding="utf-8")


def main(argv: Sequence[str]) -> int:
    """Make what is asked for and print what comes next; return 1 if it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tools.new_game", description=__doc__)
    parser.add_argument("name", help="small letters, digits and _, such as my_game")
    parser.add_argument(
        "--package", type=Path, metavar="FOLDER", help="make a package of its own in this folder"
    )
    asked = parser.parse_args(argv)
    name: str = asked.name
    try:
        made = make_package(name, asked.package) if asked.package else make_folder(name)
    except ValueError as problem:
        print(f"Nothing was made: {problem}.", file=sys.stderr)
        return 1
    told = AS_A_PACKAGE if asked.package else IN_THE_CLONE
    print(told.format(made=made, name=name, constant=name.upper()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
