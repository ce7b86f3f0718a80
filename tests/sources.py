"""The source files of the project, for tests that read code."""

import ast
from functools import cache
from pathlib import Path


@cache
def parse_source(file: Path) -> ast.Module:
    """Return the syntax tree of a Python file, which is parsed once for all tests."""
    return ast.parse(file.read_text(encoding="utf-8"))
