"""`python -m tools.new_game NAME`: creates a tiny game that can be played at once.

It creates the folder bot/games/NAME in this clone. With `--package FOLDER`, it creates a Python
package in that folder instead, to be installed beside the bot.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from bot import games
from bot.common.terminal import replace_unshowable
from bot.games.packages import GAME_NAME_PATTERN
from bot.games.registry import GAMES
from tools.new_game.templates import PACKAGE_FILES

STUB_FOLDER = Path(__file__).parent / "stub"
GAMES_FOLDER = Path(games.__file__).parent

CLONE_INSTRUCTIONS = """Made {made}. Register it with two lines in bot/games/registry.py:

    from bot.games.{name}.package import PACKAGE as {constant}

        "{name}": {constant},

Then look whether it keeps the contract, and play it:

    python -m bot.testing {name}
    python -m bot --demo
"""
PACKAGE_INSTRUCTIONS = """Made {made}. Look whether it keeps the contract, and play it:

    cd {made}
    python -m bot.testing --module {name}.package.PACKAGE
    python -m bot --demo --module {name}.package.PACKAGE
"""


def make_folder(name: str) -> Path:
    """Create the folder of a new game in this clone.

    Raises:
        ValueError: The name is not usable or already taken. The text explains it to the user.
    """
    _check_name(name)
    if find_spec(f"bot.games.{name}"):
        raise ValueError(f"bot.games.{name} is there already: choose another name")
    made = _refuse_existing(GAMES_FOLDER / name)
    _copy_stub(made, _make_replacements(name, f"bot.games.{name}"))
    return made


def make_package(name: str, parent_folder: Path) -> Path:
    """Create an installable Python package with a new game.

    Raises:
        ValueError: The name is not usable or already taken. The text explains it to the user.
    """
    _check_name(name)
    if find_spec(name):
        raise ValueError(f"Python has a module {name} already: choose another name")
    renames = _make_replacements(name, name)
    made = _refuse_existing(parent_folder / renames["cloaked-cats-stub"])
    for file, text in PACKAGE_FILES.items():
        _write(made / file, text, renames)
    _copy_stub(made / name, renames)
    return made


def _check_name(name: str) -> None:
    if not GAME_NAME_PATTERN.fullmatch(name):
        raise ValueError(
            f"{name!r} is no name: write up to 24 small letters, digits and _, a letter first"
        )
    if name in GAMES:
        raise ValueError(f"{name} is one of the bot's own games: choose another name")
    if iskeyword(name):
        raise ValueError(f"{name} is a word of Python's own: choose another name")


def _refuse_existing(folder: Path) -> Path:
    if folder.exists():
        raise ValueError(f"{folder.name} is there already: choose another name, or remove it")
    return folder


def _make_replacements(name: str, module: str) -> dict[str, str]:
    """Return the replacement for each name in the copied files, longer names first."""
    words = [word for word in name.split("_") if word]
    return {
        "tools.new_game.stub": module,
        "game-title = Stub": f"game-title = {' '.join(words).capitalize()}",
        "cloaked-cats-stub": "-".join(("cloaked-cats", *words)),
        "Stub": "".join(word.capitalize() for word in words),
        "stub": name,
    }


def _copy_stub(target_folder: Path, replacements: dict[str, str]) -> None:
    for file in sorted([*STUB_FOLDER.rglob("*.py"), *STUB_FOLDER.glob("text/*.ftl")]):
        _write(
            target_folder / file.relative_to(STUB_FOLDER),
            file.read_text(encoding="utf-8"),
            replacements,
        )


def _write(file: Path, text: str, replacements: dict[str, str]) -> None:
    renamed = re.sub(
        "|".join(map(re.escape, replacements)), lambda found: replacements[found[0]], text
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(renamed, encoding="utf-8")


def main(argv: Sequence[str]) -> int:
    """Create the game that the command line names, and print the next steps.

    Returns:
        The exit code of the process: 0, or 1 if the game cannot be created.
    """
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
    instructions = PACKAGE_INSTRUCTIONS if asked.package else CLONE_INSTRUCTIONS
    print(instructions.format(made=made, name=name, constant=name.upper()), end="")
    return 0


if __name__ == "__main__":
    replace_unshowable()
    sys.exit(main(sys.argv[1:]))
