"""The guide `docs/adding-a-game.md` builds a game that keeps the contract."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.tools.test_new_game import make_new_game, run

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
GERMAN = """
move-peek = Spicken
own-peek = Gespickt: { $name } bekam { $card }.
number-shown = { $count } Karten
"""
"""What the guide's reader writes into `de.ftl`."""


def find_blocks(language: str) -> Iterator[str]:
    return iter(re.findall(rf"^```{language}\n(.+?)^```", GUIDE, re.M | re.S))


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


def merge(old: list[ast.stmt], new: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which the new ones replace those of the same name, or are added."""
    merged = {name_definition(statement): statement for statement in old}
    for statement in new:
        there = merged.get(name_definition(statement))
        if isinstance(there, ast.ClassDef) and isinstance(statement, ast.ClassDef):
            is_contract = there.name.startswith("MyGame")
            statement.body = merge(there.body, statement.body) if is_contract else statement.body
        merged[name_definition(statement)] = statement
    imports = [each for each in merged.values() if isinstance(each, ast.ImportFrom)]
    rest = [each for each in merged.values() if not isinstance(each, ast.ImportFrom)]
    return [*imports, *rest]


def test_its_game_keeps_the_contract(tmp_path: Path) -> None:
    make_new_game(tmp_path, "my_game", "--package", str(tmp_path))
    package = tmp_path / "cloaked-cats-my-game" / "my_game"
    for block in find_blocks("python"):
        for path, code in re.findall(r"^# (\S+\.py)\n(.+?)(?=^# \S+\.py\n|\Z)", block, re.M | re.S):
            file = package / path
            old, new = ast.parse(file.read_text(encoding="utf-8")), ast.parse(code)
            old.body = merge(old.body, new.body)
            file.write_text(ast.unparse(old), encoding="utf-8")
    for name, words in (("en", "".join(find_blocks("fluent"))), ("de", GERMAN)):
        with (package / "text" / f"{name}.ftl").open("a", encoding="utf-8") as file:
            file.write(words)
    suite = ("-m", "bot.testing", "--module", "my_game.package.PACKAGE", "--games", "10")
    done = run(package.parent, *suite)
    assert done.returncode == 0, done.stdout
