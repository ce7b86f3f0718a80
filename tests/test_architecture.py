"""`docs/architecture.md` and `docs/paths.md` are true: files, names, layers, caught exceptions."""

import ast
import re
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = "\n".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("architecture.md", "paths.md")
)
PATHS = sorted(set(re.findall(r"`((?:benchmarks|bot|cogs|docs|tests|tools)/[\w./]*)`", PAGE)))
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)`\s+`([A-Za-z_][\w.]*)`", PAGE)))
CODE = [file for room in ("bot", "cogs") for file in (ROOT / room).rglob("*.py")]
MAX_GLOSSARY_TERMS = 60


def section(title: str) -> str:
    """Return a section of the page, up to the next heading of its level or a higher one."""
    heading, _, rest = PAGE.partition(f" {title}\n")
    level = len(heading) - len(heading.rstrip("#"))
    assert level > 1, f"{title} is no heading"
    return re.split(rf"^#{{1,{level}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def steps(text: str) -> list[str]:
    """Return the numbered steps of a text, each with the lines that follow it."""
    return re.findall(r"^\d+\. (.*(?:\n +.*)*)", text, re.MULTILINE)


OTHER_PATHS = re.findall(r"^### (.*)$", section("Other paths"), re.MULTILINE)


def names_of(nodes: list[ast.stmt]) -> Iterator[str]:
    """Yield what these statements define: functions, classes, constants, fields."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def list_names_in_file(file: str) -> frozenset[str]:
    """Return the names that a file defines, those in its classes after the class's own."""
    nodes = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    classes = (node for node in nodes if isinstance(node, ast.ClassDef))
    inside = (f"{each.name}.{name}" for each in classes for name in names_of(each.body))
    return frozenset([*names_of(nodes), *inside])


def test_the_picture_shows_files_of_its_folders() -> None:
    parts = re.findall(r'^ +subgraph \w+ \["(.+?)"\]\n(.*?)^ +end$', PAGE, re.MULTILINE | re.DOTALL)
    assert len(parts) > 5
    for folders, nodes in parts:
        there = [file for name in folders.split(" on ") for file in (ROOT / name).rglob("*.py")]
        assert set(re.findall(r"\w+\.py", nodes)) <= {file.name for file in there}, folders


def test_every_path_and_name_is_where_the_page_says() -> None:
    assert [path for path in PATHS if not (ROOT / path).exists()] == []
    assert [name for name in NAMED if name[1] not in list_names_in_file(name[0])] == []


@pytest.mark.parametrize("path", ["The path of a press", *OTHER_PATHS])
def test_each_path_is_told_step_by_step_with_files_and_names(path: str) -> None:
    told = steps(section(path))
    assert len(told) >= 4
    assert [step for step in told if re.search(r"`[\w/]+\.py`\s+`\w", step)][3:]


def test_each_step_of_a_press_names_where_it_happens() -> None:
    for step in steps(section("The path of a press")):
        assert re.search(r"`[\w/]+\.py`\s+`\w", step), step


def test_the_page_follows_more_than_presses() -> None:
    for path in ("A deadline", "A board", "An own screen", "A computer player's move"):
        assert path in OTHER_PATHS


def rooms_of(text: str) -> list[str]:
    return re.findall(r"^\| `bot/(\w+)/` \|", text, re.MULTILINE)


def test_every_room_is_named() -> None:
    rooms = {file.parent.name for file in (ROOT / "bot").glob("*/__init__.py")}
    assert set(rooms_of(section("Folders"))) == rooms


def held_layers() -> list[list[str]]:
    """Return the layers that `.importlinter` holds, each with its modules."""
    linter = ConfigParser()
    linter.read(ROOT / ".importlinter")
    held = linter["importlinter:contract:layers"]["layers"].split("\n")
    return [re.findall(r"[\w.]+", line) for line in held if line]


def test_the_layers_are_those_that_are_held() -> None:
    lines = re.findall(r"^\d+\. (.*)$", section("Who may import whom"), re.MULTILINE)
    assert [line.replace("`", "").split() for line in lines] == held_layers()


def test_the_rooms_stand_in_the_order_of_the_layers() -> None:
    rooms = rooms_of(section("Folders"))
    held = (module.removeprefix("bot.") for layer in held_layers() for module in layer)
    assert [room for room in held if room in rooms] == rooms


def raises_again(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler keeps any error of the code in it from going on."""
    assert handler.type, "a bare except"
    names = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    return "Exception" in names or ("BaseException" in names and not raises_again(handler))


def test_the_page_names_each_place_where_everything_is_caught() -> None:
    """What catches `BaseException` only to clean up, and raises it again, is not meant."""
    caught = {
        str(file.relative_to(ROOT))
        for file in CODE
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler) and catches_everything(node)
    }
    told = re.findall(r"^\| `([\w/.]+)` \|", section("Where everything is caught"), re.MULTILINE)
    assert set(told) == caught


def test_the_glossary_says_of_few_terms_where_each_lives() -> None:
    rows = re.findall(r"^\| (?!term)(.+?) \| (.+) \| (.+?) \|$", section("Glossary"), re.MULTILINE)
    terms = [term for term, _, _ in rows]
    assert len(section("Glossary").strip().split("\n")) == len(rows) + 2
    assert len(terms) <= MAX_GLOSSARY_TERMS
    assert terms == sorted(set(terms), key=str.lower)
    for term, _, place in rows:
        assert re.match(r"`(bot|cogs)/[\w/]+\.py`", place), term
