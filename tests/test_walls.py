"""The walls that `.importlinter` cannot express: they hold for every game's folder."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

from tests.sources import parse_source

ROOT = Path(__file__).parent.parent
GAMES = sorted(folder.parent for folder in (ROOT / "bot/games").glob("*/package.py"))
TOYS = sorted(folder.parent for folder in (ROOT / "tests/toys").glob("*/__init__.py"))
STUB = ROOT / "tools/new_game/stub"
EXAMPLES = sorted(folder.parent for folder in (ROOT / "examples").glob("*/*/package.py"))
PURE_LIBRARIES = {
    "bisect", "collections", "enum", "functools", "heapq", "itertools", "math", "operator",
    "typing", "msgspec", "numpy",
    "importlib.resources", "zipfile",  # a table that lies beside the module that reads it
}  # fmt: skip
PURE_ENGINE = {
    "bot.engine.game", "bot.engine.moves", "bot.engine.events", "bot.engine.options",
    "bot.engine.computers", "bot.engine.records",
    "bot.engine.answers", "bot.engine.matrices", "bot.engine.resampling",
}  # fmt: skip
PUZZLE_ENGINE = {"bot.engine.chance", "bot.engine.puzzle_data"}
"""What the makers of puzzles know beside that. Their draws follow from a seed."""
CALLS_TO_THE_WORLD = {"__import__", "breakpoint", "eval", "exec", "id", "input", "open", "print"}


def imports(file: Path) -> Iterator[str]:
    """Yield the full names that a file imports, such as "random.Random"."""
    for node in ast.walk(parse_source(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def package(game: Path) -> str:
    """Return the name of a game's package. An example is a top-level package."""
    return game.name if game in EXAMPLES else ".".join(game.relative_to(ROOT).parts)


def file_of(game: Path, module: str) -> Path:
    """Return the file of a game's module or package, such as "computer.fox"."""
    place = game.joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def find_reached_files(game: Path, *names: str) -> set[Path]:
    """Return the files of these modules of a game, and of all its modules that they import."""
    found: set[Path] = set()
    ahead = [file_of(game, name) for name in names]
    while ahead:
        file = ahead.pop()
        if file.exists() and file not in found:
            found.add(file)
            own = f"{package(game)}."
            inner = [name.removeprefix(own) for name in imports(file) if name.startswith(own)]
            ahead += [file_of(game, name) for name in inner]
            ahead += [file_of(game, name.rpartition(".")[0]) for name in inner if "." in name]
    return found


def test_there_are_games_with_rules() -> None:
    assert all((game / "rules.py").exists() for game in (*GAMES, *TOYS, *EXAMPLES, STUB))
    assert GAMES
    assert EXAMPLES


@pytest.mark.parametrize("game", [*GAMES, *TOYS, *EXAMPLES, STUB], ids=lambda game: game.name)
def test_rules_and_computers_know_nothing_of_the_world(game: Path) -> None:
    check_purity(game, find_reached_files(game, "rules", "computer"), PURE_ENGINE)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_makers_of_puzzles_know_nothing_of_the_world(game: Path) -> None:
    files = find_reached_files(game, "puzzles.maker", "puzzles.steps", "puzzles.lesson")
    check_purity(game, files, PURE_ENGINE | PUZZLE_ENGINE)


def check_purity(game: Path, files: set[Path], engine: set[str]) -> None:
    """Fail if any of a game's files imports or calls more than what is pure."""
    for file in files:
        for name in imports(file):
            pure = (
                any(inside(name, pure) for pure in PURE_LIBRARIES)
                or name == "random.Random"  # the luck that computers are handed
                or any(inside(name, room) for room in engine)
                or inside(name, package(game))
            )
            assert pure, f"{file}: {name}"
        for node in ast.walk(parse_source(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in CALLS_TO_THE_WORLD, f"{file}: {node.func.id}"


@pytest.mark.parametrize("game", [*GAMES, *TOYS, *EXAMPLES, STUB], ids=lambda game: game.name)
def test_screens_and_computers_see_no_state(game: Path) -> None:
    for file in find_reached_files(game, "screens", "computer"):
        for name in imports(file):
            assert not inside(name, f"{package(game)}.rules"), file
            assert name != f"{package(game)}.model.state.State", file


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_only_the_registry_names_a_game(game: Path) -> None:
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            if game in file.parents or file == ROOT / "bot/games/registry.py":
                continue
            for name in imports(file):
                assert not inside(name, package(game)), file
            if file.name != "demo.py":
                assert f'"{game.name}"' not in file.read_text(encoding="utf-8"), file


def test_the_layers_inside_games_are_held_in_every_game() -> None:
    linter = ConfigParser()
    linter.read(ROOT / ".importlinter")
    held = linter["importlinter:contract:inside-games"]["containers"].split()
    assert held == [package(game) for game in GAMES]


@cache
def loaded_by(script: str) -> set[str]:
    """Return the names of all modules that are loaded after a script."""
    command = [sys.executable, "-c", f"import sys\n{script}\nprint(*sys.modules)"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_rules_load_neither_screens_nor_what_these_are_made_with() -> None:
    rules = [f"{package(game)}.rules" for game in GAMES]
    loaded = loaded_by(f"import {', '.join(rules)}")
    packages = {name.split(".", 1)[0] for name in loaded - loaded_by("")}
    assert packages - sys.stdlib_module_names <= {"bot", "msgspec", "typing_extensions"}
    assert not {name for name in loaded if name.endswith((".box", ".screen", ".screens"))}
    assert not {name for name in loaded if inside(name, "bot.drawing") or inside(name, "bot.i18n")}


def test_a_process_aside_loads_rules_alone() -> None:
    levels = [f"{package(game)}.computer" for game in GAMES]
    loaded = loaded_by(f"import bot.services.computer_process, {', '.join(levels)}")
    packages = {name.split(".", 1)[0] for name in loaded - loaded_by("")}
    assert packages - sys.stdlib_module_names <= {"bot", "msgspec", "typing_extensions"}
    rooms = {name.split(".")[1] for name in loaded if name.startswith("bot.")}
    assert rooms == {"common", "engine", "games", "services"}


def test_a_bot_loads_nothing_of_the_demo_and_the_tests_nor_if_nobody_watches_what_counts() -> None:
    loaded = loaded_by("import bot.__main__, bot.app")
    packages = {name.split(".", 1)[0] for name in loaded}
    assert not packages & {"simcord", "playwright", "pytest", "hypothesis", "av"}
    assert "prometheus_client" not in packages
    assert not loaded & {"aiohttp.web", "bot.http_endpoints", "bot.metrics"}


def test_that_it_starts_is_said_before_anything_is_loaded_that_takes_time() -> None:
    packages = {name.split(".", 1)[0] for name in loaded_by("import bot.__main__")}
    assert not packages & {"aiohttp", "discord", "numpy", "PIL", "simcord", "sqlalchemy"}


def test_the_bench_knows_nothing_of_the_demo() -> None:
    files = (ROOT / "tests/bench").rglob("*.py")
    modules = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    loaded = loaded_by(f"import {', '.join(modules)}, tests.conftest")
    assert not loaded & {"bot.demo.demo", "bot.demo.live_preview"}


def test_functions_are_short_enough_to_be_read_at_once() -> None:
    rooms = ("bot", "cogs", "tools", "benchmarks")
    for file in (file for room in rooms for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(parse_source(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                assert node.end_lineno - node.lineno < 60, f"{file}: {node.name}"
