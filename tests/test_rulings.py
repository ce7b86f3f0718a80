"""Each ruling that code, tests or documents cite stands in `docs/rulings.md`, once."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULINGS = ROOT / "docs/rulings.md"
FILES = [
    *(file for room in ("bot", "cogs", "tests") for file in (ROOT / room).rglob("*.py")),
    *(file for file in (ROOT / "docs").glob("*.md") if file != RULINGS),
]
CITES = re.compile(r"[Rr]ulings? ((?:[KCQLW]\d+(?:, | and |-)?)+)")
"""Such as "ruling K2", "rulings C14, C15" or "(rulings L1-L9)"."""
NAME = re.compile(r"[KCQLW]\d+")


def find_cited_rulings() -> dict[str, Path]:
    """Return what is cited, and a place each."""
    return {
        name: file
        for file in FILES
        for names in CITES.findall(file.read_text(encoding="utf-8"))
        for name in NAME.findall(names)
    }


def find_written_rulings() -> Counter[str]:
    """Return the rulings that there are."""
    return Counter(re.findall(r"^\| ([KCQLW]\d+) \|", RULINGS.read_text(encoding="utf-8"), re.M))


def test_each_ruling_that_is_cited_is_written_down() -> None:
    found = find_cited_rulings()
    assert len(found) > 60
    missing = {
        name: str(file) for name, file in found.items() if name not in find_written_rulings()
    }
    assert missing == {}


def test_no_ruling_stands_twice() -> None:
    assert {name for name, times in find_written_rulings().items() if times > 1} == set()
