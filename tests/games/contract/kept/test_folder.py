"""What a game keeps of itself is compared line by line, and written anew by one command."""

import shutil
from pathlib import Path

import pytest

from bot.games.contract import elsewhere
from bot.games.contract.__main__ import main
from bot.games.contract.kept.folder import KINDS, Kind, keep, problems
from bot.games.contract.suite import RULES
from bot.games.events import Seat
from tests.games.contract.kept import folder_of
from tests.games.contract.kept.mutants import CHANGES
from tests.games.contract.mutants import of_rules
from tests.toys import SHELF
from tests.toys.secret_numbers.box import BOX
from tests.toys.secret_numbers.moves import NameNumber
from tests.toys.secret_numbers.rules import SecretNumbers, State

ANEW = """{found}
What is meant is written by `python -m bot.games.contract {name} --keep {folder}`."""
TOY = ["--module", "tests.toys.secret_numbers.box.BOX"]
kinds = {kind.name: kind for kind in KINDS}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What Secret Numbers keeps of itself."""
    return Path(shutil.copytree(folder_of("secret_numbers"), tmp_path / "kept"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("name", SHELF)
def test_every_game_is_as_it_is_kept(name: str, kind: Kind) -> None:
    found = [*problems(kind, SHELF[name], folder_of(name))]
    assert not found, ANEW.format(name=name, folder=folder_of(name), found="\n".join(found))


@pytest.mark.parametrize("kind", CHANGES)
def test_each_kind_notices_the_game_that_has_changed_it_alone(kind: str) -> None:
    box, first = CHANGES[kind]
    found = {each.name: [*problems(each, box, folder_of("secret_numbers"))] for each in KINDS}
    assert found[kind][0].startswith(first)
    assert [name for name, told in found.items() if told] == [kind]


def test_a_game_changes_what_each_kind_keeps() -> None:
    assert {*CHANGES} == {kind.name for kind in KINDS}


def test_what_differs_is_told_and_then_written_anew_but_neither_states_nor_deals(
    folder: Path,
) -> None:
    for name in ("3-default.txt", "perft.txt"):
        file = folder / name
        file.write_text(file.read_text().replace("102", "103").replace("top 5", "top 6"))
    (folder / "3-numbers-none.txt").write_text("of a choice that is gone")
    found = [problem for kind in KINDS for problem in problems(kind, BOX, folder)]
    assert [problem.split(" ")[0] for problem in found] == [
        "3-default.txt:5:",
        "3-numbers-none.txt:",
        "perft.txt:3:",
    ]
    older = {file: file.read_bytes() for file in folder.glob("*.json")}
    changed = keep(BOX, folder)
    assert {file.name for file in changed} == {
        "3-default.txt",
        "3-numbers-none.txt",
        "perft.txt",
    }
    assert {file: file.read_bytes() for file in folder.glob("*.json")} == older
    assert not [problem for kind in KINDS for problem in problems(kind, BOX, folder)]
    assert keep(BOX, folder) == []


def test_a_game_that_fails_is_told_so() -> None:
    class Failing(SecretNumbers):
        def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
            raise ZeroDivisionError

    (told,) = problems(kinds["perft"], of_rules(Failing()), folder_of("secret_numbers"))
    assert told == "it fails: ZeroDivisionError: "


def test_the_command_compares_and_writes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look = [*TOY, "--kept", str(folder), "--games", "1"]
    assert main(look) == 0
    assert capsys.readouterr().out.count(f"holds in {folder}") == len(KINDS)
    (folder / "perft.txt").unlink()
    assert main(look) == 1
    told = capsys.readouterr().out
    assert "perft.txt is missing" in told
    assert f"{' '.join(TOY)} --keep {folder}" in told
    assert main([*TOY, "--keep", str(folder)]) == 0
    assert capsys.readouterr().out == f"written: {folder / 'perft.txt'}\n"
    assert main([*look, "--rule", "perft"]) == 0
    assert capsys.readouterr().out.count("holds") == 1


def test_the_command_lists_a_line_for_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules"]) == 0
    told = capsys.readouterr().out.splitlines()
    names = [*(rule.name for rule in RULES), elsewhere.NAME, elsewhere.HEIGHTS, *kinds]
    assert [line.split()[0] for line in told] == names
    assert all(line.endswith(".") for line in told)


def test_the_command_s_help_tells_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "so many are played (200)" in told
    assert "the number of the first (0)" in told


def test_a_rule_of_a_folder_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*TOY, "--rule", "perft"])
    assert "perft is looked at in a folder: --kept" in capsys.readouterr().err
