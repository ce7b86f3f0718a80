"""Runs the scripts with which everybody can check what the bot has announced."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import CodeType
from unittest.mock import patch

import pytest


@cache
def _compile(script: Path) -> CodeType:
    return compile(script.read_text(encoding="utf-8"), script, "exec")


def run_checker(script: Path, *arguments: str) -> tuple[object, str, str]:
    """Return a checker's exit code and what it writes to stdout and stderr."""
    out, errors = StringIO(), StringIO()
    typed = patch.object(sys, "argv", [script.name, *arguments])
    with redirect_stdout(out), redirect_stderr(errors), typed, pytest.raises(SystemExit) as done:
        exec(_compile(script), {})
    return done.value.code, out.getvalue(), errors.getvalue()
