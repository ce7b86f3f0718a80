"""Everybody can check that a daily puzzle is the one that was announced."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.json import encode

from tests.engine.checkers import run_checker
from tests.puzzles import STORED

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = DOCS / "check_puzzle.py"


def run(*arguments: str) -> tuple[object, str, str]:
    return run_checker(SCRIPT, *arguments)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle-214.json"
    path.write_bytes(encode(STORED.puzzle))
    return path


def test_the_checker_opens_the_hash_of_a_puzzle(file: Path) -> None:
    code, told, errors = run(STORED.seed, STORED.hash, str(file))
    assert (code, errors) == (False, "")
    own, other = STORED.puzzle.answer
    first, later = STORED.puzzle.cards[:2], STORED.puzzle.cards[2:]
    assert told.splitlines() == [
        f"hash {STORED.hash} matches",
        "B hides features {} {}".format(*own),
        "C hides features {} {}".format(*other),
        "first cats {} {} later cats {} {}".format(*first, *later),
    ]
    assert run(STORED.seed.upper(), STORED.hash.upper(), str(file))[:2] == (code, told)


@pytest.mark.parametrize("changed", ["seed", "hash", "puzzle"])
def test_the_checker_notices_whatever_was_changed(file: Path, changed: str) -> None:
    seed = "00" * 32 if changed == "seed" else STORED.seed
    announced = "00" * 32 if changed == "hash" else STORED.hash
    if changed == "puzzle":
        file.write_bytes(file.read_bytes() + b"\n")
    code, told, _ = run(seed, announced, str(file))
    assert code == 1
    assert told.splitlines()[0].endswith("DIFFERS")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "come the seed, the hash and the file"),
        ((STORED.seed, STORED.hash), "come the seed, the hash and the file"),
        (("cats", STORED.hash, "FILE"), "seed has 64 digits"),
        ((STORED.seed, "00" * 31, "FILE"), "hash has 64 digits"),
        ((STORED.seed, STORED.hash, "nowhere.json"), "no puzzle in the file nowhere.json"),
        ((STORED.seed, STORED.hash, str(DOCS / "README.md")), "no puzzle in the file"),
        ((STORED.seed, STORED.hash, str(DOCS / "grafana.json")), "no puzzle in the file"),
    ],
)
def test_wrong_arguments_of_the_checker_get_a_sentence(
    arguments: tuple[str, ...], told: str
) -> None:
    code, out, errors = run(*arguments)
    assert (code, out) == (2, "")
    first, *usage = errors.splitlines()
    assert told in first
    assert any("python check_puzzle.py SEED HASH FILE" in line for line in usage)


def test_the_example_of_the_description_is_true(tmp_path: Path) -> None:
    page = (DOCS / "fair-deal.md").read_text(encoding="utf-8")
    section = page.split("## Daily puzzles", 1)[1]
    puzzle = section.split("```json\n", 1)[1].split("\n```", 1)[0]
    command, *printed = section.split("```text\n", 1)[1].split("```", 1)[0].splitlines()
    assert command.startswith("$ python check_puzzle.py ")
    (tmp_path / "puzzle-214.json").write_text(puzzle, encoding="utf-8")
    isolated = [sys.executable, "-I", "-S", str(SCRIPT), *command.split()[3:]]
    done = subprocess.run(isolated, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines() == printed, "a player has none of the bot's packages"
