"""The code speaks plainly: short first lines, and constants that say what they limit."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parse_source

ROOT = Path(__file__).parent.parent
FILES = sorted(
    file for room in ("bot", "cogs", "tools", "examples") for file in (ROOT / room).rglob("*.py")
)
MAX_FIRST_LINE_WORDS = 20
FIELD_TERMS = frozenset(
    [
        "ACCESSORIES",
        "ARENA",
        "AWARDS",
        "BOLD",
        "BUREAUCRATS",
        "CATS",
        "CAUTIOUS",
        "CLOCKS",
        "COATS",
        "COLOURS",
        "DETECTIVES",
        "DIALECT",
        "DRAW",
        "DREAMY",
        "FACTIONS",
        "FEATURES",
        "GAME",
        "GAMES",
        "HACKERS",
        "JOURNALISTS",
        "LANGUAGES",
        "LEVELS",
        "MAFIA",
        "MASKS",
        "MEDALS",
        "MOODS",
        "MU",
        "NUMBERS",
        "OPTIONS",
        "PACKAGE",
        "PASS",
        "PATTERNS",
        "PAY",
        "PLAYS",
        "POLICE",
        "POSES",
        "POSTURES",
        "PREDICTIONS",
        "PURSUE",
        "ROBOCATS",
        "RULES",
        "SCIENTISTS",
        "SEATS",
        "SIGMA",
        "SKIP",
        "SYLLABLES",
        "WILD",
        "YARDSTICKS",
    ]
)
"""Single words that name one thing: terms of the rulebooks, and what all games call the same."""


def list_docstrings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of a module, its classes and functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring:
                yield getattr(node, "name", "the module"), docstring


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the public constants of a module with their values."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for target in targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            for name in names:
                if isinstance(name, ast.Name) and re.fullmatch("[A-Z][A-Z0-9_]*", name.id):
                    yield name.id, value


def is_colour(value: ast.expr | None) -> bool:
    """Tell whether a value is a colour such as "#30C688", or several of them."""
    texts = [
        node.value for node in ast.walk(value or ast.Constant(0)) if isinstance(node, ast.Constant)
    ]
    return bool(texts) and all(str(text).startswith("#") for text in texts)


def is_type_variable(value: ast.expr | None) -> bool:
    """Tell whether a value is a type variable."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) in {"TypeVar", "ParamSpec"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_first_line_of_a_docstring_is_short(file: Path) -> None:
    for name, docstring in list_docstrings(parse_source(file)):
        first = docstring.split("\n\n")[0].split(". ")[0]
        words = len(first.split())
        assert words <= MAX_FIRST_LINE_WORDS, f"{name} begins with a sentence of {words} words"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_constant_says_what_it_limits(file: Path) -> None:
    for name, value in constants(parse_source(file)):
        if is_colour(value) or is_type_variable(value):
            continue
        assert "_" in name or name in FIELD_TERMS, f"{name} is a single word"
