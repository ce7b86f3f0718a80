"""A copy of the stub with a name of its own: a folder of the bot, or a package beside it."""

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from bot.games.new.templates import FILES
from bot.games.packages import NAME
from bot.games.registry import GAMES

STUB = Path(__file__).parent / "stub"
SHELF = Path("bot/games")
"""Where a clone of the bot has its games."""


def folder(name: str, here: Path) -> Path:
    """Make the folder of a game in the clone at `here`, and return it.

    Raises `ValueError` with a sentence for whoever typed the name.
    """
    _check(name)
    if not (here / SHELF / "registry.py").is_file():
        raise ValueError(f"there is no {SHELF} here: go to a clone of the bot, or add --package")
    if find_spec(f"bot.games.{name}"):
        raise ValueError(f"bot.games.{name} is there already: choose another name")
    made = _empty(here / SHELF / name)
    _copy(made, _names(name, f"bot.games.{name}"))
    return made


def package(name: str, here: Path) -> Path:
    """Make a package of a game at `here`, and return its folder.

    Raises `ValueError` with a sentence for whoever typed the name.
    """
    _check(name)
    if find_spec(name):
        raise ValueError(f"Python has a module {name} already: choose another name")
    names = _names(name, name)
    made = _empty(here / names["cloaked-cats-stub"])
    for file, told in FILES.items():
        _write(made / file, told, names)
    _copy(made / name, names)
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


def _empty(made: Path) -> Path:
    if made.exists():
        raise ValueError(f"{made.name} is there already: choose another name, or remove it")
    return made


def _names(name: str, module: str) -> dict[str, str]:
    """Return what takes the place of each name of the stub, longer ones first."""
    words = [word for word in name.split("_") if word]
    return {
        "bot.games.new.stub": module,
        "game-title = Stub": f"game-title = {' '.join(words).capitalize()}",
        "cloaked-cats-stub": "-".join(("cloaked-cats", *words)),
        "Stub": "".join(word.capitalize() for word in words),
        "stub": name,
    }


def _copy(to: Path, names: dict[str, str]) -> None:
    for file in sorted([*STUB.glob("*.py"), *STUB.glob("text/*.ftl")]):
        _write(to / file.relative_to(STUB), file.read_text(encoding="utf-8"), names)


def _write(file: Path, told: str, names: dict[str, str]) -> None:
    renamed = re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], told)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(renamed, encoding="utf-8")
