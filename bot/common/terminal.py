"""Prepares standard output for terminals that cannot show every character."""

import sys
from io import TextIOWrapper


def replace_unshowable(encoding: str | None = None) -> None:
    """Let standard output replace each character that its encoding lacks, instead of failing.

    Standard error does that anyway. Without an encoding, the terminal's own is kept.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding=encoding, errors="replace")
