"""The tests of a module are found by its folder and name, or in `tests/modules.md`."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [
    module.relative_to(ROOT)
    for room in ("bot", "tools")
    for module in sorted((ROOT / room).rglob("*.py"))
    if not module.stem.startswith("__") and "migrations" not in module.parts
]
ROWS = re.findall(
    r"^\| (`(?:bot|tools)/.+?) \| `(tests/.+?)` \|$", (ROOT / "tests/modules.md").read_text(), re.M
)
ELSEWHERE = {module: tests for modules, tests in ROWS for module in re.findall("`(.+?)`", modules)}


def by_name(module: Path) -> list[Path]:
    """Return the tests that the room and the name of a module lead to."""
    folders = module.parts[:-1] if module.parts[0] == "tools" else module.parts[1:-1]
    room = ROOT.joinpath("tests", *folders)
    named = f"test_{module.stem}*.py"
    return [*room.glob(named), *room.parent.glob(named), *(ROOT / "tests/survival").glob(named)]


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_from_a_module_one_finds_its_tests(module: Path) -> None:
    if module.is_relative_to("bot/games") and len(module.parts) > len(("bot", "games", "x.py")):
        room = ROOT.joinpath("tests", *module.parts[1:-1])
        game = room.parent if room.name in ("art", "computer", "model") else room
        assert [*room.glob("test_*.py"), *game.glob("test_*.py")], f"{game} has no tests"
        return
    listed = [tests for pattern, tests in ELSEWHERE.items() if fnmatch(str(module), pattern)]
    assert by_name(module) or listed, f"{module} has no tests by its name, nor in tests/modules.md"


def test_what_the_table_names_is_there() -> None:
    for pattern, tests in ELSEWHERE.items():
        assert [module for module in MODULES if fnmatch(str(module), pattern)], pattern
        assert (ROOT / tests).is_file(), tests
