"""The guide `docs/adding-a-game.md` builds the example `examples/cloaked-cats-peek`."""

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, Resource
from fluent.syntax.serializer import FluentSerializer

from tests.tools.test_new_game import make_new_game, run

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "cloaked-cats-peek"
NAME = "peek"
UNUSED_MESSAGE = "keep-or-swap"
"""The message of the new game that the guide lets its reader delete."""

Definitions = dict[str, object]
"""The definitions of a module or class, without their docstrings, by their names."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, as it is before the guide changes it."""
    folder = tmp_path_factory.mktemp("made")
    make_new_game(folder, NAME, "--package", ".")
    return folder / EXAMPLE.name


def find_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.+?)^```", GUIDE, re.M | re.S)


def list_guide_code() -> dict[str, str]:
    """Return the guide's code by the paths of the files for which it is meant."""
    found = dict[str, str]()
    for block in find_blocks("python"):
        for path, code in re.findall(r"^# (\S+\.py)\n(.+?)(?=^# \S+\.py\n|\Z)", block, re.M | re.S):
            found[path] = found.get(path, "") + code
    return found


def name_definition(statement: ast.stmt) -> str:
    """Return the name under which a file's statement is replaced by the guide's."""
    match statement:
        case ast.ClassDef() | ast.FunctionDef():
            return statement.name
        case ast.ImportFrom():
            return f"from {statement.module}"
        case ast.Assign():
            return ast.unparse(statement.targets[0])
        case ast.AnnAssign():
            return ast.unparse(statement.target)
    return ast.unparse(statement)


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def read_definitions(statements: list[ast.stmt], read: Definitions | None = None) -> Definitions:
    """Return the definitions of a file, as they are after those `read` before it."""
    found = dict(read or {})
    for each in statements:
        name = name_definition(each)
        if isinstance(each, ast.ClassDef) and each.name in ("PeekRules", "PeekScreens"):
            before = found.get(name, {})
            assert isinstance(before, dict)
            found[name] = read_definitions(each.body, before)
        elif not is_docstring(each):
            for node in ast.walk(each):
                if isinstance(node, ast.ClassDef | ast.FunctionDef):
                    node.body = [line for line in node.body if not is_docstring(line)]
            found[name] = ast.unparse(each)
    return found


def read_file(file: Path, read: Definitions | None = None) -> Definitions:
    return read_definitions(ast.parse(file.read_text(encoding="utf-8")).body, read)


def read_messages(source: str) -> dict[str, str]:
    resource = FluentParser().parse(source)
    assert isinstance(resource, Resource)
    messages = [each for each in resource.body if isinstance(each, Message)]
    return {each.id.name: FluentSerializer().serialize_entry(each).strip() for each in messages}


def test_its_code_makes_the_example_of_a_new_game(made: Path) -> None:
    guide = list_guide_code()
    files = sorted(path.relative_to(made / NAME) for path in made.glob(f"{NAME}/**/*.py"))
    assert set(guide) < {str(file) for file in files}
    for file in files:
        told = read_file(made / NAME / file)
        told = read_definitions(ast.parse(guide.get(str(file), "")).body, told)
        assert told == read_file(EXAMPLE / NAME / file), file


def test_its_words_make_those_of_the_example(made: Path) -> None:
    told = read_messages((made / NAME / "text" / "en.ftl").read_text(encoding="utf-8"))
    del told[UNUSED_MESSAGE]
    assert f"`{UNUSED_MESSAGE}`" in GUIDE
    told |= read_messages("".join(find_blocks("fluent")))
    assert told == read_messages((EXAMPLE / NAME / "text/en.ftl").read_text(encoding="utf-8"))


def test_the_example_is_packed_as_a_new_game_is(made: Path) -> None:
    def read(file: Path) -> list[str]:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not line.startswith("description = ")]

    for name in ("pyproject.toml", ".gitignore", "tests/conftest.py", "tests/test_contract.py"):
        assert read(made / name) == read(EXAMPLE / name), name


def test_the_examples_own_tests_pass() -> None:
    tests = run(EXAMPLE, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert tests.returncode == 0, tests.stdout


def test_the_suite_finds_nothing_in_the_example() -> None:
    suite = run(EXAMPLE, "-m", "bot.testing", "--module", "peek.package.PACKAGE", "--games", "10")
    assert suite.returncode == 0, suite.stdout
    assert "BROKEN" not in suite.stdout
