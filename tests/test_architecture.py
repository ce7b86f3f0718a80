"""`docs/architecture.md` is true: its files, names and layers, and where everything is caught."""

import ast
import re
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`([\w.]+/[\w./]*)`", PAGE)))
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)`\s+`([A-Za-z_][\w.]*)`", PAGE)))
CODE = [file for room in ("bot", "cogs") for file in (ROOT / room).rglob("*.py")]


def section(title: str) -> str:
    """Return a section of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@cache
def defined(file: str) -> frozenset[str]:
    """Return the names of a file's functions, classes and methods."""
    found = set()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (
                part.name
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            found.update(f"{node.name}.{method}" for method in methods)
    return frozenset(found)


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path: str) -> None:
    rooms = (ROOT, ROOT / "bot" / "storage", ROOT / "bot" / "drawing")
    assert any((room / path).exists() for room in rooms)


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_name_stands_where_the_page_says(file: str, name: str) -> None:
    assert name in defined(file)


def test_the_ways_are_told_by_names() -> None:
    for way in ("a press", "a deadline", "a board", "a private line"):
        steps = re.findall(r"^(?:\d+\.|\| \d+ \|) ", section(f"The way of {way}"), re.MULTILINE)
        assert len(steps) >= 3


def test_every_room_is_named() -> None:
    rooms = {file.parent.name for file in (ROOT / "bot").glob("*/__init__.py")}
    told = re.findall(r"^\| `bot/(\w+)/` \|", section("Rooms"), re.MULTILINE)
    assert set(told) == rooms


def test_the_layers_are_those_that_are_held() -> None:
    linter = ConfigParser()
    linter.read(ROOT / ".importlinter")
    held = linter["importlinter:contract:layers"]["layers"].split("\n")
    lines = re.findall(r"^\d+\. (.*)$", section("Who may import whom"), re.MULTILINE)
    assert [line.replace("`", "").split() for line in lines] == [
        re.findall(r"[\w.]+", line) for line in held if line
    ]


def raises_again(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def test_the_page_names_each_place_where_everything_is_caught() -> None:
    """What catches `BaseException` only to clean up, and raises it again, is not meant."""
    caught = {
        str(file.relative_to(ROOT))
        for file in CODE
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and isinstance(node.type, ast.Name)
        and node.type.id in {"Exception", "BaseException"}
        and (node.type.id == "Exception" or not raises_again(node))
    }
    told = re.findall(r"^\| `([\w/.]+)` \|", section("Where everything is caught"), re.MULTILINE)
    assert set(told) == caught
